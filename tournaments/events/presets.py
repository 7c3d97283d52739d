"""The ready-made events of all games, by key."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _

from core.text import Text
from engine.pairings.formats import usual_format
from games import PRESENTERS, GamePresenter
from games.presets import EventTemplate


class _Templates(Mapping[str, EventTemplate]):
    """Those of each game, and a plain evening of a game that has none."""

    def __getitem__(self, key: str) -> EventTemplate:
        return self._all()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, EventTemplate]:
        return {
            template.key: template
            for presenter in PRESENTERS.values()
            for template in event_templates(presenter)
        }


TEMPLATES: Final[Mapping[str, EventTemplate]] = _Templates()


def templates_of(game: str) -> dict[str, EventTemplate]:
    """Return a game's templates by key."""
    if game not in PRESENTERS:
        return {}
    return {template.key: template for template in event_templates(PRESENTERS[game])}


@cache
def event_templates(presenter: GamePresenter) -> tuple[EventTemplate, ...]:
    """Return the templates of a game, or a plain evening whose key is the game's name."""
    usual = presenter.usual_order
    return tuple(
        replace(template, game=presenter.name, tie_breaks=template.tie_breaks or usual)
        for template in presenter.presets or (_plain_evening(presenter),)
    )


def _plain_evening(presenter: GamePresenter) -> EventTemplate:
    """An evening under the usual rules and in the usual format."""
    return EventTemplate(
        key=presenter.name,
        name=presenter.label,
        explanation=_("The usual rules; no money."),
        rules={"preset": presenter.laws.options.default_preset},
        format=usual_format(presenter.name),
    )


def template_choices() -> list[tuple[str, Text]]:
    """Return the templates of all games with their names."""
    return [(key, template.name) for key, template in TEMPLATES.items()]
