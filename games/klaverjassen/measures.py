"""Statistics of hands of Klaverjassen."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.base import Record
from games.cards import SUIT_NAMES
from games.measures import GameMeasures, Measure


def declaration(record: Record) -> str:
    """Return the suit that is trumps."""
    return str((record.get("contract") or {}).get("trump", ""))


def declaration_words(code: str) -> str:
    return str(SUIT_NAMES.get(code, code))


MEASURES: Final = GameMeasures(
    declaration=declaration,
    declaration_words=declaration_words,
    bid_order=None,
    measures=(
        Measure(
            "pit",
            _("Pit"),
            _("Hands in which the player was declarer and the side won every trick."),
            where={
                "verdict.points.pit": frozenset({True}),
                "verdict.outcome": frozenset({"made"}),
            },
            seat="verdict.declarer",
        ),
        Measure(
            "verzaakt",
            _("Hands decided by a ruling"),
            _("Hands that the player played as declarer and a director decided; made if for them."),
            where={"record.ruling.against": frozenset({"declarer", "defence"})},
            seat="verdict.declarer",
            made="verdict.outcome",
        ),
    ),
)
