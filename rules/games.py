"""The games that the rule book knows. A new game adds one line here."""

from collections.abc import Mapping
from typing import Any, Final

from rules.dummy_spades import DUMMY_SPADES
from rules.game import Game
from rules.pandoeren import PANDOEREN
from rules.texas42 import TEXAS42

ALL_GAMES: Final[tuple[Game[Any], ...]] = (TEXAS42, PANDOEREN, DUMMY_SPADES)
GAMES: Final[Mapping[str, Game[Any]]] = {game.name: game for game in ALL_GAMES}
