"""Events, entries, rounds and standings for other programs."""
