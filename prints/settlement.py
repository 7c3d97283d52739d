"""The settlement of an event or a book: transfers and balances."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import Player
from clubs.roles import Right
from core.figures import UNKNOWN
from core.languages import date_text
from ledger.amounts import with_currency
from ledger.hooks import gaps_in, gaps_listed
from ledger.models import AccountKind, Book, Transfer
from ledger.selectors import balances_of, balances_over_all, settlement_of
from press.base import Block, Imprint, Printable
from press.blocks import Heading, Paragraph, Section, remark_blocks
from press.pen import Align, Pen
from press.tables import Column, DrawnRow, Span, TableBlock, cell, number, striped, text_table
from press.text import BODY, INK, LEAD, QUIET, SMALL, STRONG
from prints.event_prints import plain_imprint
from prints.printouts import Printout, pages
from prints.rows import Phase, Print, PrintOptions
from prints.statement import period_words
from prints.subjects import BOOK

_TICK = 22.0
_PAID = 90.0
_GAP = 4.0
_BOX = 11.0
_FEW, _MANY = 10, 80
"""More balances than this are set in two columns, if these fit on a page."""
_BETWEEN = 18.0


@dataclass(frozen=True, slots=True)
class SettlementDocument(Printable):
    """The settlement of an evening or a season; `nothing` is printed without transfers."""

    imprint: Imprint
    title: str
    place: str
    currency: str
    transfers: tuple[Transfer, ...]
    balances: tuple[tuple[str, str], ...]
    """Names with their amounts and signs."""
    nothing: str
    remarks: tuple[str, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()
    """What is in no balance because nobody knows it, each with a dash."""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        if self.transfers:
            yield Section(_("Who pays whom"), self._transfers_table(width))
        else:
            yield Paragraph(self.nothing, LEAD)
        if self.balances:
            yield Section(_("Balances"), _balances_table(self.balances, width))
        if self.unknown:
            table = _balances_table(self.unknown, width)
            yield Section(_("Not known, and in no balance"), table)
        yield from remark_blocks(self.remarks, QUIET)

    def _transfers_table(self, width: float) -> TableBlock:
        columns = (
            Column(_("Pays"), 90, 1),
            Column(_("Gets"), 90, 1),
            Column(_("Amount"), 92, figures=True),
            Column(_("Paid"), _PAID, 0.25),
        )
        cells = [
            (
                cell(_name(transfer.payer), style=BODY.scaled(1.15)),
                cell(_name(transfer.payee), style=BODY.scaled(1.15)),
                number(with_currency(transfer.amount, self.currency), LEAD.strong()),
                cell(_paid(transfer), style=SMALL),
            )
            for transfer in self.transfers
        ]
        laid = text_table(columns, cells, width, room=10 if len(cells) <= _FEW else 6)
        rows = zip(laid.rows, self.transfers, strict=True)
        return TableBlock(
            columns, tuple(TickRow(row, transfer.transaction is not None) for row, transfer in rows)
        )


def _name(player: Player | None) -> str:
    return player.name if player else _("Cash box")


def _paid(transfer: Transfer) -> str:
    """Return when it was paid; empty while it is open."""
    paid = transfer.transaction
    return date_text(paid.made_at, "moment_month") if paid else ""


@dataclass(frozen=True, slots=True)
class TickRow:
    """A row with a box before its last text, ticked if it is done."""

    row: DrawnRow
    done: bool

    @property
    def height(self) -> float:
        return self.row.height

    def closer(self, share: float) -> "TickRow":
        return replace(self, row=self.row.closer(share))

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        tick, paid = spans[-1], spans[-1]._replace(x=spans[-1].x + _TICK)
        self.row.draw(pen, y, (*spans[:-1], paid._replace(width=paid.width - _TICK)))
        x = tick.anchor(Align.START) + _GAP
        top = y + (self.height - _BOX) / 2
        pen.box(x, top, _BOX, _BOX, stroke=INK, thick=0.8)
        if self.done:
            still = pen.still(x, top, _BOX)
            still.lines([(2, 6, 4.6, 8.8), (4.6, 8.8, 9.4, 2.4)], thick=1.4, colour=INK, cap=1)


def _balances_table(balances: tuple[tuple[str, str], ...], width: float) -> TableBlock:
    """Return the balances by name; in two columns if that saves a page."""
    columns: tuple[Column, ...] = (Column(_("Name"), 90, 1), Column(_("Balance"), 96, figures=True))
    rows = [(cell(name), number(amount, STRONG)) for name, amount in balances]
    if not _FEW < len(rows) <= _MANY:
        return text_table(columns, rows, width, room=5, fills=striped())
    deep = -(-len(rows) // 2)
    pairs = zip_longest(rows[:deep], rows[deep:], fillvalue=(cell(""), cell("")))
    together = [(*first, cell(""), *second) for first, second in pairs]
    columns = (*columns, Column("", _BETWEEN), *columns)
    return text_table(columns, together, width, room=5, fills=striped())


def settlement_document(
    book: Book, imprint: Imprint, people: Iterable[tuple[str, int]] | None = None
) -> SettlementDocument:
    """Return a book's transfers, paid ones included, and all balances over the books it settles.

    ``people`` are the names and balances to show, if the event that keeps the book knows them.
    """
    view = settlement_of(book)
    evenings = list(book.settles.order_by("date", "pk"))
    nothing = _("Nobody owes anything.")
    remarks = tuple(_remarks(book, is_current=view.is_current))
    if book.settled_with is not None and not view.paid:
        (nothing,), remarks = remarks, ()
    elif not view.is_current:
        nothing = _("The transfers have not been worked out yet.")
    return SettlementDocument(
        imprint,
        book.name,
        _place(book, evenings),
        book.currency,
        (*view.open, *view.paid),
        tuple(
            (name, with_currency(amount, book.currency, sign=True))
            for name, amount in people or _balances(book, evenings)
        ),
        nothing,
        remarks=remarks,
        unknown=tuple((text, UNKNOWN) for text in gaps_listed(gaps_in([book, *evenings]))),
    )


def _place(book: Book, evenings: list[Book]) -> str:
    """The day of an evening; of a season its evenings from first to last."""
    if not evenings:
        return date_text(book.date)
    count = ngettext("%(count)d evening", "%(count)d evenings", len(evenings))
    days = period_words(evenings[0].date, evenings[-1].date)
    return f"{count % {'count': len(evenings)}} · {days}"


def _balances(book: Book, evenings: list[Book]) -> list[tuple[str, int]]:
    """Return the balances: for an evening of everybody with a transaction, for a season of
    everybody with an open one.
    """
    if evenings:
        balances = balances_over_all([book, *evenings])
        return [(_name(player), amount) for player, amount in balances]
    accounts = [(account.account.player, account.amount) for account in balances_of(book)]
    return [(player.name, amount) for player, amount in accounts if player is not None]


def _remarks(book: Book, *, is_current: bool) -> Iterator[str]:
    if book.settled_with is not None:
        yield _("These balances are settled in %(book)s.") % {"book": book.settled_with.name}
    elif not is_current:
        yield _("Balances have changed since the transfers were worked out.")


_ON_PAGE = 26
"""Approximate number of transfers or balances on a page."""


def settlement_printout(book: Book, options: PrintOptions) -> Printout:
    """Print the transfers of a book without an event, such as a season's."""
    people = book.accounts.filter(kind=AccountKind.PLAYER).count()

    def documents() -> Iterator[SettlementDocument]:
        yield settlement_document(book, plain_imprint(book.club.name, _("Settlement")))

    title = _("Settlement of %(book)s") % {"book": book.name}
    return Printout(title, 1, documents, options.paper, pages(2 * people, _ON_PAGE))


SETTLEMENT: Final = Print(
    about=BOOK,
    key="settlement",
    phase=Phase.AFTER,
    title=gettext_lazy("Settlement"),
    text=gettext_lazy("Who pays whom, to be ticked off, and everybody's balance."),
    printout=settlement_printout,
    right=Right.MONEY,
)

PRINTS: Final = (SETTLEMENT,)
