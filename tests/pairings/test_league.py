"""A season in which everybody plays as many meetings, from nothing but numbers."""

from collections import Counter
from itertools import combinations

import pytest

from engine.pairings.balance import balance
from engine.pairings.round_robin import RoundRobin, SeasonTally, holes_filled
from engine.pairings.state import Meeting, PairingState, PlannedRound

round_robin = RoundRobin().plan

MEETINGS = 10


def season(
    count: int, played: tuple[PlannedRound, ...] = (), absent: frozenset[int] = frozenset()
) -> tuple[PlannedRound, ...]:
    entries = tuple(range(1, count + 1))
    options = {"meetings": MEETINGS}
    return round_robin(PairingState(entries, absent, played, options))


def meetings(rounds: tuple[PlannedRound, ...]) -> Counter[int]:
    return Counter(entry for planned in rounds for table in planned.tables for entry in table)


def met(rounds: tuple[PlannedRound, ...]) -> Counter[frozenset[int]]:
    return Counter(frozenset(table) for planned in rounds for table in planned.tables)


def rests(rounds: tuple[PlannedRound, ...]) -> Counter[int]:
    return Counter(entry for planned in rounds for entry in planned.byes)


@pytest.mark.parametrize("count", range(2, 41))
def test_everybody_plays_ten_and_meets_nobody_more_often_than_must_be(count: int) -> None:
    rounds = season(count)
    everybody = range(1, count + 1)
    assert meetings(rounds) == dict.fromkeys(everybody, MEETINGS)
    times_met = met(rounds)
    times = {times_met[frozenset(pair)] for pair in combinations(everybody, 2)}
    # Ten meetings among the others, as evenly as whole numbers allow.
    least, more = divmod(MEETINGS, count - 1)
    assert times <= {least, least + (more > 0)}
    even = balance(tuple(everybody), rounds)
    assert even.together.repeats == even.together.lower_bound


@pytest.mark.parametrize(
    ("count", "weeks", "off"),
    [
        # Even: ten weeks, nobody rests. Odd, from eleven up: eleven weeks, everybody rests once.
        *((count, 10, 0) for count in range(2, 41, 2)),
        *((count, 11, 1) for count in range(11, 41, 2)),
        # Fewer odd ones have no room for ten in eleven weeks: 45 meetings at four tables take 12.
        *((9, 12, 2), (7, 12, 2), (5, 13, 3), (3, 15, 5)),
    ],
)
def test_weeks_and_weeks_off(count: int, weeks: int, off: int) -> None:
    rounds = season(count)
    assert len(rounds) == weeks
    assert rests(rounds) == Counter(dict.fromkeys(range(1, count + 1), off))


@pytest.mark.parametrize("count", [7, 8, 9, 11, 12, 13, 15])
def test_what_was_announced_stays_as_the_weeks_go_by(count: int) -> None:
    rounds = season(count)
    for week in range(1, len(rounds)):
        entries = tuple(range(1, count + 1))
        state = PairingState(
            entries, played=rounds[:week], options={"meetings": 10}, announced=rounds[week:]
        )
        assert round_robin(state) == rounds[week:]


@pytest.mark.parametrize("count", [8, 9, 12, 13])
@pytest.mark.parametrize("after", [1, 4, 7])
def test_when_a_pair_leaves_the_others_still_play_ten(count: int, after: int) -> None:
    played = season(count)[:after]
    rest = season(count, played, frozenset({2}))
    everybody = set(range(1, count + 1)) - {2}
    total = meetings((*played, *rest))
    assert all(2 not in table for planned in rest for table in planned.tables)
    short = MEETINGS * len(everybody) - sum(total[entry] for entry in everybody)
    assert short == sum(total[entry] for entry in everybody) % 2, "one at most is left over"
    byes = [rests((*played, *rest))[entry] for entry in everybody]
    assert max(byes) - min(byes) <= 1


def test_who_comes_late_plays_in_the_weeks_that_are_left() -> None:
    played = season(8)[:4]
    entries = tuple(range(1, 10))
    rest = round_robin(PairingState(entries, played=played, options={"meetings": 10}))
    total = meetings((*played, *rest))
    assert total[9] == 6
    assert {total[entry] for entry in range(1, 9)} == {10}


def test_a_season_may_be_cut_short() -> None:
    options = {"meetings": 10, "rounds": 6}
    rounds = round_robin(PairingState(tuple(range(1, 9)), options=options))
    assert len(rounds) == 6
    assert set(meetings(rounds).values()) == {6}


def test_one_alone_has_nobody_to_play() -> None:
    assert season(1) == ()


def test_a_meeting_promised_for_later_is_one_less_to_plan() -> None:
    played = PlannedRound((Meeting(1, 2),), (3,))
    state = PairingState((1, 2, 3), played=(played,), promised=((1, 3),))
    tally = SeasonTally.of(state, 4)
    assert tally.need == {1: 4 - 1 - 1, 2: 4 - 1, 3: 4 - 1 + 1 - 1}
    assert tally.met == {frozenset((1, 2)): 1, frozenset((1, 3)): 1}


def test_who_has_played_enough_at_announced_tables_fills_no_hole() -> None:
    announced = PlannedRound((Meeting(1, 2),), (3, 4)), PlannedRound((), (1, 2, 3, 4))
    state = PairingState((1, 2, 3, 4), announced=announced)
    wanted = Counter(map(frozenset, combinations(range(1, 5), 2)))
    rounds = holes_filled(state, wanted, {1: 1, 2: 1, 3: 2, 4: 2})
    assert meetings(rounds) == dict.fromkeys(range(1, 5), 1)
