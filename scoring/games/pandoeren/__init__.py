"""Pandoeren on the page."""

from scoring.games.pandoeren.page import PAGE

__all__ = ["PAGE"]
