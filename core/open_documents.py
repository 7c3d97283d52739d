"""Tables as files of OpenDocument, for LibreOffice and others."""

import datetime
import io
from collections.abc import Sequence

from odf.number import CurrencyStyle, CurrencySymbol, DateStyle, Day, Month, Number, Text, Year
from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style, TextProperties
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from core.cells import Amount, CellValue, Rows
from core.cells import Number as DecimalNumber
from core.workbooks import sheet_name


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
        if "day" not in self._styles:
            shown = DateStyle(name="iso")
            parts = (Year(style="long"), Month(style="long"), Day(style="long"))
            for number, part in enumerate(parts):
                if number:
                    shown.addElement(Text(text="-"))
                shown.addElement(part)
            self.file.automaticstyles.addElement(shown)
            self._add("day", Style(name="day", family="table-cell", datastylename="iso"))
        return self._styles["day"]

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
    """Return a file with one sheet of this name: texts, numbers, days and money as such."""
    document = _Document()
    table = Table(name=sheet_name(name))
    top = TableRow()
    for word in head:
        top.addElement(_cell(word, valuetype="string", stylename=document.head()))
    table.addElement(top)
    for line in rows:
        row = TableRow()
        for value in line:
            row.addElement(document.cell(value))
        table.addElement(row)
    document.file.spreadsheet.addElement(table)
    buffer = io.BytesIO()
    document.file.write(buffer)
    return buffer.getvalue()


def _cell(text: str, **attributes: object) -> TableCell:
    cell = TableCell(**attributes)
    cell.addElement(P(text=ILLEGAL_CHARACTERS_RE.sub("", text)))
    return cell
