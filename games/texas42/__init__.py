"""Texas 42: the presenter and its parts."""

from games.texas42.presenter import GAME

__all__ = ["GAME"]
