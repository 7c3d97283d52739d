"""Replanning a round robin while people come and go."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.berger import berger_rounds
from engine.pairings.round_robin import RoundRobin
from engine.pairings.state import Meeting, PairingState, PlannedRound, bye_counts

round_robin = RoundRobin().plan


def met(rounds: tuple[PlannedRound, ...]) -> Counter[frozenset[int]]:
    return Counter(frozenset(table) for planned in rounds for table in planned.tables)


@pytest.mark.parametrize("size", [*range(2, 17), 33, 64])
@pytest.mark.parametrize("cycles", [1, 2])
def test_without_a_change_the_plan_goes_on_with_the_table(size: int, cycles: int) -> None:
    entries = tuple(range(1, size + 1))
    table = berger_rounds(entries, cycles=cycles)
    for played in {0, 1, len(table) // 2, len(table)}:
        state = PairingState(entries, played=table[:played], options={"cycles": cycles})
        assert round_robin(state) == table[played:]


@pytest.mark.parametrize(
    ("limit", "played", "length"), [(7, 0, 7), (7, 3, 4), (7, 7, 0), (7, 9, 0), (99, 0, 15)]
)
def test_a_short_evening_is_the_beginning_of_the_table(
    limit: int, played: int, length: int
) -> None:
    entries = tuple(range(1, 17))
    table = berger_rounds(entries)
    state = PairingState(entries, played=table[:played], options={"rounds": limit})
    assert round_robin(state) == table[played : played + length]


def test_when_one_of_an_even_field_leaves_those_who_would_meet_it_sit_out() -> None:
    entries = tuple(range(1, 9))
    table = berger_rounds(entries)
    plan = round_robin(PairingState(entries, frozenset({3}), table[:2]))
    for planned, announced in zip(plan, table[2:], strict=True):
        assert set(planned.tables) == {table for table in announced.tables if 3 not in table}
        assert len(planned.byes) == 1


def test_a_latecomer_in_an_odd_field_meets_everybody_in_as_few_rounds_as_possible() -> None:
    entries = tuple(range(1, 8))
    played = berger_rounds(entries)[:2]
    plan = round_robin(PairingState((*entries, 8), played=played))
    assert len(plan) == 7  # the newcomer alone needs seven
    assert set(met(played + plan).values()) == {1}
    assert len(met(played + plan)) == 28


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("nobody", PairingState(())),
        ("one", PairingState((1,))),
        ("all but one gone", PairingState((1, 2, 3), frozenset({1, 3}))),
        ("all have met", PairingState((1, 2), played=(PlannedRound((Meeting(1, 2),)),))),
    ],
)
def test_there_is_nothing_to_plan_for(name: str, state: PairingState) -> None:
    assert round_robin(state) == (), name


@st.composite
def evenings(draw: st.DrawFn) -> tuple[PairingState, list[PairingState]]:
    """A field in which, between some rounds, somebody comes, goes or comes back."""
    entries = tuple(range(1, draw(st.integers(2, 14)) + 1))
    options = {"cycles": draw(st.sampled_from([1, 1, 2])), "rounds": draw(st.sampled_from([0, 9]))}
    state = PairingState(entries, options=options)
    stops = [state]
    for _ in range(draw(st.integers(1, 4))):
        begun = round_robin(state)[: draw(st.integers(0, 4))]
        played = state.played + begun
        absent = state.absent
        match draw(st.sampled_from(["come", "go", "back"])):
            case "come":
                entries = (*entries, len(entries) + 1)
            case "go":
                absent |= {draw(st.sampled_from(entries))}
            case _:
                absent = frozenset(sorted(absent)[1:])
        state = PairingState(entries, absent, played, options)
        stops.append(state)
    return state, stops


@settings(max_examples=120)
@given(evenings())
def test_whoever_comes_and_goes_no_meeting_is_repeated_and_none_forgotten(
    evening: tuple[PairingState, list[PairingState]],
) -> None:
    state, stops = evening
    cycles, limit = state.options["cycles"], state.options["rounds"]
    plan = round_robin(state)
    for earlier, later in pairwise(stops):
        assert later.played[: len(earlier.played)] == earlier.played
    for planned in plan:
        seated = [entry for table in planned.tables for entry in table] + list(planned.byes)
        assert sorted(seated) == sorted(state.active)
    counts = met(state.played + plan)
    assert max(counts.values(), default=0) <= cycles
    if limit:
        assert len(plan) <= max(0, limit - len(state.played))
    else:
        active = state.active
        assert all(
            counts[frozenset((player, other))] == cycles
            for player in active
            for other in active
            if player < other
        )


@settings(max_examples=60)
@given(evenings())
def test_the_same_situation_gives_the_same_plan(
    evening: tuple[PairingState, list[PairingState]],
) -> None:
    assert round_robin(evening[0]) == round_robin(evening[0])


@settings(max_examples=60)
@given(st.integers(4, 14), st.integers(1, 5), st.data())
def test_after_a_drop_out_byes_stay_even_and_rounds_few(
    size: int, begun: int, data: st.DataObject
) -> None:
    entries = tuple(range(1, size + 1))
    played = berger_rounds(entries)[:begun]
    gone = data.draw(st.sampled_from(entries))
    state = PairingState(entries, frozenset({gone}), played)
    plan = round_robin(state)
    active = state.active
    left = Counter(entry for pair in met(plan) for entry in pair)
    need = max(max(left.values(), default=0), -(-len(met(plan)) // (len(active) // 2)))
    assert len(plan) == need
    byes = bye_counts(active, [*played, *plan]).values()
    assert max(byes) - min(byes) <= 1
