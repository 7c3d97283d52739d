"""The state of a bracket, box by box, from its draw and results.

Entries drawn into a box are recorded; only boxes that have not begun are derived from results.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import NamedTuple

from engine.pairings.brackets import (
    FINAL,
    THIRD,
    WINNERS,
    Box,
    BoxKey,
    BracketColumn,
    Feed,
    Seed,
    Source,
    Take,
    Tree,
    bracket_size,
    double_tree,
    seed_order,
    single_tree,
)
from engine.pairings.state import PairingState, PlannedRound, Slot, Table, TableResult


@dataclass(frozen=True, slots=True)
class BoxSitting:
    """Who sit at a box as drawn: its entries, with round and table, from 1.

    A single entry went on without playing; then, and before the round begins, ``result`` is None.
    """

    entries: tuple[int, ...]
    round: int
    table: int
    best_of: int
    result: TableResult | None

    @property
    def is_bye(self) -> bool:
        return len(self.entries) == 1


Record = Mapping[BoxKey, BoxSitting]


def record_of(pairing_state: PairingState) -> Record:
    """Return all begun tables and byes, by their boxes."""
    results = chain(pairing_state.results, repeat(()))
    return {
        key: sitting
        for number, (planned, came) in enumerate(
            zip(pairing_state.played, results, strict=False), start=1
        )
        for key, sitting in _sittings(planned, number, came)
    }


def announced_of(pairing_state: PairingState) -> Record:
    """Return tables and byes of rounds that are drawn and have not begun."""
    first = len(pairing_state.played) + 1
    return {
        key: sitting
        for number, planned in enumerate(pairing_state.announced, start=first)
        for key, sitting in _sittings(planned, number, ())
    }


def _sittings(
    planned: PlannedRound, number: int, came: tuple[TableResult, ...]
) -> Iterator[tuple[BoxKey, BoxSitting]]:
    slots, results = chain(planned.slots, repeat(Slot())), chain(came, repeat(None))
    numbered = enumerate(zip(planned.sittings, slots, results, strict=False), start=1)
    for table, (entries, slot, result) in numbered:
        yield (
            BoxKey(slot.section, slot.number),
            BoxSitting(entries, number, table, slot.best_of, result),
        )


class BoxLine(NamedTuple):
    """A line of a box: an entry, empty (settled without an entry), or not known yet."""

    entry: int | None
    is_settled: bool


NOBODY = BoxLine(None, is_settled=True)
UNKNOWN = BoxLine(None, is_settled=False)


def settled(entry: int | None) -> BoxLine:
    return BoxLine(entry, is_settled=True)


@dataclass(frozen=True, slots=True)
class BoxState:
    """A box with its lines, its winner and loser, and its record.

    ``is_past`` once its winner was drawn into a later box. ``is_needed`` is False for a further
    series of a final that is decided.
    """

    box: Box
    lines: tuple[BoxLine, BoxLine]
    winner: BoxLine
    loser: BoxLine
    sitting: BoxSitting | None
    is_past: bool = False
    is_needed: bool = True

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(line.entry for line in self.lines if line.entry is not None)

    @property
    def is_determined(self) -> bool:
        """Whether both lines are settled."""
        return all(line.is_settled for line in self.lines)

    @property
    def is_decided(self) -> bool:
        return self.winner.is_settled


class Resolver:
    """Resolve a tree from the seeds on; the record overrides derived results.

    Entries drawn into a box are in it, and one drawn on from a box has won it, even if a corrected
    result says otherwise.
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
        self.states: dict[BoxKey, BoxState] = {}

    def resolved(self) -> Mapping[BoxKey, BoxState]:
        for box in self.tree.boxes:
            self.states[box.key] = self._state(box)
        return self.states

    def _state(self, box: Box) -> BoxState:
        sitting = self.record.get(box.key)
        if box.earlier and sitting is None:
            needed = self._is_needed(box)
            if needed is None:
                return BoxState(box, (UNKNOWN, UNKNOWN), UNKNOWN, UNKNOWN, None)
            if not needed:
                return BoxState(box, (NOBODY, NOBODY), NOBODY, NOBODY, None, is_needed=False)
        lines = self._lines(box, sitting)
        winner, loser = self._outcome(box, lines, sitting)
        return BoxState(box, lines, winner, loser, sitting, is_past=self._is_past(box))

    def _lines(self, box: Box, sitting: BoxSitting | None) -> tuple[BoxLine, BoxLine]:
        upper, other = (self._came(source) for source in box.sources)
        if sitting is None:
            return upper, other
        if not sitting.is_bye:
            return settled(sitting.entries[0]), settled(sitting.entries[1])
        alone = settled(sitting.entries[0])
        return (upper, other) if alone in (upper, other) else (alone, NOBODY)

    def _came(self, source: Source) -> BoxLine:
        match source:
            case Seed(rank):
                return settled(self.field.get(rank))
            case Feed(take, box):
                state = self.states[box]
                return state.winner if take == Take.WINNER else state.loser

    def _outcome(
        self, box: Box, lines: tuple[BoxLine, BoxLine], sitting: BoxSitting | None
    ) -> tuple[BoxLine, BoxLine]:
        """Return the winner and the loser."""
        if not all(line.is_settled for line in lines):
            return UNKNOWN, UNKNOWN
        there = {line.entry for line in lines if line.entry is not None}
        if len(there) < 2:
            return (settled(there.pop()), NOBODY) if there else (NOBODY, NOBODY)
        for winner in self._verdicts(box, there, sitting):
            return settled(winner), settled((there - {winner}).pop())
        is_playing = (
            sitting is not None and sitting.result is not None and not sitting.result.is_over
        )
        is_passed_over = not there - self.absent or self._is_past(box)
        return (NOBODY, NOBODY) if is_passed_over and not is_playing else (UNKNOWN, UNKNOWN)

    def _is_past(self, box: Box) -> bool:
        """Return whether a later box was drawn from this one, perhaps without either entry."""
        return self._seen_after(box.key, Take.WINNER) is not None

    def _verdicts(self, box: Box, there: set[int], sitting: BoxSitting | None) -> Iterator[int]:
        """Yield the winner by each source of results; the first one counts."""
        if sitting and sitting.is_bye:
            yield sitting.entries[0]
        went_on, went_down = (self._seen_after(box.key, take) for take in Take)
        if went_on in there:
            yield went_on
        if went_down in there:
            yield from there - {went_down}
        if sitting and sitting.result and sitting.result.is_over:
            yield from sorted(there & sitting.result.winners)
        here = there - self.absent
        if len(here) == 1 and (sitting is None or sitting.result is None or sitting.result.is_over):
            yield from here

    def _seen_after(self, key: BoxKey, take: Take) -> int | None:
        """Return who was drawn on as the winner or loser of a box, past boxes without a draw.

        A table has its entries in the order of the box's lines. A box passed without a draw may
        have been won from its other line.
        """
        target = self.targets[take].get(key)
        while target is not None:
            sitting = self.record.get(target.key)
            if sitting and sitting.is_bye:
                return sitting.entries[0]
            if sitting:
                return sitting.entries[target.sources.index(Feed(take, key))]
            key, take = target.key, Take.WINNER
            target = self.targets[take].get(key)
        return None

    def _is_needed(self, box: Box) -> bool | None:
        """Return whether a further series of the final is needed; None while that is open."""
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


