"""Draw a bracket as it stands: the state of each box, byes left out, boxes put in rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from pairings.bracket_state import BoxState, Kept, Line, Part, Record, announced_of
from pairings.brackets import (
    FINAL,
    LOSERS,
    THIRD,
    WINNERS,
    Box,
    Column,
    Feed,
    Key,
    Seed,
    Source,
    Sources,
    feeders,
    sources_reduced,
)
from pairings.drawing import (
    Bracket,
    DrawnBox,
    DrawnColumn,
    DrawnLine,
    DrawnPart,
    From,
    Status,
    Stroke,
)
from pairings.state import PairingState, TableResult


@dataclass(frozen=True, slots=True)
class Strip:
    """All that a box is drawn from."""

    part: Part
    announced: Record
    sources: Mapping[Key, Sources]
    numbers: Mapping[Key, int]

    def round_of(self, key: Key) -> int | None:
        """The event's round of a box, once it is drawn."""
        kept = self._kept(key)
        return kept.round if kept else None

    def box_drawn(self, box: Box, *, column: int, row: float) -> DrawnBox:
        """The box at its place."""
        state, kept = self.part.states[box.key], self._kept(box.key)
        result = state.kept.result if state.kept else None
        one, other = (
            self._line(line, source, state, result)
            for line, source in zip(state.lines, self.sources[box.key], strict=True)
        )
        return DrawnBox(
            number=self.numbers[box.key],
            section=box.key.section,
            column=column,
            row=row,
            lines=(one, other),
            status=self._status(state),
            round=kept.round if kept else None,
            table=kept.table if kept and not kept.is_bye else None,
            best_of=kept.best_of if kept else 0,
            if_needed=bool(box.earlier),
            is_overruled=_is_overruled(state, result),
        )

    def _kept(self, key: Key) -> Kept | None:
        return self.part.states[key].kept or self.announced.get(key)

    def _line(
        self, line: Line, source: Source | None, state: BoxState, result: TableResult | None
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
            marks=marks_of(result, line.entry),
        )

    def _status(self, state: BoxState) -> Status:
        if not state.is_needed:
            return Status.NEEDLESS
        if state.is_decided:
            fought = state.kept and not state.kept.is_bye
            return Status.OVER if fought else Status.WALKOVER
        if state.kept:
            return Status.PLAYING
        if state.box.key in self.announced:
            return Status.DRAWN
        return Status.READY if state.is_determined else Status.COMING


def marks_of(result: TableResult | None, entry: int | None) -> tuple[int, ...]:
    """The marks of an entry in each game of a meeting."""
    if result is None or entry is None:
        return ()
    return tuple(game.get(entry, 0) for game in result.games)


def _is_overruled(state: BoxState, result: TableResult | None) -> bool:
    """Whether somebody else went on than the result, as it now reads, would have it."""
    return bool(
        result and result.is_over and result.winners and state.winner.entry not in result.winners
    )


THIRD_BELOW = 1.25
"""How far below the final the third place is played for."""


def bracket_drawn(parts: Sequence[Part], pairing_state: PairingState) -> Bracket:
    """The drawing of brackets as they stand, with the rounds that are announced."""
    announced, numbers = announced_of(pairing_state), count(1)
    sheets = [Sheet.of(part, announced, numbers) for part in parts]
    return Bracket(
        tuple(drawn for sheet in sheets for drawn in sheet.drawn()),
        tuple(
            (f"{part.prefix}{WINNERS}", champion)
            for part in parts
            if (champion := part.champion) is not None
        ),
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """A bracket with the boxes that are drawn: their sources and their numbers."""

    part: Part
    sources: Mapping[Key, Sources]
    strip: Strip

    @classmethod
    def of(cls, part: Part, announced: Record, numbers: Iterator[int]) -> "Sheet":
        """Number the boxes that are drawn, in the order of play."""
        met = {key for key, state in part.states.items() if state.kept and not state.kept.is_bye}
        sources = sources_reduced(part.tree, set(part.seeds.values()), met)
        given = {key: next(numbers) for key in sources}
        return cls(part, sources, Strip(part, announced, sources, given))

    def drawn(self) -> Iterator[DrawnPart]:
        """The winners with the final, then the losers, where there are any."""
        for name, sections in ((WINNERS, (WINNERS, THIRD, FINAL)), (LOSERS, (LOSERS,))):
            whole = {f"{self.part.prefix}{section}" for section in sections}
            columns = [column for column in self.part.tree.columns if column.section in whole]
            filled = [found for column in columns if (found := self._filled(column)).boxes]
            if filled:
                yield self._part_drawn(f"{self.part.prefix}{name}", filled)

    def _filled(self, column: Column) -> Column:
        boxes = tuple(box for box in column.boxes if box.key in self.sources)
        return Column(column.section, column.number, boxes)

    def _part_drawn(self, name: str, columns: Sequence[Column]) -> DrawnPart:
        places = list(self._places(columns))
        keys = [box.key for column in columns for box in column.boxes]
        rows = self._rows(keys)
        boxes = tuple(
            self.strip.box_drawn(box, column=place, row=rows[box.key])
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

    def _places(self, columns: Sequence[Column]) -> Iterator[int]:
        """Columns from 0; the third place shares that of the final."""
        place, before = -1, ""
        for column in columns:
            if before != f"{self.part.prefix}{THIRD}":
                place += 1
            yield place
            before = column.section

    def _heading(self, column: Column) -> DrawnColumn:
        of = max(
            other.number for other in self.part.tree.columns if other.section == column.section
        )
        rounds = {self.strip.round_of(box.key) for box in column.boxes}
        return DrawnColumn(
            column.section, column.number, of, rounds.pop() if len(rounds) == 1 else None
        )

    def _rows(self, keys: Sequence[Key]) -> dict[Key, float]:
        """A box stands in the middle of those that feed it; the others one below another."""
        rows: dict[Key, float] = {}
        free = count()

        def put(key: Key) -> float:
            fed = [put(feeder) for feeder in feeders(self.sources, key) if feeder in keys]
            rows[key] = sum(fed) / len(fed) if fed else float(next(free))
            return rows[key]

        put(next(key for key in reversed(keys) if not self._is_beside(key)))
        self._finals_aligned(keys, rows)
        return rows

    def _is_beside(self, key: Key) -> bool:
        """Whether a box has its row from another: the third place, further series of a final."""
        section = key.section.removeprefix(self.part.prefix)
        return section == THIRD or (section == FINAL and key.slot > 1)

    def _finals_aligned(self, keys: Sequence[Key], rows: dict[Key, float]) -> None:
        """Further series of the final beside the first, the third place below it."""
        prefix = self.part.prefix
        final = Key(f"{prefix}{FINAL}", 1)
        for key in keys:
            if key.section == final.section:
                rows[key] = rows[final]
            elif key.section == f"{prefix}{THIRD}":
                rows[key] = rows[final] + THIRD_BELOW

    def _strokes(self, keys: Sequence[Key]) -> Iterator[Stroke]:
        numbers = self.strip.numbers
        for key in keys:
            before = feeders(self.sources, key)
            if self._is_beside(key) and key.slot > 1:
                before = [Key(key.section, key.slot - 1)]
            yield from (Stroke(numbers[one], numbers[key]) for one in before if one in keys)
