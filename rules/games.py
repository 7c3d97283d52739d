"""The games that the rule book knows. A new game adds one line here."""

from collections.abc import Mapping
from typing import Any, Final

from rules.game import Game
from rules.pandoeren import PANDOEREN
from rules.texas42 import TEXAS42

ALL_GAMES: Final[tuple[Game[Any], ...]] = (TEXAS42, PANDOEREN)
GAMES: Final[Mapping[str, Game[Any]]] = {game.name: game for game in ALL_GAMES}
