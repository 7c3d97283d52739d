"""Results and undoing; the entry forms of hands are the games' own."""
