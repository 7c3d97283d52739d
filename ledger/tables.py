"""Tables of a book for a spreadsheet: a title, the heads of the columns, the rows."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from ledger.downloads import Cell, amount_cell
from ledger.models import Book
from ledger.selectors.balances import balances_over_all, settled_books, settlement_of

Table = tuple[str, Sequence[str], Iterable[Sequence[Cell]]]


def transfers_table(book: Book) -> Table:
    """Who pays whom, the open ones first."""
    view = settlement_of(book)
    box = _("the cash box")
    head = [_("Pays"), _("Is paid"), _("Amount"), _("Currency"), _("State")]
    rows = (
        [
            str(row.payer or box),
            str(row.payee or box),
            amount_cell(row.amount, book.currency),
            book.currency,
            _("paid") if row.is_paid else _("open"),
        ]
        for row in (*view.open, *view.paid)
    )
    return _("Transfers"), head, rows


def people_table(book: Book) -> Table:
    """What everybody is to receive over all that is settled in the book; the cash box last."""
    box = _("the cash box")
    head = [_("Account"), _("Balance"), _("Currency")]
    rows = (
        [str(player or box), amount_cell(amount, book.currency), book.currency]
        for player, amount in balances_over_all(settled_books(book))
    )
    return _("Balances"), head, rows
