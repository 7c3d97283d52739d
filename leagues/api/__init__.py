"""The API of seasons: what other programs read."""