@dataclass(frozen=True, slots=True)
class BracketKind:
    """The kind of a bracket: one defeat or two, how the final is played, third place."""

    is_double: bool
    final: int = 1
    third: bool = False


@dataclass(frozen=True, slots=True)
class BracketState:
    """The state of a bracket; ``prefix`` distinguishes its sections from another's. ``seeds`` are
    the seeds of its entries, 1 the best."""

    prefix: str
    kind: BracketKind
    tree: Tree
    seeds: Mapping[int, int]
    states: Mapping[BoxKey, BoxState]

    @property
    def champion(self) -> int | None:
        """The winner, once decided."""
        finals = [self.states[box.key] for box in self.tree.columns[-1].boxes]
        if not finals[-1].is_decided:
            return None
        decided = [
            state.winner.entry
            for state in self.states.values()
            if state.box.key.section == f"{self.prefix}{FINAL}" and state.is_needed
        ]
        return decided[-1]

    def column(self, column: BracketColumn) -> list[BoxState]:
        return [self.states[box.key] for box in column.boxes]


def part_of(
    pairing_state: PairingState, kind: BracketKind, field: Sequence[int], *, prefix: str = ""
) -> BracketState | None:
    """Return the bracket of a field in the order of seeds; None for fewer than two.

    Once its first round has begun, the field is that of the first round.
    """
    record = record_of(pairing_state)
    lines = _drawn_lines(record, prefix)
    size = len(lines) or bracket_size(len(field))
    order = seed_order(size)
    if lines:
        seeds = {rank: entry for rank, entry in zip(order, lines, strict=True) if entry}
    else:
        seeds = dict(enumerate(field, start=1))
    if len(seeds) < 2:
        return None
    if kind.is_double:
        tree = double_tree(size, final=kind.final, prefix=prefix)
    else:
        tree = single_tree(size, final=kind.final, third=kind.third, prefix=prefix)
    states = Resolver(tree, seeds, record, pairing_state.absent).resolved()
    return BracketState(prefix, kind, tree, {entry: rank for rank, entry in seeds.items()}, states)


