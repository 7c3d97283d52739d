"""Groups first, brackets after them."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.berger import berger_rounds
from engine.pairings.brackets import bracket_size, seed_order
from engine.pairings.formats import FORMATS
from engine.pairings.groups import byes_count, groups_of
from engine.pairings.qualifying import Qualifying, fields_of, separated_field
from engine.pairings.round_robin import RoundRobin
from engine.pairings.state import PairingState, PlannedRound
from tests.pairings.brackets.play import begun, better, ended, ranked_by_wins, start, worse

qualifying = Qualifying().plan
qualifying_bracket = Qualifying().bracket
qualifying_places = Qualifying().places


def played(state: PairingState, decide: object = better) -> PairingState:
    """The end of it; the ranking is that of the groups."""
    while planned := qualifying(ranked_by_wins(state)):
        assert callable(decide)
        state = ended(begun(state, planned[0]), decide)
    return ranked_by_wins(state)


def stages(state: PairingState) -> list[str]:
    return [planned.stage for planned in state.played]


def test_groups_are_dealt_out_in_turn_and_back() -> None:
    assert groups_of(start(10, group_size=4)) == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))


@pytest.mark.parametrize(
    ("count", "options", "sizes"),
    [
        (16, {"group_size": 4}, [4, 4, 4, 4]),
        (18, {"group_size": 8}, [6, 6, 6]),
        (17, {"groups": 4, "group_size": 0}, [4, 4, 4, 5]),
        (30, {"group_size": 0}, [30]),
        (5, {"groups": 16}, [2, 3]),
        (2, {"group_size": 2}, [2]),
    ],
)
def test_groups_are_as_even_as_can_be(
    count: int, options: dict[str, int], sizes: list[int]
) -> None:
    assert sorted(len(group) for group in groups_of(start(count, **options))) == sizes


def test_each_group_plays_its_berger_table_and_all_rounds_are_known_at_once() -> None:
    plan = qualifying(start(8, group_size=4))
    assert len(plan) == 3
    for group in groups_of(start(8, group_size=4)):
        tables = [tuple(table for table in planned.tables if table[0] in group) for planned in plan]
        assert tables == [planned.tables for planned in berger_rounds(group)]
    assert {slot.section for planned in plan for slot in planned.slots} == {"group.1", "group.2"}
    assert {planned.stage for planned in plan} == {"groups"}


UNEVEN = (9, 13, 17, 19, 20, 25, 26, 27, 33, 34, 41, 147, 160)
STATE = {"group_size": 8, "group_rounds": 7, "advance_each": 0, "advance_total": 32}


def games_counted(state: PairingState) -> dict[int, int]:
    """The games of each in the groups, with the byes that count there."""
    groups = groups_of(state)
    sizes = [len(group) for group in groups]
    size_of = {entry: len(group) for group in groups for entry in group}
    counts: Counter[int] = Counter()
    for planned in state.played:
        counts.update(entry for table in planned.tables for entry in table)
        counts.update(
            entry for entry in planned.byes if byes_count(size_of[entry], sizes, state.options)
        )
    return dict(counts)


@pytest.mark.parametrize("count", UNEVEN)
def test_with_a_game_more_in_the_smaller_groups_all_have_as_many_games(count: int) -> None:
    state = played_groups(start(count, **STATE, unequal=2))
    assert len(state.played) <= 7
    games = games_counted(state)
    assert set(games) == set(state.entries)
    assert len(set(games.values())) == 1
    met = Counter(frozenset(table) for planned in state.played for table in planned.tables)
    for group in groups_of(state):
        pairs = [met[frozenset(pair)] for pair in combinations(group, 2)]
        assert set(pairs) <= {1, 2}, "everybody meets everybody before anybody meets twice"


@pytest.mark.parametrize("count", UNEVEN)
def test_by_shares_byes_in_groups_count_nothing_and_nobody_plays_more(count: int) -> None:
    state = played_groups(start(count, **STATE, unequal=1))
    size_of = {entry: len(group) for group in groups_of(state) for entry in group}
    assert games_counted(state) == {entry: size - 1 for entry, size in size_of.items()}
    as_it_falls = played_groups(start(count, **STATE))
    assert state.played == as_it_falls.played


@pytest.mark.parametrize("count", [147, 160])
def test_state_style_has_room_for_a_field_as_large_as_ever_came(count: int) -> None:
    options = STATE | {"bracket": 1, "consolation": 1, "unequal": 1}
    assert FORMATS["qualifying"].most_entries(options) == 160
    state = played(start(count, **options), better)
    places = qualifying_places(state)
    assert (places[1], len(places)) == (1, count)
    brackets = [planned for planned in state.played if planned.stage == "brackets"]
    sections = {slot.section: 0 for planned in brackets for slot in planned.slots}
    assert {"winners", "consolation.winners"} <= set(sections)
    assert len({entry for table in brackets[0].tables for entry in table}) >= 32


def test_one_group_of_all_may_end_after_some_rounds() -> None:
    plan = qualifying(start(30, group_size=0, group_rounds=5))
    assert len(plan) == 5
    met = Counter(frozenset(table) for planned in plan for table in planned.tables)
    assert set(met.values()) == {1}


def test_no_bracket_is_drawn_before_the_last_table_of_the_groups_is_over() -> None:
    state = start(4, group_size=4, advance_each=2)
    for planned in qualifying(state):
        state = begun(state, planned)
        assert all(coming.stage == "groups" for coming in qualifying(state))
        before, state = state, ended(state, better)
    assert qualifying(ranked_by_wins(before)) == ()
    assert qualifying_bracket(ranked_by_wins(before)).parts == ()
    [bracket] = qualifying(ranked_by_wins(state))
    assert (bracket.stage, bracket.tables) == ("brackets", ((1, 2),))


def test_four_groups_of_four_send_two_each_and_no_two_of_a_group_meet_at_once() -> None:
    state = played(start(16, group_size=4, advance_each=2))
    first = next(planned for planned in state.played if planned.stage == "brackets")
    group = {entry: n for n, group in enumerate(groups_of(state)) for entry in group}
    assert {entry for table in first.tables for entry in table} == set(range(1, 9))
    assert all(group[home] != group[other] for home, other in first.tables)
    assert [min(table) for table in first.tables] == [1, 4, 2, 3]
    assert stages(state) == ["groups"] * 3 + ["brackets"] * 3


def test_the_best_of_all_advance_whatever_their_group() -> None:
    state = start(24, group_size=8, advance_each=0, advance_total=10)
    fields = fields_of(ranked_by_wins(played_groups(state)))
    assert set(fields.going_on) == set(range(1, 11))
    assert len(fields.rest) == 14


def test_the_best_others_fill_up_after_the_first_of_each_group() -> None:
    state = start(12, group_size=4, advance_each=2, advance_total=8)
    fields = fields_of(ranked_by_wins(played_groups(state)))
    assert len(fields.going_on) == 8
    firsts = {group[0] for group in groups_of(state)}
    assert set(fields.going_on[:3]) == firsts


def test_everybody_advances_where_nothing_is_set() -> None:
    state = start(6, group_size=3, advance_each=0, advance_total=0)
    fields = fields_of(ranked_by_wins(played_groups(state)))
    assert sorted(fields.going_on) == [1, 2, 3, 4, 5, 6]
    assert fields.rest == ()


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({"advance_each": 1, "groups": 1}, ((1, 2), (3, 4, 5))),
        ({"advance_each": 0, "advance_total": 1, "groups": 2}, ((1, 2), (4, 3, 5))),
        ({"advance_half": 1, "groups": 1}, ((1, 2, 3), (4, 5))),
    ],
)
def test_two_advance_at_least(options: dict[str, int], fields: tuple[tuple[int, ...], ...]) -> None:
    state = ranked_by_wins(played_groups(start(5, group_size=0, **options)))
    assert fields_of(state) == fields
    two = replace(state, absent=frozenset({1, 2, 3}))
    assert fields_of(two).going_on == (4, 5), "those who went home advance no further"


def played_groups(state: PairingState) -> PairingState:
    for planned in qualifying(state):
        state = ended(begun(state, planned), better)
    return state


def test_the_rest_play_a_consolation_bracket_side_by_side_with_the_bracket() -> None:
    state = played(
        start(16, group_size=4, advance_each=2, bracket=2, final=2, consolation=2), better
    )
    first = next(planned for planned in state.played if planned.stage == "brackets")
    assert {slot.section for slot in first.slots} == {"winners", "consolation.winners"}
    places = qualifying_places(state)
    assert sorted(places) == list(range(1, 17))
    assert {entry for entry, place in places.items() if place <= 8} == set(range(1, 9))
    assert [places[entry] for entry in (1, 2, 9, 10)] == [1, 2, 9, 10]
    assert dict(qualifying_bracket(state).champions) == {
        "winners": 1,
        "consolation.winners": 9,
    }


def test_who_goes_home_shares_the_last_place() -> None:
    state = played(start(8, group_size=4, advance_each=1))
    assert qualifying_places(state) == {1: 1, 2: 2} | dict.fromkeys(range(3, 9), 3)


def test_there_are_no_places_before_the_brackets() -> None:
    assert qualifying_places(ranked_by_wins(played_groups(start(8, group_size=4)))) == {}


def test_what_the_groups_have_yet_to_play_is_dropped_once_the_bracket_has_begun() -> None:
    state = start(8, group_size=4, advance_each=2)
    state = replace(state, absent=frozenset({8}))
    state = played_groups(state)
    [bracket] = qualifying(ranked_by_wins(state))
    state = ended(begun(ranked_by_wins(state), bracket), worse)
    back = replace(state, absent=frozenset())
    assert {planned.stage for planned in qualifying(back)} == {"brackets"}


def test_the_draw_of_the_bracket_holds_whatever_the_ranking_says_later() -> None:
    state = ranked_by_wins(played_groups(start(8, group_size=4, advance_each=2)))
    [bracket] = qualifying(state)
    over = ended(begun(state, bracket), better)
    other = replace(over, ranking=tuple(reversed(over.ranking)))
    assert qualifying(over) == qualifying(other)


@pytest.mark.parametrize("gone", [(), (2,), (5,)])
@pytest.mark.parametrize("rounds", [1, 2])
def test_one_group_of_all_is_a_round_robin_byes_and_latecomers_too(
    rounds: int, gone: tuple[int, ...]
) -> None:
    state = start(5, group_size=0)
    for planned in qualifying(state)[:rounds]:
        state = ended(begun(state, planned), better)
    state = replace(state, absent=frozenset(gone), entries=(*state.entries, 6))
    alone = RoundRobin().plan(replace(state, options={"cycles": 1}))
    assert [(coming.tables, coming.byes) for coming in qualifying(state)] == [
        (coming.tables, coming.byes) for coming in alone
    ]


def test_a_latecomer_joins_the_smallest_group() -> None:
    [first, *_rest] = qualifying(start(7, group_size=4))
    state = ended(begun(start(7, group_size=4), first), better)
    late = replace(state, entries=(*state.entries, 8))
    groups = groups_of(late)
    assert sorted(len(group) for group in groups) == [4, 4]
    met = Counter(
        frozenset(table) for planned in (first, *qualifying(late)) for table in planned.tables
    )
    wanted = Counter(frozenset(pair) for group in groups for pair in combinations(group, 2))
    assert met == wanted


@given(
    count=st.integers(2, 32),
    random=st.randoms(use_true_random=False),
    options=st.fixed_dictionaries(
        {
            "group_size": st.sampled_from([0, 3, 4, 8]),
            "group_rounds": st.sampled_from([0, 3]),
            "advance_each": st.integers(0, 2),
            "advance_total": st.sampled_from([0, 6, 16]),
            "bracket": st.sampled_from([1, 2]),
            "final": st.sampled_from([1, 2]),
            "consolation": st.sampled_from([0, 1, 2]),
        }
    ),
)
@settings(max_examples=40)
def test_every_event_comes_to_an_end_with_one_champion(
    count: int, random: Random, options: dict[str, int]
) -> None:
    state = played(start(count, **options), random.choice)
    seen = stages(state)
    assert seen == sorted(seen, key=["groups", "brackets"].index)
    for planned in state.played:
        assert_everybody_once(planned)
    if "brackets" in seen:
        places = qualifying_places(state)
        assert sorted(places) == list(state.entries)
        assert list(places.values()).count(1) == 1


def assert_everybody_once(planned: PlannedRound) -> None:
    there = [entry for table in (*planned.tables, planned.byes) for entry in table]
    assert len(there) == len(set(there))


def test_the_nearest_seeds_are_exchanged_first() -> None:
    # 1 would meet 8 of its own group at once; 7 is nearer to 8 than 5 and 6 are.
    group = {1: 1, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 1}
    bands = [100, 101, 102, 102, 103, 103, 103, 103]
    assert separated_field(list(group), bands, group) == [1, 2, 3, 4, 5, 6, 8, 7]


def test_a_first_seed_alone_in_its_band_stays_and_the_next_band_is_exchanged() -> None:
    group = {1: 0, 2: 1, 3: 1, 4: 0}
    assert separated_field([1, 2, 3, 4], [100, 101, 101, 101], group) == [1, 2, 4, 3]


@given(groups=st.integers(2, 8), each=st.integers(1, 4))
@settings(max_examples=30)
def test_seeds_are_exchanged_within_their_band_alone(groups: int, each: int) -> None:
    field = list(range(groups * each))
    bands = [entry // groups for entry in field]
    group = {entry: entry % groups for entry in field}
    apart = separated_field(field, bands, group)
    assert [bands[field.index(entry)] for entry in apart] == bands
    assert apart[:groups] == field[:groups]
    if each == 2 and groups > 1:
        size = bracket_size(len(field))
        lines = [apart[seed - 1] if seed <= len(apart) else None for seed in seed_order(size)]
        boxes = zip(lines[::2], lines[1::2], strict=True)
        met = [(home, other) for home, other in boxes if home is not None and other is not None]
        assert all(group[home] != group[other] for home, other in met)
