"""Keep announced tables when entries come or leave: the same entries meet in the same round.

Both searches end after a fixed number of steps, well below a second, as the event is locked
meanwhile; the same arguments give the same plan.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import NamedTuple

from engine.pairings.state import (
    CATCH_UP,
    Pair,
    PlannedRound,
    Slot,
    Table,
    bye_counts,
    home_first,
)
from engine.pairings.tables import meetings

STEPS = 6_000
"""Meetings placed in one attempt at most."""

WORK = 100_000
"""Rounds examined in one attempt at most."""

AT_HOME, ELSEWHERE = 8, 2
"""The cost of moving a meeting from the round it was announced for, or from another."""


class _Edge(NamedTuple):
    """A meeting of two entries; ``copy`` counts repeated meetings."""

    pair: Pair
    copy: int


@dataclass(slots=True)
class _Timetable:
    """The meetings of each round: ``at`` has each entry's meeting by round."""

    at: list[dict[int, _Edge]]
    home: dict[_Edge, int] = field(default_factory=dict)
    stands: dict[_Edge, int] = field(default_factory=dict)

    def put(self, edge: _Edge, number: int) -> None:
        self.stands[edge] = number
        for entry in edge.pair:
            self.at[number][entry] = edge

    def lift(self, edge: _Edge) -> None:
        number = self.stands.pop(edge)
        for entry in edge.pair:
            del self.at[number][entry]

    def in_the_way(self, edge: _Edge, number: int) -> set[_Edge]:
        here = self.at[number]
        return {here[entry] for entry in edge.pair if entry in here}

    def go_home(self) -> None:
        """Move meetings back to the rounds for which they were announced, if both are free."""
        for edge, number in self.home.items():
            if self.stands.get(edge, number) != number and not self.in_the_way(edge, number):
                self.lift(edge)
                self.put(edge, number)

    def come_forward(self, announced: Sequence[PlannedRound]) -> None:
        """Move meetings of a round that catches up to an earlier one in which both sit out."""
        for number, planned in enumerate(announced[: len(self.at)]):
            if all(slot.section != CATCH_UP for slot in planned.slots):
                continue
            for edge in sorted({*self.at[number].values()}, key=_order):
                free = (earlier for earlier in range(number) if not self.in_the_way(edge, earlier))
                if (earlier := next(free, None)) is not None:
                    self.lift(edge)
                    self.put(edge, earlier)


