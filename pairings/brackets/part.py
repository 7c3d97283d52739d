"""A bracket with its field, as far as it has come; and the round that follows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairings.base import PairingState, PlannedRound, Spot, Table
from pairings.brackets.boxes import FINAL, WINNERS, Column, Key, Tree
from pairings.brackets.record import Record, record_of
from pairings.brackets.seeding import bracket_size, seed_order
from pairings.brackets.state import BoxState, Resolver
from pairings.brackets.trees import double_tree, single_tree


@dataclass(frozen=True, slots=True)
class Kind:
    """What sort of bracket: with one defeat or two, how the final is played, the third place."""

    is_double: bool
    final: int = 1
    third: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A bracket as it stands. ``prefix`` sets its sections apart from those of another.

    ``seeds`` are its entries with the place from which each was set, 1 the best.
    """

    prefix: str
    kind: Kind
    tree: Tree
    seeds: Mapping[int, int]
    states: Mapping[Key, BoxState]

    @property
    def champion(self) -> int | None:
        """Who has won it, once nothing more is to be played for that."""
        finals = [self.states[box.key] for box in self.tree.columns[-1].boxes]
        if not finals[-1].is_decided:
            return None
        decided = [
            state.winner.entry
            for state in self.states.values()
            if state.box.key.section == f"{self.prefix}{FINAL}" and state.is_needed
        ]
        return decided[-1]

    def column(self, column: Column) -> list[BoxState]:
        """The states of a column's boxes."""
        return [self.states[box.key] for box in column.boxes]


def part_of(
    situation: PairingState, kind: Kind, field: Sequence[int], *, prefix: str = ""
) -> Part | None:
    """The bracket of a field in the order of seeds; None where there are not two.

    Once the first round of it has begun, the field is who was drawn into that, where they were.
    """
    record = record_of(situation)
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
    states = Resolver(tree, seeds, record, situation.absent).resolved()
    return Part(prefix, kind, tree, {entry: rank for rank, entry in seeds.items()}, states)


def _drawn_lines(record: Record, prefix: str) -> list[int | None]:
    """Who was drawn into the first column, line by line; a bye on the line of the worse seed."""
    openings = {f"{prefix}{WINNERS}", f"{prefix}{FINAL}"}
    boxes = {key: kept for key, kept in record.items() if key.section in openings}
    first = min((kept.round for kept in boxes.values()), default=0)
    opening = {key.slot: kept for key, kept in boxes.items() if kept.round == first}
    if not opening:
        return []
    size = bracket_size(2 * max(opening))
    order = seed_order(size)
    lines: list[int | None] = [None] * size
    for slot, kept in opening.items():
        one, other = 2 * slot - 2, 2 * slot - 1
        if kept.is_bye and order[one] > order[other]:
            one, other = other, one
        lines[one], lines[other] = kept.entries[0], None if kept.is_bye else kept.entries[1]
    return lines


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many games make a series, in the bracket and in its final; 0 leaves it to the event."""

    series: int = 0
    final: int = 0

    def of(self, key: Key) -> int:
        """The length of a box's series."""
        is_final = key.section.endswith(FINAL)
        return (self.final if is_final else 0) or self.series


def round_coming(
    parts: Sequence[Part], situation: PairingState, *, lengths: Lengths, stage: str = ""
) -> tuple[PlannedRound, ...]:
    """The tables at which both entries are known and free; none where nothing can begin.

    No table waits for another that it does not follow from: those left over of earlier rounds play
    on. Who meets nobody in a box, by the draw or because somebody dropped out, is a bye of that
    box and goes on.
    """
    busy = situation.playing
    tables: list[tuple[Table, Spot]] = []
    alone: dict[int, Spot] = {}
    for state in _due(parts):
        spot = Spot(*state.box.key, lengths.of(state.box.key))
        if not state.is_decided:
            one, other = state.entries
            if not busy & {one, other}:
                tables.append(((one, other), spot))
        elif (winner := state.winner.entry) is not None and winner not in situation.absent:
            alone[winner] = spot
    if not tables:
        return ()
    playing = busy.union(*(table for table, _spot in tables))
    byes = {entry: spot for entry, spot in alone.items() if entry not in playing}
    spots = (*(spot for _table, spot in tables), *byes.values())
    return (PlannedRound(tuple(table for table, _spot in tables), tuple(byes), stage, spots),)


def _due(parts: Sequence[Part]) -> Iterator[BoxState]:
    """Boxes not yet drawn whose lines are known, and where an opponent is gone.

    Byes by the draw are shown beside a table of their column. The first round of a bracket is its
    whole first column and nothing else: the record of it says for good who was drawn where.
    """
    for part in parts:
        has_begun = any(state.kept for state in part.states.values())
        for column in part.tree.columns if has_begun else part.tree.columns[:1]:
            fresh = [
                state
                for state in part.column(column)
                if state.is_determined and state.kept is None and not state.is_past
            ]
            if all(state.is_decided for state in fresh):
                fresh = [state for state in fresh if len(state.entries) == 2]
            yield from fresh
