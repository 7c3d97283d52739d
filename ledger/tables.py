"""Tables of a book as files for a spreadsheet: names in any script, no cell that it would run."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.names import file_name
from ledger.models import Book
from ledger.selectors import balances_over_all, settled_books, settlement_of
from rules import money

BYTE_ORDER_MARK: Final = "\ufeff"
RUN: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20\u2212\t\r\n")
"""What a cell begins with that a spreadsheet takes for a formula, wide forms included."""

CellValue = str | int
Rows = Iterable[Sequence[CellValue]]


def amount_cell(units: int, currency: str) -> "Number":
    """Return an amount as a number that a spreadsheet can add up."""
    return Number(money.render(units, currency))


class Number(str):
    """A number made by us: never taken for a formula, whatever it begins with."""

    __slots__ = ()


def csv_response(name: str, head: Sequence[str], rows: Rows) -> HttpResponse:
    """A table under a name, in UTF-8 with a byte order mark, as spreadsheets want it."""
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    table = csv.writer(text)
    table.writerow([safe(word) for word in head])
    table.writerows([safe(cell) for cell in row] for row in rows)
    response = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    saved = file_name(name).removesuffix(".pdf") + ".csv"
    if header := content_disposition_header(as_attachment=True, filename=saved):
        response["Content-Disposition"] = header
    response["Cache-Control"] = "private, no-cache"
    return response


def safe(cell: CellValue) -> str:
    """Return a cell as it is written; a text that would be run gets an apostrophe before it."""
    if isinstance(cell, Number | int):
        return str(cell)
    return f"'{cell}" if cell.lstrip(" \u00a0").startswith(RUN) else cell


Table = tuple[str, Sequence[str], Iterable[Sequence[CellValue]]]


def transfers_table(book: Book) -> Table:
    """Return who pays whom, the open ones first."""
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
    """Return what each player is to receive over all books settled together; the cash box last."""
    box = _("the cash box")
    head = [_("Account"), _("Balance"), _("Currency")]
    rows = (
        [str(player or box), amount_cell(amount, book.currency), book.currency]
        for player, amount in balances_over_all(settled_books(book))
    )
    return _("Balances"), head, rows
