"""Bracket drawings for page and paper: boxes with their places, and strokes.

Plain values, without names and labels. A box is one column wide and one row high; ``row`` is its
middle. A part can be drawn from a later column on, with earlier columns folded away.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count, pairwise
from typing import NamedTuple

from engine.pairings.bracket_state import (
    BoxLine,
    BoxSitting,
    BoxState,
    BracketState,
    Record,
    announced_of,
)
from engine.pairings.brackets import (
    FINAL,
    LOSERS,
    THIRD,
    WINNERS,
    Box,
    BoxKey,
    BracketColumn,
    Feed,
    Seed,
    Source,
    Sources,
    Take,
    feeders,
    sources_reduced,
)
from engine.pairings.state import PairingState, TableResult


class Status(Enum):
    COMING = "coming"
    """Not both entries are known."""
    READY = "ready"
    """Both are known, the round is not drawn."""
    DRAWN = "drawn"
    """In a round that is drawn and has not begun."""
    PLAYING = "playing"
    OVER = "over"
    WALKOVER = "walkover"
    """Won without playing: a bye, or the opponent dropped out."""
    NEEDLESS = "needless"
    """A further series of a final that is decided."""


class From(NamedTuple):
    """The winner or loser of the box with this number comes here."""

    take: Take
    number: int


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """One of a box's two lines.

    ``entry`` is None until it is known; then ``source`` is the box it comes from. ``seed`` is given
    where the entry first appears. ``games`` are the games won in the series, None before it begins;
    ``marks`` the marks or points of each game. In a bye, one line has neither entry nor source.
    """

    entry: int | None
    source: From | None = None
    seed: int | None = None
    games: int | None = None
    has_won: bool = False
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box. ``number`` counts all boxes of the event in the order of play, from 1.

    ``section`` is that of its slot: that of the third place differs from its column's.

    ``column`` counts from 0, ``row`` is the box's middle: the first box of a column of full height
    has 0, the next 1. ``round`` and ``table`` are those of the event, once drawn; ``best_of`` 0 is
    not a series. ``if_needed`` is a further series of a final; ``is_overruled`` where a result
    was corrected after the round that followed had begun, so that the draw stays.
    """

    number: int
    section: str
    column: int
    row: float
    lines: tuple[DrawnLine, DrawnLine]
    status: Status
    round: int | None = None
    table: int | None = None
    best_of: int = 0
    if_needed: bool = False
    is_overruled: bool = False

    @property
    def is_third(self) -> bool:
        """Whether the third place is played for here."""
        return self.section.endswith(THIRD)

    @property
    def is_series(self) -> bool:
        """Whether its score is games won, as several are played."""
        return self.best_of > 1 or any(len(line.marks) > 1 for line in self.lines)

    def score(self, line: DrawnLine) -> int | None:
        """Return the score of a line: games won of a series, else marks."""
        return line.games if self.is_series or not line.marks else line.marks[0]


class BracketStroke(NamedTuple):
    """A line from the right edge of one box to the left edge of another, by their numbers."""

    start: int
    end: int


class DrawnColumn(NamedTuple):
    """The heading of a column: its section, and the ``number`` of this column ``of`` how many.

    ``round`` is the event's round where all of the column that is drawn is of one, else None.
    """

    section: str
    number: int
    of: int
    round: int | None


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """A tree, or the columns of a box that is drawn anew for each series (then without lines).

    ``name`` is ``winners``, ``losers``, ``consolation.winners`` or ``consolation.losers``; a final
    and a third place are in the last columns of the winners. ``rows`` is the total height.
    """

    name: str
    columns: tuple[DrawnColumn, ...]
    boxes: tuple[DrawnBox, ...]
    strokes: tuple[BracketStroke, ...]
    rows: float


@dataclass(frozen=True, slots=True)
class Bracket:
    """All parts from top to bottom; ``champions`` by the name of the part that has the final."""

    parts: tuple[DrawnPart, ...]
    champions: tuple[tuple[str, int], ...] = ()

    @property
    def champion(self) -> int | None:
        """The winner of the event, once decided."""
        return dict(self.champions).get("winners")


PAST = frozenset({Status.OVER, Status.WALKOVER, Status.NEEDLESS})


def open_column(part: DrawnPart) -> int:
    """Return the first column with anything to be played; 0 if there is none."""
    return min((box.column for box in part.boxes if box.status not in PAST), default=0)


def column_within(part: DrawnPart, most: int) -> int:
    """Return the first column from which on no column has more than this many boxes."""
    heights = [0] * len(part.columns)
    for box in part.boxes:
        heights[box.column] += not box.is_third
    return max((place + 1 for place, height in enumerate(heights) if height > most), default=0)


