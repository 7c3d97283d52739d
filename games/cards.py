"""Cards as all games of cards name, type and draw them.

A card is a word of the record format, suit first: "SA", "HT" (or "H10").
"""

import re
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.typing import own_letters
from rules.pack import Pack
from rules.pieces import place_in_hand, read_card

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

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_WORDS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
"""How a typed line may name the suits, whatever the reader's language."""
TYPED: Final = re.compile(r"[SHDC]\s*(?:10|[AKQJT2-9])(?=[SHDC\s,;]|$)|[^\s,;]+", re.IGNORECASE)


def card_rows(pack: Pack) -> tuple[tuple[str, ...], ...]:
    """Return the cards of a pack, a row for each suit from the ace down."""
    cards = sorted(pack.pieces, key=place_in_hand)
    return tuple(tuple(row) for _suit, row in groupby(cards, key=lambda card: card[0]))


def suit_name(suit: str) -> str:
    """ "H" is "hearts"."""
    return str(SUIT_NAMES[suit])


def card_name(card: str) -> str:
    """Return a card's name: "SA" is "ace of spades". Raises ValueError for an invalid card."""
    suit, rank = read_card(card)
    return _("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[rank], "suit": SUIT_NAMES[suit]}


def card_words(card: str) -> str:
    """Return a card's name; a word that is no card stays."""
    try:
        return card_name(card)
    except ValueError:
        return card


def read_cards(text: str, pack: Pack) -> list[str]:
    """Return ``sa h10 d7`` as cards of the pack as records write them; other words stay."""
    return [_card(word, pack) for word in TYPED.findall(text)]


def _card(word: str, pack: Pack) -> str:
    name = "".join(word.split()).upper()
    return pack.canonical(name) if name in pack.numbers else word


def own_suits(taken: str) -> dict[str, str]:
    """Return the reader's own letters for the suits "s h d c" by these, none of them ``taken``."""
    letters = pgettext("letters typed for spades, hearts, diamonds, clubs", "s h d c").split()
    suits = "".join(SUIT_NAMES).lower()
    if len(letters) != len(suits):
        return {}
    return own_letters(dict(zip(suits, letters, strict=True)), taken)
