"""Round robins: by the Berger tables, with a number of meetings, and planned again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from engine.pairings.balance import fewest_repeats, repeats_of
from engine.pairings.berger import berger_rounds
from engine.pairings.format import Format, Setting
from engine.pairings.keeping import closest_meetings, unchanged_tables
from engine.pairings.state import (
    Pair,
    PairingState,
    PlannedRound,
    Table,
    bye_counts,
    bye_spread,
    home_first,
)
from rules.phrases import phrase

ATTEMPTS = 4

WORK = 2_400
"""Rounds times entries after which no further attempt is made: a second or two in all."""


class PlanQuality(NamedTuple):
    """How good a plan is; less is better, the first that differs decides."""

    meetings_missed: int
    rounds: int
    repeats: int
    bye_spread: int


class RoundRobin(Format):
    """Everybody meets everybody, or a given number of others."""

    key = "round_robin"
    name = phrase("Round robin")
    explanation = phrase(
        "Fixed pairs; everyone meets everyone in the order of the Berger tables. With an odd "
        "number of pairs one sits out each round."
    )
    lineup = 2
    settings = (
        Setting(
            "cycles",
            phrase("Meetings of any two pairs"),
            phrase("How often any two pairs meet in the course of the event."),
            default=1,
            low=1,
            high=2,
        ),
        Setting(
            "meetings",
            phrase("Meetings of each pair in all"),
            phrase(
                "Each pair plays this many meetings, against as many different pairs as "
                "possible; with an odd number of pairs all sit out equally often. 0 follows the "
                "setting above."
            ),
            default=0,
            low=0,
            high=60,
        ),
        Setting(
            "rounds",
            phrase("Maximum number of rounds"),
            phrase("The event ends after this many rounds; 0 plays until all have met."),
            default=0,
            low=0,
            high=126,
            nought=phrase("until all have met"),
        ),
    )

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the rounds still to be played so that all active entries have met.

        Options: ``cycles`` (1) times each meeting is played, ``rounds`` the maximum number of
        rounds (0: no limit). With ``meetings`` everybody plays that many instead, against as many
        different opponents as possible.

        If rounds were announced, as many of their tables stay as possible. Else, if nobody came or
        left, this is the Berger table's continuation. If an entry left, its opponents sit out,
        unless a new plan takes fewer rounds; if one came late, the missing meetings are matched
        round by round. No meeting is played more often than ``cycles``.
        """
        cycles = state.options.get("cycles", 1)
        limit = state.options.get("rounds", 0)
        room = max(0, limit - len(state.played)) if limit else None
        if meetings := state.options.get("meetings", 0):
            return season(state, meetings, room)
        wanted = _wanted(state, cycles)
        if state.announced:
            return _continued_plan(state, wanted, cycles, room)
        return _new_plan(state, wanted, cycles, room)


def _continued_plan(
    state: PairingState, wanted: Counter[Pair], cycles: int, room: int | None
) -> tuple[PlannedRound, ...]:
    """Return the announced plan with as few tables changed as possible.

    In no more rounds than were announced or are needed; if somebody came, one more is preferred to
    new tables for everybody. Byes are as even as that allows.
    """
    announced, bound = state.announced, _bound(wanted, state, room)
    rounds = max(bound.rounds, len(announced) if room is None else min(len(announced), room))
    known = frozenset[int]().union(*(planned.entries for planned in announced))
    slack = int(room is None and not known.issuperset(state.active))
    is_cut = bound.meetings_missed > 0
    plans = [_new_plan(state, wanted, cycles, room)]
    if is_cut:
        plans.append(holes_filled(state, wanted)[:room])
    left = WORK
    for attempt in range(ATTEMPTS):
        for more in range(slack + 1):
            left -= (rounds + more) * len(state.active)
            plan = closest_meetings(
                state.active,
                announced,
                wanted,
                rounds=rounds + more,
                missed=bound.meetings_missed,
                attempt=attempt,
            )
            plans.append(plan)
            if _quality(plan, wanted, state).meetings_missed <= bound.meetings_missed:
                break
        if left <= 0:
            break
    return min(plans, key=lambda plan: _worth(plan, wanted, state, rounds + slack, is_cut=is_cut))