def folded(part: DrawnPart, first: int, most: int | None = None) -> DrawnPart:
    """Return the part from this column on, or so many columns of it, with rows moved together.

    Strokes from folded boxes go with them. A third place keeps its distance from the final.
    """
    last = len(part.columns) if most is None else first + most
    boxes = [box for box in part.boxes if first <= box.column < last]
    if boxes == list(part.boxes):
        return part
    if not boxes:
        return DrawnPart(part.name, (), (), (), 0)
    rows = _rows_together(boxes)
    moved = tuple(replace(box, column=box.column - first, row=rows[box.number]) for box in boxes)
    return DrawnPart(
        part.name,
        part.columns[first:last],
        moved,
        tuple(stroke for stroke in part.strokes if {stroke.start, stroke.end} <= rows.keys()),
        max(rows.values()) + 1,
    )


def _rows_together(boxes: list[DrawnBox]) -> dict[int, float]:
    """Return the new row of each box, by its number."""
    in_tree = [box for box in boxes if not box.is_third]
    top, gap = min(box.row for box in in_tree), _least_gap(in_tree)
    rows = {box.number: (box.row - top) / gap for box in in_tree}
    last = max(in_tree, key=lambda box: box.column)
    for box in boxes:
        if box.is_third:
            rows[box.number] = rows[last.number] + box.row - last.row
    return rows


def _least_gap(boxes: list[DrawnBox]) -> float:
    """Return the least distance of two boxes in a column; one row if no column has two."""
    columns: dict[int, list[float]] = defaultdict(list)
    for box in boxes:
        columns[box.column].append(box.row)
    gaps = [below - above for rows in columns.values() for above, below in pairwise(sorted(rows))]
    return max(1, min(gaps, default=1))


# Drawing a bracket: the state of each box, byes omitted, boxes arranged in rows.


THIRD_BELOW = 1.25
"""How far below the final the third place is played for."""


def bracket_drawn(parts: Sequence[BracketState], pairing_state: PairingState) -> Bracket:
    """Draw the current state of brackets, with the announced rounds."""
    announced, numbers = announced_of(pairing_state), count(1)
    drawings = [_Drawing.of(part, announced, numbers) for part in parts]
    return Bracket(
        tuple(drawn for drawing in drawings for drawn in drawing.parts()),
        tuple(
            (f"{part.prefix}{WINNERS}", champion)
            for part in parts
            if (champion := part.champion) is not None
        ),
    )


