"""Numbers for other programs."""
