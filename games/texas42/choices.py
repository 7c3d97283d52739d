"""What the entry form of Texas 42 offers at a table: players, bids and contracts of its rules."""

from typing import Any

from django.utils.translation import gettext as _

from games.base import Table
from games.texas42.entry import NO_BIDDER, RANKED
from games.texas42.words import KINDS, SUITS

Choices = list[tuple[str, Any]]


def bidders(table: Table) -> Choices:
    """The players, and that nobody bid where that may be."""
    seats = [(str(seat), name) for seat, name in enumerate(table.names)]
    return seats if table.options.dealer_must_bid else [*seats, (NO_BIDDER, _("All passed"))]


def bids(options: Any) -> list[str]:
    """The bids that may open; higher marks follow only from an auction."""
    if options.by_points:
        high = ["84", "168", *(["low-no"] if options.low_no else [])]
        return [*map(str, range(30, 43)), *high]
    most = max(options.max_opening_marks, options.plunge_marks if options.plunge else 1)
    return [*map(str, range(30, 42)), *(f"{marks}m" for marks in range(1, most + 1))]


def contracts(options: Any) -> Choices:
    """The suits, and what else the table plays."""
    suits = [(str(suit), word) for suit, word in enumerate(SUITS)]
    played = kinds(options)
    return [*suits, *((kind, word) for kind, word in KINDS.items() if kind in played)]


def kinds(options: Any) -> set[str]:
    """The contracts besides trump suits that the table plays."""
    allowed = {
        "doubles": options.doubles_trump != "never",
        "no_trump": options.no_trump != "never",
        "nello": options.nello != "never" or options.low_no,
        "sevens": options.sevens,
        "plunge": options.plunge,
        "splash": options.splash,
    }
    return {kind for kind, plays in allowed.items() if plays}


def ranks_doubles(options: Any) -> bool:
    """Whether doubles may rank in more than one way in some contract."""
    ways = {"no_trump": options.no_trump_doubles, "nello": options.nello_doubles}
    return any(len(ways[kind]) > 1 for kind in kinds(options) & RANKED.keys())
