"""How the games are shown, typed, explained, printed and paid: one presenter a game.

A new game has a folder here and one line in ``PRESENTERS``, or is registered by a plugin.
"""

from collections.abc import Mapping
from typing import Final

from core.text import Text
from engine.analysis import solver
from games.dummy_spades import GAME as DUMMY_SPADES
from games.klaverjassen import GAME as KLAVERJASSEN
from games.pandoeren import GAME as PANDOEREN
from games.presenter import GamePresenter
from games.texas42 import GAME as TEXAS42
from rules import game as laws

_presenters: Final[dict[str, GamePresenter]] = {}
PRESENTERS: Final[Mapping[str, GamePresenter]] = _presenters
"""Every game by its name in the record format."""


def register(presenter: GamePresenter) -> None:
    """Add a game, with its laws and its solver if it has one."""
    laws.register(presenter.laws)
    if presenter.best_play is not None:
        solver.register(presenter.best_play.solver)
    _presenters[presenter.name] = presenter


def unregister(name: str) -> None:
    """Remove a game again."""
    del _presenters[name]
    solver.unregister(name)
    laws.unregister(name)


def choices() -> list[tuple[str, Text]]:
    """Return the games by name and label, for fields of models and forms."""
    return [(name, presenter.label) for name, presenter in _presenters.items()]


def first() -> str:
    """Return the game of a club that has played none yet."""
    return next(iter(_presenters))


for _presenter in (
    TEXAS42,
    PANDOEREN,
    DUMMY_SPADES,
    KLAVERJASSEN,
):
    register(_presenter)

__all__ = ["PRESENTERS", "GamePresenter", "choices", "first", "register", "unregister"]
