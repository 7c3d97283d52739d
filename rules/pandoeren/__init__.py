"""Pandoeren: a Dutch card game of the jass family for four players, each alone.

Vocabulary: the *declarer* has won the auction; the *partner* holds the called card, for one hand;
the others are *opponents*. The *jass* is the jack of trumps. The rules in prose:
`docs/rules/pandoeren.md`.
"""

from typing import Final

from rules.game import GameLaws
from rules.pack import Dealing
from rules.pandoeren.cards import PACK, WHOLE_PACK, cards_in, deal_problems
from rules.pandoeren.judging import judge
from rules.pandoeren.options import OPTIONS, Options
from rules.pandoeren.scoring import PandoerenMatch
from rules.pandoeren.shape import FACTS, FIELDS

PANDOEREN: Final[GameLaws[Options]] = GameLaws(
    name="pandoeren",
    about="A hand of Pandoeren, in as much detail as the table wrote down: `plays` or "
    "`trick_results`, not both; where neither is given, `tally`, `claim` or `ruling` settles it. "
    "`deal` is the eight cards each, before the exchange.",
    seats=4,
    options=OPTIONS,
    fields=FIELDS,
    facts=FACTS,
    judge=judge,
    match=PandoerenMatch(),
    dealing=Dealing(PACK, order=cards_in(WHOLE_PACK), problems=deal_problems, centre=True),
)
