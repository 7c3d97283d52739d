"""Where the two of a pair sit: home in seats 0 and 2, away in 1 and 3, partners opposite."""

SEATS = range(4)


def seat_number(*, is_home: bool, place: int) -> int:
    """The seat of an entry's place (0 or 1)."""
    return 2 * place + (0 if is_home else 1)
