"""Tables as files of OpenDocument, for LibreOffice and others."""

import datetime
import io
from collections.abc import Sequence
from typing import Any, Final
from zipfile import ZipFile

from odf.config import (
    ConfigItem,
    ConfigItemMapEntry,
    ConfigItemMapIndexed,
    ConfigItemMapNamed,
    ConfigItemSet,
)
from odf.number import (
    CurrencyStyle,
    CurrencySymbol,
    DateStyle,
    Day,
    Hours,
    Minutes,
    Month,
    Number,
    Seconds,
    Text,
    Year,
)
from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style, TableColumnProperties, TextProperties
from odf.table import DatabaseRange, DatabaseRanges, Table, TableCell, TableColumn, TableRow
from odf.text import P
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils import get_column_letter

from core.cells import MOST_COLUMNS, MOST_LINES, MOST_TEXT, Amount, CellValue, Rows
from core.cells import Number as DecimalNumber
from core.workbooks import local_name, part_parsed, sheet_name, too_large, widths

CONTENT: Final = "content.xml"
"""The part of a file with its tables."""
CELLS: Final = frozenset({"table-cell", "covered-table-cell"})
BLANKS: Final = frozenset({"s", "tab", "line-break", "p"})
"""Elements of a text before which words end."""
TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
VALUES: Final = {
    "float": "value",
    "currency": "value",
    "percentage": "value",
    "date": "date-value",
    "boolean": "boolean-value",
}
"""The attribute with the value of a cell, by its type; a text is what the cell contains."""


DAY: Final = (Year, "-", Month, "-", Day)
MM_A_CHARACTER: Final = 2
FROZEN: Final = (
    ("HorizontalSplitMode", "short", "0"),
    ("VerticalSplitMode", "short", "2"),
    ("HorizontalSplitPosition", "int", "0"),
    ("VerticalSplitPosition", "int", "1"),
    ("ActiveSplitRange", "short", "2"),
    ("PositionTop", "int", "0"),
    ("PositionBottom", "int", "1"),
)
"""How LibreOffice keeps the first row of a sheet in sight."""


class _Document:
    """A spreadsheet with the styles of its cells, each made once."""

    def __init__(self) -> None:
        self.file = OpenDocumentSpreadsheet()
        self._styles: dict[str, Style] = {}

    def head(self) -> Style:
        """Bold."""
        if "head" not in self._styles:
            style = Style(name="head", family="table-cell")
            style.addElement(TextProperties(fontweight="bold"))
            self._add("head", style)
        return self._styles["head"]

    def day(self) -> Style:
        """A date as ISO 8601 writes it."""
        return self._date("day", DAY)

    def moment(self) -> Style:
        """A date and its time."""
        return self._date("moment", (*DAY, " ", Hours, ":", Minutes, ":", Seconds))

    def _date(self, name: str, parts: Sequence[Any]) -> Style:
        if name not in self._styles:
            shown = DateStyle(name=f"shown-{name}")
            for part in parts:
                is_text = isinstance(part, str)
                shown.addElement(Text(text=part) if is_text else part(style="long"))
            self.file.automaticstyles.addElement(shown)
            style = Style(name=name, family="table-cell", datastylename=f"shown-{name}")
            self._add(name, style)
        return self._styles[name]

    def column(self, width: int) -> Style:
        """A column of a width in characters."""
        name = f"width-{width}"
        if name not in self._styles:
            style = Style(name=name, family="table-column")
            style.addElement(TableColumnProperties(columnwidth=f"{width * MM_A_CHARACTER}mm"))
            self._add(name, style)
        return self._styles[name]

    def amount(self, currency: str, decimals: int) -> Style:
        """Money with the code of its currency behind it."""
        name = f"money-{currency}-{decimals}"
        if name not in self._styles:
            shown = CurrencyStyle(name=f"shown-{name}")
            shown.addElement(Number(decimalplaces=decimals, minintegerdigits=1, grouping="true"))
            shown.addElement(Text(text=" "))
            shown.addElement(CurrencySymbol(text=currency))
            self.file.automaticstyles.addElement(shown)
            style = Style(name=name, family="table-cell", datastylename=f"shown-{name}")
            self._add(name, style)
        return self._styles[name]

    def _add(self, name: str, style: Style) -> None:
        self.file.automaticstyles.addElement(style)
        self._styles[name] = style

    def cell(self, value: CellValue) -> TableCell:
        """Return a cell of the type of its value; none is a formula."""
        if isinstance(value, datetime.datetime):
            moment = value.isoformat(timespec="seconds")
            shown = moment.replace("T", " ")
            return _cell(shown, valuetype="date", datevalue=moment, stylename=self.moment())
        if isinstance(value, datetime.date):
            day = value.isoformat()
            return _cell(day, valuetype="date", datevalue=day, stylename=self.day())
        if isinstance(value, Amount) and value:
            style = self.amount(value.currency, len(value.partition(".")[2]))
            kind = {"valuetype": "currency", "currency": value.currency}
            return _cell(value, value=str(value), stylename=style, **kind)
        if isinstance(value, int) or (isinstance(value, DecimalNumber) and value):
            return _cell(str(value), valuetype="float", value=str(value))
        return _cell(value, valuetype="string")


