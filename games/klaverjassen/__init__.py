"""Klaverjassen as people see and type it."""

from games.klaverjassen.presenter import GAME

__all__ = ["GAME"]
