"""Tables to and from files of a spreadsheet: names in any script, no cell that it would run."""

import csv
import datetime
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import IO, Final, NamedTuple
from zipfile import ZipFile

from django.conf import settings
from django.http import HttpResponse
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, override, pgettext
from django.utils.translation import gettext as _

from core.cells import (
    LARGEST,
    MOST_COLUMNS,
    MOST_LINES,
    MOST_ROWS,
    CellValue,
    Number,
    Rows,
    UnreadableTableError,
)
from core.encodings import decoded
from core.figures import decimal_mark
from core.markup import html_tables, markdown_tables
from core.names import file_name, folded, without_marks

BYTE_ORDER_MARK: Final = "\ufeff"
RUN: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20\u2212\t\r\n")
"""First characters that a spreadsheet takes for a formula, wide forms included."""
ACCEPTED: Final = ".csv,.txt,.md,.htm,.html,.xls,.xlsx"
"""Suffixes of the files that are read, for the browser's choice of a file."""
TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "comma.csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Types of files by suffix; ``comma.csv`` has points and commas whatever the language."""

Table = tuple[str, Sequence[str], Rows]
"""The title of a table, its heads and its rows."""


class SpreadsheetForm(StringConverter):
    """The suffix of an address that selects a file type: a key of ``TYPES``."""

    regex = "|".join(map(re.escape, TYPES))


register_converter(SpreadsheetForm, "spreadsheet")


def table_response(form: str, name: str, head: Sequence[str], rows: Rows) -> HttpResponse:
    """Send a table under a name, as a file of a type of ``TYPES``."""
    content = _written(form, name, head, rows)
    return file_response(content, TYPES[form], name, form.removeprefix("comma."))


def file_response(content: bytes | str, media_type: str, name: str, suffix: str) -> HttpResponse:
    """Send a file to be saved under a name."""
    response = HttpResponse(content, content_type=media_type)
    saved = f"{file_name(name).removesuffix('.pdf')}.{suffix}"
    if header := content_disposition_header(as_attachment=True, filename=saved):
        response["Content-Disposition"] = header
    response["Cache-Control"] = "private, no-cache"
    return response


def _written(form: str, name: str, head: Sequence[str], rows: Rows) -> bytes:
    if form == "xlsx":
        # openpyxl and NumPy, which it looks for, would take a tenth of every process's start.
        from core import workbooks  # noqa: PLC0415

        return workbooks.written(name, head, rows)
    return _as_csv(head, rows, has_comma=form == "csv" and decimal_mark() == ",")


def _as_csv(head: Sequence[str], rows: Rows, *, has_comma: bool) -> bytes:
    """Begin with a byte order mark, by which spreadsheets know UTF-8.

    In languages with a decimal comma, cells are separated by semicolons, as their spreadsheets
    expect.
    """
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    table = csv.writer(text, delimiter=";" if has_comma else ",")
    table.writerow([safe(word) for word in head])
    table.writerows([safe(_as_read(cell, has_comma=has_comma)) for cell in row] for row in rows)
    return text.getvalue().encode()


def _as_read(cell: CellValue, *, has_comma: bool) -> CellValue:
    return Number(cell.replace(".", ",")) if has_comma and isinstance(cell, Number) else cell


def safe(cell: CellValue) -> str:
    """Return a cell as written; text that a spreadsheet would run gets an apostrophe."""
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(" ", timespec="seconds")
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    if isinstance(cell, Number | int):
        return str(cell)
    return f"'{cell}" if cell.lstrip(" \u00a0").startswith(RUN) else cell


# Tables that come in.


SAMPLE: Final = 10_000
"""Characters by which the delimiter of a file is chosen."""
DELIMITERS: Final = "\t;|,"
"""Those that rather stand between cells than within one come first."""
QUOTED: Final = re.compile(r'"[^"]*"')


def delimiter_of(text: str) -> str:
    """Return the delimiter that splits most lines into equally many cells, a comma if none does.

    What stands in quotes is not counted.
    """
    lines = QUOTED.sub("", text[:SAMPLE]).splitlines()

    def even_lines(delimiter: str) -> int:
        counts = Counter(count for line in lines if (count := line.count(delimiter)))
        return max(counts.values(), default=0)

    best = max(DELIMITERS, key=even_lines)
    return best if even_lines(best) else ","


OLD_WORKBOOK: Final = b"\xd0\xcf\x11\xe0"


class Sheet(NamedTuple):
    """The cells of a sheet, row by row.

    ``others`` are lines of a text that are in none of its tables. ``encoding`` is named where
    several fit the file.
    """

    name: str
    rows: list[list[str]]
    others: tuple[str, ...] = ()
    encoding: str = ""


