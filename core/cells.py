"""The cells of tables in files, and how many are read."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Final

from core.figures import read_whole

CellValue = str | int | datetime.date
"""A moment is one of the site's clock, without its zone."""
Rows = Iterable[Sequence[CellValue]]

LARGEST: Final = 2 * 1024 * 1024
"""Bytes of a file that is read."""
MOST_ROWS: Final = 5_000
"""Rows of a table that is read, those without any text not counted."""
MOST_LINES: Final = 4 * MOST_ROWS
"""Rows that are looked at, with those without any text."""
MOST_COLUMNS: Final = 100
"""Columns that are read; what stands further right is left out."""
MOST_TEXT: Final = 4 * LARGEST
"""Characters of all cells: in a workbook, many cells can share one text."""


class Number(str):
    """A decimal number made by us: never taken for a formula, whatever it begins with."""

    __slots__ = ()


class Amount(Number):
    """A sum of money as a decimal number, with the code of its currency."""

    currency: str

    def __new__(cls, text: str, currency: str) -> "Amount":
        """``text`` has the decimals of the currency."""
        made = super().__new__(cls, text)
        made.currency = currency
        return made


def number_or_text(text: str) -> CellValue:
    """Return a text of digits alone as its number, by which a spreadsheet can sort."""
    number = read_whole(text) if text.isascii() else None
    return text if number is None else number


class UnreadableTableError(Exception):
    """A file is not a readable table; the message says why."""
