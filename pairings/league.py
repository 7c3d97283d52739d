"""A season of so many meetings for everybody, against as many different opponents as can be."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import rustworkx

from pairings.balance import fewest_repeats, repeats_of
from pairings.berger import berger_rounds
from pairings.state import Meeting, Pair, PairingState, PlannedRound, Table, bye_counts

ATTEMPTS = 4


class Quality(NamedTuple):
    """How good a plan is; less is better, the first that differs decides."""

    meetings_missed: int
    rounds: int
    repeats: int
    bye_spread: int


@dataclass(slots=True)
class SeasonTally:
    """What everybody has still to play, whom he met, how often he was at home and sat out."""

    active: tuple[int, ...]
    need: dict[int, int]
    met: Counter[Pair]
    homes: Counter[int]
    byes: dict[int, int]

    @classmethod
    def of(cls, state: PairingState, meetings: int) -> "SeasonTally":
        """The account before the rounds that are to be planned."""
        active, begun = state.active, len(state.played)
        met = Counter(frozenset(table) for one in state.played for table in one.tables)
        met.update(map(frozenset, state.promised))
        homes = Counter(table[0] for one in state.played for table in one.tables)
        # Rounds before somebody came are as good as played: the season does not wait for him.
        waited = Counter(bye for planned in state.played for bye in planned.byes)
        settled = Counter(entry for table in state.promised for entry in table)
        need = {one: max(0, meetings - begun + waited[one] - settled[one]) for one in active}
        return cls(active, need, met, homes, dict(bye_counts(active, state.played)))

    def copy(self) -> "SeasonTally":
        """The same, to go on from."""
        met, homes = self.met.copy(), self.homes.copy()
        return SeasonTally(self.active, dict(self.need), met, homes, dict(self.byes))

    def play(self, tables: Sequence[Table]) -> PlannedRound:
        """Enter a round of these meetings; who has no part in it sits out."""
        planned = PlannedRound.of(tables, self.active)
        for table in tables:
            self.met[frozenset(table)] += 1
            self.homes[table[0]] += 1
            for entry in table:
                self.need[entry] -= 1
        for entry in planned.byes:
            self.byes[entry] += 1
        return planned

    @property
    def left(self) -> int:
        """The meetings that are still to be played, two needs making one."""
        return sum(self.need.values()) // 2


def season(state: PairingState, meetings: int, room: int | None) -> tuple[PlannedRound, ...]:
    """The rounds in which everybody plays ``meetings`` in all; at most ``room`` of them.

    The Berger table is played as far as that serves; from there on rounds are matched, those first
    who have most left to play, then those who have met least. Rests fall to everybody as often. Of
    some ways to divide the season between the two the best is taken, what was announced before
    anything that is only as good. The same arguments give the same plan.
    """
    start = SeasonTally.of(state, meetings)
    bound = _bound(start, room)
    best: tuple[PlannedRound, ...] = ()
    best_quality: Quality | None = None
    for plan in _plans(state, start, room):
        quality = _quality(plan, start)
        if best_quality is None or quality < best_quality:
            best, best_quality = plan, quality
        if best_quality <= bound:
            break
    return best


def _plans(
    state: PairingState, start: SeasonTally, room: int | None
) -> Iterator[tuple[PlannedRound, ...]]:
    active = set(start.active)
    told = state.announced
    if told and all(active == one.entries for one in told):
        yield told[:room]
    table = _table_continued(state, max(start.need.values(), default=0))
    longest = len(table) if room is None else min(len(table), room)
    for prefix in range(longest, -1, -1):
        for attempt in range(ATTEMPTS):
            account = start.copy()
            rounds = [account.play(_wanted(one, account)) for one in table[:prefix]]
            rounds = [one for one in rounds if one.tables]
            while account.left and (room is None or len(rounds) < room):
                tables = _matched(account, attempt)
                if not tables:
                    break
                rounds.append(account.play(tables))
            yield tuple(rounds)


def _table_continued(state: PairingState, count: int) -> tuple[PlannedRound, ...]:
    """The next rounds of the Berger table over everybody who took part, played over and over."""
    begun = len(state.played)
    once = len(state.entries) - 1 + len(state.entries) % 2
    cycles = -(-(begun + count) // once) if once > 0 else 0
    return berger_rounds(state.entries, cycles=cycles)[begun : begun + count]


def _wanted(planned: PlannedRound, account: SeasonTally) -> list[Table]:
    """The tables of a round at which both have something left to play."""
    need = account.need
    return [table for table in planned.tables if all(need.get(entry, 0) > 0 for entry in table)]


def _matched(account: SeasonTally, attempt: int) -> list[Table]:
    """One round's meetings, in the order of their first entries."""
    playing = [entry for entry in account.active if account.need[entry] > 0]
    size = len(playing) + 1
    waits = sum(account.byes.values()) + 1
    weight = [account.need[entry] * waits + account.byes[entry] for entry in playing]
    most = max(account.met.values(), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(playing)
    for one in range(len(playing)):
        for other in range(one + 1, len(playing)):
            met = account.met[frozenset((playing[one], playing[other]))]
            # Who plays comes before whom: a round has fewer meetings than there are entries.
            claim = (weight[one] + weight[other]) * most * size + most - met
            taste = ((attempt + 1) * (one + 1) ** 2 + (attempt + 2) * other * (one + other)) % size
            graph.add_edge(one, other, claim * size**2 + taste)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted(tuple(sorted(pair)) for pair in matching)
    return [_seated(playing[one], playing[other], account.homes) for one, other in pairs]


def _seated(one: int, other: int, homes: Mapping[int, int]) -> Meeting:
    """At home is who was there less often; of two alike, who comes first in the order drawn."""
    return Meeting(one, other) if homes[one] <= homes[other] else Meeting(other, one)


def _quality(plan: Sequence[PlannedRound], start: SeasonTally) -> Quality:
    account = start.copy()
    for planned in plan:
        account.play(planned.tables)
    byes = account.byes.values()
    missed = sum(map(abs, account.need.values()))
    spread = max(byes) - min(byes) if byes else 0
    return Quality(missed, len(plan), repeats_of(account.met), spread)


def _bound(start: SeasonTally, room: int | None) -> Quality:
    """What no plan can better; a spread of one bye is as good as none."""
    total, tables = sum(start.need.values()), max(1, len(start.active) // 2)
    rounds = max(max(start.need.values(), default=0), -(-(total // 2) // tables))
    if room is not None:
        rounds = min(rounds, room)
    missed = max(total % 2, total - 2 * rounds * tables)
    known, to_play = repeats_of(start.met), (total - missed) // 2
    taking = start.need if not missed else {}
    more = fewest_repeats(start.active, taking, start.met, total=to_play)
    return Quality(missed, rounds, known + more, 1)
