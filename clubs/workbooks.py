"""Workbooks of Excel, written and read."""

import io
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final
from zipfile import ZipFile

from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _
from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from clubs.tables import LARGEST, CellValue, Number, Rows, UnreadableTableError

WIDEST: Final = 40
"""The widest column of a workbook, in characters."""
UNPACKED: Final = 30 * LARGEST
"""Bytes that a workbook may take unpacked."""


def written(head: Sequence[str], rows: Rows) -> bytes:
    """Return a workbook: texts as texts, so that none is a formula, and numbers as numbers."""
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


def rows(content: bytes) -> Iterator[list[str]]:
    """Yield the cells of the first sheet as texts."""
    with ZipFile(io.BytesIO(content)) as parts:
        if sum(part.file_size for part in parts.infolist()) > UNPACKED:
            raise UnreadableTableError(_("The file is too large when unpacked."))
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    sheet = book.worksheets[0]
    for row in sheet.iter_rows(values_only=True):
        yield ["" if value is None else str(value) for value in row]
