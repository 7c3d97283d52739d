"""Texas 42: dominoes for four with trumps, tricks and an auction.

Vocabulary: seats 0 to 3 clockwise; the *declaring side* is the declarer and the seat opposite; team
0 is seats 0 and 2, team 1 seats 1 and 3. The rules in prose: `docs/rules/texas42.md`.
"""

from typing import Final

from rules.game import GameLaws
from rules.pack import Dealing
from rules.texas42.dominoes import DOMINOES
from rules.texas42.judging import judge
from rules.texas42.options import OPTIONS, Options
from rules.texas42.scoring import Texas42Match
from rules.texas42.shape import FACTS, FIELDS

TEXAS42: Final[GameLaws[Options]] = GameLaws(
    name="texas42",
    about="A hand of Texas 42, in as much detail as the table wrote down: `plays` or "
    "`trick_results`, not both; where neither is given, `tally`, `claim` or `ruling` settles it. "
    "Seats 0 and 2 are team 0, seats 1 and 3 team 1.",
    seats=4,
    options=OPTIONS,
    fields=FIELDS,
    facts=FACTS,
    judge=judge,
    match=Texas42Match(),
    dealing=Dealing(
        DOMINOES,
        order=range(len(DOMINOES.names)),
        problems=lambda record: DOMINOES.deal_problems(record.get("deal")),
    ),
)