def table_read(file: IO[bytes]) -> list[list[str]]:
    """Return the cells of the first sheet of a file, as ``sheets_read`` does."""
    return sheets_read(file)[0].rows


def sheets_read(file: IO[bytes], delimiter: Callable[[str], str] = delimiter_of) -> list[Sheet]:
    """Return the sheets of a workbook, the tables of a page, or what a CSV file may say.

    There is at least one. ``delimiter`` returns what splits the lines of a CSV file's text. Raises
    ``UnreadableTableError`` if the file is too large or of another type.
    """
    content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise UnreadableTableError(_("The file is larger than 2 MB."))
    try:
        if content.startswith(OLD_WORKBOOK):
            raise UnreadableTableError(
                _("This is a workbook of an old Excel. Save it as an Excel workbook (.xlsx).")
            )
        if content.startswith(b"PK"):
            sheets = _of_package(content)
        else:
            sheets = [
                sheet._replace(encoding=label)
                for label, text in decoded(content)
                for sheet in sheets_of_text(text, delimiter)
            ]
    except UnreadableTableError:
        raise
    except Exception as error:  # a damaged file fails anywhere in the library
        raise _neither() from error
    return sheets or [Sheet("", [])]


def sheets_of_text(text: str, delimiter: Callable[[str], str] = delimiter_of) -> list[Sheet]:
    """Return the tables of a text: HTML, Markdown, or otherwise one table split as CSV.

    Raises ``UnreadableTableError`` as ``text_read`` does.
    """
    if (tables := html_tables(text)) is not None:
        return [Sheet("", _cleaned(tidy_rows(rows))) for rows in tables]
    if marked := markdown_tables(text):
        tables, others = marked
        return [Sheet("", _cleaned(tidy_rows(rows)), tuple(others)) for rows in tables]
    return [Sheet("", _cleaned(text_read(text, delimiter(text))))]


def _cleaned(rows: Iterable[Iterable[str]]) -> list[list[str]]:
    return [[without_marks(_unquoted(cell)) for cell in row] for row in rows]


def text_read(text: str, delimiter: str = "") -> list[list[str]]:
    """Return the cells of a text as ``csv`` reads it, split at ``delimiter`` or the likeliest.

    Raises ``UnreadableTableError`` if it has too many rows or is not CSV.
    """
    if "\x00" in text:
        raise _neither()
    lines = io.StringIO(text, newline="")
    cells = csv.reader(lines, delimiter=delimiter or delimiter_of(text), skipinitialspace=True)
    try:
        rows = [row[:MOST_COLUMNS] for row in islice(cells, MOST_LINES)]
    except csv.Error as error:
        raise _neither() from error
    rest = lines.read(len(text))
    return tidy_rows([*rows, [rest]] if rest.strip(DELIMITERS + " \r\n") else rows)


def tidy_rows(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows up to the last text. Raises ``UnreadableTableError`` where there are too many."""
    filled = [number for number, row in enumerate(rows, start=1) if any(map(str.strip, row))]
    if len(filled) > MOST_ROWS or filled[-1:] > [MOST_LINES]:
        raise UnreadableTableError(
            _("There are more than %(count)d rows: split the list.") % {"count": MOST_ROWS}
        )
    return [list(row) for row in rows[: filled[-1] if filled else 0]]


def _neither() -> UnreadableTableError:
    return UnreadableTableError(_("This is neither a CSV file nor an Excel workbook."))


def in_all_languages(words: Iterable[str], context: str = "") -> frozenset[str]:
    """Return the words in all offered languages, each folded by ``folded``.

    ``context`` is their translation context, if any.
    """
    folded_words: set[str] = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            folded_words |= {
                folded(pgettext(context, word) if context else gettext(word)) for word in words
            }
    return frozenset(folded_words)


def _of_package(content: bytes) -> list[Sheet]:
    from core import workbooks  # noqa: PLC0415 slow, as above

    with ZipFile(io.BytesIO(content)) as package:
        if "content.xml" in package.namelist():
            raise UnreadableTableError(
                _("This is an OpenDocument spreadsheet. Save it as an Excel workbook (.xlsx).")
            )
    sheets: list[Sheet] = []
    for name, rows in workbooks.sheets(content):
        try:
            sheets.append(Sheet(name, _cleaned(tidy_rows(rows))))
        except UnreadableTableError:
            if sheets:
                break
            raise
    return [sheet for sheet in sheets if sheet.rows]


def _unquoted(cell: str) -> str:
    """Take the apostrophe away that our own files put before a text."""
    return cell[1:] if cell.startswith("'") and cell[1:].lstrip(" \u00a0").startswith(RUN) else cell
