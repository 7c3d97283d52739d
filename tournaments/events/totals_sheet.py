"""Names and totals by round out of the rows of a spreadsheet. No queries.

Columns are found by their heads, in any language on offer and in any order: names or a pair in one
column, a partner, the rounds by their numbers, the total. Without heads the first columns of texts
are the names, and the columns of numbers after them the rounds.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import takewhile
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from core.figures import figure, read_whole
from core.name_lists import (
    LOOKED_AT,
    NameColumn,
    NamePart,
    bare,
    cell_of,
    has_letters,
    is_sum,
    name_column,
    name_columns,
    people_in,
)
from core.names import folded
from core.tables import Sheet, in_all_languages, sheets_of_text, text_read
from core.text import comma_list
from core.typing import plain_digits

TOTAL_HEADS: Final = (
    *(gettext_noop("Total"), gettext_noop("Totals"), gettext_noop("Sum")),
    *(gettext_noop("Points"), gettext_noop("Pts"), gettext_noop("Marks")),
    *(gettext_noop("Score"), gettext_noop("Result")),
)
"""Heads of the column of totals, the likeliest first."""
ROUND_HEADS: Final = (
    *(gettext_noop("Round"), gettext_noop("Game"), gettext_noop("Week"), gettext_noop("Session")),
    gettext_noop("Match"),
)
OTHER_ROUNDS: Final = frozenset(
    {
        *("match", "partij", "partijtje", "potje", "spel", "spelletje", "beurt", "zitting"),
        *("partie", "runde", "spiel", "durchgang", "abend", "avond", "evening", "speelronde"),
        *("دست", "بازی", "مسابقه", "نوبت", "مرحله", "هفته"),
        *("回戦", "試合", "対局", "局", "ゲーム", "戦", "週"),
    }
)
"""Further headings of rounds beside a number, folded: English, Dutch, German, Persian, Japanese."""
OTHER_TOTALS: Final = frozenset(
    {
        *("tot", "grand total", "final total", "overall", "eindtotaal", "totaal", "totaalscore"),
        *("eindstand", "eindscore", "eindresultaat", "ptn", "gesamt", "ges", "summe", "endstand"),
        *("gesamtpunkte", "punkte", "مجموع", "جمع کل", "کل", "امتیاز کل", "نتیجه"),
        *("総合計", "総計", "計", "総得点", "得点", "トータル", "スコア"),
    }
)
"""Further heads of the column of totals, likewise."""
SHORT_ROUNDS: Final = frozenset({"", "r", "rd", "rnd", "g", "w", "wk"})
"""Words that may stand beside a round's number: "3", "R3", "Rd 3"."""

MOST_ROUNDS: Final = 60
MOST_LINES: Final = 300
MOST_TOTAL: Final = 99_999
NOTHING: Final = frozenset({"", "-", "–", "—", "−", "x", "/", "."})
"""Cells in which nothing was written down."""

_DIGITS: Final = re.compile(r"\d+")
_SIGNS: Final = str.maketrans("−–٫٬", "--,.")
_POINT: Final = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_COMMA: Final = re.compile(r"[-+]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?")
_GROUPED: Final = re.compile(r"(?<=\d)[\s'’\u00a0\u202f](?=\d{3})")
_BETWEEN: Final = " \t:;,"
_WORD: Final = re.compile(r"[^\s:;,]+")
_SIGNED: Final = re.compile(r"[-+−–]?\d+")
_OWN_AND_THEIRS: Final = re.compile(r"(?P<own>\d{1,5}) ?[-:対] ?(?P<theirs>\d{1,5})")


class Convention(Enum):
    """How a file writes numbers: 1,234.5 or 1.234,5."""

    POINT = "point"
    COMMA = "comma"


class TotalsColumnKind(Enum):
    ROUND = auto()
    TOTAL = auto()


class TotalsColumn(NamedTuple):
    """A column of numbers: ``number`` is that of the round, or the likelihood of a total."""

    kind: TotalsColumnKind
    number: int
    place: int
    head: str


