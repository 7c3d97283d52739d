"""Workbooks of Excel, written and read."""

import datetime
import io
import posixpath
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final, TypeVar
from xml.etree.ElementTree import XMLParser
from zipfile import ZipFile

from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.workbook.child import INVALID_TITLE_REGEX

from core.cells import (
    LARGEST,
    MOST_COLUMNS,
    MOST_LINES,
    MOST_TEXT,
    Amount,
    CellValue,
    Number,
    Rows,
    UnreadableTableError,
)

MOST_NAME: Final = 31
"""Characters of the name of a sheet."""
WIDEST: Final = 40
"""The widest column of a workbook, in characters."""
UNPACKED: Final = 10 * LARGEST
"""Bytes of a part of a workbook, unpacked."""
MOST_TAGS: Final = 1_000_000
"""Beginnings and ends of elements in a part; a cell with a number has four."""
BOOK: Final = "xl/workbook.xml"
LINKS: Final = "xl/_rels/workbook.xml.rels"


def written(name: str, head: Sequence[str], rows: Rows) -> bytes:
    """Return a workbook with one sheet of this name, its heads frozen and filtered.

    Texts are texts, so that none is a formula; numbers, days and sums of money are such.
    """
    book = Workbook(write_only=True)
    lines = list(rows)
    sheet = book.create_sheet(sheet_name(name))
    sheet.auto_filter.ref = f"A1:{get_column_letter(max(len(head), 1))}{len(lines) + 1}"
    for number, width in enumerate(widths(head, lines), start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.freeze_panes = "A2"
    sheet.sheet_view.rightToLeft = get_language_bidi()

    sheet.append([_text(sheet, word, Font(bold=True)) for word in head])
    for line in lines:
        sheet.append([_value(sheet, value) for value in line])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def widths(head: Sequence[str], lines: Sequence[Sequence[CellValue]]) -> Iterator[int]:
    """Yield the width of each column, in characters."""
    for number, word in enumerate(head):
        longest = max((len(str(line[number])) for line in lines), default=0)
        yield min(max(len(word), longest) + 2, WIDEST)


def sheet_name(name: str) -> str:
    """Return a name as that of a sheet, which has 31 characters and none of some signs."""
    plain = " ".join(INVALID_TITLE_REGEX.sub(" ", name).split()).strip("'")
    return plain[:MOST_NAME].rstrip(" ,'") or "Allmark"


def _value(sheet: Any, value: CellValue) -> Any:
    if isinstance(value, int):
        return value
    if isinstance(value, datetime.date):
        clock = " hh:mm:ss" if isinstance(value, datetime.datetime) else ""
        return _formatted(sheet, value, f"yyyy-mm-dd{clock}")
    if isinstance(value, Amount) and value:
        decimals = len(value.partition(".")[2])
        shown = f"#,##0{'.' * bool(decimals)}{'0' * decimals} [${value.currency}]"
        return _formatted(sheet, Decimal(value), shown)
    if isinstance(value, Number):
        try:
            return Decimal(value) if value else None
        except InvalidOperation:
            return _text(sheet, value)
    return _text(sheet, value)


def _formatted(sheet: Any, value: Any, shown: str) -> Any:
    made = WriteOnlyCell(sheet, value)
    made.number_format = shown
    return made


def _text(sheet: Any, value: str, font: Font | None = None) -> Any:
    made = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    made.data_type = "s"
    if font:
        made.font = font
    return made


# Read by its elements, not by openpyxl: that takes as long for a style, a merged cell or a missing
# column as for a cell, and each can be there by the million.


MOST_SHEETS: Final = 20
"""Sheets of a workbook that are read, all of them within the limits of one."""


def sheets(content: bytes) -> list[tuple[str, list[list[str]]]]:
    """Return name and cells of each sheet that is shown, as texts; dates are the numbers that Excel
    counts.

    Raises ``UnreadableTableError`` for more than a table has; a damaged file may raise anything.
    """
    with ZipFile(io.BytesIO(content)) as package:
        parts = {name.lstrip("/"): name for name in package.namelist()}
        links = part_parsed(package, parts[LINKS], _Seeking("Relationship")).seen
        links_to = {link["Id"]: link for link in links if link["Type"].endswith("/worksheet")}
        order = part_parsed(package, parts[BOOK], _Seeking("sheet")).seen
        strings = _Strings()
        if shared := [link for link in links if link["Type"].endswith("/sharedStrings")]:
            part_parsed(package, parts[_path(shared[0]["Target"])], strings)
        shown = {
            links_to[sheet["id"]]["Target"]: sheet.get("name", "")
            for sheet in order
            if sheet["id"] in links_to and sheet.get("state", "visible") == "visible"
        }
        read: list[tuple[str, list[list[str]]]] = []
        text, tags = MOST_TEXT, MOST_TAGS
        for target, name in list(shown.items())[:MOST_SHEETS]:
            cells = _WorkbookCells(strings.texts, text)
            try:
                part_parsed(package, parts[_path(target)], cells, tags)
            except UnreadableTableError:
                if read:  # what is beyond the limits is not read; the sheets before it are
                    break
                raise
            read.append((name, cells.rows))
            text, tags = cells.left, tags - 2 * cells.elements
        return read


def _path(target: str) -> str:
    return target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"xl/{target}")


