"""Cards, ranks and suits as they are said."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from press.cards import read_card

SUIT_NAMES: Final = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}

RANK_NAMES: Final = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "T": gettext_lazy("ten"),
    "9": gettext_lazy("nine"),
    "8": gettext_lazy("eight"),
    "7": gettext_lazy("seven"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("five"),
    "4": gettext_lazy("four"),
    "3": gettext_lazy("three"),
    "2": gettext_lazy("two"),
}


def suit_row(suit: str, ranks: str) -> tuple[str, ...]:
    """The cards of a suit with these ranks."""
    return tuple(f"{suit}{rank}" for rank in ranks)


WHOLE_PACK: Final = tuple(suit_row(suit, "".join(RANK_NAMES)) for suit in SUIT_NAMES)
"""All 52, a row for each suit from the ace down."""


def suit_name(suit: str) -> str:
    """ "H" is "hearts"."""
    return str(SUIT_NAMES[suit])


def card_name(card: str) -> str:
    """ "SA" is "ace of spades". Raises ValueError where it is no card."""
    suit, rank = read_card(card)
    return _("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[rank], "suit": SUIT_NAMES[suit]}
