"""Archives of clubs, and what is kept of one player, for other programs."""
