"""Pandoeren: the presenter and its parts."""

from games.pandoeren.presenter import GAME

__all__ = ["GAME"]
