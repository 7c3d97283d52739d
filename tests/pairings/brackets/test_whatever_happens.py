"""Corrections, drop-outs and returns between the rounds of every kind of elimination."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.drawing import Bracket
from engine.pairings.qualifying import Qualifying
from engine.pairings.state import PairingState, PlannedRound
from engine.pairings.two_boxes import TwoBoxes
from tests.pairings.brackets.play import (
    Plan,
    begun,
    corrected,
    double_bracket,
    double_elimination,
    double_places,
    drawn,
    ended,
    ranked_by_wins,
    single_bracket,
    single_elimination,
    single_places,
    start,
)

two_boxes = TwoBoxes().plan
two_boxes_bracket = TwoBoxes().bracket
two_boxes_places = TwoBoxes().places
qualifying = Qualifying().plan
qualifying_bracket = Qualifying().bracket
qualifying_places = Qualifying().places

MOST_ROUNDS = 60


@dataclass(frozen=True)
class Kind:
    """A format as these tests play it; ``is_fixed`` where every box is played once."""

    plan: Plan
    places: Callable[[PairingState], Mapping[int, int]]
    draw: Callable[[PairingState], Bracket]
    is_fixed: bool = True


KINDS = {
    "single": Kind(single_elimination, single_places, single_bracket),
    "double": Kind(double_elimination, double_places, double_bracket),
    "boxes": Kind(two_boxes, two_boxes_places, two_boxes_bracket, is_fixed=False),
    "groups": Kind(qualifying, qualifying_places, qualifying_bracket, is_fixed=False),
}
OPTIONS = st.fixed_dictionaries(
    {
        "final": st.sampled_from([1, 2]),
        "third": st.sampled_from([0, 1]),
        "consolation": st.sampled_from([0, 1, 2]),
        "consolation_rounds": st.sampled_from([1, 2]),
        "group_size": st.sampled_from([0, 3, 4]),
        "group_rounds": st.sampled_from([0, 2]),
        "advance_each": st.integers(0, 2),
        "advance_total": st.sampled_from([0, 4]),
        "bracket": st.sampled_from([1, 2]),
    }
)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@given(count=st.integers(2, 20), options=OPTIONS, seed=st.integers(0, 10**6))
@settings(max_examples=8)
def test_nobody_is_in_two_places_and_the_event_comes_to_an_end(
    kind: Kind, count: int, options: dict[str, int], seed: int
) -> None:
    random = Random(seed)
    state = prepared(start(count, **options))
    for _ in range(MOST_ROUNDS):
        planned = kind.plan(state)
        kind.draw(replace(state, announced=planned))
        if not planned:
            break
        may_be_played(planned[0], state)
        state = ended(begun(state, planned[0]), random.choice)
        state = prepared(changed(state, random))
    else:
        pytest.fail("It never ends.")
    if kind.is_fixed:
        boxes = [slot[:2] for planned in state.played for slot in planned.slots]
        assert len(boxes) == len(set(boxes))
    if places := kind.places(state):
        first = {entry for entry, place in places.items() if place == 1}
        assert len(first) == 1 or first <= state.absent


def prepared(state: PairingState) -> PairingState:
    """With the lot and the ranking for the round to come."""
    return ranked_by_wins(drawn(state))


def may_be_played(planned: PlannedRound, state: PairingState) -> None:
    there = [entry for table in (*planned.tables, planned.byes) for entry in table]
    assert planned.tables
    assert len(there) == len(set(there))
    assert not state.absent & set(there)
    assert len(planned.slots) == len(planned.tables) + len(planned.byes)


def changed(state: PairingState, random: Random) -> PairingState:
    """A result is turned round, somebody leaves, somebody comes back: each now and then."""
    if random.random() < 0.3:
        state = corrected(state, random)
    if random.random() < 0.3 and len(state.active) > 2:
        state = replace(state, absent=state.absent | {random.choice(state.active)})
    if random.random() < 0.25 and state.absent:
        back = random.choice(sorted(state.absent))
        state = replace(state, absent=state.absent - {back})
    return state