Target = TypeVar("Target")


def part_parsed(
    package: ZipFile, name: str, target: Target, most_tags: int | None = None
) -> Target:
    """Parse a part of a packed file into ``target``, within the limits."""
    with package.open(name) as file:
        text = file.read(UNPACKED + 1)
    if len(text) > UNPACKED or text.count(b"<") > (MOST_TAGS if most_tags is None else most_tags):
        raise too_large()
    if b"<!DOCTYPE" in text.replace(b"\0", b""):  # the zero bytes of UTF-16
        raise ValueError("entities can stand for any number of elements")
    parser = XMLParser(target=target)  # noqa: S314 no entities, and so many elements at most
    parser.feed(text)
    parser.close()
    return target


def too_large() -> UnreadableTableError:
    """Return the refusal of a file that unpacks to more than is read."""
    return UnreadableTableError(_("The file is too large when unpacked."))


def local_name(name: str) -> str:
    """Return the name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


class _Seeking:
    """The attributes of all elements of a name, by their local names."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.seen: list[dict[str, str]] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if local_name(tag) == self.tag:
            self.seen.append({local_name(name): value for name, value in attributes.items()})


class _Texts:
    """The text of ``t`` within an element, without the reading aids of Japanese names."""

    def __init__(self) -> None:
        self.is_aid = self.is_open = False
        self.text: list[str] = []

    def start(self, tag: str, _attributes: dict[str, str]) -> None:
        name = local_name(tag)
        self.is_aid = self.is_aid or name == "rPh"
        self.is_open = name in {"t", "v"} and not self.is_aid

    def data(self, text: str) -> None:
        if self.is_open:
            self.text.append(text)

    def end(self, tag: str) -> None:
        self.is_open = False
        self.is_aid = self.is_aid and local_name(tag) != "rPh"

    def taken(self) -> str:
        """Return the text so far, and start a new one."""
        text, self.text = "".join(self.text), []
        return text


class _Strings(_Texts):
    """The texts that cells share."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def end(self, tag: str) -> None:
        super().end(tag)
        if local_name(tag) == "si":
            self.texts.append(self.taken())


class _WorkbookCells(_Texts):
    """The rows of a sheet, up to the limits on rows, columns and text."""

    def __init__(self, strings: Sequence[str], left: int) -> None:
        super().__init__()
        self.strings = strings
        self.rows: list[list[str]] = []
        self.column, self.kind, self.left, self.elements = 0, "", left, 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        self.elements += 1
        name = local_name(tag)
        if name == "row":
            self._row(int(attributes.get("r", len(self.rows) + 1)))
        elif name == "c":
            place = attributes.get("r")
            self.column = coordinate_to_tuple(place)[1] if place else self.column + 1
            self.kind = attributes.get("t", "")

    def end(self, tag: str) -> None:
        super().end(tag)
        if local_name(tag) == "c" and (text := self._value(self.taken())):
            self._fill(text)

    def _row(self, number: int) -> None:
        """Begin a row; what stands below the last line that is looked at counts as one more."""
        if number <= len(self.rows) <= MOST_LINES:
            raise ValueError("rows out of order")
        self.rows += [[] for _missing in range(min(number, MOST_LINES + 1) - len(self.rows))]
        self.column = 0

    def _value(self, text: str) -> str:
        match self.kind:
            case "s":
                return self.strings[int(text)] if text else ""
            case "b":
                return {"1": "True", "0": "False"}.get(text, text)
            case _:
                return text

    def _fill(self, text: str) -> None:
        if not 1 <= self.column <= MOST_COLUMNS:
            return
        self.left -= len(text)
        if self.left < 0:
            raise too_large()
        row = self.rows[-1]
        row += [""] * (self.column - len(row))
        row[self.column - 1] = text
