"""Klaverjassen: a Dutch card game of the jass family for two teams.

Vocabulary: the *declarer* plays and names trumps; the *declaring side* is the declarer and the seat
opposite; *forehand* is the dealer's left, who leads first. *Roem* is what counts besides card
points; a declaring side that is set is *nat*; *pit* is every trick for one side. Team 0 is seats 0
and 2, team 1 seats 1 and 3. The rules in prose: `docs/rules/klaverjassen.md`.
"""

from typing import Final

from rules.game import GameLaws
from rules.klaverjassen.cards import NAMES, PACK
from rules.klaverjassen.judging import judge
from rules.klaverjassen.options import OPTIONS, Options
from rules.klaverjassen.scoring import KlaverjasMatch
from rules.klaverjassen.shape import FACTS, FIELDS
from rules.pack import Dealing

KLAVERJASSEN: Final[GameLaws[Options]] = GameLaws(
    name="klaverjassen",
    about="A hand of Klaverjassen, in as much detail as the table wrote down: `plays` or "
    "`trick_results`, not both; where neither is given, `tally`, `claim` or `ruling` settles it. "
    "Seats 0 and 2 are team 0, seats 1 and 3 team 1.",
    seats=4,
    options=OPTIONS,
    fields=FIELDS,
    facts=FACTS,
    judge=judge,
    match=KlaverjasMatch(),
    dealing=Dealing(
        PACK,
        order=range(len(NAMES)),
        problems=lambda record: PACK.deal_problems(record.get("deal")),
    ),
)
