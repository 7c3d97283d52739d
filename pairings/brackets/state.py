"""Where a bracket stands: who is in which box, who won it, what is still open."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pairings.brackets.boxes import Box, Feed, Key, Seed, Source, Take, Tree
from pairings.brackets.record import Kept, Record


class Line(NamedTuple):
    """Who comes to a line of a box: an entry, nobody (settled without one), or not yet known."""

    entry: int | None
    is_settled: bool


NOBODY = Line(None, is_settled=True)
UNKNOWN = Line(None, is_settled=False)


def settled(entry: int | None) -> Line:
    """The line of an entry, or of nobody."""
    return Line(entry, is_settled=True)


@dataclass(frozen=True, slots=True)
class BoxState:
    """A box with its two lines, who goes on as its winner and loser, and what was recorded of it.

    ``is_past`` once the winner was drawn on, so that nothing is to be drawn here any more.
    ``is_needed`` is False for a further series of a final that is decided.
    """

    box: Box
    lines: tuple[Line, Line]
    winner: Line
    loser: Line
    kept: Kept | None
    is_past: bool = False
    is_needed: bool = True

    @property
    def entries(self) -> tuple[int, ...]:
        """Who is in the box, as far as is known."""
        return tuple(line.entry for line in self.lines if line.entry is not None)

    @property
    def is_determined(self) -> bool:
        """Whether it is known who comes to both lines."""
        return all(line.is_settled for line in self.lines)

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on."""
        return self.winner.is_settled


class Resolver:
    """Goes through a tree from the seeds on. The record comes before what would follow.

    Who was drawn into a box is in it. Who was seen to go on from a box has won it, whatever its
    result says after a correction: what has begun is never taken apart.
    """

    def __init__(
        self, tree: Tree, field: Mapping[int, int], record: Record, absent: frozenset[int]
    ) -> None:
        """``field`` are the entries by their seeds."""
        self.tree = tree
        self.field = field
        self.record = record
        self.absent = absent
        self.targets = {take: tree.targets(take) for take in Take}
        self.states: dict[Key, BoxState] = {}

    def resolved(self) -> Mapping[Key, BoxState]:
        """The state of every box."""
        for box in self.tree.boxes:
            self.states[box.key] = self._state(box)
        return self.states

    def _state(self, box: Box) -> BoxState:
        kept = self.record.get(box.key)
        if box.earlier and kept is None:
            needed = self._is_needed(box)
            if needed is None:
                return BoxState(box, (UNKNOWN, UNKNOWN), UNKNOWN, UNKNOWN, None)
            if not needed:
                return BoxState(box, (NOBODY, NOBODY), NOBODY, NOBODY, None, is_needed=False)
        lines = self._lines(box, kept)
        winner, loser = self._outcome(box, lines, kept)
        return BoxState(box, lines, winner, loser, kept, is_past=self._is_past(box))

    def _lines(self, box: Box, kept: Kept | None) -> tuple[Line, Line]:
        one, other = (self._came(source) for source in box.sources)
        if kept is None:
            return one, other
        if not kept.is_bye:
            return settled(kept.entries[0]), settled(kept.entries[1])
        alone = settled(kept.entries[0])
        return (one, other) if alone in (one, other) else (alone, NOBODY)

    def _came(self, source: Source) -> Line:
        match source:
            case Seed(rank):
                return settled(self.field.get(rank))
            case Feed(take, box):
                state = self.states[box]
                return state.winner if take == Take.WINNER else state.loser

    def _outcome(self, box: Box, lines: tuple[Line, Line], kept: Kept | None) -> tuple[Line, Line]:
        """Who goes on as the winner and as the loser."""
        if not all(line.is_settled for line in lines):
            return UNKNOWN, UNKNOWN
        there = {line.entry for line in lines if line.entry is not None}
        if len(there) < 2:
            return (settled(there.pop()), NOBODY) if there else (NOBODY, NOBODY)
        for winner in self._verdicts(box, there, kept):
            return settled(winner), settled((there - {winner}).pop())
        is_playing = kept is not None and kept.result is not None and not kept.result.is_over
        is_passed_over = not there - self.absent or self._is_past(box)
        return (NOBODY, NOBODY) if is_passed_over and not is_playing else (UNKNOWN, UNKNOWN)

    def _is_past(self, box: Box) -> bool:
        """Whether a box that follows was drawn: where both had gone, none of them was in it."""
        return self._seen_after(box.key, Take.WINNER) is not None

    def _verdicts(self, box: Box, there: set[int], kept: Kept | None) -> Iterator[int]:
        """Who won, as far as anything says so; what comes first holds."""
        if kept and kept.is_bye:
            yield kept.entries[0]
        went_on, went_down = (self._seen_after(box.key, take) for take in Take)
        if went_on in there:
            yield went_on
        if went_down in there:
            yield from there - {went_down}
        if kept and kept.result and kept.result.is_over:
            yield from sorted(there & kept.result.winners)
        here = there - self.absent
        if len(here) == 1 and (kept is None or kept.result is None or kept.result.is_over):
            yield from here

    def _seen_after(self, key: Key, take: Take) -> int | None:
        """Who was drawn on as the winner or loser of a box; through boxes without a draw, too.

        A table has its entries in the order of the box's lines, so that it tells who came from
        where. In a box that was passed without a draw somebody from its other line may have won.
        """
        target = self.targets[take].get(key)
        while target is not None:
            kept = self.record.get(target.key)
            if kept and kept.is_bye:
                return kept.entries[0]
            if kept:
                return kept.entries[target.sources.index(Feed(take, key))]
            key, take = target.key, Take.WINNER
            target = self.targets[take].get(key)
        return None

    def _is_needed(self, box: Box) -> bool | None:
        """Whether a further series of the final is to be played; None as long as that is open."""
        first = self.states[box.earlier[0]]
        played = [self.states[key] for key in box.earlier]
        if not all(state.is_decided for state in played):
            return None
        if len(first.entries) < 2:
            return False
        defeats = [state.loser.entry for state in played]
        return all(
            defeats.count(line.entry) < lives
            for line, lives in zip(first.lines, box.lives, strict=True)
        )
