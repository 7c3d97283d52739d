"""Names and totals by round out of the rows of a spreadsheet. No queries.

Columns are found by their heads, in any language on offer and in any order: names or a pair in one
column, a partner, the rounds by their numbers, the total. Without heads the first columns of texts
are the names, and the columns of numbers after them the rounds.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import takewhile
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from core.figures import read_whole
from core.names import folded
from core.tables import NAME_HEADS, said_anywhere, table_read, text_read
from core.text import comma_list

PARTNER_HEADS: Final = (gettext_noop("Partner"),)
TOTAL_HEADS: Final = (
    *(gettext_noop("Total"), gettext_noop("Points"), gettext_noop("Score"), gettext_noop("Result")),
)
ROUND_HEADS: Final = (gettext_noop("Round"),)
SHORT_ROUNDS: Final = frozenset({"", "r"})
"""Words that may stand beside a round's number: "3", "R3"."""

MOST_ROUNDS: Final = 60
MOST_LINES: Final = 300
MOST_TOTAL: Final = 99_999
LOOKED_AT: Final = 10
"""Rows among which the heads are looked for."""
NOTHING: Final = frozenset({"", "-", "–", "—", "−", "x", "/", "."})
"""Cells in which nothing was written down."""

_DIGITS: Final = re.compile(r"\d+")
_NO_LETTER: Final = re.compile(r"[\W_]+")
_WHOLE: Final = re.compile(r"(.*\d)[.,٫]0+")
_BETWEEN: Final = " \t:;,"
_WORD: Final = re.compile(r"[^\s:;,]+")
_SIGNED: Final = re.compile(r"[-+−]?\d+")


class Kind(Enum):
    """The kind of a column."""

    NAME = auto()
    PARTNER = auto()
    ROUND = auto()
    TOTAL = auto()


class Column(NamedTuple):
    """A column that is read: ``number`` is that of the round, or of the name."""

    kind: Kind
    number: int
    place: int
    head: str


class Unreadable(NamedTuple):
    """A cell that should hold a whole number; ``number`` is the round's, 0 for the total."""

    number: int
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line: its row number, names as written, totals by round.

    ``total`` is the sheet's total of the whole evening, None if it has none.
    """

    number: int
    names: tuple[str, ...]
    totals: Mapping[int, int]
    total: int | None
    unreadable: tuple[Unreadable, ...] = ()

    @property
    def sum(self) -> int | None:
        """The sum of the rounds, else the total of the evening; None without either."""
        return sum(self.totals.values()) if self.totals else self.total

    @property
    def differs(self) -> bool:
        """Whether the total that is written there is not the sum of the rounds."""
        return bool(self.totals) and self.total is not None and self.total != self.sum


@dataclass(frozen=True, slots=True)
class TotalsSheet:
    """The result of reading: the lines, the rounds that have a column, and ignored headings."""

    lines: tuple[SheetLine, ...]
    rounds: tuple[int, ...]
    has_heads: bool
    passed_over: tuple[str, ...] = field(default=())


def rows_of_text(text: str) -> list[list[str]]:
    """Return the rows of a text that was pasted, or made by ``text_of_rows``.

    Cells are parted by tabs, else as in a CSV file, else the numbers at the end of a line are.
    Raises ``UnreadableTableError`` where there are none.
    """
    if "\t" in text:
        return text_read(text, "\t")
    rows = table_read(io.BytesIO(text.encode()))
    if all(len([cell for cell in row if cell.strip()]) <= 1 for row in rows):
        return [list(_parted(line)) for line in text.splitlines()]
    return rows


def text_of_rows(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as a text with tabs between the cells."""
    text = io.StringIO()
    table = csv.writer(text, delimiter="\t", lineterminator="\n")
    table.writerows([" ".join(cell.split()) for cell in row] for row in rows)
    return text.getvalue()


