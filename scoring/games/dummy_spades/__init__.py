"""Dummy-Hand Spades on the page."""

from scoring.games.dummy_spades.page import PAGE

__all__ = ["PAGE"]