class UnreadableCell(NamedTuple):
    """A cell that should hold a whole number; ``number`` is the round's, 0 for the total."""

    number: int
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line: its row number, names as written, totals by round.

    ``total`` is the sheet's total of the whole evening, None if it has none. ``theirs`` are the
    totals of the opponents by round, where a cell has both: "7-4".
    """

    number: int
    names: tuple[str, ...]
    totals: Mapping[int, int]
    total: int | None
    unreadable: tuple[UnreadableCell, ...] = ()
    theirs: Mapping[int, int] = field(default_factory=dict)

    @property
    def sum(self) -> int | None:
        """The sum of the rounds, or the total of the evening; None without either."""
        return sum(self.totals.values()) if self.totals else self.total

    @property
    def differs(self) -> bool:
        """Whether the total that is written there is not the sum of the rounds."""
        return bool(self.totals) and self.total is not None and self.total != self.sum


@dataclass(frozen=True, slots=True)
class TotalsSheet:
    """The result of reading: the lines, the rounds that have a column, and ignored headings.

    ``sums`` are the lines that add up the others and are left out, by number and what stands there.
    ``both_fit`` is a number that may be read in two ways, where the file itself does not tell.
    """

    lines: tuple[SheetLine, ...]
    rounds: tuple[int, ...]
    has_heads: bool
    passed_over: tuple[str, ...] = field(default=())
    sums: tuple[tuple[int, str], ...] = ()
    both_fit: str = ""


def sheets_in(text: str) -> list[Sheet]:
    """Return the tables of a text that was pasted, or made by ``text_of_rows``.

    Cells are separated by tabs, or as in a CSV file, or the numbers at the end of a line are cells.
    Raises ``UnreadableTableError`` where there are none.
    """
    if "\t" in text and "<table" not in text.lower():
        return [Sheet("", text_read(text, "\t"))]
    sheets = sheets_of_text(text)
    if len(sheets) == 1 and all(len(list(filter(str.strip, row))) <= 1 for row in sheets[0].rows):
        return [Sheet("", [list(_parted(line)) for line in text.splitlines()])]
    return sheets


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
    if any(map(str.isalpha, name)):
        yield name.strip()
        yield from (number[0] for number in numbers)
    else:
        yield line.strip()


def sheet_read(rows: Sequence[Sequence[str]], convention: Convention | None = None) -> TotalsSheet:
    """Read names and totals; without a ``convention`` that is found from the numbers themselves.

    Raises ``ValidationError`` where there is no column of names or none of numbers, two columns
    are of one round, or there are too many lines.
    """
    heads = _Heads.known()
    at = next((at for at, row in enumerate(rows[:LOOKED_AT]) if heads.is_row(row)), None)
    if at is None:
        names, columns, over = *_by_content(rows), list[str]()
    else:
        names, columns, over = _by_heads(rows, at, heads)
    _must_be_clear(names, columns)
    below = list(enumerate(rows) if at is None else enumerate(rows[at + 1 :], start=at + 1))
    cells = [
        cell for _number, row in below for column in columns if (cell := cell_of(row, column.place))
    ]
    fitting = _conventions(cells)
    written = convention or fitting[0]
    both_fit = _read_twice(cells) if len(fitting) > 1 else ""
    read = [_line(number + 1, row, names, columns, written) for number, row in below]
    lines, sums = _without_sums([line for line in read if line is not None])
    if not lines:
        raise ValidationError(_("There is no name in this list."), code="no_names")
    if len(lines) > MOST_LINES:
        raise ValidationError(
            _("At most %(count)d lines can be entered at once.") % {"count": MOST_LINES},
            code="too_many_lines",
        )
    rounds = sorted({column.number for column in columns if column.kind is TotalsColumnKind.ROUND})
    return TotalsSheet(
        tuple(lines), tuple(rounds), at is not None, tuple(over), tuple(sums), both_fit
    )


def _without_sums(
    lines: Sequence[SheetLine],
) -> tuple[list[SheetLine], list[tuple[int, str]]]:
    """Return the lines of players, and the lines that add them up or average them.

    A line labelled as a sum or mean is not a player's. Nor is the last line if it holds the sums of
    two or more columns, whatever its label.
    """
    players = [line for line in lines if not is_sum(line.names)]
    sums = [line for line in lines if is_sum(line.names)]
    if players and _adds_up(players[-1], players[:-1]):
        sums.append(players.pop())
    return players, [(line.number, comma_list(line.names)) for line in sums]


def _adds_up(line: SheetLine, above: Sequence[SheetLine]) -> bool:
    """Whether each number of a line is the sum of two numbers or more above it."""
    values = [
        (value, [other.totals.get(number) for other in above])
        for number, value in line.totals.items()
    ]
    if line.total is not None:
        values.append((line.total, [other.total for other in above]))
    return len(values) > 1 and all(
        sum(map(bool, made)) > 1 and value == sum(filter(None, made)) for value, made in values
    )


@dataclass(frozen=True, slots=True)
class _Heads:
    """The words that heads are made of, folded, in all languages on offer."""

    totals: tuple[frozenset[str], ...]
    rounds: frozenset[str]

    @classmethod
    def known(cls) -> "_Heads":
        rounds = frozenset(bare(word) for word in in_all_languages(ROUND_HEADS))
        totals = tuple(in_all_languages([word]) for word in TOTAL_HEADS)
        return cls(totals, rounds | SHORT_ROUNDS)

    def is_row(self, row: Sequence[str]) -> bool:
        """Whether these are heads: one of them is that of names, or of a round in words."""
        return any(
            name_column(head, place) is not None
            or ((column := self.column(place, head)) is not None and _is_round_in_words(column))
            for place, head in enumerate(row)
        )

    def column(self, place: int, head: str) -> TotalsColumn | None:
        """Return the kind of a column of numbers with this heading; None if it is ignored."""
        said, digits = folded(head), _DIGITS.findall(head)
        word = bare(_DIGITS.sub("", said))
        number = int(digits[0]) if len(digits) == 1 and len(digits[0]) <= 3 else 0
        for order, words in enumerate(self.totals):
            if said in words:
                return TotalsColumn(TotalsColumnKind.TOTAL, order, place, head)
        if " ".join(said.rstrip(".:").split()) in OTHER_TOTALS:
            return TotalsColumn(TotalsColumnKind.TOTAL, len(self.totals), place, head)
        counted = word.removeprefix("第").removesuffix("目")  # "第1回戦", "1局目"
        is_round = counted in self.rounds or counted in OTHER_ROUNDS
        return (
            TotalsColumn(TotalsColumnKind.ROUND, number, place, head)
            if number and is_round
            else None
        )


def _is_round_in_words(column: TotalsColumn) -> bool:
    return column.kind is TotalsColumnKind.ROUND and any(map(str.isalpha, column.head))


def _by_heads(
    rows: Sequence[Sequence[str]], head: int, heads: _Heads
) -> tuple[list[NameColumn], list[TotalsColumn], list[str]]:
    """Return the columns to read, and the headings of the others.

    Of several possible totals the likeliest is taken, or, where more than one has the same head,
    these are the rounds in their order. Without a heading the first column with letters holds the
    names.
    """
    below = rows[head + 1 :]
    row = rows[head]
    names = name_columns(row, below)
    taken = {column.place for column in names}
    numbers = [
        column
        for place, cell in enumerate(row)
        if place not in taken and (column := heads.column(place, cell))
    ]
    likely = min(
        (column.number for column in numbers if column.kind is TotalsColumnKind.TOTAL), default=0
    )
    totals = [
        column
        for column in numbers
        if column.kind is TotalsColumnKind.TOTAL and column.number == likely
    ]
    rounds = [column for column in numbers if column.kind is TotalsColumnKind.ROUND]
    if len(totals) > 1 and not rounds:
        rounds = [
            TotalsColumn(TotalsColumnKind.ROUND, number, column.place, column.head)
            for number, column in enumerate(totals, start=1)
        ]
        totals = []
    columns = [*rounds, *totals[:1]]
    if not names:
        seen = {column.place for column in columns}
        texts = [at for at in range(len(row)) if at not in seen and has_letters(below, at)]
        names = [NameColumn(NamePart.FULL, 0, at) for at in texts[:1]]
    read = {*(column.place for column in names), *(column.place for column in columns)}
    heard = (cell.strip() for place, cell in enumerate(row) if place not in read)
    return names, columns, [cell for cell in heard if cell]


def _by_content(rows: Sequence[Sequence[str]]) -> tuple[list[NameColumn], list[TotalsColumn]]:
    """Return the columns of a list without heads: first texts, then numbers."""
    width = max(map(len, rows), default=0)
    texts = [place for place in range(width) if _has_names(rows, place)]
    names = [NameColumn(NamePart.FULL, number, place) for number, place in enumerate(texts[:2])]
    first = texts[0] if texts else width
    numbers = [place for place in range(first + 1, width) if place not in texts]
    filled = [place for place in numbers if any(cell_of(row, place) for row in rows)]
    return names, [
        TotalsColumn(
            TotalsColumnKind.ROUND, number, place, _("Round %(number)d") % {"number": number}
        )
        for number, place in enumerate(filled, start=1)
    ]


def _has_names(rows: Iterable[Sequence[str]], place: int) -> bool:
    cells = (cell_of(row, place) for row in rows)
    return any(any(map(str.isalpha, cell)) for cell in cells if folded(cell) not in NOTHING)


def _must_be_clear(names: Sequence[NameColumn], columns: Sequence[TotalsColumn]) -> None:
    if not names:
        words = _("There is no column for names. Its head would be, for example, %(name)s.")
        raise ValidationError(words % {"name": _("Name")}, code="no_names")
    if not columns:
        words = _(
            "There is no column for a round, and none for totals. Name them, for example, "
            "%(round)s, %(match)s or %(total)s."
        )
        examples = {"round": _("Round %(number)d") % {"number": 1}, "total": _("Total")}
        examples["match"] = _("Match %(number)d") % {"number": 1}
        raise ValidationError(words % examples, code="no_numbers")
    numbers = [column.number for column in columns if column.kind is TotalsColumnKind.ROUND]
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        words = _("Two columns are for the same round: %(rounds)s.")
        raise ValidationError(
            words % {"rounds": comma_list(list(map(str, twice)))}, code="round_twice"
        )
    if max(numbers, default=0) > MOST_ROUNDS:
        raise ValidationError(
            _("An evening has at most %(count)d rounds.") % {"count": MOST_ROUNDS},
            code="too_many_rounds",
        )


def _line(
    number: int,
    row: Sequence[str],
    named: Sequence[NameColumn],
    columns: Sequence[TotalsColumn],
    convention: Convention,
) -> SheetLine | None:
    """Return a line; None if it has neither a name nor a number."""
    names = people_in(row, named)
    totals: dict[int, int] = {}
    total: int | None = None
    theirs: dict[int, int] = {}
    wrong: list[UnreadableCell] = []
    for column in columns:
        cell = cell_of(row, column.place)
        if folded(cell) in NOTHING:
            continue
        is_round = column.kind is TotalsColumnKind.ROUND
        value = number_read(cell, convention)
        if is_round and (both := _OWN_AND_THEIRS.fullmatch(_plain(cell))):
            value, theirs[column.number] = int(both["own"]), int(both["theirs"])
        if value is None:
            wrong.append(UnreadableCell(column.number if is_round else 0, column.head, cell))
        elif is_round:
            totals[column.number] = value
        else:
            total = value
    if not (names or totals or wrong or total is not None):
        return None
    return SheetLine(number, names, dict(sorted(totals.items())), total, tuple(wrong), theirs)


class Contradiction(NamedTuple):
    """A result of a round that stands on a number of lines, and turned round on another number."""

    round: int
    result: tuple[int, int]
    lines: int
    turned: int

    @property
    def text(self) -> str:
        """What is said about it."""
        words = _(
            "Round %(number)s: lines with %(result)s: %(count)s, with %(other)s: %(turned)s. A "
            "pair and its opponents contradict each other."
        )
        return words % {
            "number": figure(self.round),
            "result": "–".join(map(figure, self.result)),
            "count": figure(self.lines),
            "other": "–".join(map(figure, self.result[::-1])),
            "turned": figure(self.turned),
        }


def contradictions(lines: Iterable[SheetLine]) -> list[Contradiction]:
    """Return where pairs and their opponents contradict each other: a 7-4 of one side must be a 4-7
    of another."""
    results = Counter(
        (number, line.totals[number], theirs)
        for line in lines
        for number, theirs in line.theirs.items()
    )
    missing = []
    for number, marks, theirs in sorted(results):
        count, turned = results[number, marks, theirs], results[number, theirs, marks]
        if (marks > theirs or not turned) and count != turned:
            missing.append(Contradiction(number, (marks, theirs), count, turned))
        elif marks == theirs and count % 2:
            missing.append(Contradiction(number, (marks, theirs), count, 0))
    return missing


def _conventions(cells: Sequence[str]) -> list[Convention]:
    """Return the conventions by which most of the numbers are whole, all alike where both do."""
    written = [cell for cell in cells if _DIGITS.search(cell)]
    whole = {
        convention: sum(number_read(cell, convention) is not None for cell in written)
        for convention in Convention
    }
    best = max(whole.values())
    return [convention for convention, count in whole.items() if count == best]


def _read_twice(cells: Iterable[str]) -> str:
    """Return the first number that the two conventions read differently; empty if none is."""
    return next(
        (
            cell
            for cell in cells
            if number_read(cell, Convention.POINT) != number_read(cell, Convention.COMMA)
        ),
        "",
    )


def number_read(cell: str, convention: Convention) -> int | None:
    """Return the whole number of a cell, also written as 7.0; None if it is not one."""
    plain = _plain(cell)
    pattern, group, point = {
        Convention.POINT: (_POINT, ",", "."),
        Convention.COMMA: (_COMMA, ".", ","),
    }[convention]
    if not pattern.fullmatch(plain):
        return None
    whole, _point, decimals = plain.replace(group, "").partition(point)
    return (
        read_whole(whole, least=-MOST_TOTAL, most=MOST_TOTAL) if not decimals.strip("0") else None
    )


def _plain(cell: str) -> str:
    """Return a cell with the digits and signs of ASCII, its digits not grouped by blanks."""
    return _GROUPED.sub("", plain_digits(cell).translate(_SIGNS))
