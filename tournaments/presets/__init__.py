"""Ready-made events: everything but the name and the date, which are filled in.

Those of tournaments follow rules that were published; docs/decisions/0017 says what was read how.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games import PRESENTERS, GamePresenter
from pairings.formats import usual_format
from tournaments.presets.base import EventTemplate
from tournaments.presets.clubs import CLUBS
from tournaments.presets.elimination import ELIMINATION
from tournaments.presets.players import PLAYERS

__all__ = ["TEMPLATES", "EventTemplate", "templates_of"]

_WRITTEN: Final = {template.key: template for template in (*CLUBS, *ELIMINATION, *PLAYERS)}


class _Templates(Mapping[str, EventTemplate]):
    """Those written here, and a plain evening of each game that has none here."""

    def __getitem__(self, key: str) -> EventTemplate:
        return _WRITTEN[key] if key in _WRITTEN else _plain_evening(PRESENTERS[key])

    def __iter__(self) -> Iterator[str]:
        games = {template.game for template in _WRITTEN.values()}
        return iter((*_WRITTEN, *(game for game in PRESENTERS if game not in games)))

    def __len__(self) -> int:
        return sum(1 for _key in self)


TEMPLATES: Final[Mapping[str, EventTemplate]] = _Templates()


def templates_of(game: str) -> dict[str, EventTemplate]:
    """Return a game's templates by key."""
    return {key: template for key, template in TEMPLATES.items() if template.game == game}


def _plain_evening(presenter: GamePresenter) -> EventTemplate:
    """An evening under the usual rules and in the usual format; its key is the game's name."""
    return EventTemplate(
        key=presenter.name,
        name=str(presenter.label),
        explanation=_("The usual rules; no money."),
        rules={"preset": presenter.laws.options.default_preset},
        game=presenter.name,
        format=usual_format(presenter.name),
        tie_breaks=presenter.usual_order,
    )