def _drawn_lines(record: Record, prefix: str) -> list[int | None]:
    """Return the entries of the first column by line; a bye is on the line of the worse seed."""
    openings = {f"{prefix}{WINNERS}", f"{prefix}{FINAL}"}
    boxes = {key: sitting for key, sitting in record.items() if key.section in openings}
    first = min((sitting.round for sitting in boxes.values()), default=0)
    opening = {key.slot: sitting for key, sitting in boxes.items() if sitting.round == first}
    if not opening:
        return []
    size = bracket_size(2 * max(opening))
    order = seed_order(size)
    lines: list[int | None] = [None] * size
    for slot, sitting in opening.items():
        upper, other = 2 * slot - 2, 2 * slot - 1
        if sitting.is_bye and order[upper] > order[other]:
            upper, other = other, upper
        lines[upper], lines[other] = (
            sitting.entries[0],
            None if sitting.is_bye else sitting.entries[1],
        )
    return lines


@dataclass(frozen=True, slots=True)
class Lengths:
    """Lengths of series in the bracket and in its final; 0 leaves them to the event."""

    series: int = 0
    final: int = 0

    def of(self, key: BoxKey) -> int:
        """Return the length of a box's series."""
        is_final = key.section.endswith(FINAL)
        return (self.final if is_final else 0) or self.series


def round_coming(
    parts: Sequence[BracketState], pairing_state: PairingState, *, lengths: Lengths, stage: str = ""
) -> tuple[PlannedRound, ...]:
    """Return a round of the tables whose entries are known and free; nothing where none are.

    A table waits only for those it follows from. An entry without an opponent in a box, by the draw
    or because one dropped out, has a bye.
    """
    busy = pairing_state.playing
    tables: list[tuple[Table, Slot]] = []
    alone: dict[int, Slot] = {}
    for state in _due(parts):
        slot = Slot(*state.box.key, lengths.of(state.box.key))
        if not state.is_decided:
            entry, other = state.entries
            if not busy & {entry, other}:
                tables.append(((entry, other), slot))
        elif (winner := state.winner.entry) is not None and winner not in pairing_state.absent:
            alone[winner] = slot
    if not tables:
        return ()
    playing = busy.union(*(table for table, _slot in tables))
    byes = [(entry, slot) for entry, slot in alone.items() if entry not in playing]
    return (PlannedRound.of_slots(tables, byes, stage),)


