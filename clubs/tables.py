"""Tables as files for a spreadsheet: names in any script, no cell that it would run."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django.http import HttpResponse
from django.urls import register_converter
from django.utils.http import content_disposition_header
from django.utils.translation import get_language_bidi
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from clubs.names import file_name

BYTE_ORDER_MARK: Final = "\ufeff"
RUN: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20\u2212\t\r\n")
"""What a cell begins with that a spreadsheet takes for a formula, wide forms included."""
WIDEST: Final = 40
"""The widest column of a workbook, in characters."""
TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

CellValue = str | int
Rows = Iterable[Sequence[CellValue]]
Table = tuple[str, Sequence[str], Rows]
"""What a table is called, its heads and its rows."""


class Number(str):
    """A decimal number made by us: never taken for a formula, whatever it begins with."""

    __slots__ = ()


class SpreadsheetForm:
    """The end of an address that says which file a table is: ``csv`` or ``xlsx``."""

    regex = "|".join(TYPES)

    def to_python(self, value: str) -> str:
        """Return the form as it stands in the address."""
        return value

    def to_url(self, value: str) -> str:
        """Return the same."""
        return value


register_converter(SpreadsheetForm, "spreadsheet")


def table_response(form: str, name: str, head: Sequence[str], rows: Rows) -> HttpResponse:
    """Send a table under a name, as CSV in UTF-8 or as a workbook of Excel (``xlsx``)."""
    write = _as_workbook if form == "xlsx" else _as_csv
    response = HttpResponse(write(head, rows), content_type=TYPES[form])
    saved = f"{file_name(name).removesuffix('.pdf')}.{form}"
    if header := content_disposition_header(as_attachment=True, filename=saved):
        response["Content-Disposition"] = header
    response["Cache-Control"] = "private, no-cache"
    return response


def _as_csv(head: Sequence[str], rows: Rows) -> bytes:
    """Begin with a byte order mark, by which spreadsheets know UTF-8."""
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    table = csv.writer(text)
    table.writerow([safe(word) for word in head])
    table.writerows([safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def safe(cell: CellValue) -> str:
    """Return a cell as it is written; a text that would be run gets an apostrophe before it."""
    if isinstance(cell, Number | int):
        return str(cell)
    return f"'{cell}" if cell.lstrip(" \u00a0").startswith(RUN) else cell


def _as_workbook(head: Sequence[str], rows: Rows) -> bytes:
    """Write texts as texts, so that none is a formula, and numbers as numbers."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    lines = list(rows)
    for number, word in enumerate(head):
        longest = max((len(str(line[number])) for line in lines), default=0)
        width = min(max(len(word), longest) + 2, WIDEST)
        sheet.column_dimensions[get_column_letter(number + 1)].width = width
    sheet.freeze_panes = "A2"
    sheet.sheet_view.rightToLeft = get_language_bidi()

    sheet.append([_text(sheet, word, Font(bold=True)) for word in head])
    for line in lines:
        sheet.append([_value(sheet, value) for value in line])
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def _value(sheet: Any, value: CellValue) -> Any:
    if isinstance(value, int):
        return value
    if isinstance(value, Number):
        try:
            return Decimal(value) if value else None
        except InvalidOperation:
            return _text(sheet, value)
    return _text(sheet, value)


def _text(sheet: Any, value: str, font: Font | None = None) -> Any:
    made = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    made.data_type = "s"
    if font:
        made.font = font
    return made
