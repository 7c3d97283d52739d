"""Cards as they are typed: suit and rank, in any case, with or without blanks."""

import re
from typing import Final

from games.dummy_spades.entry import canonical

CARD: Final = re.compile(r"[shdc]\s*(?:10|[akqjt2-9])", re.IGNORECASE)
WORD: Final = re.compile(rf"{CARD.pattern}|[^\s,;]+", re.IGNORECASE)


def read_cards(text: str) -> list[str]:
    """``sa h10 c2``: cards as the record writes them; what is none is passed on as it stands."""
    return [_card(word) for word in WORD.findall(text)]


def _card(word: str) -> str:
    return canonical(re.sub(r"\s", "", word).upper()) if CARD.fullmatch(word) else word
