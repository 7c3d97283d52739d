"""Dummy-Hand Spades on the page."""
