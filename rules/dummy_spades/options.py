"""The options and presets of Dummy-Hand Spades. Source: overview, bidding strategy, variations."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from rules.options import OptionKind, OptionTable, OptionValue, plain

REAL_PLAYERS: Final = 3


class Bidding(StrEnum):
    """How much freedom the bidders have."""

    OPEN = "open"
    MIRROR = "mirror"
    SUICIDE = "suicide"


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """The rules of one hand, compared by identity: equal rules come from one cache.

    `flipped` is how many of the dummy's cards are turned up for everybody before the bidding,
    `peeked` how many each player looks at alone. `bag_limit` is None if bags cost nothing.
    """

    target: int
    bag_limit: int | None
    bag_penalty: int
    nil_bonus: int
    break_spades: bool
    flipped: int
    peeked: int
    bidding: Bidding


PEEKED: Final = {"three": 3, "four": 4}
FLIPPED: Final = {f"flip{count}": count for count in range(1, 5)}
"""How many cards each player turns up; a mere look at some leaves nothing to record."""


def build(values: Mapping[str, Any]) -> Options:
    """Return the typed options out of the table's values."""
    return Options(
        target=values["target"],
        bag_limit=values["bag_limit"],
        bag_penalty=values["bag_penalty"],
        nil_bonus=values["nil_bonus"],
        break_spades=values["break_spades"],
        flipped=REAL_PLAYERS * FLIPPED.get(values["peek"], 0),
        peeked=PEEKED.get(values["peek"], 0),
        bidding=Bidding(values["bidding"]),
    )


TABLE: Final = (
    plain("target", OptionKind.INTEGER, 500, low=1, high=10_000),
    plain("bag_limit", OptionKind.INTEGER, 10, low=1, high=100, nullable=True),
    plain("bag_penalty", OptionKind.INTEGER, 100, low=0, high=1000),
    plain("nil_bonus", OptionKind.INTEGER, 100, low=0, high=1000),
    plain("break_spades", OptionKind.BOOLEAN, default=True),
    plain("peek", OptionKind.CHOICE, "none", choices=("none", "three", "four", *FLIPPED)),
    plain("bidding", OptionKind.CHOICE, "open", choices=tuple(Bidding)),
)

PRESETS: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "standard": {},
    "short": {"target": 300},
    "three_peeky": {"peek": "three"},
    "four_peeky": {"peek": "four"},
    **{f"flip_{count}": {"peek": peek} for peek, count in FLIPPED.items()},
    "mirror": {"bidding": "mirror"},
    "suicide": {"bidding": "suicide"},
}

OPTIONS: Final = OptionTable(options=TABLE, presets=PRESETS, default_preset="standard", build=build)
