"""Who sits where in a match: the sides take turns round the table, so partners sit opposite."""


def seat_number(*, side: int, place: int, sides: int) -> int:
    """The seat of a side's player: of two pairs home has seats 0 and 2, away 1 and 3."""
    return place * sides + side
