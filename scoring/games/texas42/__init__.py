"""Texas 42 on the page."""

from scoring.games.texas42.page import PAGE

__all__ = ["PAGE"]
