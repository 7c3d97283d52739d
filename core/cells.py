"""The cells of tables in files, and how many are read."""

from collections.abc import Iterable, Sequence
from typing import Final

CellValue = str | int
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


class UnreadableTableError(Exception):
    """A file is not a readable table; the message says why."""
