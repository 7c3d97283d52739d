"""What is usual for a season of a game."""

from typing import Any

from leagues.models import AbsenceRule, Measure, Ranks, Scoring, SubstituteRule
from tournaments.formats import FORMATS
from tournaments.templates_data import TEMPLATES, templates_of

_OF_GAME: dict[str, dict[str, Any]] = {
    "texas42": {"measure": Measure.GAMES_WON, "scoring": Scoring.SUM},
    "pandoeren": {
        "measure": Measure.AVERAGE,
        "scoring": Scoring.BEST,
        "best": 6,
        "minimum": 6,
        "noticed": AbsenceRule.LOWEST,
    },
    "dummy_spades": {"measure": Measure.POINTS, "scoring": Scoring.SUM},
}


def season_defaults(game: str, template: str = "") -> dict[str, Any]:
    """The fields of a season of a game, played as a template has it; the game's first one else.

    Fixed pairs are ranked where the template enters pairs, and then a substitute plays for them.
    """
    known = templates_of(game)
    key = template if template in known else next(iter(known), "")
    pairs = key in TEMPLATES and FORMATS[TEMPLATES[key].format].lineup > 1
    return {
        "template": key,
        "ranks": Ranks.PAIRS if pairs else Ranks.PLAYERS,
        "substitutes": SubstituteRule.COUNT if pairs else SubstituteRule.APART,
        **_OF_GAME.get(game, {}),
    }