def holes_filled(
    state: PairingState, wanted: Counter[Pair], need: Mapping[int, int] | None = None
) -> tuple[PlannedRound, ...]:
    """Return the announced rounds without those who left, in which entries that sit out meet.

    In each round as many of them meet as ``wanted`` allows, first those who sat out most; of
    entries with a ``need`` of meetings, no more than that. Then whoever sits out most takes a seat
    at an announced table from one that sits out least, until byes differ by at most one.
    """
    here = frozenset(state.active)
    left = Counter(wanted)
    kept: list[list[Table]] = []
    for planned in state.announced:
        kept.append([])
        for table in planned.tables:
            pair = frozenset(table)
            # A table that an entry was taken out of is one short.
            if len(table) == 2 and pair <= here and left[pair] > 0:
                left[pair] -= 1
                kept[-1].append(table)
    byes = bye_counts(state.active, state.played)
    homes = Counter(
        table[0] for tables in (*(p.tables for p in state.played), *kept) for table in tables
    )
    spare = None if need is None else Counter(need)
    if spare is not None:
        spare.subtract(entry for tables in kept for table in tables for entry in table)
    for tables in kept:
        seated = {entry for table in tables for entry in table}
        free = [
            entry
            for entry in state.active
            if entry not in seated and (spare is None or spare[entry] > 0)
        ]
        edges = (
            (place, other, byes[free[place]] + byes[free[other]] + 1)
            for place, other in combinations(range(len(free)), 2)
            if left[frozenset((free[place], free[other]))] > 0
        )
        pairs = _heaviest(free, edges)
        left.subtract(pairs)
        tables.extend(home_first(pair, homes, state.active) for pair in pairs)
        playing = {entry for table in tables for entry in table}
        for entry in byes.keys() - playing:
            byes[entry] += 1
        if spare is not None:
            spare.subtract(entry for pair in pairs for entry in pair)
    if spare is None:
        _byes_even(kept, left, byes)
    return tuple(PlannedRound.of(tables, state.active) for tables in kept if tables)


def _byes_even(rounds: list[list[Table]], left: Counter[Pair], byes: dict[int, int]) -> None:
    """Give seats of entries with the fewest byes to those with the most, if the two who then meet
    still have to; no round changes at more tables than it must."""
    changed: set[tuple[int, int]] = set()
    while max(byes.values(), default=0) - min(byes.values(), default=0) > 1:
        most, least = max(byes.values()), min(byes.values())
        swaps = [
            ((number, place) not in changed, number, place, seat, waiting)
            for number, tables in enumerate(rounds)
            for waiting in byes.keys() - {entry for table in tables for entry in table}
            if byes[waiting] == most
            for place, table in enumerate(tables)
            for seat in range(2)
            if byes[table[seat]] == least and left[frozenset((waiting, table[1 - seat]))] > 0
        ]
        if not swaps:
            return
        _is_new, number, place, seat, waiting = min(swaps)
        table = rounds[number][place]
        other = table[1 - seat]
        left[frozenset(table)] += 1
        left[frozenset((waiting, other))] -= 1
        rounds[number][place] = (waiting, other) if seat == 0 else (other, waiting)
        changed.add((number, place))
        byes[waiting] -= 1
        byes[table[seat]] += 1


def _worth(
    plan: Sequence[PlannedRound],
    wanted: Counter[Pair],
    state: PairingState,
    rounds: int,
    *,
    is_cut: bool,
) -> tuple[int, ...]:
    """Less is better: meetings missed, rounds too many, tables changed, rounds, byes uneven.

    Where the number of rounds is cut, not all can meet: then tables that stay come first, if nobody
    sits out twice more than another.
    """
    quality = _quality(plan, wanted, state)
    changed = -unchanged_tables(state.announced, plan)
    too_many = max(0, quality.rounds - rounds)
    if is_cut:
        return too_many, int(quality.bye_spread > 1), changed, *quality
    return quality.meetings_missed, too_many, changed, quality.rounds, quality.bye_spread


