"""Pandoeren on the page."""

from games.pandoeren.page import PAGE

__all__ = ["PAGE"]