def closest_meetings(
    active: Sequence[int],
    announced: Sequence[PlannedRound],
    wanted: Counter[Pair],
    *,
    rounds: int,
    missed: int = 0,
    attempt: int = 0,
) -> tuple[PlannedRound, ...]:
    """Return this many rounds with all ``wanted`` meetings but ``missed``, or a few more.

    Announced meetings stay in their rounds as far as the others fit around them. A meeting of two
    who are never free together displaces others, preferably those already moved; these are placed
    again.
    """
    random = Random(attempt)  # noqa: S311 repeatable, not secret
    table, queue = _laid(announced, wanted, rounds)
    kicked: Counter[_Edge] = Counter()
    barred: dict[_Edge, int] = {}
    best = (len(queue), 0, dict(table.stands))
    for _step in range(min(STEPS, WORK // max(rounds, 1))):
        if len(queue) <= missed:
            break
        edge = queue.pop(0)
        number = _cheapest(table, edge, kicked, barred, random)
        for other in sorted(table.in_the_way(edge, number), key=_order):
            table.lift(other)
            kicked[other] += 1
            barred[other] = number
            queue.append(other)
        table.put(edge, number)
        if len(queue) < best[0]:
            best = (len(queue), 0, dict(table.stands))
    table = _restored(table, best[2], rounds)
    table.go_home()
    table.come_forward(announced)
    return _as_rounds(active, announced, table)


def _order(edge: _Edge) -> tuple[list[int], int]:
    return sorted(edge.pair), edge.copy


def _laid(
    announced: Sequence[PlannedRound], wanted: Counter[Pair], rounds: int
) -> tuple[_Timetable, list[_Edge]]:
    """Return the announced meetings that are still wanted, in their rounds, and the rest."""
    table = _Timetable([{} for _ in range(rounds)])
    left = Counter(wanted)
    for number, planned in enumerate(announced):
        for sitting in planned.tables:
            pair = frozenset(sitting)
            if left[pair] <= 0:
                continue
            left[pair] -= 1
            edge = _Edge(pair, left[pair])
            if number < rounds and not table.in_the_way(edge, number):
                table.home[edge] = number
                table.put(edge, number)
            else:
                left[pair] += 1
    queue = [_Edge(pair, copy) for pair, count in left.items() for copy in range(count)]
    return table, sorted(queue, key=_order)


def _cheapest(
    table: _Timetable,
    edge: _Edge,
    kicked: Counter[_Edge],
    barred: dict[_Edge, int],
    random: Random,
) -> int:
    """Return the round in which a meeting costs least, but not the one it was moved from."""
    best: list[int] = []
    least = None
    for number in range(len(table.at)):
        if barred.get(edge) == number and len(table.at) > 1:
            continue
        cost = sum(
            (AT_HOME if table.home.get(other) == number else ELSEWHERE) + kicked[other]
            for other in table.in_the_way(edge, number)
        )
        if least is None or cost < least:
            best, least = [number], cost
        elif cost == least:
            best.append(number)
    return random.choice(best)


def _restored(table: _Timetable, stands: dict[_Edge, int], rounds: int) -> _Timetable:
    timetable = _Timetable([{} for _ in range(rounds)], table.home)
    for edge, number in stands.items():
        timetable.put(edge, number)
    return timetable


def _as_rounds(
    active: Sequence[int], announced: Sequence[PlannedRound], table: _Timetable
) -> tuple[PlannedRound, ...]:
    """Return the rounds, announced tables first; empty rounds are left out.

    Nobody sits out in a further round that is not full: it only catches up meetings.
    """
    seated = {
        _Edge(frozenset(sitting), 0).pair: sitting
        for planned in announced
        for sitting in planned.tables
    }
    homes = Counter(sitting[0] for planned in announced for sitting in planned.tables)
    as_planned = []
    for number, here in enumerate(table.at):
        before = announced[number].tables if number < len(announced) else ()
        pairs = {edge.pair for edge in here.values()}
        tables: list[Table] = [sitting for sitting in before if frozenset(sitting) in pairs]
        known = {frozenset(sitting) for sitting in tables}
        for pair in sorted(pairs - known, key=sorted):
            tables.append(seated.get(pair) or home_first(pair, homes, active))
        if tables:
            as_planned.append(_round(active, announced, number, tables))
    return tuple(as_planned)


def _round(
    active: Sequence[int], announced: Sequence[PlannedRound], number: int, tables: Sequence[Table]
) -> PlannedRound:
    is_further = number >= len(announced) or any(
        slot.section == CATCH_UP for slot in announced[number].slots
    )
    if is_further and len(tables) < len(active) // 2:
        return PlannedRound(tuple(tables), slots=(Slot(CATCH_UP),) * len(tables))
    return PlannedRound.of(tables, active)


def unchanged_tables(announced: Sequence[PlannedRound], plan: Sequence[PlannedRound]) -> int:
    """Count the announced tables that stay."""
    return sum(
        len(
            {frozenset(table) for table in before.tables}
            & {frozenset(table) for table in after.tables}
        )
        for before, after in zip(announced, plan, strict=False)
    )


def may_be_kept(announced: Sequence[PlannedRound], size: int) -> bool:
    """Return whether rounds were announced for tables of this size, some perhaps one short."""
    sizes = {len(sitting) for planned in announced for sitting in planned.tables}
    return size in sizes and max(sizes) == size


def closest_seats(
    active: Sequence[int],
    announced: Sequence[PlannedRound],
    played: Sequence[PlannedRound],
    size: int,
) -> tuple[PlannedRound, ...]:
    """Return announced rounds of tables of ``size``, changed in as few tables as even byes allow.

    A player who left is replaced by one who sits out, or the table is dissolved; if enough sit out
    they form another table. Then players with most byes swap with those with fewest, choosing swaps
    that change fewest tables and repeat fewest meetings.
    """
    rounds = [_Seating.of(active, planned, size) for planned in announced]
    byes = Counter(bye_counts(active, played))
    byes.update(entry for seating in rounds for entry in seating.byes)
    together = meetings(played)
    together.update(
        pair for seating in rounds for sitting in seating.tables for pair in _pairs(sitting)
    )
    last = frozenset(played[-1].byes if played else ())
    for _step in range(2 * len(active) * len(rounds)):
        swap = _evening_swap(active, rounds, byes, together) or _resting_swap(
            rounds, last, byes, together
        )
        if swap is None:
            break
        number, waiting, place, seat = swap
        here = rounds[number]
        before = tuple(here.tables[place])
        other = here.change(waiting, place, seat)
        together.subtract(_pairs(before))
        together.update(_pairs(tuple(here.tables[place])))
        byes[waiting] -= 1
        byes[other] += 1
    return tuple(
        PlannedRound(tuple(map(tuple, seating.tables)), tuple(seating.byes))
        for seating in rounds
        if seating.tables
    )


@dataclass(slots=True)
class _Seating:
    """A round under change; ``changed`` are the tables that are not as announced."""

    tables: list[list[int]]
    byes: list[int]
    changed: set[int]

    @classmethod
    def of(cls, active: Sequence[int], planned: PlannedRound, size: int) -> "_Seating":
        here = set(active)
        seated = {entry for sitting in planned.tables for entry in sitting}
        spare = [entry for entry in planned.byes if entry in here]
        spare += [entry for entry in active if entry not in seated and entry not in spare]
        tables, changed = [], set[int]()
        for sitting in planned.tables:
            left = [entry for entry in sitting if entry in here]
            if len(left) == size:
                tables.append(list(sitting))
                continue
            if len(spare) < size - len(left):
                spare += left
                continue
            changed.add(len(tables))
            filled = [entry if entry in here else spare.pop(0) for entry in sitting]
            while len(filled) < size:
                filled.append(spare.pop(0))
            tables.append(filled)
        while len(spare) >= size:
            changed.add(len(tables))
            tables.append(spare[:size])
            spare = spare[size:]
        return cls(tables, spare, changed)

    def change(self, waiting: int, place: int, seat: int) -> int:
        """Seat a player who sits out, and return who sits out instead."""
        other = self.tables[place][seat]
        self.tables[place][seat] = waiting
        self.byes[self.byes.index(waiting)] = other
        self.changed.add(place)
        return other


def _evening_swap(
    active: Sequence[int],
    rounds: Sequence[_Seating],
    byes: Counter[int],
    together: Counter[Pair],
) -> tuple[int, int, int, int] | None:
    """Return the round, the player who sits out there, and the seat to take, to balance byes."""
    most, least = max(byes[entry] for entry in active), min(byes[entry] for entry in active)
    if most - least < 2:
        return None
    swaps = [
        (place not in here.changed, _again(sitting, seat, waiting, together), number, waiting,
         place, seat)
        for number, here in enumerate(rounds)
        for waiting in here.byes
        if byes[waiting] == most
        for place, sitting in enumerate(here.tables)
        for seat, entry in enumerate(sitting)
        if byes[entry] == least
    ]  # fmt: skip
    return min(swaps)[2:] if swaps else None


def _resting_swap(
    rounds: Sequence[_Seating], last: frozenset[int], byes: Counter[int], together: Counter[Pair]
) -> tuple[int, int, int, int] | None:
    """Return a swap for an entry that would sit out twice running, if byes stay as even."""
    for number, here in enumerate(rounds):
        before = rounds[number - 1].byes if number else last
        after = rounds[number + 1].byes if number + 1 < len(rounds) else ()
        swaps = [
            (place not in here.changed, _again(sitting, seat, waiting, together), number, waiting,
             place, seat)
            for waiting in here.byes
            if waiting in before
            for place, sitting in enumerate(here.tables)
            for seat, entry in enumerate(sitting)
            if byes[entry] < byes[waiting] and entry not in before and entry not in after
        ]  # fmt: skip
        if swaps:
            return min(swaps)[2:]
    return None


def _again(sitting: Sequence[int], seat: int, waiting: int, together: Counter[Pair]) -> int:
    """Count how often one met those at a table before, the partner there ten times."""
    partner = (seat + 2) % len(sitting)
    return sum(
        together[frozenset((waiting, other))] * (10 if place == partner else 1)
        for place, other in enumerate(sitting)
        if place != seat
    )


def _pairs(sitting: Sequence[int]) -> list[Pair]:
    return list(map(frozenset, combinations(sitting, 2)))
