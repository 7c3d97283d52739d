"""Dummy-Hand Spades: its presenter, and what that is made of."""

from games.dummy_spades.presenter import GAME

__all__ = ["GAME"]
