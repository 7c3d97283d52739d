"""Swiss rounds: what must hold whatever happens, and the best there is by trying all pairings."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.state import Meeting, PairingState, PlannedRound, bye_counts
from engine.pairings.swiss import Swiss, cards_of
from tests.pairings.swiss.evenings import PLAYING, after, evenings, given_up, over, story

rounds_in_all = Swiss().rounds_in_all
rounds_possible = Swiss().rounds_possible
swiss = Swiss().plan


def pairs(planned: PlannedRound) -> set[frozenset[int]]:
    return {frozenset(table) for table in planned.tables}


def of(*meetings: tuple[int, int]) -> set[frozenset[int]]:
    return set(map(frozenset, meetings))


def pairings(entries: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way of pairing these, one of an odd number alone."""
    if not entries:
        yield ()
        return
    first, rest = entries[0], entries[1:]
    for index, other in enumerate(rest):
        for more in pairings((*rest[:index], *rest[index + 1 :])):
            yield ((first, other), *more)
    if len(entries) % 2:
        for more in pairings(rest):
            yield ((first,), *more)


def points(state: PairingState) -> dict[int, float]:
    """Meetings won, a draw for half, a bye for one; counted anew, and slowly."""
    won = defaultdict[int, float](float)
    for planned, results in zip(state.played, state.results, strict=True):
        for entry in planned.byes:
            won[entry] += 1
        for table, result in zip(planned.tables, results, strict=True):
            for entry in table:
                won[entry] += 1 if entry in result.winners else 0 if result.winners else 0.5
    return {entry: won[entry] for entry in state.entries}


def badness(state: PairingState, tables: tuple[tuple[int, ...], ...]) -> tuple[float, int, int]:
    """Of a pairing: the bye's score, squares of the score groups crossed, pairs that cross any."""
    score = points(state)
    groups = sorted({score[entry] for entry in state.active})
    steps = [
        abs(groups.index(score[table[0]]) - groups.index(score[table[1]]))
        for table in tables
        if len(table) == 2
    ]
    bye = [score[table[0]] for table in tables if len(table) == 1]
    return sum(bye), sum(step * step for step in steps), sum(map(bool, steps))


def is_legal(state: PairingState, tables: tuple[tuple[int, ...], ...]) -> bool:
    met = {frozenset(table) for planned in state.played for table in planned.tables}
    rested = {entry for planned in state.played for entry in planned.byes}
    return not any(
        frozenset(table) in met if len(table) == 2 else table[0] in rested for table in tables
    )


@settings(max_examples=150)
@given(evenings(most=8))
def test_of_all_legal_pairings_it_is_the_one_that_crosses_least(state: PairingState) -> None:
    state = replace(state, options={"rounds": len(state.played) + 1})
    legal = [tables for tables in pairings(state.active) if is_legal(state, tables)]
    plan = swiss(state)
    if len(state.active) < 2 or not legal:
        assert plan == ()
        return
    sitting = (*plan[0].tables, *((entry,) for entry in plan[0].byes))
    assert is_legal(state, sitting)
    assert badness(state, sitting) == min(badness(state, tables) for tables in legal)


def rounds_to_come(state: PairingState, tables: tuple[tuple[int, ...], ...]) -> int:
    """How many legal rounds can follow these tables, by trying all of them."""
    met = {frozenset(table) for planned in state.played for table in planned.sittings}
    return _more(state.active, frozenset(met | set(map(frozenset, tables))))


@lru_cache(maxsize=100_000)
def _more(entries: tuple[int, ...], sat: frozenset[frozenset[int]]) -> int:
    """The same after rounds whose tables and byes these are."""
    following = (
        tables for tables in pairings(entries) if not sat.intersection(map(frozenset, tables))
    )
    return max(
        (1 + _more(entries, sat.union(map(frozenset, tables))) for tables in following), default=0
    )


