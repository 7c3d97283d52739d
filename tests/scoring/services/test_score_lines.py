"""The lines that explain a score of spades add up to what the hand changed in the total."""

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games import PRESENTERS
from games.dummy_spades.printing import SpadesColumns
from games.printing import ScoredHand
from rules import verdict
from scoring.running_score import RunningScore

NAMES = ("Ann", "Bea", "Carl")
AMOUNT = re.compile(r"([+−])([\d,]+)$")


@st.composite
def hands(draw: st.DrawFn) -> dict[str, Any]:
    """A hand of spades told by its bids, nils and tricks."""
    cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
    tricks = [high - low for low, high in zip([0, *cuts], [*cuts, 13], strict=True)]
    dealer = draw(st.integers(0, 2))
    calls = [
        {
            "seat": (dealer + 1 + step) % 3,
            "bid": str(draw(st.integers(0, 13))),
            "nil": draw(st.lists(st.integers(0, 3), unique=True, max_size=2)),
        }
        for step in range(3)
    ]
    return {"dealer": dealer, "auction": calls, "tally": {"tricks": tricks}}


def amount(line: str) -> int:
    """The signed number at the end of a line; 0 where there is none."""
    amount = AMOUNT.search(line)
    if amount is None:
        return 0
    sign, digits = amount.groups()
    return int(digits.replace(",", "")) * (1 if sign == "+" else -1)


def scored_hand(
    hand: dict[str, Any], judgement: Any, running: RunningScore, before: Any
) -> ScoredHand:
    labels = PRESENTERS["dummy_spades"].hand_labels(hand, judgement, NAMES)
    return ScoredHand(hand, judgement, labels, NAMES, running.options, before, running.standing)


@settings(max_examples=60)
@given(st.lists(hands(), min_size=1, max_size=6), st.sampled_from([None, 1, 3, 10]))
def test_the_lines_of_every_player_add_up_to_the_gain(
    played: list[dict[str, Any]], limit: int | None
) -> None:
    rules = {"target": 10000, "bag_limit": limit}
    running = RunningScore("dummy_spades", rules)
    for hand in played:
        head = {"format": "hand-record/1", "game": "dummy_spades", "rules": rules}
        judgement = verdict(head | hand)
        assert judgement["ok"], judgement["problems"]
        before = running.standing
        running.add_hand(judgement)
        scored = scored_hand(hand, judgement, running, before)
        for seat in range(3):
            lines = SpadesColumns().figures(scored, seat).lines
            assert sum(map(amount, lines)) == scored.gain(seat), lines


def test_a_bid_of_nothing_that_took_nothing_needs_no_line() -> None:
    calls = [{"seat": 1, "bid": "5"}, {"seat": 2, "bid": "0"}, {"seat": 0, "bid": "0"}]
    hand = {"dealer": 0, "auction": calls, "tally": {"tricks": [0, 6, 0, 7]}}
    judgement = verdict({"format": "hand-record/1", "game": "dummy_spades"} | hand)
    running = RunningScore("dummy_spades", {})
    before = running.standing
    running.add_hand(judgement)
    scored = scored_hand(hand, judgement, running, before)
    assert [SpadesColumns().figures(scored, seat).lines for seat in (0, 2)] == [(), ()]
