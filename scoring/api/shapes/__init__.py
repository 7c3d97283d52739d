"""The shape of each game's records: one module and one row a game."""

from typing import Final

from scoring.api.shapes.base import GameShape
from scoring.api.shapes.texas42 import TEXAS42

SHAPES: Final[dict[str, GameShape]] = {"texas42": TEXAS42}