@settings(max_examples=150)
@given(evenings(most=6, rounds=4), st.integers(1, 6))
def test_of_the_pairings_that_keep_most_of_the_rounds_to_come_it_is_the_one_that_crosses_least(
    state: PairingState, coming: int
) -> None:
    state = replace(state, options={"rounds": len(state.played) + 1 + coming})
    legal = [tables for tables in pairings(state.active) if is_legal(state, tables)]
    if len(state.active) < 2 or not legal:
        return
    keeps = {tables: min(coming, rounds_to_come(state, tables)) for tables in legal}
    best = max(keeps.values())
    (planned,) = swiss(state)
    assert min(coming, rounds_to_come(state, planned.sittings)) == best
    assert badness(state, planned.sittings) == min(
        badness(state, tables) for tables, keep in keeps.items() if keep == best
    )


@pytest.mark.parametrize("entries", range(2, 13))
def test_every_number_of_rounds_that_is_possible_is_played_however_they_end(entries: int) -> None:
    chance = Random(entries)
    most = rounds_possible(entries)
    for rounds in {most, max(1, most - 1), entries // 2 + 1}:
        for _evening in range(4):
            assert rounds_played(entries, min(rounds, most), chance) == min(rounds, most)


def rounds_played(entries: int, rounds: int, chance: Random) -> int:
    """Play an evening with random results; one meeting in ten is drawn."""
    state = PairingState(tuple(range(1, entries + 1)), options={"rounds": rounds})
    while plan := swiss(state):
        results = [
            over(table, *([] if chance.random() < 0.1 else [chance.choice(table)]))
            for table in plan[0].tables
        ]
        state = after(state, plan[0], results)
    return len(state.played)


def test_rounds_with_a_table_set_by_hand_keep_the_rounds_to_come_possible() -> None:
    played = 0
    for seed in range(6):
        chance = Random(seed)
        state = PairingState(tuple(range(1, 9)), options={"rounds": 7})
        while plan := swiss(state):
            pinned = chance.choice(plan[0].tables)
            others = replace(state, absent=frozenset(pinned), pinned=(pinned,))
            (planned,) = swiss(others)
            tables = (pinned, *planned.tables)
            results = [over(table, chance.choice(table)) for table in tables]
            state = after(state, PlannedRound(tables), results, absent=frozenset())
        played += len(state.played)
    assert played == 6 * 7


def test_where_all_have_met_a_round_with_the_fewest_repeats_is_drawn_if_it_is_allowed() -> None:
    state = story(3, [[(1, 2, 1)], [(1, 3, 1)], [(2, 3, 2)]], byes=[3, 2, 1])
    assert swiss(state) == ()
    state = replace(state, may_repeat=True)
    (planned,) = swiss(state)
    assert len(planned.tables) == len(planned.byes) == 1
    played = after(state, planned, [over(planned.tables[0], planned.tables[0][0])])
    (following,) = swiss(replace(played, may_repeat=True))
    assert (pairs(following), following.byes) != (pairs(planned), planned.byes)


def test_a_round_is_drawn_without_repeats_where_it_can_although_they_are_allowed() -> None:
    state = story(8, [FIRST])
    assert swiss(replace(state, may_repeat=True)) == swiss(state)


@settings(max_examples=100)
@given(evenings(most=24, rounds=8))
def test_whoever_comes_and_goes_everybody_is_paired_once_with_somebody_new(
    state: PairingState,
) -> None:
    for planned in swiss(state):
        seated = [entry for table in planned.tables for entry in table] + list(planned.byes)
        assert sorted(seated) == sorted(state.active)
        assert len(planned.byes) == len(state.active) % 2
    rounds = (*state.played, *swiss(state))
    met = Counter(frozenset(table) for planned in rounds for table in planned.tables)
    assert max(met.values(), default=1) == 1
    assert max(bye_counts(state.entries, rounds).values()) <= 1


@settings(max_examples=60)
@given(evenings(most=16))
def test_the_same_situation_gives_the_same_round(state: PairingState) -> None:
    assert swiss(state) == swiss(replace(state))


@pytest.mark.parametrize(
    ("entries", "expected", "bye"),
    [
        # Upper half against lower half, by the order seeded or drawn.
        (2, of((1, 2)), ()),
        (4, of((1, 3), (2, 4)), ()),
        (7, of((1, 4), (2, 5), (3, 6)), (7,)),
        (8, of((1, 5), (2, 6), (3, 7), (4, 8)), ()),
    ],
)
def test_the_first_round_has_the_upper_half_meet_the_lower(
    entries: int, expected: set[frozenset[int]], bye: tuple[int, ...]
) -> None:
    (planned,) = swiss(PairingState(tuple(range(1, entries + 1))))
    assert pairs(planned) == expected
    assert planned.byes == bye


def test_the_order_that_counts_is_the_order_of_the_entries() -> None:
    (planned,) = swiss(PairingState((40, 10, 30, 20)))
    assert pairs(planned) == of((40, 30), (10, 20))


FIRST = [(1, 5, 1), (6, 2, 2), (3, 7, 3), (8, 4, 4)]

SECOND_ROUNDS = {
    "winners fold among themselves, losers too": (
        story(8, [FIRST]),
        of((1, 3), (2, 4), (5, 7), (6, 8)),
        (),
    ),
    "the last of an odd group meets the first of the next": (
        story(6, [[(1, 4, 1), (5, 2, 2), (3, 6, 3)]]),
        of((1, 2), (3, 4), (5, 6)),
        (),
    ),
    "a draw is half a win, a group of its own": (
        story(8, [[(1, 5, 0), (6, 2, 2), (3, 7, 3), (8, 4, 0)]]),
        of((2, 3), (1, 8), (4, 5), (6, 7)),
        (),
    ),
    "a bye is a win, comes to the lowest who had none, and who had it does not float down": (
        story(5, [[(1, 3, 1), (4, 2, 2)]], byes=[5]),
        of((1, 5), (2, 3)),
        (4,),
    ),
    "who has met already meets the next nearest": (
        story(4, [[(1, 3, 1), (4, 2, 2)], [(1, 2, 1), (3, 4, 3)]]),
        of((1, 4), (2, 3)),
        (),
    ),
}


@pytest.mark.parametrize("name", SECOND_ROUNDS)
def test_later_rounds_pair_like_scores(name: str) -> None:
    state, expected, bye = SECOND_ROUNDS[name]
    (planned,) = swiss(state)
    assert pairs(planned) == expected
    assert planned.byes == bye


def test_nobody_floats_down_twice_running_where_another_can() -> None:
    # All five won; 5, the last of them, met 6 of the next group, and won again as 1 and 2 did.
    state = story(
        10,
        [
            [(1, 6, 1), (7, 2, 2), (3, 8, 3), (9, 4, 4), (5, 10, 5)],
            [(1, 3, 1), (4, 2, 2), (6, 5, 5), (7, 9, 7), (8, 10, 8)],
        ],
    )
    assert [entry for entry, score in points(state).items() if score == 2] == [1, 2, 5]
    (planned,) = swiss(state)
    assert frozenset({1, 5}) in pairs(planned)


def test_every_bye_is_counted() -> None:
    rounds = (PlannedRound((Meeting(1, 2),), (3,)), PlannedRound((Meeting(2, 1),), (3,)))
    state = PairingState((1, 2, 3))
    for planned in rounds:
        state = after(state, planned, [over(planned.tables[0], 1)])
    assert [card.byes for card in cards_of(state).values()] == [0, 0, 2]


def test_a_meeting_that_both_gave_up_is_won_by_neither_and_not_played_again() -> None:
    first = PlannedRound((Meeting(1, 3), Meeting(4, 2)))
    state = after(
        PairingState((1, 2, 3, 4)), first, [given_up(first.tables[0]), over(first.tables[1], 2)]
    )
    assert [card.points for card in cards_of(state).values()] == [0, 2, 0, 0]
    (planned,) = swiss(state)
    assert frozenset({1, 3}) not in pairs(planned)


def test_who_withdrew_is_not_paired_and_is_again_when_back() -> None:
    state = story(8, [FIRST])
    (planned,) = swiss(replace(state, absent=frozenset({4, 8})))
    assert sorted(entry for table in planned.tables for entry in table) == [1, 2, 3, 5, 6, 7]
    (planned,) = swiss(state)
    assert len(planned.tables) == 4


def test_a_latecomer_begins_without_a_win() -> None:
    state = story(4, [[(1, 3, 1), (4, 2, 2)]])
    (planned,) = swiss(replace(state, entries=(1, 2, 3, 4, 5, 6)))
    assert frozenset({1, 2}) in pairs(planned)
    assert frozenset({5, 6}) not in pairs(planned)  # the fold has them meet 3 and 4


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("nobody", PairingState(())),
        ("one", PairingState((1,))),
        (
            "a table is playing",
            after(
                PairingState((1, 2, 3, 4)),
                PlannedRound(((1, 3), (2, 4))),
                [over((1, 3), 1), PLAYING],
            ),
        ),
        ("all rounds are played", replace(story(8, [FIRST]), options={"rounds": 1})),
        ("two have met", story(2, [[(1, 2, 1)]])),
        ("all three have met", story(3, [[(1, 2, 1)], [(1, 3, 1)], [(2, 3, 2)]], byes=[3, 2, 1])),
        (
            "all three who are left have sat out",
            replace(
                story(
                    5,
                    [[(1, 4, 1), (2, 5, 2)], [(1, 5, 1), (2, 3, 2)], [(1, 3, 1), (2, 4, 2)]],
                    byes=[3, 4, 5],
                ),
                absent=frozenset({1, 2}),
            ),
        ),
    ],
)
def test_there_is_no_round_to_plan(name: str, state: PairingState) -> None:
    assert swiss(state) == (), name


