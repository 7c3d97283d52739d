"""Clubs and players for other programs."""
