"""The settlement of an event or a book: who pays whom, and the balances."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import Club
from clubs.roles import Right
from ledger.amounts import with_currency
from ledger.models import AccountKind, Book
from ledger.models import Transfer as TransferRow
from ledger.selectors import balances_of, balances_over_all, settlement_of
from press.base import Block, Imprint, Printable
from press.blocks import Heading, Paragraph, Section, remark_blocks
from press.pen import Align, Pen
from press.tables import Cell, Column, Row, Span, Table, cell, figures, number, text_table
from press.text import BODY, INK, LEAD, QUIET, SMALL, STRONG, TINT
from prints.event_prints import EventPrint, Phase, PrintOptions, event_imprint, keeps_money, titled
from prints.jobs import Job, NothingToPrintError, pages, paper_of
from prints.scorecards import plain_imprint
from prints.statement import DAY, period_words
from tournaments.models import Event
from tournaments.selectors.money import PlayerBalance, money_of, players_balances

_TICK = 22.0
_PAID = 90.0
_GAP = 4.0
_BOX = 11.0
_FEW, _MANY = 10, 80
"""More balances than few stand in two columns, as long as these have room on a page."""
_BETWEEN = 18.0


@dataclass(frozen=True, slots=True)
class Transfer:
    """Who pays whom how much; `paid` says how it was paid, nothing while it is owed.

    >>> Transfer("Ann", "Bob", "12.50 EUR").paid
    ''
    """

    payer: str
    payee: str
    amount: str
    paid: str = ""


@dataclass(frozen=True, slots=True)
class Balance:
    """What somebody gets or owes, with its sign."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class SettlementLabels:
    """The words of the page; `nothing` is said where nobody owes anything."""

    transfers: str
    payer: str
    payee: str
    amount: str
    paid: str
    balances: str
    name: str
    balance: str
    nothing: str


@dataclass(frozen=True, slots=True)
class SettlementSheet(Printable):
    """The settlement of an evening or a season; `remarks` stand at the end."""

    imprint: Imprint
    labels: SettlementLabels
    title: str
    place: str
    transfers: tuple[Transfer, ...]
    balances: tuple[Balance, ...]
    remarks: tuple[str, ...] = ()

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        words = self.labels
        yield Heading(self.title, self.place)
        if self.transfers:
            yield Section(words.transfers, _transfers_table(self, width))
        else:
            yield Paragraph(words.nothing, LEAD)
        if self.balances:
            yield Section(words.balances, _balances_table(self, width))
        yield from remark_blocks(self.remarks, QUIET)


@dataclass(frozen=True, slots=True)
class TickRow:
    """A row with a box to tick in front of its last text, ticked where it is done."""

    row: Row
    done: bool

    @property
    def height(self) -> float:
        return self.row.height

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        tick, paid = spans[-1], spans[-1]._replace(x=spans[-1].x + _TICK)
        self.row.draw(pen, y, (*spans[:-1], paid._replace(width=paid.width - _TICK)))
        x = tick.anchor(Align.START) + _GAP
        top = y + (self.height - _BOX) / 2
        pen.box(x, top, _BOX, _BOX, stroke=INK, thick=0.8)
        if self.done:
            still = pen.still(x, top, _BOX)
            still.lines([(2, 6, 4.6, 8.8), (4.6, 8.8, 9.4, 2.4)], thick=1.4, colour=INK, cap=1)


def _transfers_table(document: SettlementSheet, width: float) -> Table:
    words, align = document.labels, figures(document.imprint)
    columns = (
        Column(words.payer, 90, 1),
        Column(words.payee, 90, 1),
        Column(words.amount, 92, 0, align),
        Column(words.paid, _PAID, 0.25),
    )
    rooms = 10 if len(document.transfers) <= _FEW else 6
    laid = text_table(
        columns, [_transfer_cells(own, align) for own in document.transfers], width, room=rooms
    )
    rows = zip(laid.rows, document.transfers, strict=True)
    return Table(columns, tuple(TickRow(row, bool(own.paid)) for row, own in rows))


def _transfer_cells(own: Transfer, align: Align) -> list[Cell]:
    return [
        cell(own.payer, style=BODY.scaled(1.15)),
        cell(own.payee, style=BODY.scaled(1.15)),
        number(own.amount, LEAD.strong(), align),
        cell(own.paid, style=SMALL),
    ]