def written(name: str, head: Sequence[str], rows: Rows) -> bytes:
    """Return a file with one sheet of this name, its heads frozen and filtered.

    Texts, numbers, days and money are such.
    """
    document, title, lines = _Document(), sheet_name(name), list(rows)
    table = Table(name=title)
    for width in widths(head, lines):
        table.addElement(TableColumn(stylename=document.column(width)))
    top = TableRow()
    for word in head:
        top.addElement(_cell(word, valuetype="string", stylename=document.head()))
    table.addElement(top)
    for line in lines:
        row = TableRow()
        for value in line:
            row.addElement(document.cell(value))
        table.addElement(row)
    document.file.spreadsheet.addElement(table)
    document.file.spreadsheet.addElement(_filters(title, len(head), len(lines)))
    document.file.settings.addElement(_view(title))
    buffer = io.BytesIO()
    document.file.write(buffer)
    return buffer.getvalue()


def _filters(title: str, columns: int, lines: int) -> DatabaseRanges:
    """Return buttons on the heads that filter the lines."""
    sheet = title.replace("'", "''")
    last = f"{get_column_letter(max(columns, 1))}{lines + 1}"
    ranges = DatabaseRanges()
    ranges.addElement(
        DatabaseRange(
            name="lines",
            targetrangeaddress=f"'{sheet}'.A1:'{sheet}'.{last}",
            displayfilterbuttons="true",
        )
    )
    return ranges


def _view(title: str) -> ConfigItemSet:
    """Return the settings by which the first row of the sheet stays in sight."""
    sheet = ConfigItemMapEntry(name=title)
    for name, kind, value in FROZEN:
        sheet.addElement(ConfigItem(name=name, type=kind, text=value))
    sheets = ConfigItemMapNamed(name="Tables")
    sheets.addElement(sheet)
    view = ConfigItemMapEntry()
    view.addElement(ConfigItem(name="ViewId", type="string", text="view1"))
    view.addElement(sheets)
    view.addElement(ConfigItem(name="ActiveTable", type="string", text=title))
    views = ConfigItemMapIndexed(name="Views")
    views.addElement(view)
    settings = ConfigItemSet(name="ooo:view-settings")
    settings.addElement(views)
    return settings


def _cell(text: str, **attributes: object) -> TableCell:
    cell = TableCell(**attributes)
    cell.addElement(P(text=ILLEGAL_CHARACTERS_RE.sub("", text)))
    return cell


def rows(content: bytes) -> list[list[str]]:
    """Return the cells of the first sheet as texts; dates as ISO 8601 writes them.

    Raises ``UnreadableTableError`` for more than a table has; else whatever a damaged file causes.
    """
    with ZipFile(io.BytesIO(content)) as package:
        return part_parsed(package, CONTENT, _OpenDocumentCells()).rows


class _OpenDocumentCells:
    """The rows of the first table, up to the limits on rows, columns and text.

    A row or a cell says how often it is repeated, blank ones to the end of the sheet.
    """

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.tables = self.blank_rows = self.blank_cells = self.asides = 0
        self.row_times = self.cell_times = 1
        self.row: list[str] = []
        self.text: list[str] = []
        self.value: str | None = None
        self.is_cell = False
        self.left = MOST_TEXT

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = local_name(tag)
        if self.is_cell:
            self._within(tag, name)
        elif name == "table":
            self.tables += 1
        elif name == "table-row":
            self.row, self.blank_cells = [], 0
            self.row_times = _times(attributes, "number-rows-repeated")
        elif name in CELLS:
            known = {local_name(key): value for key, value in attributes.items()}
            self.value = known.get(VALUES.get(known.get("value-type", ""), "string-value"))
            self.cell_times = _times(attributes, "number-columns-repeated")
            self.is_cell, self.text = True, []

    def _within(self, tag: str, name: str) -> None:
        """Notes, drawings and reading aids of Japanese names are no text of the cell."""
        if self.asides or not tag.startswith(TEXT) or name == "ruby-text":
            self.asides += 1
        elif name in BLANKS:
            self.text.append(" ")

    def data(self, text: str) -> None:
        if self.is_cell and not self.asides:
            self.text.append(text)

    def end(self, tag: str) -> None:
        name = local_name(tag)
        if self.asides:
            self.asides -= 1
        elif name in CELLS:
            self.is_cell = False
            self._fill("".join(self.text).strip() if self.value is None else self.value)
        elif name == "table-row" and self.tables == 1:
            self._row_end()

    def _fill(self, text: str) -> None:
        if not text:
            self.blank_cells += self.cell_times
            return
        room = MOST_COLUMNS - len(self.row)
        self.row += [""] * min(self.blank_cells, room)
        self.blank_cells = 0
        self.row += [text] * min(self.cell_times, MOST_COLUMNS - len(self.row))

    def _row_end(self) -> None:
        if not self.row:
            self.blank_rows += self.row_times
            return
        room = MOST_LINES - len(self.rows)
        self.rows += [[] for _blank in range(min(self.blank_rows, room))]
        self.blank_rows = 0
        # One more than a table has at most, so that it is refused.
        times = min(self.row_times, MOST_LINES + 1 - len(self.rows))
        self.left -= times * sum(map(len, self.row))
        if self.left < 0:
            raise too_large()
        self.rows += [list(self.row) for _time in range(times)]


def _times(attributes: dict[str, str], name: str) -> int:
    counts = [value for key, value in attributes.items() if local_name(key) == name]
    return max(int(counts[0]), 1) if counts else 1
