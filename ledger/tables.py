"""Tables of a book for a spreadsheet: a title, the heads of the columns, the rows."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from ledger.downloads import Cell, amount_cell
from ledger.models import Book
from ledger.selectors.balances import (
    people_balances,
    players_by_key,
    settled_books,
    settlement_of,
)

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
    found = people_balances(settled_books(book))
    people = sorted(players_by_key(found).values(), key=lambda player: player.name_key)
    named = [(str(player), found.pop(player.pk)) for player in people]
    named += [(_("the cash box"), amount) for amount in found.values()]
    head = [_("Account"), _("Balance"), _("Currency")]
    rows = ([name, amount_cell(amount, book.currency), book.currency] for name, amount in named)
    return _("Balances"), head, rows