def _new_plan(
    state: PairingState, wanted: Counter[Pair], cycles: int, room: int | None
) -> tuple[PlannedRound, ...]:
    """Return the Berger table's continuation, unless newly matched rounds are better."""
    table = _table_continued(state, wanted, cycles)[:room]
    best, best_quality = table, _quality(table, wanted, state)
    bound = _bound(wanted, state, room)
    for attempt in range(ATTEMPTS):
        if best_quality <= bound:
            break
        plan = leftover_rounds(state, wanted, room=room, attempt=attempt)
        quality = _quality(plan, wanted, state)
        if quality < best_quality:
            best, best_quality = plan, quality
    return best


def _wanted(state: PairingState, cycles: int) -> Counter[Pair]:
    """Return how often each two active entries still have to meet."""
    active = state.active
    met = Counter(frozenset(table) for planned in state.played for table in planned.tables)
    met.update(map(frozenset, state.promised))
    wanted: Counter[Pair] = Counter()
    for place, entry in enumerate(active):
        for other in active[place + 1 :]:
            pair = frozenset((entry, other))
            if met[pair] < cycles:
                wanted[pair] = cycles - met[pair]
    return wanted


def _table_continued(
    state: PairingState, wanted: Counter[Pair], cycles: int
) -> tuple[PlannedRound, ...]:
    """Return the Berger table from the first unplayed round, without absentees or old meetings."""
    left = wanted.copy()
    rounds = []
    for planned in berger_rounds(state.entries, cycles=cycles)[len(state.played) :]:
        tables = tuple(table for table in planned.tables if left[frozenset(table)] > 0)
        left.subtract(frozenset(table) for table in tables)
        if tables:
            rounds.append(PlannedRound.of(tables, state.active))
    return tuple(rounds)


def _quality(
    plan: Sequence[PlannedRound], wanted: Counter[Pair], state: PairingState
) -> PlanQuality:
    missed = wanted.total() - sum(len(planned.tables) for planned in plan)
    return PlanQuality(missed, len(plan), 0, bye_spread(state.active, [*state.played, *plan]))


