"""Ready-made events: everything but the name and the date, which are filled in.

Those of tournaments follow rules that were published; docs/decisions/0017 says what was read how.
"""

from tournaments.presets.base import EventTemplate
from tournaments.presets.clubs import CLUBS
from tournaments.presets.elimination import ELIMINATION
from tournaments.presets.players import PLAYERS

__all__ = ["TEMPLATES", "EventTemplate", "templates_of"]

TEMPLATES: dict[str, EventTemplate] = {
    template.key: template for template in (*CLUBS, *ELIMINATION, *PLAYERS)
}


def templates_of(game: str) -> dict[str, EventTemplate]:
    """A game's templates by key."""
    return {key: template for key, template in TEMPLATES.items() if template.game == game}
