"""Texas 42: its presenter, and what that is made of."""

from games.texas42.presenter import GAME

__all__ = ["GAME"]
