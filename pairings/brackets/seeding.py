"""Which seed stands on which line, so that the best meet last and the best have the byes."""


def bracket_size(count: int) -> int:
    """The lines of the smallest bracket for so many entries: a power of two, at least 2."""
    return max(2, 1 << (count - 1).bit_length())


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds from the first line to the last; ``size`` is a power of two.

    Standard seeding: as long as the better seed wins, the two of a box in a column of ``n`` lines
    add up to ``n + 1``. With fewer entries than lines the lacking seeds are the byes, one a box.
    """
    order = [1]
    while len(order) < size:
        lines = 2 * len(order)
        order = [seed for best in order for seed in (best, lines + 1 - best)]
    return tuple(order)