def _bound(wanted: Counter[Pair], state: PairingState, room: int | None) -> PlanQuality:
    """Return a bound for any plan: full tables in every round, nobody waiting longer than
    necessary.

    A spread of one bye counts as even: with an odd number somebody is always ahead.
    """
    tables = len(state.active) // 2
    degree = Counter(entry for pair in wanted.elements() for entry in pair)
    needed = max(max(degree.values(), default=0), -(-wanted.total() // max(tables, 1)))
    rounds = needed if room is None else min(needed, room)
    return PlanQuality(max(0, wanted.total() - rounds * tables), rounds, 0, 1)


# Matching of the remaining meetings after entries come or go.


def leftover_rounds(
    state: PairingState, wanted: Counter[Pair], *, room: int | None, attempt: int
) -> tuple[PlannedRound, ...]:
    """Rounds in which the ``wanted`` meetings are played, each as a matching; at most ``room``.

    Each round seats first those with most meetings left, then those with most byes behind them.
    ``attempt`` breaks ties in another way, so that a better plan may be found; the same arguments
    give the same plan.
    """
    active = state.active
    left = Counter(wanted)
    byes = bye_counts(active, state.played)
    homes = Counter(table[0] for planned in state.played for table in planned.tables)
    rounds: list[PlannedRound] = []
    while +left and (room is None or len(rounds) < room):
        pairs = _matched_left(active, left, byes, attempt)
        meetings = tuple(home_first(pair, homes, active) for pair in pairs)
        left.subtract(pairs)
        rounds.append(PlannedRound.of(meetings, active))
        for entry in rounds[-1].byes:
            byes[entry] += 1
    return tuple(rounds)


def _matched_left(
    active: Sequence[int], left: Counter[Pair], byes: Mapping[int, int], attempt: int
) -> list[Pair]:
    """Return one round's meetings, in the order of their first entries.

    Weights stand on the entries: the sets of entries that a matching can seat form a matroid, so
    the heaviest matching seats as many as possible and, among those, is best from the top down.
    """
    place = {entry: index for index, entry in enumerate(active)}
    degree = Counter(entry for pair in left.elements() for entry in pair)
    size = len(active) + 1
    scale = sum(byes.values()) + 1
    weight = [degree[entry] * scale + byes[entry] for entry in active]
    return _heaviest(
        active,
        (
            (
                place,
                other,
                (weight[place] + weight[other]) * size**3 + _taste(place, other, attempt) % size**2,
            )
            for place, other in sorted(sorted(place[entry] for entry in pair) for pair in +left)
        ),
    )


def _heaviest(entries: Sequence[int], edges: Iterable[tuple[int, int, int]]) -> list[Pair]:
    """Return the heaviest of the matchings with most pairs; edges are places and a weight."""
    import rustworkx  # noqa: PLC0415 with NumPy a tenth of a process's start

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(entries)
    graph.add_edges_from(list(edges))
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted(map(sorted, matching))
    return [frozenset((entries[place], entries[other])) for place, other in pairs]


def _taste(place: int, other: int, attempt: int) -> int:
    """Tell one matching of equal worth from another, repeatably."""
    return (attempt + 1) * (place + 1) ** 2 + (attempt + 2) * other * (place + other)


# A season: a number of meetings for everybody, against as many different opponents as possible.


@dataclass(slots=True)
class SeasonTally:
    """Each entry's remaining meetings, opponents, home games and byes."""

    active: tuple[int, ...]
    need: dict[int, int]
    met: Counter[Pair]
    homes: Counter[int]
    byes: dict[int, int]

    @classmethod
    def of(cls, state: PairingState, meetings: int) -> "SeasonTally":
        """Return the account before the rounds that are to be planned."""
        active, begun = state.active, len(state.played)
        met = Counter(frozenset(table) for planned in state.played for table in planned.tables)
        met.update(map(frozenset, state.promised))
        homes = Counter(table[0] for planned in state.played for table in planned.tables)
        # Rounds before somebody came are as good as played: the season does not wait for them.
        waited = Counter(bye for planned in state.played for bye in planned.byes)
        settled = Counter(entry for table in state.promised for entry in table)
        need = {
            entry: max(0, meetings - begun + waited[entry] - settled[entry]) for entry in active
        }
        return cls(active, need, met, homes, dict(bye_counts(active, state.played)))

    def copy(self) -> "SeasonTally":
        met, homes = self.met.copy(), self.homes.copy()
        return SeasonTally(self.active, dict(self.need), met, homes, dict(self.byes))

    def play(self, tables: Sequence[Table]) -> PlannedRound:
        """Add a round of these meetings; entries without one sit out."""
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
    """Return the rounds in which everybody plays ``meetings`` in all; at most ``room`` of them.

    The Berger table is played as far as it serves; then rounds are matched, first those with most
    meetings left, then those who met least. Byes are distributed evenly. The best of several
    divisions between the two is taken; among equals the announced plan. The same arguments give the
    same plan.
    """
    start = SeasonTally.of(state, meetings)
    bound = _season_bound(start, room)
    # Without the last announced weeks if they only made up for meetings that holes give now.
    for weeks in (len(state.announced), bound.rounds):
        filled = _season_filled(replace(state, announced=state.announced[:weeks]), start, room)
        if filled and _is_as_good(_season_quality(filled, start), bound):
            return filled
    best: tuple[PlannedRound, ...] = ()
    best_quality: PlanQuality | None = None
    for plan in _plans(state, start, room):
        quality = _season_quality(plan, start)
        if best_quality is None or quality < best_quality:
            best, best_quality = plan, quality
        if best_quality <= bound:
            break
    return best


def _season_filled(
    state: PairingState, start: SeasonTally, room: int | None
) -> tuple[PlannedRound, ...]:
    """Return the announced rounds with their holes filled, and rounds for what is still missing."""
    tally = start.copy()
    filled = holes_filled(state, _season_wanted(state, start), start.need)[:room]
    rounds = [tally.play(planned.tables) for planned in filled]
    while rounds and tally.left and (room is None or len(rounds) < room):
        if not (tables := _matched_season(tally, 0)):
            break
        rounds.append(tally.play(tables))
    return tuple(rounds)


def _is_as_good(quality: PlanQuality, bound: PlanQuality) -> bool:
    """Whether a plan that keeps what was announced misses nothing, in one round more at most."""
    is_even = quality.bye_spread <= bound.bye_spread + 1 and quality.repeats <= bound.repeats
    return (
        quality.meetings_missed <= bound.meetings_missed
        and is_even
        and (quality.rounds <= bound.rounds + 1)
    )


def _season_wanted(state: PairingState, start: SeasonTally) -> Counter[Pair]:
    """Return the meetings of two who have met as seldom as any, once each."""
    pairs = [frozenset(pair) for pair in combinations(start.active, 2)]
    announced = Counter(frozenset(table) for planned in state.announced for table in planned.tables)
    least = min((start.met[pair] for pair in pairs), default=0)
    return Counter(pair for pair in pairs if start.met[pair] == least) | announced


def _plans(
    state: PairingState, start: SeasonTally, room: int | None
) -> Iterator[tuple[PlannedRound, ...]]:
    active = set(start.active)
    announced = state.announced
    if announced and all(active == planned.entries for planned in announced):
        yield announced[:room]
    table = _cycles_continued(state, max(start.need.values(), default=0))
    longest = len(table) if room is None else min(len(table), room)
    for prefix in range(longest, -1, -1):
        for attempt in range(ATTEMPTS):
            tally = start.copy()
            rounds = [tally.play(_both_need(planned, tally)) for planned in table[:prefix]]
            rounds = [planned for planned in rounds if planned.tables]
            while tally.left and (room is None or len(rounds) < room):
                tables = _matched_season(tally, attempt)
                if not tables:
                    break
                rounds.append(tally.play(tables))
            yield tuple(rounds)


def _cycles_continued(state: PairingState, count: int) -> tuple[PlannedRound, ...]:
    """Return the next rounds of the repeated Berger table over everybody who took part."""
    begun = len(state.played)
    once = len(state.entries) - 1 + len(state.entries) % 2
    cycles = -(-(begun + count) // once) if once > 0 else 0
    return berger_rounds(state.entries, cycles=cycles)[begun : begun + count]


def _both_need(planned: PlannedRound, tally: SeasonTally) -> list[Table]:
    """Return the tables of a round at which both have something left to play."""
    need = tally.need
    return [table for table in planned.tables if all(need.get(entry, 0) > 0 for entry in table)]


def _matched_season(tally: SeasonTally, attempt: int) -> list[Table]:
    """Return one round's meetings, in the order of their first entries."""
    playing = [entry for entry in tally.active if tally.need[entry] > 0]
    size = len(playing) + 1
    waits = sum(tally.byes.values()) + 1
    weight = [tally.need[entry] * waits + tally.byes[entry] for entry in playing]
    most = max(tally.met.values(), default=0) + 1

    def worth(place: int, other: int) -> int:
        met = tally.met[frozenset((playing[place], playing[other]))]
        # Entries are chosen before opponents: a round has fewer meetings than there are entries.
        claim = (weight[place] + weight[other]) * most * size + most - met
        return claim * size**2 + _taste(place, other, attempt) % size

    places = combinations(range(len(playing)), 2)
    pairs = _heaviest(playing, ((place, other, worth(place, other)) for place, other in places))
    homes = Counter(tally.homes)
    return [home_first(pair, homes, tally.active) for pair in pairs]


def _season_quality(plan: Sequence[PlannedRound], start: SeasonTally) -> PlanQuality:
    tally = start.copy()
    for planned in plan:
        tally.play(planned.tables)
    byes = tally.byes.values()
    missed = sum(map(abs, tally.need.values()))
    return PlanQuality(
        missed, len(plan), repeats_of(tally.met), max(byes, default=0) - min(byes, default=0)
    )


def _season_bound(start: SeasonTally, room: int | None) -> PlanQuality:
    """Return a bound for any plan; a spread of one bye counts as even."""
    total, tables = sum(start.need.values()), max(1, len(start.active) // 2)
    rounds = max(max(start.need.values(), default=0), -(-(total // 2) // tables))
    if room is not None:
        rounds = min(rounds, room)
    missed = max(total % 2, total - 2 * rounds * tables)
    known, to_play = repeats_of(start.met), (total - missed) // 2
    taking = start.need if not missed else {}
    more = fewest_repeats(start.active, taking, start.met, total=to_play)
    return PlanQuality(missed, rounds, known + more, 1)