def _parted(line: str) -> Iterator[str]:
    """Yield the name of a line and the numbers at its end."""
    words = list(_WORD.finditer(line))
    numbers = list(takewhile(lambda word: _SIGNED.fullmatch(word[0]), reversed(words)))[::-1]
    name = line[: numbers[0].start()].strip(_BETWEEN) if numbers else line
    if _has_letter(name):
        yield name.strip()
        yield from (number[0] for number in numbers)
    else:
        yield line.strip()


def sheet_read(rows: Sequence[Sequence[str]]) -> TotalsSheet:
    """Read names and totals.

    Raises ``ValidationError`` where there is no column of names or none of numbers, two columns
    are of one round, or there are too many lines.
    """
    heads = _Heads.known()
    at = next((at for at, row in enumerate(rows[:LOOKED_AT]) if heads.is_row(row)), None)
    if at is None:
        columns, over = _by_content(rows), list[str]()
    else:
        columns, over = _by_heads(rows, at, heads)
    _must_be_clear(columns)
    below = enumerate(rows) if at is None else enumerate(rows[at + 1 :], start=at + 1)
    lines = tuple(
        line
        for number, row in below
        if (line := _line(number + 1, row, columns)) is not None and not heads.is_sum(line)
    )
    if not lines:
        raise ValidationError(_("There is no name in this list."), code="no_names")
    if len(lines) > MOST_LINES:
        raise ValidationError(
            _("More than %(count)d lines at once.") % {"count": MOST_LINES}, code="too_many_lines"
        )
    rounds = sorted({column.number for column in columns if column.kind is Kind.ROUND})
    return TotalsSheet(lines, tuple(rounds), at is not None, tuple(over))


@dataclass(frozen=True, slots=True)
class _Heads:
    """The words that heads are made of, folded, in all languages on offer."""

    names: frozenset[str]
    partners: frozenset[str]
    totals: tuple[frozenset[str], ...]
    rounds: frozenset[str]

    @classmethod
    def known(cls) -> "_Heads":
        rounds = frozenset(_bare(word) for word in said_anywhere(ROUND_HEADS))
        totals = tuple(said_anywhere([word]) for word in TOTAL_HEADS)
        return cls(
            said_anywhere(NAME_HEADS), said_anywhere(PARTNER_HEADS), totals, rounds | SHORT_ROUNDS
        )

    def is_row(self, row: Sequence[str]) -> bool:
        """Whether these are heads: one of them is that of names, or of a round in words."""
        known = filter(None, map(self.column, range(len(row)), row))
        return any(
            column.kind is Kind.NAME or (column.kind is Kind.ROUND and _has_letter(column.head))
            for column in known
        )

    def is_sum(self, line: SheetLine) -> bool:
        """Whether a line is the sum of those above it."""
        return all(any(folded(name) in words for words in self.totals) for name in line.names)

    def column(self, place: int, head: str) -> Column | None:
        """Return the kind of a column with this heading; None if it is ignored."""
        said, digits = folded(head), _DIGITS.findall(head)
        word = _bare(_DIGITS.sub("", said))
        number = int(digits[0]) if len(digits) == 1 and len(digits[0]) <= 3 else 0
        if said in self.names or (number and word in map(_bare, self.names)):
            return Column(Kind.NAME, number, place, head)
        if said in self.partners:
            return Column(Kind.PARTNER, 0, place, head)
        for order, words in enumerate(self.totals):
            if said in words:
                return Column(Kind.TOTAL, order, place, head)
        is_round = word.removeprefix("第") in self.rounds or word == "回戦"
        return Column(Kind.ROUND, number, place, head) if number and is_round else None


def _bare(word: str) -> str:
    """Return a folded word without marks and spaces."""
    return _NO_LETTER.sub("", word)


