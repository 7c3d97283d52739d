"""Pandoeren: a Dutch card game of the jass family for four players, each alone.

Vocabulary: the *declarer* has won the auction; the *partner* holds the called card, for one hand;
the others are *opponents*. The *jass* is the jack of trumps. The rules in prose:
`docs/rules/pandoeren.md`.
"""

from typing import Final

from rules.game import Game
from rules.pandoeren.judging import FACTS, judge
from rules.pandoeren.options import OPTIONS, Options
from rules.pandoeren.scoring import PandoerenMatch
from rules.pandoeren.shape import FIELDS

PANDOEREN: Final[Game[Options]] = Game(
    name="pandoeren",
    seats=4,
    options=OPTIONS,
    fields=FIELDS,
    facts=FACTS,
    judge=judge,
    match=PandoerenMatch(),
)
