"""Default settings of a season by game."""

from typing import Any

from games import PRESENTERS
from leagues.models import Ranks, SeasonScoring, SubstituteRule
from pairings.formats import FORMATS
from tournaments.presets import TEMPLATES, templates_of


def best_suggested(evenings: int) -> int:
    """Return how many of this many evenings usually count: three in four, 6 of 8 and 5 of 7."""
    return max(1, (3 * evenings + 2) // 4)


def season_defaults(game: str, template: str = "", *, evenings: int) -> dict[str, Any]:
    """Return the default fields of a season of a game, for evenings set up from a template (by
    default the game's first). Fixed pairs are ranked if the template enters pairs; a substitute
    then plays for them. If the best evenings are added up, their number is also the minimum
    attendance."""
    known = templates_of(game)
    key = template if template in known else next(iter(known), "")
    best, usual = best_suggested(evenings), PRESENTERS[game].season if game in PRESENTERS else {}
    pairs = key in TEMPLATES and FORMATS[TEMPLATES[key].format].lineup > 1
    return {
        "template": key,
        "ranks": Ranks.PAIRS if pairs else Ranks.PLAYERS,
        "substitutes": SubstituteRule.COUNT if pairs else SubstituteRule.APART,
        "best": best,
        "minimum": best if usual.get("scoring") == SeasonScoring.BEST else 0,
        **usual,
    }
