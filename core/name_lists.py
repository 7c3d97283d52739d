"""Lists of names as clubs keep them: the columns of a table that are people, and how names stand.

Columns are found by their heads, in any language on offer: a name in one column or in two, a
partner, players by number. A head is never a name.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from core.names import folded
from core.tables import QUOTED, delimiter_of, said_anywhere

FULL_HEADS: Final = (
    *(gettext_noop("Name"), gettext_noop("Names"), gettext_noop("Player"), gettext_noop("Players")),
    *(gettext_noop("Pair"), gettext_noop("Pairs"), gettext_noop("Team"), gettext_noop("Teams")),
    *(gettext_noop("Full name"), gettext_noop("Your name"), gettext_noop("Player name")),
    *(gettext_noop("Participant"), gettext_noop("Participants"), gettext_noop("Entry")),
)
FIRST_HEADS: Final = (
    *(gettext_noop("First name"), gettext_noop("First names")),
    *(gettext_noop("Given name"), gettext_noop("Given names")),
)
LAST_HEADS: Final = (
    *(gettext_noop("Last name"), gettext_noop("Family name"), gettext_noop("Surname")),
)
PARTNER_HEADS: Final = (gettext_noop("Partner"), gettext_noop("Partner’s name"))
SUM_NAMES: Final = (
    *(gettext_noop("Sum"), gettext_noop("Total"), gettext_noop("Totals")),
    *(gettext_noop("Average"), gettext_noop("Mean")),
    *(gettext_noop("Points"), gettext_noop("Score"), gettext_noop("Result")),
)
"""What a line below the others is named in that adds them up or averages them."""
SUM_SIGNS: Final = frozenset({"σ", "∑", "ø"})
"""Signs that name such a line, without regard to case."""
LOOKED_AT: Final = 10
"""Rows among which the heads are looked for."""
NO_DELIMITER: Final = "\x1f"
"""A character that no list has: its lines are not split."""
PARTNER: Final = 1_000
"""The number of a partner, who stands after everybody with a number."""

_DIGITS: Final = re.compile(r"\d+")
_FIGURE: Final = re.compile(r"\d")
_NO_LETTER: Final = re.compile(r"[\W_]+")
_TOGETHER: Final = re.compile(r"\s*[&＆+/;]\s*")
_LETTERED: Final = re.compile(r"(?P<word>.*\w)[\W_]+(?P<letter>[a-d])")
_NUMBERED: Final = re.compile(r"\s*(?P<number>\d{1,4})[.)]\s*(?P<line>[^\s\d].*)")
_FAMILY_FIRST: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of Japanese, Chinese and Korean."""
_TURNED: Final = re.compile(
    r"(?P<family>[^,\d]*[^\W\d_][^,\d]*),\s*(?P<given>[^,\d]*[^\W\d_][^,\d]*)"
)


class NamePart(Enum):
    """What a column holds of a name."""

    FULL = auto()
    FIRST = auto()
    LAST = auto()


class NameColumn(NamedTuple):
    """A column of names; ``person`` is whose of those on a line, 0 where the head has no number."""

    part: NamePart
    person: int
    place: int


@lru_cache(maxsize=1)
def _heads() -> dict[NamePart, frozenset[str]]:
    words = {NamePart.FULL: FULL_HEADS, NamePart.FIRST: FIRST_HEADS, NamePart.LAST: LAST_HEADS}
    return {part: frozenset(map(_bare, said_anywhere(said))) for part, said in words.items()}


@lru_cache(maxsize=1)
def _partners() -> frozenset[str]:
    return frozenset(map(_bare, said_anywhere(PARTNER_HEADS)))


@lru_cache(maxsize=1)
def _sums() -> frozenset[str]:
    return frozenset(map(_bare, said_anywhere(SUM_NAMES)))


def is_sum(names: Iterable[str]) -> bool:
    """Whether a line is named as the sum or the mean of those above it: "Total", "Som: 12"."""
    return all(
        _NO_LETTER.sub("", name).casefold() in SUM_SIGNS
        or _bare(_DIGITS.sub("", folded(name))) in _sums()
        for name in names
    )


