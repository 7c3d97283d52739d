"""The tables on a sheet, below and beside each other, and the notes around them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.name_lists import head_place, is_note, is_sum, name_column
from core.names import folded
from core.tables import Sheet
from core.text import isolated

Rows = list[list[str]]
LOOKED_ALONG: Final = 20
"""Cells of a row in which heads are looked for."""
FIGURE: Final = re.compile(r"\d")
MOST_TABLES: Final = 12
"""Tables of a file among which one is chosen."""


class FileTable(NamedTuple):
    """A table of a file: what it is called, its cells, and the texts around it that are not read.

    ``label`` is empty for the only one.
    """

    label: str
    rows: Rows
    notes: tuple[str, ...] = ()
    encoding: str = ""


def tables_of(sheets: Sequence[Sheet]) -> list[FileTable]:
    """Return the tables of all sheets, those whose columns have heads before those without."""
    tables = [
        FileTable(
            _label(sheet, number, len(found), title), rows, (*sheet.others, *notes), sheet.encoding
        )
        for sheet in sheets
        for found in [list(_tables_on(sheet.rows))]
        for number, (title, rows, notes) in enumerate(found, start=1)
    ]
    ordered = sorted(tables, key=lambda table: head_place(table.rows) is None)[:MOST_TABLES]
    return [table._replace(label="") for table in ordered] if len(ordered) == 1 else ordered


def joined(tables: Sequence[FileTable]) -> FileTable | None:
    """Return all tables as one where each has the same heads; None elsewhere."""
    heads = [head_place(table.rows) for table in tables]
    if len(tables) < 2 or None in heads or any(table.encoding for table in tables):
        return None
    pairs = zip(tables, heads, strict=True)
    if len({" ".join(map(folded, table.rows[at or 0])).strip() for table, at in pairs}) > 1:
        return None
    first, *others = tables
    rows = [*first.rows]
    for table, at in zip(others, heads[1:], strict=True):
        rows += table.rows[(at or 0) + 1 :]
    notes = tuple(note for table in tables for note in table.notes)
    return FileTable(_("all of them"), rows, notes)


def _label(sheet: Sheet, number: int, count: int, title: str) -> str:
    said = [isolated(name) for name in (sheet.encoding, sheet.name) if name]
    if title:
        said.append(isolated(title[:60]))
    elif count > 1 or not said:
        said.append(pgettext("spreadsheet", "table %(number)d") % {"number": number})
    return " · ".join(said)


def _tables_on(rows: Rows) -> Iterator[tuple[str, Rows, tuple[str, ...]]]:
    """Yield title, rows and notes of each table of a sheet."""
    first = head_place(rows)
    if first is None:
        yield "", rows, ()
        return
    heads = [cell.strip() for cell in rows[first] if cell.strip()]
    below = range(first + 1, len(rows))
    starts = [first, *(at for at in below if _begins(rows, at, heads))]
    tops = [_top(rows, start, before) for start, before in zip(starts, [-1, *starts], strict=False)]
    for start, top, end in zip(starts, tops, [*tops[1:], len(rows)], strict=True):
        is_alone = len(starts) == 1
        above = rows[top:start] if is_alone else []
        title = "" if is_alone else _title(rows[top:start])
        body, notes = _without_notes(rows[start + 1 : end])
        for places in _side_by_side(rows[start]):
            table = [row[places] for row in (rows[start], *body)]
            yield title, [*above, *table], tuple(notes)


def _begins(rows: Rows, at: int, heads: Sequence[str]) -> bool:
    """Whether a table begins at a row: it has the first one's heads, or others behind a blank."""
    row = [cell.strip() for cell in rows[at] if cell.strip()]
    above = [_count(each) for each in rows[max(0, at - 2) : at]]
    if len({*row} & {*heads}) * 2 > len(heads):
        return True
    is_apart = above[-1:] in ([0], [1]) and 0 in above
    if not is_apart or len(row) < 2 or FIGURE.search(" ".join(row[:LOOKED_ALONG])):
        return False
    return any(name_column(cell, 0) for cell in row[:LOOKED_ALONG])


def _count(row: Sequence[str]) -> int:
    """Return how many cells of a row have a text."""
    return sum(1 for cell in row if cell.strip())


def _top(rows: Rows, start: int, before: int) -> int:
    """Return the first row of a table: its heads, or the title right above them."""
    if before < 0:
        return 0
    above = start - 1
    is_title = above > before and _count(rows[above]) == 1
    return above if is_title and not (above - 1 > before and _count(rows[above - 1])) else start


def _title(rows: Rows) -> str:
    return next((cell for row in reversed(rows) for cell in row if cell.strip()), "")


def _side_by_side(heads: Sequence[str]) -> list[slice]:
    """Return the columns of each table if the same headings repeat side by side."""
    filled = [(at, folded(cell)) for at, cell in enumerate(heads) if cell.strip()]
    words = [word for _at, word in filled]
    for period in range(2, len(words) // 2 + 1):
        if len(words) % period == 0 and words == words[:period] * (len(words) // period):
            if not any(name_column(word, 0) for word in words[:period]):
                break
            starts = [at for at, _word in filled[::period]]
            return [slice(a, b) for a, b in zip(starts, [*starts[1:], None], strict=True)]
    return [slice(None)]


def _without_notes(rows: Rows) -> tuple[Rows, list[str]]:
    """Return the rows of a table, and its notes.

    If most lines have several cells, a line of one cell is a note when it begins with a note sign,
    has many words, or follows a blank line below the table.
    """
    counts = list(map(_count, rows))
    several = [at for at, count in enumerate(counts) if count > 1]
    players = [at for at in several if not is_sum([_first(rows[at])])]
    if not players or len(several) * 2 < sum(map(bool, counts)):
        return rows, []
    body, notes, is_below = list[list[str]](), list[str](), False
    for at, row in enumerate(rows):
        text = _first(row)
        is_remark = counts[at] == 1 and (is_below or is_note(text))
        is_below = at > players[-1] and (is_below or is_remark or not counts[at])
        if is_remark:
            notes.append(text)
        body.append([] if is_remark else row)  # lines keep their numbers
    return body, notes


def _first(row: Sequence[str]) -> str:
    return next((cell.strip() for cell in row if cell.strip()), "")
