"""Names in so much room: measured in em, shortened so that both of a pair can still be told."""

import unicodedata
from collections.abc import Iterable

from clubs.models import Player
from tournaments.selectors.lineups import Entrant, entrant_name

FIRST_STRONG, POP = "\u2068", "\u2069"
NO_ISOLATES = dict.fromkeys(map(ord, (FIRST_STRONG, POP)))
ROOM_FOR_A_NAME = 3
"""Em below which a cut name tells nobody apart."""
WIDTHS = {" .,:;'|!ijlI": 0.28, "frt-": 0.38, "w&": 0.7, "mMWÆŒæœ@": 0.83}
"""Letters far from the usual width, as Overpass Bold has them, in em."""


def name_fitted(entrant: Entrant, room: float) -> str:
    """An entrant's name in so many em, so that both of a pair can be told.

    Whole, else with initials for last names, else last names alone, each cut where need be.
    """
    names = [player.name for player in entrant.players]
    lasts = [name.split()[-1] for name in names]
    for given in (names, [_brief(name) for name in names], lasts):
        text = _named(given)
        if text_width(text) <= room:
            return text
    each = (room - text_width(_named([""] * len(names)))) / len(names)
    if each < ROOM_FOR_A_NAME:
        return shortened(_named(_brief(name) for name in names), room)
    return _named(_cut_alike(lasts, each))


def _cut_alike(names: list[str], each: float) -> list[str]:
    """Names cut to so much room each; what a short one leaves over is the others'."""
    long = [name for name in names if text_width(name) > each]
    spare = sum(each - text_width(name) for name in names if name not in long)
    return [shortened(name, each + spare / len(long)) if name in long else name for name in names]


def _named(names: Iterable[str]) -> str:
    """Names in one text, each running its own way whatever its script."""
    return entrant_name([Player(name=f"{FIRST_STRONG}{name}{POP}") for name in names])


def _brief(name: str) -> str:
    """The first name and the initials of the others."""
    first, *others = name.split()
    return " ".join([first, *(f"{other[0]}." for other in others)])


def text_width(text: str) -> float:
    """About how wide a text is, in em."""
    return sum(map(letter_width, text))


def shortened(text: str, room: float) -> str:
    """A text cut to so many em, with an ellipsis; wide letters count as what they are."""
    if text_width(text) <= room:
        return text
    while text and text_width(text) + 1 > room:
        text = text[:-1]
    return f"{text.rstrip(f' &{FIRST_STRONG}')}…"


def letter_width(letter: str) -> float:
    """About how wide a bold letter is, in em: for cutting, not for setting."""
    if unicodedata.combining(letter) or letter in (FIRST_STRONG, POP):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    for letters, width in WIDTHS.items():
        if letter in letters:
            return width
    return 0.68 if letter.isupper() else 0.56