def _due(parts: Sequence[BracketState]) -> Iterator[BoxState]:
    """Yield undrawn boxes with known lines.

    Byes by the draw come with a table of their column. The first round is exactly the whole first
    column, because it records who was drawn where.
    """
    for part in parts:
        has_begun = any(state.sitting for state in part.states.values())
        for column in part.tree.columns if has_begun else part.tree.columns[:1]:
            fresh = [
                state
                for state in part.column(column)
                if state.is_determined and state.sitting is None and not state.is_past
            ]
            if all(state.is_decided for state in fresh):
                fresh = [state for state in fresh if len(state.entries) == 2]
            yield from fresh


Worth = tuple[int, ...]
"""How far an entry got; more is better."""

STILL_IN = 1_000
"""Beyond the last column of any bracket."""


def undecided_in(parts: Sequence[BracketState]) -> frozenset[tuple[int, int]]:
    """Return the tables, by round and number, that are over without a winner who goes on."""
    return frozenset(
        (state.sitting.round, state.sitting.table)
        for part in parts
        for state in part.states.values()
        if state.sitting
        and state.sitting.result
        and state.sitting.result.is_over
        and not state.is_decided
    )


def places_of(parts: Sequence[BracketState]) -> dict[int, int]:
    """Return places by entry, from 1; entries put out in the same round share the better place.

    Those still in share the first places. Where both finalists dropped out they share the second
    place. The second part is the consolation: its entries come behind all others of the first part,
    ordered by it; entries put out as early that did not play it come last.
    """
    if not parts:
        return {}
    main = dict(worths(parts[0]))
    if len(parts) == 1:
        return without_first(placed(main), is_won=not _is_vacant(parts[0]))
    consoled = dict(worths(parts[1]))
    early = max(main[entry] for entry in consoled if entry in main)
    ranks = placed(
        {
            entry: (1, *consoled[entry])
            if entry in consoled
            else (2 if worth > early else 0, *worth)
            for entry, worth in main.items()
        }
    )
    return without_first(ranks, is_won=not _is_vacant(parts[0]))


def placed(worth: Mapping[int, Worth]) -> dict[int, int]:
    """Return places by worth: one more than the number of better ones."""
    order = sorted(worth.values(), reverse=True)
    first = {value: place for place, value in reversed(list(enumerate(order, start=1)))}
    return {entry: first[value] for entry, value in worth.items()}


def without_first(places: dict[int, int], *, is_won: bool) -> dict[int, int]:
    """Return the places; if nobody won, the first become second."""
    return {entry: place if is_won else max(place, 2) for entry, place in places.items()}


def _is_vacant(part: BracketState) -> bool:
    """Return whether the final is decided without a winner."""
    finals = [part.states[box.key] for box in part.tree.columns[-1].boxes]
    return finals[-1].is_decided and part.champion is None and len(part.seeds) > 1


def worths(part: BracketState) -> Iterator[tuple[int, Worth]]:
    """Yield how far each entry of a bracket got: the column it was put out in."""
    return chain(((entry, (STILL_IN, 0)) for entry in part.seeds), _exits(part), _finalists(part))


def _exits(part: BracketState) -> Iterator[tuple[int, Worth]]:
    """Yield entries put out by a defeat, and the winner of the third place."""
    downward = part.tree.targets(Take.LOSER)
    for number, column in enumerate(part.tree.columns):
        if column.section == f"{part.prefix}{FINAL}":
            continue
        for state in part.column(column):
            if not state.is_decided:
                continue
            out = set(state.entries) - {state.winner.entry}
            if state.box.key not in downward or state.winner.entry is None:
                yield from ((entry, (number, 0)) for entry in out)
            if column.section == f"{part.prefix}{THIRD}" and state.winner.entry is not None:
                yield state.winner.entry, (number, 1)


def _finalists(part: BracketState) -> Iterator[tuple[int, Worth]]:
    """Yield first and second, once the final is decided."""
    last = part.tree.columns[-1]
    first = part.tree.columns[-1].boxes[0].earlier[:1] or (last.boxes[0].key,)
    if part.column(last)[0].is_decided:
        for entry in part.states[first[0]].entries:
            yield entry, (STILL_IN - 1, int(entry == part.champion))
