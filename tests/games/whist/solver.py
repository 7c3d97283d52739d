"""Endings of Whist: what both sides still take, once nine tricks or fewer are left."""

from typing import Final

from engine.analysis.recorded import RecordedHand
from engine.analysis.search import Rule, SearchAim, TrickRanking
from engine.analysis.solver import Solver, hand_missing
from rules.game import Record
from rules.problems import Code, Problem, problem
from tests.games.whist.laws import NAMES, NUMBERS, PACK, TRICKS, winner

LONGEST: Final = 9
FIRST: Final = TRICKS - LONGEST
OURS: Final = 0b0101


class WhistSolver(Solver):
    """See ``Solver``. The number of a position is the tricks of seats 0 and 2 from there."""

    game = "whist"

    def read_hand(self, record: Record) -> RecordedHand | Problem:
        hands = PACK.read_hands(record["deal"])
        if None in hands:
            return hand_missing(hands.index(None))
        tricks = [[NUMBERS[name] for name in trick] for trick in record["plays"]]
        if len(tricks) < FIRST or any(len(trick) < 4 for trick in tricks[:FIRST]):
            return problem(Code.PLAY_INCOMPLETE, "/plays", "Endings have nine tricks or fewer.")
        leader = (record["dealer"] + 1) % 4
        for trick in tricks[:FIRST]:
            leader = (leader + winner(trick)) % 4
        gone = sum(1 << card for trick in tricks[:FIRST] for card in trick)
        left = [card for card in range(len(NAMES)) if not gone >> card & 1]
        place = {card: at for at, card in enumerate(left)}
        return RecordedHand(
            names=[NAMES[card] for card in left],
            hands=[
                sum(1 << place[card] for card in left if hand >> card & 1)
                for hand in hands
                if hand is not None
            ],
            ranking=ranking_of(left),
            aim=SearchAim(collect=(OURS,) * LONGEST, maximise=OURS),
            counts_points=True,
            leader=leader,
            tricks=[[place[card] for card in trick] for trick in tricks[FIRST:]],
        )


def ranking_of(cards: list[int]) -> TrickRanking:
    """No trumps: the highest card of the suit led wins."""
    suits = [card // TRICKS for card in cards]
    return TrickRanking(
        rule=Rule.FOLLOW,
        follow=[sum(1 << at for at, suit in enumerate(suits) if suit == led) for led in suits],
        strength=[
            [1 + card % TRICKS if card // TRICKS == led else 0 for card in cards] for led in suits
        ],
    )
