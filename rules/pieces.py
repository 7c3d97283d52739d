"""The names of pieces as they are written, and the order in which they are laid out for people.

Cards are named suit first, "SA"; dominoes by their ends, "6-4".
"""

from collections.abc import Iterator
from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = "AKQJT98765432"
HIGHEST_END: Final = 6


def read_card(card: str) -> tuple[str, str]:
    """Return suit and rank of a card written "SA", "HT" or "H10".

    Raises ValueError for an invalid card.
    """
    suit, rank = card[:1], card[1:].replace("10", "T")
    if suit not in SUITS or rank not in RANKS or len(suit) + len(rank) != 2:
        message = f"no card: {card!r}"
        raise ValueError(message)
    return suit, rank


def place_in_hand(card: str) -> tuple[int, int]:
    """Return the sort key of a card in a hand: by suit, in each from the ace down."""
    suit, rank = read_card(card)
    return SUITS.index(suit), RANKS.index(rank)


def index_of(rank: str) -> str:
    """Return the rank as printed on the card."""
    return "10" if rank == "T" else rank


def ends(piece: str) -> tuple[int, int]:
    """Return the two ends of a piece written "6-4", in the order written.

    Raises ValueError for an invalid domino.
    """
    first, dash, second = piece.partition("-")
    known = {str(n) for n in range(HIGHEST_END + 1)}
    if not dash or first not in known or second not in known:
        message = f"no domino: {piece!r}"
        raise ValueError(message)
    return int(first), int(second)


def triangle() -> Iterator[Iterator[str]]:
    """Yield the 28 pieces in rows, from the seven sixes down to the double blank."""
    for high in range(HIGHEST_END, -1, -1):
        yield (f"{high}-{low}" for low in range(high, -1, -1))
