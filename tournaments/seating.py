"""Who sits where in a match: the sides take turns round the table, so partners sit opposite."""

from pairings.format import sides_of
from rules import GAMES


def seat_number(*, side: int, place: int, sides: int) -> int:
    """The seat of a side's player: of two pairs home has seats 0 and 2, away 1 and 3."""
    return place * sides + side


def side_of(game: str, place: int) -> int:
    """The side of the entry at a place: of four single players in teams, 0 and 2 are partners."""
    sides = sides_of(game)
    # Where everybody is a side, one more than seats is a side more: they take turns.
    return place if sides == GAMES[game].seats else place % sides
