"""The games that the rule book knows. A new game adds one word here, or is registered."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from rules.game import Game

NAMES: Final = ("texas42", "pandoeren", "dummy_spades")


class _Shelf(Mapping[str, Game[Any]]):
    """The games by name. Each is a package of its own, opened when it is first asked for.

    A short run of the command line then pays for the one game whose records it reads.
    """

    def __init__(self) -> None:
        self.games: dict[str, Game[Any] | None] = dict.fromkeys(NAMES)

    def __getitem__(self, name: str) -> Game[Any]:
        found = self.games[name]
        if found is None:
            # By convention the package `texas42` holds the game as `TEXAS42`.
            found = getattr(import_module(f"rules.{name}"), name.upper())
            self.games[name] = found
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.games

    def __iter__(self) -> Iterator[str]:
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)


_shelf: Final = _Shelf()
GAMES: Final[Mapping[str, Game[Any]]] = _shelf


def register(game: Game[Any]) -> None:
    """Add a game, or open one of the rule book's own."""
    _shelf.games[game.name] = game


def unregister(name: str) -> None:
    """Remove a game that was registered."""
    del _shelf.games[name]
