"""A fourth game's solver, though no file of the house names it: endings of Whist."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import games
from clubs.models import Club
from engine.analysis.answers import makeable, plays, walk
from engine.analysis.deals import make_deal
from scoring.models import BestPlay
from scoring.selectors.best_play import Ask, question_of
from scoring.services.best_play import best_play_ask, best_play_compute
from tests.games.whist.laws import NAMES, NUMBERS, TRICKS, winner
from tests.games.whist.presenter import GAME

Hands = tuple[frozenset[int], ...]
NAIVE = 3
"""Tricks that the naive search plays out."""


@pytest.fixture(autouse=True)
def whist() -> Iterator[None]:
    games.register(GAME)
    yield
    games.unregister("whist")


def answers_to(hand: frozenset[int], lead: int | None) -> list[int]:
    """The cards that a hand may play."""
    suit = [card for card in hand if lead is not None and card // TRICKS == lead // TRICKS]
    return sorted(suit or hand)


def played(seed: int) -> dict[str, Any]:
    """A deal played out by lot."""
    rng = Random(seed)
    deal = make_deal("whist", str(seed), 1)["deal"]
    hands = [{NUMBERS[name] for name in hand} for hand in deal]
    leader, tricks = 1, []
    for _ in range(TRICKS):
        trick: list[int] = []
        for i in range(4):
            hand = hands[(leader + i) % 4]
            card = rng.choice(answers_to(frozenset(hand), trick[0] if trick else None))
            hand.remove(card)
            trick.append(card)
        tricks.append([str(NAMES[card]) for card in trick])
        leader = (leader + winner(trick)) % 4
    record = {"format": "hand-record/1", "game": "whist", "dealer": 0, "deal": deal}
    return record | {"plays": tricks, "tally": {"tricks": ours(tricks)}}


def leader_after(tricks: list[list[str]]) -> int:
    leader = 1
    for trick in tricks:
        leader = (leader + winner([NUMBERS[name] for name in trick])) % 4
    return leader


def ours(tricks: list[list[str]]) -> int:
    """The tricks of seats 0 and 2."""
    return sum(leader_after(tricks[:t]) % 2 == 0 for t in range(1, len(tricks) + 1))


def naive(hands: Hands, leader: int, trick: tuple[int, ...] = ()) -> int:
    """The tricks of seats 0 and 2 with best play by all, by trying everything."""
    if len(trick) == 4:
        leader = (leader + winner(trick)) % 4
        return int(leader % 2 == 0) + naive(hands, leader)
    seat = (leader + len(trick)) % 4
    if not hands[seat]:
        return 0
    numbers = (
        naive(
            tuple(hand - {card} if at == seat else hand for at, hand in enumerate(hands)),
            leader,
            (*trick, card),
        )
        for card in answers_to(hands[seat], trick[0] if trick else None)
    )
    return max(numbers) if seat % 2 == 0 else min(numbers)


@pytest.mark.parametrize("seed", range(2))
def test_the_last_tricks_are_worth_what_a_naive_search_finds(seed: int) -> None:
    record = played(seed)
    tricks = record["plays"]
    before = tricks[: TRICKS - NAIVE]
    gone = {NUMBERS[name] for trick in before for name in trick}
    left = tuple(frozenset(NUMBERS[name] for name in hand) - gone for hand in record["deal"])
    answer = plays(record)
    assert answer["ok"], answer
    # Tricks of the ending count from its first, the fifth of the hand.
    taken = ours(before) - ours(tricks[:4])
    best = taken + naive(left, leader_after(before))
    assert answer["plays"][TRICKS - NAIVE - 4][0][0] == best
    assert answer["plays"][-1][-1][1] == ours(tricks) - ours(tricks[:4])


def test_a_walk_names_the_cards_that_are_left() -> None:
    record = played(3)
    steps = walk(record)["steps"]
    assert len(steps) == 4 * (TRICKS - 4) + 1
    assert record["plays"][4][0] in steps[0]["options"]


def test_what_a_solver_of_endings_does_not_know_is_a_problem() -> None:
    record = played(1)
    assert makeable(record)["problems"][0]["code"] == "record.unknown_game"
    short = record | {"plays": record["plays"][:2]}
    assert plays(short)["problems"][0]["at"] == "/plays"


def test_the_worker_answers_for_it(club: Club) -> None:
    question = question_of(Ask.WALK, played(5))
    assert question is not None
    best_play_ask([question], club=club)
    best_play_compute(digest=question.digest)
    answer = BestPlay.objects.get().answer
    assert answer is not None
    assert answer["ok"]
