"""Deal sets and compared deals for other programs."""