@pytest.mark.parametrize(
    ("entries", "chosen", "rounds"),
    [(2, 0, 1), (3, 0, 2), (8, 0, 3), (9, 0, 4), (64, 0, 6), (64, 9, 9), (0, 0, 1)],
)
def test_without_a_number_of_rounds_one_is_left_without_a_loss(
    entries: int, chosen: int, rounds: int
) -> None:
    assert rounds_in_all(PairingState(tuple(range(entries)), options={"rounds": chosen})) == rounds


@settings(max_examples=60)
@given(evenings(most=16, rounds=7))
def test_who_was_at_home_less_often_or_not_the_last_time_is_at_home(state: PairingState) -> None:
    homes, last = Counter[int](), dict.fromkeys(state.entries, 0)
    for planned in state.played:
        for home, away in planned.tables:
            homes.update({home: 1, away: -1})
            last |= {home: 1, away: 0}
    for planned in swiss(state):
        for home, away in planned.tables:
            assert (homes[home], last[home]) <= (homes[away], last[away])


def test_of_two_at_home_equally_often_the_one_who_was_away_last_is_at_home() -> None:
    # All were at home once: 1, 2 and 3 in the first round; then the other way round.
    rounds = [[(1, 4, 1), (2, 5, 5), (3, 6, 3)], [(4, 2, 4), (5, 3, 5), (6, 1, 1)]]
    (planned,) = swiss(replace(story(6, rounds), options={"rounds": 3}))
    assert planned.tables == (Meeting(1, 5), Meeting(3, 4), Meeting(2, 6))
    turned = [[(away, home, won) for home, away, won in tables] for tables in rounds]
    (planned,) = swiss(replace(story(6, turned), options={"rounds": 3}))
    assert planned.tables == (Meeting(5, 1), Meeting(4, 3), Meeting(6, 2))


def test_in_the_first_round_the_better_seed_is_at_home_at_every_other_table() -> None:
    (planned,) = swiss(PairingState(tuple(range(1, 9))))
    assert planned.tables == (Meeting(1, 5), Meeting(6, 2), Meeting(3, 7), Meeting(8, 4))