def marks_by_game(result: TableResult | None, entry: int | None) -> tuple[int, ...]:
    """Return the marks of an entry in each game of a meeting."""
    if result is None or entry is None:
        return ()
    return tuple(game.get(entry, 0) for game in result.games)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A bracket with the boxes that are drawn: their sources, and their numbers in the event."""

    part: BracketState
    announced: Record
    sources: Mapping[BoxKey, Sources]
    numbers: Mapping[BoxKey, int]

    @classmethod
    def of(cls, part: BracketState, announced: Record, numbers: Iterator[int]) -> "_Drawing":
        """Number the boxes that are drawn, in the order of play."""
        met = {
            key for key, state in part.states.items() if state.sitting and not state.sitting.is_bye
        }
        sources = sources_reduced(part.tree, set(part.seeds.values()), met)
        return cls(part, announced, sources, {key: next(numbers) for key in sources})

    def parts(self) -> Iterator[DrawnPart]:
        """Draw the winners' bracket with the final, then the losers' bracket, if any."""
        for name, sections in ((WINNERS, (WINNERS, THIRD, FINAL)), (LOSERS, (LOSERS,))):
            whole = {f"{self.part.prefix}{section}" for section in sections}
            columns = [column for column in self.part.tree.columns if column.section in whole]
            filled = [
                filled_column for column in columns if (filled_column := self._filled(column)).boxes
            ]
            if filled:
                yield self._part_drawn(f"{self.part.prefix}{name}", filled)

    def _filled(self, column: BracketColumn) -> BracketColumn:
        boxes = tuple(box for box in column.boxes if box.key in self.sources)
        return BracketColumn(column.section, column.number, boxes)

    def _part_drawn(self, name: str, columns: Sequence[BracketColumn]) -> DrawnPart:
        places = list(self._places(columns))
        keys = [box.key for column in columns for box in column.boxes]
        rows = self._rows(keys)
        boxes = tuple(
            self._box(box, column=place, row=rows[box.key])
            for place, column in zip(places, columns, strict=True)
            for box in column.boxes
        )
        headings = dict(zip(places, columns, strict=True)).values()
        return DrawnPart(
            name,
            tuple(self._heading(column) for column in headings),
            boxes,
            tuple(self._strokes(keys)),
            max(rows.values()) + 1,
        )

    def _places(self, columns: Sequence[BracketColumn]) -> Iterator[int]:
        """Columns from 0; the third place shares that of the final."""
        place, before = -1, ""
        for column in columns:
            if before != f"{self.part.prefix}{THIRD}":
                place += 1
            yield place
            before = column.section

    def _heading(self, column: BracketColumn) -> DrawnColumn:
        of = max(
            other.number for other in self.part.tree.columns if other.section == column.section
        )
        sittings = [self._sitting(box.key) for box in column.boxes]
        rounds = {sitting.round if sitting else None for sitting in sittings}
        return DrawnColumn(
            column.section, column.number, of, rounds.pop() if len(rounds) == 1 else None
        )

    def _rows(self, keys: Sequence[BoxKey]) -> dict[BoxKey, float]:
        """Return rows: a box in the middle of those that feed it, others one below another."""
        rows: dict[BoxKey, float] = {}
        free = count()

        def put(key: BoxKey) -> float:
            fed = [put(feeder) for feeder in feeders(self.sources, key) if feeder in keys]
            rows[key] = sum(fed) / len(fed) if fed else float(next(free))
            return rows[key]

        put(next(key for key in reversed(keys) if not self._is_beside(key)))
        self._finals_aligned(keys, rows)
        return rows

    def _is_beside(self, key: BoxKey) -> bool:
        """Return whether a box has its row from another: the third place, further series of a
        final."""
        section = key.section.removeprefix(self.part.prefix)
        return section == THIRD or (section == FINAL and key.slot > 1)

    def _finals_aligned(self, keys: Sequence[BoxKey], rows: dict[BoxKey, float]) -> None:
        """Align further series of the final beside the first, the third place below it."""
        prefix = self.part.prefix
        final = BoxKey(f"{prefix}{FINAL}", 1)
        for key in keys:
            if key.section == final.section:
                rows[key] = rows[final]
            elif key.section == f"{prefix}{THIRD}":
                rows[key] = rows[final] + THIRD_BELOW

    def _strokes(self, keys: Sequence[BoxKey]) -> Iterator[BracketStroke]:
        numbers = self.numbers
        for key in keys:
            before = feeders(self.sources, key)
            if self._is_beside(key) and key.slot > 1:
                before = [BoxKey(key.section, key.slot - 1)]
            yield from (
                BracketStroke(numbers[feeder], numbers[key]) for feeder in before if feeder in keys
            )

    def _box(self, box: Box, *, column: int, row: float) -> DrawnBox:
        state, sitting = self.part.states[box.key], self._sitting(box.key)
        result = state.sitting.result if state.sitting else None
        upper, other = (
            self._line(line, source, state, result)
            for line, source in zip(state.lines, self.sources[box.key], strict=True)
        )
        return DrawnBox(
            number=self.numbers[box.key],
            section=box.key.section,
            column=column,
            row=row,
            lines=(upper, other),
            status=self._status(state),
            round=sitting.round if sitting else None,
            table=sitting.table if sitting and not sitting.is_bye else None,
            best_of=sitting.best_of if sitting else 0,
            if_needed=bool(box.earlier),
            # Somebody else went on than the result, as it now reads, would have it.
            is_overruled=bool(
                result
                and result.is_over
                and result.winners
                and state.winner.entry not in result.winners
            ),
        )

    def _sitting(self, key: BoxKey) -> BoxSitting | None:
        return self.part.states[key].sitting or self.announced.get(key)

    def _line(
        self, line: BoxLine, source: Source | None, state: BoxState, result: TableResult | None
    ) -> DrawnLine:
        is_seed = isinstance(source, Seed)
        return DrawnLine(
            entry=line.entry,
            source=From(source.take, self.numbers[source.box])
            if isinstance(source, Feed)
            else None,
            seed=self.part.seeds.get(line.entry) if is_seed and line.entry else None,
            games=result.won.get(line.entry) if result and line.entry else None,
            has_won=line.entry is not None and line.entry == state.winner.entry,
            marks=marks_by_game(result, line.entry),
        )

    def _status(self, state: BoxState) -> Status:
        if not state.is_needed:
            return Status.NEEDLESS
        if state.is_decided:
            fought = state.sitting and not state.sitting.is_bye
            return Status.OVER if fought else Status.WALKOVER
        if state.sitting:
            return Status.PLAYING
        if state.box.key in self.announced:
            return Status.DRAWN
        return Status.READY if state.is_determined else Status.COMING
