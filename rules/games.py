"""The games that the rule book knows. A new game adds one word here."""

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
        self._open: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        found = self._open.get(name)
        if found is None:
            if name not in NAMES:
                raise KeyError(name)
            # By convention the package `texas42` holds the game as `TEXAS42`.
            found = getattr(import_module(f"rules.{name}"), name.upper())
            self._open[name] = found
        return found

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Final[Mapping[str, Game[Any]]] = _Shelf()
