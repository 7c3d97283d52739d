"""Single and double elimination from the first box to the last."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.state import PairingState, Table
from tests.pairings.brackets.play import (
    Decide,
    Plan,
    begun,
    better,
    corrected,
    defeats_of,
    double_elimination,
    double_places,
    ended,
    every_course,
    played_out,
    playing,
    rounds_of,
    single_elimination,
    single_places,
    start,
    table_ended,
    tables_of,
    won_by,
    worse,
)

COUNTS = st.integers(2, 64)
SEEDS = st.randoms(use_true_random=False)


def anybody(random: Random) -> Decide:
    """Either wins."""
    return random.choice


def everybody_once_a_round(state: PairingState) -> None:
    for planned in state.played:
        there = [entry for table in planned.tables for entry in table] + list(planned.byes)
        assert len(there) == len(set(there))
        assert len(planned.slots) == len(planned.tables) + len(planned.byes)


@pytest.mark.parametrize("final", [1, 2])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_every_course_of_a_small_double_elimination_has_one_champion(
    count: int, final: int
) -> None:
    seen = set()
    for state in every_course(double_elimination, start(count, final=final)):
        tables = tables_of(state)
        seen.add(len(tables))
        defeats = defeats_of(state)
        champion = [entry for entry, place in double_places(state).items() if place == 1]
        assert len(champion) == 1
        assert max(defeats.values()) <= 2
        others = {entry: lost for entry, lost in defeats.items() if entry != champion[0]}
        if final == 2:
            assert set(others.values()) == {2}
            assert defeats[champion[0]] < 2
        else:
            assert sum(1 for lost in others.values() if lost < 2) <= 1
    assert seen == ({2 * count - 2} if final == 1 else {2 * count - 2, 2 * count - 1})


@pytest.mark.parametrize("final", [1, 2])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_every_course_of_a_small_single_elimination_puts_out_who_loses(
    count: int, final: int
) -> None:
    for state in every_course(single_elimination, start(count, final=final)):
        champion = [entry for entry, place in single_places(state).items() if place == 1]
        defeats = defeats_of(state)
        assert len(champion) == 1
        assert defeats[champion[0]] < final
        runner_up = [entry for entry, place in single_places(state).items() if place == 2]
        assert [defeats[entry] for entry in runner_up] == [final]
        rest = set(state.entries) - {champion[0], runner_up[0]}
        assert all(defeats[entry] == 1 for entry in rest)


@given(count=COUNTS, final=st.sampled_from([1, 2]), random=SEEDS)
@settings(max_examples=8)
def test_a_double_elimination_takes_twice_the_pairs_less_two_or_one_more(
    count: int, final: int, random: Random
) -> None:
    state = played_out(double_elimination, start(count, final=final), anybody(random))
    everybody_once_a_round(state)
    games = len(tables_of(state))
    assert games == 2 * count - 2 or (final == 2 and games == 2 * count - 1)
    places = double_places(state)
    assert sorted(places) == list(state.entries)
    assert sorted(places.values())[:2] == [1, 2]
    defeats = defeats_of(state)
    assert all(defeats[entry] == 2 for entry, place in places.items() if place > 2)


@given(
    count=COUNTS,
    random=SEEDS,
    third=st.sampled_from([0, 1]),
    consolation=st.sampled_from([0, 1, 2]),
    rounds=st.sampled_from([1, 2]),
)
@settings(max_examples=8)
def test_places_of_a_single_elimination_are_by_the_round_of_defeat(
    count: int, random: Random, third: int, consolation: int, rounds: int
) -> None:
    given = start(count, third=third, consolation=consolation, consolation_rounds=rounds)
    state = played_out(single_elimination, given, anybody(random))
    everybody_once_a_round(state)
    places = single_places(state)
    assert sorted(places) == list(state.entries)
    shared = sorted(places.values())
    assert shared[:2] == [1, 2]
    assert all(sum(1 for other in shared if other < place) == place - 1 for place in shared)
    if third and count > 3 and not consolation:
        assert shared[:4] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2, [1, 2]),
        (3, [1, 2, 3]),
        (4, [1, 2, 3, 3]),
        (6, [1, 2, 3, 3, 5, 5]),
        (8, [1, 2, 3, 3, 5, 5, 5, 5]),
    ],
)
def test_where_the_better_seed_always_wins_places_are_the_seeds(
    count: int, expected: list[int]
) -> None:
    state = played_out(single_elimination, start(count), better)
    assert [single_places(state)[entry] for entry in state.entries] == expected


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        # the fourth is out in the losers' round before the last, and so on by pairs and fours
        (4, [1, 2, 3, 4]),
        (8, [1, 2, 3, 4, 5, 5, 7, 7]),
        (16, [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13]),
    ],
)
def test_places_of_a_double_elimination_double_in_steps(count: int, expected: list[int]) -> None:
    state = played_out(double_elimination, start(count), better)
    assert sorted(double_places(state).values()) == expected
    assert [double_places(state)[entry] for entry in (1, 2, 3, 4)] == [1, 2, 3, 4]


@pytest.mark.parametrize("count", range(2, 65))
def test_the_best_seeds_have_the_byes(count: int) -> None:
    [first] = single_elimination(start(count))
    byes = 2 ** (count - 1).bit_length() - count
    assert sorted(first.byes) == list(range(1, byes + 1))
    assert all(entry + other == 2 ** (count - 1).bit_length() + 1 for entry, other in first.tables)


def test_nothing_is_planned_while_a_table_is_playing() -> None:
    [first] = double_elimination(start(4))
    half = begun(start(4), first)
    assert double_elimination(half) == ()
    assert double_elimination(ended(half, better)) != ()


def test_less_than_two_have_no_bracket() -> None:
    assert single_elimination(start(1)) == ()
    assert double_elimination(start(0)) == ()
    assert single_places(start(1)) == {}


def test_losers_of_the_semi_finals_play_for_the_third_place_beside_the_final() -> None:
    state = played_out(single_elimination, start(4, third=1), better)
    last = state.played[-1]
    assert set(last.tables) == {(1, 2), (4, 3)}
    assert {slot.section for slot in last.slots} == {"final", "third"}
    assert single_places(state) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_losers_of_the_first_round_go_on_in_the_consolation_bracket() -> None:
    state = played_out(single_elimination, start(8, consolation=1), better)
    second = state.played[1]
    sections = [slot.section for slot in second.slots]
    assert sections == ["winners", "winners", "consolation.winners", "consolation.winners"]
    assert second.tables[2:] == ((5, 8), (6, 7))
    assert single_places(state) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 6, 7: 7, 8: 7}


def test_the_losers_of_two_rounds_may_share_a_double_consolation() -> None:
    given = start(16, consolation=2, consolation_rounds=2)
    state = played_out(single_elimination, given, better)
    consoled = {
        entry
        for planned in state.played
        for table, slot in zip(planned.tables, planned.slots, strict=False)
        for entry in table
        if slot.section.startswith("consolation.")
    }
    assert consoled == set(range(5, 17))
    assert single_places(state)[5] == 5
    assert single_places(state)[6] == 6


def test_who_plays_for_the_third_place_is_not_in_the_consolation_bracket() -> None:
    given = start(8, third=1, consolation=1, consolation_rounds=2)
    state = played_out(single_elimination, given, better)
    third = state.played[2]
    assert [slot.section for slot in third.slots[:2]] == ["third", "final"]
    assert third.tables == ((4, 3), (1, 2), (5, 8), (6, 7))


def test_a_double_final_is_played_on_until_one_has_lost_twice() -> None:
    # 2 beats 1 in the first meeting of the final; then they meet again, and again
    finals: list[Table] = []

    def decide(table: Table) -> int:
        if set(table) == {1, 2}:
            finals.append(table)
            return 2 if len(finals) == 1 else 1
        return min(table)

    state = played_out(single_elimination, start(4, final=2), decide)
    assert len(finals) == 3
    assert single_places(state)[1] == 1
    assert [planned.slots[0] for planned in state.played[1:]] == [
        ("final", 1, 0),
        ("final", 2, 0),
        ("final", 3, 0),
    ]


@pytest.mark.parametrize(("final", "meetings"), [(1, 2), (2, 3)])
def test_the_unbeaten_pair_has_a_second_chance_only_in_a_double_final(
    final: int, meetings: int
) -> None:
    # 1 beats 2 in the winners' round, and loses whatever they play after that
    met: list[Table] = []

    def decide(table: Table) -> int:
        if set(table) == {1, 2}:
            met.append(table)
            return 2 if len(met) > 1 else 1
        return min(table)

    state = played_out(double_elimination, start(4, final=final), decide)
    assert len(met) == meetings
    assert double_places(state)[2] == 1


@pytest.mark.parametrize("plan", [single_elimination, double_elimination])
def test_the_length_of_the_series_of_the_final_is_told(plan: Plan) -> None:
    state = played_out(plan, start(5, final_best_of=5), worse)
    slots = [slot for planned in state.played for slot in planned.slots]
    assert {slot.best_of for slot in slots if slot.section == "final"} == {5}
    assert {slot.best_of for slot in slots if slot.section != "final"} == {0}


@given(count=st.integers(3, 20), random=SEEDS, final=st.sampled_from([1, 2]))
@settings(max_examples=10)
def test_who_drops_out_leaves_no_hole(count: int, random: Random, final: int) -> None:
    state = start(count, final=final)
    leaving = random.sample(state.entries, random.randrange(1, count - 1))
    while planned := double_elimination(state):
        assert not {e for table in planned[0].tables for e in table} & state.absent
        assert not set(planned[0].byes) & state.absent
        everybody_once_a_round(replace(state, played=planned, results=()))
        state = ended(begun(state, planned[0]), anybody(random))
        if leaving and random.random() < 0.7:
            state = replace(state, absent=state.absent | {leaving.pop()})
    places = double_places(state)
    first = {entry for entry, place in places.items() if place == 1}
    second = {entry for entry, place in places.items() if place == 2}
    assert len(first) == 1 or (not first and len(second) == 2 and second <= state.absent)
    present = defeats_of(state)
    for entry in set(state.active) - first:
        assert present[entry] == 2 or (final == 1 and places[entry] == 2)


def test_nobody_has_won_where_both_finalists_dropped_out_before_the_final() -> None:
    state = start(4, final=1)
    leaves = {2: {2}, 3: {4}}
    for number, winners in enumerate([{1, 2}, {2, 4}, {4}], start=1):
        [planned] = double_elimination(state)
        assert all(len(winners & set(table)) == 1 for table in planned.tables)
        state = ended(
            begun(state, planned),
            lambda table, winners=winners: min(winners & set(table)),  # type: ignore[misc]
        )
        state = replace(state, absent=state.absent | leaves.get(number, set()))
    assert not double_elimination(state)
    assert double_places(state) == {2: 2, 4: 2, 1: 3, 3: 4}


def test_the_opponent_of_who_dropped_out_goes_on_by_a_walkover() -> None:
    [first] = single_elimination(start(8))
    state = replace(ended(begun(start(8), first), better), absent=frozenset({4}))
    [second] = single_elimination(state)
    assert second.tables == ((2, 3),)
    assert second.byes == (1,)
    state = ended(begun(state, second), better)
    [third] = single_elimination(state)
    assert third.tables == ((1, 2),)
    assert single_places(ended(begun(state, third), better))[4] == 3


def test_who_comes_back_after_a_walkover_takes_nobodys_place() -> None:
    [first] = double_elimination(start(4))
    state = replace(ended(begun(start(4), first), better), absent=frozenset({2}))
    [second] = double_elimination(state)
    assert (second.tables, second.byes) == (((4, 3),), (1,))
    back = replace(ended(begun(state, second), better), absent=frozenset())
    [third] = double_elimination(back)
    assert third.tables == ((3, 2),)
    assert double_places(played_out(double_elimination, back, better)) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_who_was_drawn_down_has_lost_whatever_a_corrected_result_says() -> None:
    state = start(8)
    for _round in range(2):
        [planned] = double_elimination(state)
        state = ended(begun(state, planned), better)
    slow, over, *_losers = state.played[-1].tables
    assert (slow, over) == ((1, 4), (2, 3))
    before = state.results[-1]
    state = replace(state, results=(*state.results[:-1], (playing(slow), *before[1:])))
    [down] = double_elimination(state)
    assert down.tables == ((5, 3),), "3 has lost to 2, and 1 and 4 are still playing"
    state = ended(begun(state, down), better)
    corrected = (before[0], won_by(over, 3), *before[2:])
    state = replace(state, results=(*state.results[:-2], corrected, state.results[-1]))
    [coming] = double_elimination(state)
    assert set(coming.tables) == {(1, 2), (6, 4)}
    places = double_places(played_out(double_elimination, state, better))
    assert places == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7}


def test_two_who_left_and_came_back_are_out_once_their_box_was_passed() -> None:
    state = start(16)
    for absent in (frozenset({1, 8}), frozenset({1, 8}), frozenset[int]()):
        [planned] = single_elimination(state)
        state = replace(ended(begun(state, planned), better), absent=absent)
    assert (state.played[2].tables, state.played[2].byes) == (((2, 3),), (4,))
    [final] = single_elimination(state)
    assert final.tables == ((4, 2),)
    places = single_places(ended(begun(state, final), better))
    assert {entry for entry, place in places.items() if place == 4} == {1, 5, 6, 7, 8}


def test_a_final_is_won_without_playing_where_the_other_has_gone() -> None:
    [first] = single_elimination(start(4))
    state = replace(ended(begun(start(4), first), better), absent=frozenset({1}))
    assert single_elimination(state) == ()
    assert single_places(state)[2] == 1
    assert single_places(state)[1] == 2


@given(count=st.integers(2, 17), random=SEEDS, final=st.sampled_from([1, 2]))
@settings(max_examples=8)
def test_tables_that_begin_as_soon_as_they_can_make_the_same_bracket(
    count: int, random: Random, final: int
) -> None:
    state = start(count, final=final)
    while True:
        coming = double_elimination(state)
        if coming and (random.random() < 0.5 or not state.is_waiting):
            for table in coming[0].tables:
                assert state.playing.isdisjoint(table)
            state = begun(state, coming[0])
        elif state.is_waiting:
            state = table_ended(state, random)
        else:
            break
    defeats = defeats_of(state)
    places = double_places(state)
    [champion] = [entry for entry, place in places.items() if place == 1]
    assert defeats[champion] < 2
    assert all(lost == 2 for entry, lost in defeats.items() if entry != champion and final == 2)
    games = len(tables_of(state))
    assert games == 2 * count - 2 or (final == 2 and games == 2 * count - 1)


def test_a_level_meeting_holds_up_what_follows_from_it_alone() -> None:
    [first] = double_elimination(start(8))
    state = ended(begun(start(8), first), better)
    level = replace(state.results[0][0], winners=frozenset())
    state = replace(state, results=((level, *state.results[0][1:]),))
    [other_half] = double_elimination(state)
    held_up = set(first.tables[0] + first.tables[1])
    assert held_up.isdisjoint(entry for table in other_half.tables for entry in table)
    gone = replace(state, absent=frozenset(first.tables[0][:1]))
    assert len(double_elimination(gone)[0].tables) == 3


@given(count=st.integers(4, 24), random=SEEDS, double=st.booleans())
@settings(max_examples=10)
def test_a_result_corrected_later_changes_only_what_has_not_begun(
    count: int, random: Random, double: bool
) -> None:
    plan = double_elimination if double else single_elimination
    places = double_places if double else single_places
    state = start(count, consolation=1)
    while planned := plan(state):
        state = ended(begun(state, planned[0]), anybody(random))
        state = corrected(state, random)
    drawn = [(slot.section, slot.number) for planned in state.played for slot in planned.slots]
    assert len(drawn) == len(set(drawn))
    everybody_once_a_round(state)
    assert sorted(places(state)) == list(state.entries)
    assert list(places(state).values()).count(1) == 1


def test_who_was_drawn_on_stays_drawn_and_the_other_goes_where_the_loser_goes() -> None:
    [first] = double_elimination(start(8))
    winners = ended(begun(start(8), first), better)
    two = begun(winners, double_elimination(winners)[0])
    turned = replace(two.results[0][0], winners=frozenset({8}))
    two = replace(two, results=((turned, *two.results[0][1:]), two.results[1]))
    over = ended(two, better)
    [third] = double_elimination(over)
    assert (1, 2) in third.tables
    assert 8 not in {entry for table in third.tables for entry in table}
    assert double_places(over)[8] == 7


def test_who_was_seen_below_after_a_bye_has_lost_whatever_a_correction_says() -> None:
    # 9 lost to 8, passed the empty box below and was drawn on; 8 left, so that 1 had a walkover
    state = start(9)
    for gone in (frozenset({8}), frozenset({8}), frozenset({8})):
        [planned] = double_elimination(state)
        state = replace(ended(begun(state, planned), better), absent=gone)
    assert state.played[1].byes == (1,)
    assert 9 in {entry for table in state.played[2].tables for entry in table}
    before = double_elimination(state)
    turned = replace(state.results[0][0], winners=frozenset({9}))
    late = replace(state, results=((turned,), *state.results[1:]))
    assert double_elimination(late) == before


def test_a_correction_before_the_next_round_is_followed() -> None:
    [first] = single_elimination(start(4))
    state = ended(begun(start(4), first), better)
    assert single_elimination(state)[0].tables == ((1, 2),)
    turned = replace(state.results[0][0], winners=frozenset({4}))
    state = replace(state, results=((turned, state.results[0][1]),))
    assert single_elimination(state)[0].tables == ((4, 2),)


def test_latecomers_and_new_seeds_after_the_start_change_nothing() -> None:
    state = next(rounds_of(double_elimination, start(6), better))
    expected = double_elimination(state)
    moved = replace(state, entries=(7, 6, 5, 4, 3, 2, 1))
    assert double_elimination(moved) == expected
    assert 7 not in double_places(moved)
