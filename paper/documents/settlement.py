"""The settlement of an event or a book: transfers and balances."""

from collections.abc import Iterable, Iterator, Sequence
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
from ledger.selectors import (
    balances_of,
    balances_over_all,
    people_balances,
    settled_books,
    settlement_of,
)
from paper.documents.event_prints import plain_imprint
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.statement import period_words
from paper.documents.subjects import BOOK
from press.base import Block, Imprint
from press.blocks import Document, Paragraph, Section, remark_blocks
from press.tables import STRIPED, Column, TextTable, cell, number
from press.text import BODY, LEAD, QUIET, SMALL, STRONG

_PAID = 90.0
_FEW, _MANY = 10, 80
"""More balances than this are set in two columns, if these fit on a page."""
_BETWEEN = 18.0


def settlement_blocks(
    transfers: Sequence[Transfer], balances: Sequence[tuple[str, str]], currency: str, nothing: str
) -> Iterator[Block]:
    """Yield who pays whom, or ``nothing``, and the balances: names with their amounts and signs."""
    if transfers:
        yield Section(_("Who pays whom"), _transfers_table(transfers, currency))
    else:
        yield Paragraph(nothing, LEAD)
    if balances:
        yield Section(_("Balances"), _balances_table(balances))


def _transfers_table(transfers: Sequence[Transfer], currency: str) -> TextTable:
    columns = (
        Column(_("Pays"), 90, 1),
        Column(_("Is owed"), 90, 1),
        Column(_("Amount"), 92, figures=True),
        Column(_("Paid"), _PAID, 0.25),
    )
    rows = [
        (
            cell(_name(transfer.payer), style=BODY.scaled(1.15)),
            cell(_name(transfer.payee), style=BODY.scaled(1.15)),
            number(with_currency(transfer.amount, currency), LEAD.strong()),
            cell(_paid(transfer), style=SMALL, ticked=transfer.transaction is not None),
        )
        for transfer in transfers
    ]
    return TextTable(columns=columns, rows=rows, room=10 if len(rows) <= _FEW else 6)


def _name(player: Player | None) -> str:
    return player.name if player else _("Cash box")


def _paid(transfer: Transfer) -> str:
    """Return when it was paid; empty while it is open."""
    paid = transfer.transaction
    return date_text(paid.made_at, "moment_month") if paid else ""


def _balances_table(balances: Sequence[tuple[str, str]]) -> TextTable:
    """Return the balances by name; in two columns if that saves a page."""
    columns: tuple[Column, ...] = (Column(_("Name"), 90, 1), Column(_("Balance"), 96, figures=True))
    rows = [(cell(name), number(amount, STRONG)) for name, amount in balances]
    if not _FEW < len(rows) <= _MANY:
        return TextTable(columns=columns, rows=rows, room=5, fills=STRIPED)
    deep = -(-len(rows) // 2)
    pairs = zip_longest(rows[:deep], rows[deep:], fillvalue=(cell(""), cell("")))
    together = [(*first, cell(""), *second) for first, second in pairs]
    columns = (*columns, Column("", _BETWEEN), *columns)
    return TextTable(columns=columns, rows=together, room=5, fills=STRIPED)


def settlement_document(
    book: Book, imprint: Imprint, people: Iterable[tuple[str, int]] | None = None
) -> Document:
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
    amounts = [
        (name, with_currency(amount, book.currency, sign=True))
        for name, amount in people or _balances(book, evenings)
    ]
    transfers = (*view.open, *view.paid)
    parts = [*settlement_blocks(transfers, amounts, book.currency, nothing)]
    if gaps := gaps_listed(gaps_in([book, *evenings])):
        table = _balances_table([(text, UNKNOWN) for text in gaps])
        parts.append(Section(_("Not known, and in no balance"), table))
    parts += remark_blocks(remarks, QUIET)
    return Document(imprint, book.name, _place(book, evenings), tuple(parts))


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


def owes_nothing(book: Book) -> bool:
    """Whether there is nothing to settle over a book and those settled in it: no page is needed to
    say so. Four queries."""
    books = settled_books(book)
    owed = any(people_balances(books).values())
    return not (owed or book.transfers.exists() or any(gaps_in(books)))


def settlement_printout(book: Book, options: PrintOptions) -> Printout:
    """Print the transfers of a book without an event, such as a season's."""
    people = book.accounts.filter(kind=AccountKind.PLAYER).count()

    def documents() -> Iterator[Document]:
        yield settlement_document(book, plain_imprint(book.club.name, _("Settlement")))

    title = _("Settlement of %(book)s") % {"book": book.name}
    total = int(not owes_nothing(book))
    return Printout(title, total, documents, options.paper, pages(2 * people, _ON_PAGE))


SETTLEMENT: Final = Print(
    about=BOOK,
    key="settlement",
    phase=Phase.AFTER,
    title=gettext_lazy("Settlement"),
    text=gettext_lazy("Who pays whom, to be ticked off, and everybody's balance."),
    printout=settlement_printout,
    missing=lambda summary: _("Nobody owes anything.") if owes_nothing(summary.book) else "",
    right=Right.MONEY,
)

PRINTS: Final = (SETTLEMENT,)
