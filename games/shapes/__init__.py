"""The shape of each game's records: one module and one row a game."""

from typing import Final

from games.shapes.base import GameShape
from games.shapes.dummy_spades import DUMMY_SPADES
from games.shapes.pandoeren import PANDOEREN
from games.shapes.texas42 import TEXAS42

SHAPES: Final[dict[str, GameShape]] = {
    "texas42": TEXAS42,
    "pandoeren": PANDOEREN,
    "dummy_spades": DUMMY_SPADES,
}
