"""Dummy-Hand Spades on the page."""

from games.dummy_spades.page import PAGE

__all__ = ["PAGE"]
