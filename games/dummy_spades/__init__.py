"""Dummy-Hand Spades: the presenter and its parts."""

from games.dummy_spades.presenter import GAME

__all__ = ["GAME"]