def _balances_table(document: SettlementSheet, width: float) -> Table:
    """By name; in two columns, read one after the other, where that saves a page."""
    words, align = document.labels, figures(document.imprint)
    own = (Column(words.name, 90, 1), Column(words.balance, 96, 0, align))
    count = 2 if _FEW < len(document.balances) <= _MANY else 1
    deep = -(-len(document.balances) // count)
    cells = [(cell(one.name), number(one.amount, STRONG, align)) for one in document.balances]
    empty = (cell(""), cell(""))
    cells += [empty] * (count * deep - len(cells))
    gap, rows = (Column("", _BETWEEN),), [list(pair) for pair in cells[:deep]]
    if count == 1:
        columns: tuple[Column, ...] = own
    else:
        columns = (*own, *gap, *own)
        for row, pair in zip(rows, cells[deep:], strict=True):
            row += [cell(""), *pair]
    fills = [TINT if place % 2 else None for place in range(deep)]
    return text_table(columns, rows, width, room=5, fills=fills)


def settlement_sheet(
    book: Book, imprint: Imprint, people: Iterable[tuple[str, int]] | None = None
) -> SettlementSheet:
    """Who pays whom in a book, paid transfers included, and all balances over what it settles.

    ``people`` are the names and balances to show, where the event that keeps the book knows them.
    """
    view = settlement_of(book)
    evenings = list(book.settles.order_by("date", "pk"))
    nothing = _("Nobody owes anything.")
    if not view.is_current:
        nothing = _("The transfers have not been worked out yet.")
    return SettlementSheet(
        replace(imprint, kind=_("Settlement")),
        SettlementLabels(
            transfers=_("Who pays whom"),
            payer=_("Pays"),
            payee=_("Gets"),
            amount=_("Amount"),
            paid=_("Paid"),
            balances=_("Balances"),
            name=_("Name"),
            balance=_("Balance"),
            nothing=nothing,
        ),
        book.name,
        _place(book, evenings),
        tuple(_transfer(row, book.currency) for row in (*view.open, *view.paid)),
        tuple(_balances(book, evenings, people)),
        remarks=tuple(_remarks(book, is_current=view.is_current)),
    )


def _transfer(row: TransferRow, currency: str) -> Transfer:
    paid = ""
    if row.transaction is not None:
        paid = formats.date_format(timezone.localtime(row.transaction.made_at), "j M, H:i")
    return Transfer(
        row.payer.name if row.payer else _("Cash box"),
        row.payee.name if row.payee else _("Cash box"),
        with_currency(row.amount, currency),
        paid,
    )


def _place(book: Book, evenings: list[Book]) -> str:
    """The day of an evening; of a season its evenings from first to last."""
    if not evenings:
        return formats.date_format(book.date, DAY)
    count = ngettext("%(count)d evening", "%(count)d evenings", len(evenings))
    days = period_words(evenings[0].date, evenings[-1].date)
    return f"{count % {'count': len(evenings)}} · {days}"


def _balances(
    book: Book, evenings: list[Book], people: Iterable[tuple[str, int]] | None
) -> Iterator[Balance]:
    """Of an evening everybody who has an entry; of a season who still owes or is owed."""
    if evenings:
        for player, amount in balances_over_all([book, *evenings]):
            name = player.name if player else _("Cash box")
            yield Balance(name, with_currency(amount, book.currency, sign=True))
        return
    if people is None:
        found = [(one.account.player, one.amount) for one in balances_of(book)]
        people = [(player.name, amount) for player, amount in found if player is not None]
    for name, amount in people:
        yield Balance(name, with_currency(amount, book.currency, sign=True))


def _remarks(book: Book, *, is_current: bool) -> Iterator[str]:
    if book.settled_with is not None:
        yield _("These balances are settled in %(book)s.") % {"book": book.settled_with.name}
    elif not is_current:
        yield _("Balances have changed since the transfers were worked out.")


_ON_PAGE = 26
"""About so many transfers or balances stand on a page."""


def event_settlement_job(event: Event, options: PrintOptions) -> Job:
    """Print who pays whom, in the order of the treasurer's page."""
    kept = money_of(event)

    def documents() -> Iterator[SettlementSheet]:
        if kept is not None:
            rows = players_balances(kept, balances_of(kept.book))
            people = [(_noted(row), row.amount) for row in rows]
            yield settlement_sheet(kept.book, event_imprint(event, ""), people)

    return Job(
        titled(_("Settlement"), event, options), int(kept is not None), documents, options.paper
    )


def _noted(row: PlayerBalance) -> str:
    return f"{row.player.name} ({row.note})" if row.note else row.player.name


def settlement_job(club: Club, parameters: Mapping[str, Any]) -> Job:
    """Print who pays whom in a book that no event keeps, as a season's."""
    book = Book.objects.filter(club=club, pk=parameters["book"]).first()
    if book is None:
        raise NothingToPrintError(_("The book is no longer there."))
    people = book.accounts.filter(kind=AccountKind.PLAYER).count()

    def documents() -> Iterator[SettlementSheet]:
        yield settlement_sheet(book, plain_imprint(club.name))

    title = _("Settlement of %(book)s") % {"book": book.name}
    return Job(title, 1, documents, paper_of(parameters), pages(2 * people, _ON_PAGE))


SETTLEMENT: Final = EventPrint(
    key="settlement",
    phase=Phase.AFTER,
    title=gettext_lazy("Settlement"),
    text=gettext_lazy("Who pays whom, to be ticked off, and everybody's balance."),
    job=event_settlement_job,
    suits=keeps_money,
    right=Right.MONEY,
)