def name_column(head: str, place: int) -> NameColumn | None:
    """Return the kind of a column of names; None if the head is none of theirs.

    "Player 2" and "Player B" are the second of those on a line.
    """
    said, digits = folded(head), _DIGITS.findall(head)
    person = int(digits[0][:2]) if len(digits) == 1 else 0
    if lettered := None if digits else _LETTERED.fullmatch(said.strip()):
        said, person = lettered["word"], "abcd".index(lettered["letter"]) + 1
    word = _bare(_DIGITS.sub("", said))
    if word in _partners():
        return NameColumn(NamePart.FULL, PARTNER + person, place)
    for part, words in _heads().items():
        if word in words:
            return NameColumn(part, person, place)
    return None


def name_columns(row: Sequence[str], below: Sequence[Sequence[str]]) -> list[NameColumn]:
    """Return the columns of people under these heads; empty if the row is none of heads.

    Where players have columns of their own, a team's name is left out, and so is a second column
    of names, unless both have one head. Columns without letters are numbers of entries.
    """
    columns = [
        column
        for place, head in enumerate(row)
        if (column := name_column(head, place)) and has_letters(below, place)
    ]
    numbered = any(0 < column.person < PARTNER for column in columns)
    parted = any(column.part is not NamePart.FULL and not column.person for column in columns)
    plain = [column for column in columns if column.part is NamePart.FULL and column.person == 0]
    parts = {column.part for column in columns if not column.person} - {NamePart.FULL}
    if not numbered and len({folded(row[column.place]) for column in plain}) == 1 < len(plain):
        for person, column in enumerate(plain, start=1):
            columns[columns.index(column)] = column._replace(person=person)
        plain = []
    if plain and len(parts) == 1:  # "Name" beside "Surname", or beside "First name"
        name = plain.pop(0)
        other = NamePart.FIRST if parts == {NamePart.LAST} else NamePart.LAST
        columns[columns.index(name)] = name._replace(part=other)
    dropped = plain if numbered or parted else plain[1:]
    return [column for column in columns if column not in dropped]


def people_in(row: Sequence[str], columns: Iterable[NameColumn]) -> tuple[str, ...]:
    """Return the names on a row: the first name before the last, the family name first in scripts
    that write it so.
    """
    names: dict[int, list[str]] = {}
    ordered = sorted(columns, key=lambda column: (column.person, column.part.value, column.place))
    for column in ordered:
        if cell := _cell(row, column.place):
            names.setdefault(column.person, []).append(cell)
    return tuple(" ".join(_in_order(parts)) for parts in names.values())


def _in_order(parts: list[str]) -> list[str]:
    return parts[::-1] if _FAMILY_FIRST.match(parts[0]) else parts


def names_in(rows: Sequence[Sequence[str]], *, in_pairs: bool = False) -> list[tuple[str, ...]]:
    """Return the people of each row: one, or those of a pair that have columns of their own.

    Without heads the first column that holds names is taken, not one of times or addresses. In a
    list of pairs the next one may be the partner, or the other part of the name: both are joined by
    a comma, to be asked about.
    """
    for number, row in enumerate(rows[:LOOKED_AT]):
        below = rows[number + 1 :]
        if columns := name_columns(row, below):
            people = (people_in(each, columns) for each in below if not _is_sum_row(each, columns))
            return [names for names in people if names]
    return [
        (line,) for line in _without_heads(rows, in_pairs=in_pairs) if line and not is_sum([line])
    ]


def _is_sum_row(row: Sequence[str], columns: Iterable[NameColumn]) -> bool:
    """Whether a line is named as a sum, where names stand or, with none of letters, beside them."""
    names = people_in(row, columns)
    words = names if any(map(str.isalpha, "".join(names))) else [cell for cell in row if cell]
    return any(is_sum([word]) for word in words)


