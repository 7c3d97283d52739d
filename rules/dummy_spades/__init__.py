"""Dummy-Hand Spades: spades for three players, each alone, one of them with the dummy's hand.

Vocabulary: seats 0 to 2 are the real players clockwise, 3 is the dummy; the *declarer* is the
highest bidder, who plays the dummy's cards too; the other two are *defenders*. The rules in prose:
`docs/rules/dummy_spades.md`.
"""

from typing import Final

from rules.dummy_spades.cards import PACK
from rules.dummy_spades.judging import judge
from rules.dummy_spades.options import OPTIONS, REAL_PLAYERS, Options
from rules.dummy_spades.scoring import SpadesMatch
from rules.dummy_spades.shape import FACTS, FIELDS
from rules.game import GameLaws
from rules.pack import Dealing

DUMMY_SPADES: Final[GameLaws[Options]] = GameLaws(
    name="dummy_spades",
    about="A hand of Dummy-Hand Spades, in as much detail as the table wrote down: `plays` or "
    "`trick_results`, not both; where neither is given, `tally` or `claim` settles it.",
    seats=REAL_PLAYERS,
    options=OPTIONS,
    fields=FIELDS,
    facts=FACTS,
    judge=judge,
    match=SpadesMatch(),
    dealing=Dealing(
        PACK,
        order=range(len(PACK.names)),
        problems=lambda record: PACK.deal_problems(record.get("deal")),
    ),
)
