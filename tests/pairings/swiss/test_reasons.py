"""Why two were paired."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.pairings.format import PairedEntry, PairingReason, PairReason
from engine.pairings.state import PairingState, PlannedRound
from engine.pairings.swiss import Swiss
from tests.pairings.swiss.evenings import after, evenings, over, story

reasons = Swiss().reasons
swiss = Swiss().plan

FIRST = [(1, 5, 1), (6, 2, 2), (3, 7, 3), (8, 4, 4)]


def by_pair(state: PairingState) -> dict[tuple[int, ...], PairingReason]:
    (planned,) = swiss(state)
    why = reasons(state, len(state.played) + 1, planned)
    return {tuple(side.entry for side in reason.sides): reason for reason in why}


CASES = {
    "in the first round all have the same score": (
        PairingState((1, 2, 3, 4)),
        (1, 3),
        PairingReason(PairReason.FOLD, (PairedEntry(1, 0, 1, 4), PairedEntry(3, 0, 3, 4))),
    ),
    "winners fold": (
        story(8, [FIRST]),
        (2, 4),
        PairingReason(PairReason.FOLD, (PairedEntry(2, 2, 2, 4), PairedEntry(4, 2, 4, 4))),
    ),
    "who met in the first round can't in the second, so drawn meetings break the fold": (
        story(8, [[(1, 5, 0), (6, 2, 2), (3, 7, 3), (8, 4, 0)]]),
        (4, 5),
        PairingReason(PairReason.NEAR_FOLD, (PairedEntry(4, 1, 2, 4), PairedEntry(5, 1, 3, 4))),
    ),
    "one of three winners moves down": (
        story(6, [[(1, 4, 1), (5, 2, 2), (3, 6, 3)]]),
        (3, 4),
        PairingReason(PairReason.FLOAT_ODD, (PairedEntry(3, 2, 3, 3), PairedEntry(4, 0, 1, 3))),
    ),
    "two of the lowest have met, so two of the next come down to them": (
        story(6, [[(1, 4, 1), (5, 2, 0), (3, 6, 3)], [(1, 3, 1), (2, 4, 4), (5, 6, 6)]]),
        (3, 2),
        PairingReason(PairReason.FLOAT_MET, (PairedEntry(3, 2, 1, 3), PairedEntry(2, 1, 1, 2))),
    ),
    "the last who never sat out does": (
        PairingState((1, 2, 3)),
        (3,),
        PairingReason(PairReason.BYE, (PairedEntry(3, 0, 3, 3),)),
    ),
    "where all have met and it is allowed, two meet again": (
        replace(story(2, [[(1, 2, 1)]]), may_repeat=True),
        (1, 2),
        PairingReason(PairReason.AGAIN, (PairedEntry(1, 2, 1, 1), PairedEntry(2, 0, 1, 1))),
    ),
}


def test_a_bye_that_comes_again_or_not_to_the_lowest_says_so() -> None:
    state = story(3, [[(1, 2, 1)]], byes=[3])
    rests = {
        bye: reasons(state, 2, PlannedRound((others,), (bye,)))[1].why
        for others, bye in (((1, 3), 2), ((2, 3), 1), ((1, 2), 3))
    }
    assert rests == {
        2: PairReason.BYE,
        1: PairReason.BYE_ABOVE,
        3: PairReason.BYE_AGAIN,
    }


@pytest.mark.parametrize("name", CASES)
def test_a_pair_is_told_why_it_meets(name: str) -> None:
    state, pair, reason = CASES[name]
    assert by_pair(state)[pair] == reason


def test_a_round_played_long_ago_still_has_its_reasons() -> None:
    state = PairingState(tuple(range(1, 8)), options={"rounds": 3})
    reasons_then = []
    for number in range(1, 4):
        (planned,) = swiss(state)
        reasons_then.append(reasons(state, number, planned))
        state = after(state, planned, [over(table, min(table)) for table in planned.tables])
    gone = PairingState((*state.entries, 8), frozenset({1, 2}), state.played, results=state.results)
    again = [reasons(gone, number, gone.played[number - 1]) for number in range(1, 4)]
    assert again == reasons_then


@settings(max_examples=80)
@given(evenings(most=14, rounds=6))
def test_reasons_hold_what_they_say(state: PairingState) -> None:
    for planned in swiss(state):
        why = reasons(state, len(state.played) + 1, planned)
        tables = (*planned.tables, *((entry,) for entry in planned.byes))
        for table, reason in zip(tables, why, strict=True):
            assert {side.entry for side in reason.sides} == set(table)
            assert all(1 <= side.place <= side.size for side in reason.sides)
            floats = reason.sides[0].points != reason.sides[-1].points
            assert floats == (reason.why in {PairReason.FLOAT_ODD, PairReason.FLOAT_MET})
            assert reason.sides[0].points >= reason.sides[-1].points
            rests = reason.why in {PairReason.BYE, PairReason.BYE_ABOVE}
            assert (len(reason.sides) == 1) == rests