def _without_heads(rows: Sequence[Sequence[str]], *, in_pairs: bool) -> list[str]:
    width = max(map(len, rows), default=0)
    cells = [[_cell(row, place) for row in rows] for place in range(width)]
    places = [place for place, column in enumerate(cells) if _are_names(column)]
    if not places:
        return []
    names = cells[places[0]]
    first = 1 if len(rows) > 1 and _is_head(rows, places[0]) else 0
    if not in_pairs or len(places) == 1 or any(map(_TOGETHER.search, names)):
        return names[first:]
    both = zip(names[first:], cells[places[1]][first:], strict=True)
    return [", ".join(filter(None, pair)) for pair in both]


def has_letters(rows: Iterable[Sequence[str]], place: int) -> bool:
    """Whether any cell of a column has a letter."""
    return any(any(map(str.isalpha, _cell(row, place))) for row in rows)


def _are_names(cells: Iterable[str]) -> bool:
    """Whether most cells have more letters than digits, and are no addresses of mail."""
    filled = [cell for cell in cells if cell]
    named = [
        cell
        for cell in filled
        if "@" not in cell and sum(map(str.isalpha, cell)) > len(_FIGURE.findall(cell)) * 2
    ]
    return bool(named) and len(named) * 2 > len(filled)


def _is_head(rows: Sequence[Sequence[str]], names: int) -> bool:
    """Whether the first row has heads: a word of it stands above nothing but figures."""
    first, *below = rows
    for place in range(len(first)):
        cells = list(filter(None, (_cell(row, place) for row in below)))
        has_figures = bool(cells) and all(map(_DIGITS.search, cells))
        if (
            place != names
            and has_figures
            and _cell(first, place)
            and not _DIGITS.search(first[place])
        ):
            return True
    return False


def without_numbers(lines: Sequence[str]) -> list[str]:
    """Return lines without the numbers before them, where all have one and these count up.

    >>> without_numbers(["1. Ada", "2) Ben"]), without_numbers(["1. Ada", "Ben"])
    (['Ada', 'Ben'], ['1. Ada', 'Ben'])
    """
    numbered = [_NUMBERED.fullmatch(line) for line in lines if line.strip()]
    matches = [match for match in numbered if match]
    numbers = [int(match["number"]) for match in matches]
    counts_up = all(before < after for before, after in pairwise(numbers))
    if len(matches) < 2 or len(matches) < len(numbered) or not counts_up:
        return list(lines)
    return [match["line"] for match in matches]


# Names with the family name first and a comma.


def names_delimiter(text: str) -> str:
    """Return what splits the lines of a list, nothing where each comma is one within a name.

    That is so where every line with a comma is a name or partners written "Novak, Ada", and no
    line has heads with a comma.
    """
    delimiter = delimiter_of(text)
    lines = [line for line in QUOTED.sub("", text).splitlines() if "," in line]
    if delimiter != "," or not lines or not all(map(_has_turned_names, lines)):
        return delimiter
    rows = [line.split(",") for line in lines]
    has_heads = any(
        name_columns(row, rows[number:]) for number, row in enumerate(rows[:LOOKED_AT], start=1)
    )
    return delimiter if has_heads else NO_DELIMITER


def _has_turned_names(line: str) -> bool:
    return all(map(turned, _TOGETHER.split(line)))


def turned(line: str) -> str | None:
    """Return a name that is written "Novak, Ada" the other way round; None for any other.

    >>> turned("Novak, Ada"), turned("Ada Novak")
    ('Ada Novak', None)
    """
    match = _TURNED.fullmatch(line.strip())
    return f"{match['given'].strip()} {match['family'].strip()}" if match else None


def partners_turned(line: str) -> str:
    """Return a line of partners with each name the usual way round, if all have one comma.

    >>> partners_turned("Müller, Jürgen & de Vries, Anna")
    'Jürgen Müller & Anna de Vries'
    """
    names = _TOGETHER.split(line)
    usual = [turned(name) for name in names]
    return " & ".join(filter(None, usual)) if len(names) > 1 and all(usual) else line


def _cell(row: Sequence[str], place: int) -> str:
    return " ".join(row[place].split()) if place < len(row) else ""


def _bare(word: str) -> str:
    """Return a folded word without marks and spaces."""
    return _NO_LETTER.sub("", word)
