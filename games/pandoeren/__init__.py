"""Pandoeren: its presenter, and what that is made of."""

from games.pandoeren.presenter import GAME

__all__ = ["GAME"]
