"""Texas 42 on the page."""

from games.texas42.page import PAGE

__all__ = ["PAGE"]
