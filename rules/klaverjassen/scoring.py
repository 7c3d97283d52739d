"""What a hand counts for each side, and the match.

Pairs are the declaring side's and the other's. Source: the score, nat, pit; a boom.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.game import Length, MatchStanding
from rules.klaverjassen.cards import ALL_POINTS, TRICKS
from rules.klaverjassen.options import Options
from rules.match_books import TeamMatch

PIT: Final = 100


class Ending(NamedTuple):
    """How the tricks of a hand end: the declaring side's tricks and card points."""

    tricks: int
    cards: int


def pits(ending: Ending, options: Options) -> tuple[int, int]:
    """Return what each side has for taking every trick; the others only where the club counts
    it."""
    ours = PIT if ending.tricks == TRICKS else 0
    theirs = PIT if ending.tricks == 0 and options.defence_pit else 0
    return ours, theirs


def taken(ending: Ending, roem: tuple[int, int], options: Options) -> tuple[int, int]:
    """Return what each side took: card points, roem, and pit."""
    ours, theirs = pits(ending, options)
    return ending.cards + roem[0] + ours, ALL_POINTS - ending.cards + roem[1] + theirs


def is_made(ending: Ending, roem: tuple[int, int], needed: int, options: Options) -> bool:
    """Return whether the declaring side took more than the others, and what was bid."""
    ours, theirs = taken(ending, roem, options)
    return ours > theirs and ours >= needed


def all_to_one(roem: tuple[int, int], pit: int = 0) -> int:
    """Return what the others score if the declaring side is nat, or the innocent if somebody
    revoked: all card points, and the roem of both."""
    return ALL_POINTS + sum(roem) + pit


def score(
    ending: Ending, roem: tuple[int, int], options: Options, *, made: bool
) -> tuple[int, int]:
    """Return the scores of the declaring side and of the others."""
    if made:
        return taken(ending, roem, options)
    return 0, all_to_one(roem, pits(ending, options)[1])


# The match: a boom of hands added up, and the money at its end


class KlaverjasMatch(TeamMatch[Options]):
    """The higher total wins after the hands agreed, or at the target."""

    stakes = ("per_point", "per_game")

    def length(self, options: Options) -> Length:
        """Return the number of hands, else the target."""
        return Length(options.hands, options.target)

    def owed(
        self, standing: MatchStanding, winner: int, amounts: Mapping[str, int], options: Options
    ) -> int:
        """Return what the losers owe: an amount for the match, and for each point between them."""
        difference = standing.totals[winner] - standing.totals[1 - winner]
        return amounts["per_game"] + amounts["per_point"] * difference
