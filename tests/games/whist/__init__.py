"""Whist, a fourth game: its laws and its presenter, registered as a plugin would do it."""