def _by_heads(
    rows: Sequence[Sequence[str]], head: int, heads: _Heads
) -> tuple[list[Column], list[str]]:
    """Return the columns to read, and the headings of the others.

    Of several possible totals the likeliest is taken; without a heading the first column with
    letters holds the names.
    """
    below = rows[head + 1 :]
    found = {place: heads.column(place, cell) for place, cell in enumerate(rows[head])}
    likely = [column.number for column in found.values() if column and column.kind is Kind.TOTAL]
    columns: list[Column] = []
    for place, column in found.items():
        match column:
            case Column(Kind.NAME | Kind.PARTNER) if not _has_letters(below, place):
                continue
            case Column(Kind.TOTAL, order) if order > min(likely):
                continue
            case Column():
                columns.append(column)
            case None:
                continue
    if all(column.kind is not Kind.NAME for column in columns):
        texts = (at for at, column in found.items() if not column and _has_letters(below, at))
        columns += [Column(Kind.NAME, 0, at, rows[head][at]) for at in list(texts)[:1]]
    read = {column.place for column in columns}
    heard = (cell.strip() for place, cell in enumerate(rows[head]) if place not in read)
    return columns, [cell for cell in heard if cell]


def _by_content(rows: Sequence[Sequence[str]]) -> list[Column]:
    """Return the columns of a list without heads: first texts, then numbers."""
    width = max(map(len, rows), default=0)
    texts = [place for place in range(width) if _has_letters(rows, place)]
    columns = [Column(Kind.NAME, 0, place, _("Name")) for place in texts[:2]]
    first = texts[0] if texts else width
    numbers = [place for place in range(first + 1, width) if place not in texts]
    filled = [place for place in numbers if any(_cell(row, place) for row in rows)]
    columns += [
        Column(Kind.ROUND, number, place, _("Round %(number)d") % {"number": number})
        for number, place in enumerate(filled, start=1)
    ]
    return columns


def _has_letters(rows: Iterable[Sequence[str]], place: int) -> bool:
    cells = (_cell(row, place) for row in rows)
    return any(_has_letter(cell) for cell in cells if folded(cell) not in NOTHING)


def _has_letter(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def _must_be_clear(columns: Sequence[Column]) -> None:
    kinds = {column.kind for column in columns}
    if Kind.NAME not in kinds:
        raise ValidationError(_("There is no column of names."), code="no_names")
    if not kinds & {Kind.ROUND, Kind.TOTAL}:
        raise ValidationError(
            _("There is no column of a round, and none of totals."), code="no_numbers"
        )
    numbers = [column.number for column in columns if column.kind is Kind.ROUND]
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        words = _("Two columns are of the same round: %(rounds)s.")
        raise ValidationError(
            words % {"rounds": comma_list(list(map(str, twice)))}, code="round_twice"
        )
    if max(numbers, default=0) > MOST_ROUNDS:
        raise ValidationError(
            _("An evening has at most %(count)d rounds.") % {"count": MOST_ROUNDS},
            code="too_many_rounds",
        )


def _cell(row: Sequence[str], place: int) -> str:
    return " ".join(row[place].split()) if place < len(row) else ""


def _line(number: int, row: Sequence[str], columns: Sequence[Column]) -> SheetLine | None:
    """Return a line; None if it has neither a name nor a number."""
    named = sorted(
        (column for column in columns if column.kind in {Kind.NAME, Kind.PARTNER}),
        key=lambda column: (column.kind is Kind.PARTNER, column.number, column.place),
    )
    names = tuple(name for column in named if (name := _cell(row, column.place)))
    totals: dict[int, int] = {}
    total: int | None = None
    wrong: list[Unreadable] = []
    for column in columns:
        cell = _cell(row, column.place)
        if column.kind not in {Kind.ROUND, Kind.TOTAL} or folded(cell) in NOTHING:
            continue
        value = _number(cell)
        if value is None:
            is_round = column.kind is Kind.ROUND
            wrong.append(Unreadable(column.number if is_round else 0, column.head, cell))
        elif column.kind is Kind.ROUND:
            totals[column.number] = value
        else:
            total = value
    if not (names or totals or wrong or total is not None):
        return None
    return SheetLine(number, names, dict(sorted(totals.items())), total, tuple(wrong))


def _number(cell: str) -> int | None:
    """Return the integer of a cell, also written as 7.0; None if it is not one."""
    plain = found[1] if (found := _WHOLE.fullmatch(cell)) else cell
    return read_whole(plain, least=-MOST_TOTAL, most=MOST_TOTAL)
