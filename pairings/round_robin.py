"""Everybody meets everybody: the Berger table, and what is left of it when people come and go."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pairings.berger import berger_rounds, leftover_rounds
from pairings.format import Format, Setting
from pairings.keeping import meetings_kept, tables_kept
from pairings.league import season
from pairings.state import Pair, PairingState, PlannedRound, bye_counts

ATTEMPTS = 4

WORK = 2_400
"""Rounds times entries after which no further attempt is made: a second or two in all."""


class Quality(NamedTuple):
    """How good a plan is; less is better, the first that differs decides."""

    meetings_missed: int
    rounds: int
    bye_spread: int


def round_robin(state: PairingState) -> tuple[PlannedRound, ...]:
    """The rounds still to be played so that everybody active has met everybody active.

    Options: ``cycles`` (1) times each meeting is played, ``rounds`` the most rounds that the
    evening has in all (0 for as many as it takes). With ``meetings`` everybody plays so many
    instead, against as many others as can be.

    Where rounds were announced as many of their tables stay as can be. Else, where nobody came or
    went, this is the Berger table's continuation. Where an entry left, those
    who would meet it sit out, unless a new plan takes fewer rounds; where one came late, the
    meetings not yet played are matched round by round. No meeting is played more often than
    ``cycles``, whatever happened before.
    """
    cycles = state.options.get("cycles", 1)
    limit = state.options.get("rounds", 0)
    room = max(0, limit - len(state.played)) if limit else None
    if meetings := state.options.get("meetings", 0):
        return season(state, meetings, room)
    wanted = _wanted(state, cycles)
    if state.announced:
        return _kept_or_new(state, wanted, cycles, room)
    return _new_plan(state, wanted, cycles, room)


def _kept_or_new(
    state: PairingState, wanted: Counter[Pair], cycles: int, room: int | None
) -> tuple[PlannedRound, ...]:
    """What was announced with as few tables changed as can be.

    In no more rounds than were announced or are needed; where somebody came it may be one more,
    rather than new tables for everybody. Byes are as even as that allows.
    """
    told, bound = state.announced, _bound(wanted, state, room)
    rounds = max(bound.rounds, len(told) if room is None else min(len(told), room))
    known = frozenset[int]().union(*(one.entries for one in told))
    slack = int(room is None and not known.issuperset(state.active))
    plans = [_new_plan(state, wanted, cycles, room)]
    left = WORK
    for attempt in range(ATTEMPTS):
        for more in range(slack + 1):
            left -= (rounds + more) * len(state.active)
            plan = meetings_kept(
                state.active,
                told,
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
    return min(plans, key=lambda plan: _worth(plan, wanted, state, rounds + slack))


def _worth(
    plan: Sequence[PlannedRound], wanted: Counter[Pair], state: PairingState, rounds: int
) -> tuple[int, ...]:
    """Less is better: meetings missed, rounds too many, tables changed, rounds, byes uneven."""
    quality = _quality(plan, wanted, state)
    changed = -tables_kept(state.announced, plan)
    too_many = max(0, quality.rounds - rounds)
    return quality.meetings_missed, too_many, changed, quality.rounds, quality.bye_spread


def _new_plan(
    state: PairingState, wanted: Counter[Pair], cycles: int, room: int | None
) -> tuple[PlannedRound, ...]:
    """The Berger table's continuation, unless rounds matched anew are better."""
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
    """How often each two active entries still have to meet."""
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
    """The Berger table from the first round not played, without the absent and what was played."""
    left = wanted.copy()
    rounds = []
    for planned in berger_rounds(state.entries, cycles=cycles)[len(state.played) :]:
        tables = tuple(table for table in planned.tables if left[frozenset(table)] > 0)
        left.subtract(frozenset(table) for table in tables)
        if tables:
            rounds.append(PlannedRound.of(tables, state.active))
    return tuple(rounds)


def _quality(plan: Sequence[PlannedRound], wanted: Counter[Pair], state: PairingState) -> Quality:
    played = sum(len(planned.tables) for planned in plan)
    byes = bye_counts(state.active, [*state.played, *plan]).values()
    spread = max(byes) - min(byes) if byes else 0
    return Quality(wanted.total() - played, len(plan), spread)


def _bound(wanted: Counter[Pair], state: PairingState, room: int | None) -> Quality:
    """What no plan can better: full tables in every round, nobody waiting longer than he must.

    A spread of one bye is as good as none: with an odd number somebody is always ahead.
    """
    tables = len(state.active) // 2
    degree = Counter(entry for pair in wanted.elements() for entry in pair)
    needed = max(max(degree.values(), default=0), -(-wanted.total() // max(tables, 1)))
    rounds = needed if room is None else min(needed, room)
    return Quality(max(0, wanted.total() - rounds * tables), rounds, 1)


ROUND_ROBIN = Format(
    key="round_robin",
    lineup=2,
    settings=(
        Setting("cycles", default=1, low=1, high=2),
        Setting("meetings", default=0, low=0, high=60),
        Setting("rounds", default=0, low=0, high=126),
    ),
    plan=round_robin,
)
