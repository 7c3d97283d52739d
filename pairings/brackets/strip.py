"""One box of a bracket as it is drawn: who is in it, how it stands."""

from collections.abc import Mapping
from dataclasses import dataclass

from pairings.base import TableResult
from pairings.brackets.boxes import Box, Feed, Key, Seed, Source
from pairings.brackets.drawing import DrawnBox, DrawnLine, From, Status
from pairings.brackets.part import Part
from pairings.brackets.record import Kept, Record
from pairings.brackets.reduced import Sources
from pairings.brackets.state import BoxState, Line


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
