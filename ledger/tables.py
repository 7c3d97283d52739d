"""Tables of a book as files for a spreadsheet."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.tables import Number, Table
from ledger.models import Book
from ledger.selectors import balances_over_all, settled_books, settlement_of
from rules import money


def amount_cell(units: int, currency: str) -> Number:
    """Return an amount as a number that a spreadsheet can add up."""
    return Number(money.render(units, currency))


def transfers_table(book: Book) -> Table:
    """Return the transfers, open ones first."""
    view = settlement_of(book)
    box = _("the cash box")
    head = [_("Pays"), _("Is paid"), _("Amount"), _("Currency"), _("State")]
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
    return _("Transfers"), head, rows


def people_table(book: Book) -> Table:
    """Return the players' balances over all books settled together; the cash box last."""
    box = _("the cash box")
    head = [_("Account"), _("Balance"), _("Currency")]
    rows = (
        [str(player or box), amount_cell(amount, book.currency), book.currency]
        for player, amount in balances_over_all(settled_books(book))
    )
    return _("Balances"), head, rows
