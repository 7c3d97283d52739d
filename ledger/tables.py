"""Tables of a book as files for a spreadsheet."""

from collections.abc import Iterator, Sequence
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.cells import Amount, CellValue
from core.figures import UNKNOWN
from core.tables import Table
from ledger.hooks import gaps_in
from ledger.models import Book
from ledger.selectors import balances_over_all, settled_books, settlement_of
from rules import money


def amount_cell(units: int, currency: str) -> Amount:
    """Return an amount as a number that a spreadsheet can add up."""
    return Amount(money.render(units, currency), currency)


def transfers_table(book: Book) -> Table:
    """Return the transfers, open ones first."""
    view = settlement_of(book)
    box = _("the cash box")
    head = [_("Pays"), _("Receives"), _("Amount"), _("Currency"), _("State")]
    rows = (
        [
            str(row.payer or box),
            str(row.payee or box),
            amount_cell(row.amount, book.currency),
            book.currency,
            _("paid") if row.is_paid else pgettext("a payment", "open"),
        ]
        for row in (*view.open, *view.paid)
    )
    gaps = (
        [subject, "", amount, currency, _("not known")]
        for subject, amount, currency in gap_rows(settled_books(book))
    )
    return _("Transfers"), head, chain(rows, gaps)


def people_table(book: Book) -> Table:
    """Return the players' balances over all books settled together; the cash box last."""
    box = _("the cash box")
    head = [_("Account"), _("Balance"), _("Currency")]
    rows = (
        [str(player or box), amount_cell(amount, book.currency), book.currency]
        for player, amount in balances_over_all(settled_books(book))
    )
    return _("Balances"), head, chain(rows, gap_rows(settled_books(book)))


def gap_rows(books: Sequence[Book]) -> Iterator[list[CellValue]]:
    """Yield the gaps in books, with a dash for the amount, and the currency."""
    currencies = {book.pk: book.currency for book in books}
    for gap in gaps_in(books):
        yield [gap.text, UNKNOWN, currencies[gap.book]]
