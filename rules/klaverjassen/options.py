"""The options and presets of Klaverjassen.

Source: the union's rules, Amsterdam and Rotterdam; how clubs name trumps and what they count.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from rules.options import Option, OptionKind, OptionTable, OptionValue


class Naming(StrEnum):
    """How the declarer is found: the first to speak has to play, each plays or passes in turn, or
    they bid points."""

    OBLIGED = "obliged"
    IN_TURN = "in_turn"
    POINTS = "points"


class AllPass(StrEnum):
    """What happens when everybody passes."""

    FIRST_MUST = "first_must"
    REDEAL = "redeal"


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """The rules of one hand, compared by identity: equal rules come from one cache.

    `speaks_first` counts seats from the dealer. A match is over after so many `hands`; None plays
    to the `target`, or on without one.
    """

    rotterdam: bool
    naming: Naming
    speaks_first: int
    first_must: bool
    lowest_bid: int
    four_jacks: int
    defence_pit: bool
    hands: int | None
    target: int | None


def build(values: Mapping[str, Any]) -> Options:
    """Return the typed options out of the table's values."""
    return Options(
        rotterdam=values["following"] == "rotterdam",
        naming=Naming(values["naming"]),
        speaks_first=0 if values["speaks_first"] == "dealer" else 1,
        first_must=AllPass(values["all_pass"]) is AllPass.FIRST_MUST,
        lowest_bid=values["lowest_bid"],
        four_jacks=200 if values["jacks_count_double"] else 100,
        defence_pit=values["defence_pit"],
        hands=values["hands"],
        target=values["target"],
    )


ANY: Final = frozenset[str]()


def option(
    name: str, kind: OptionKind, default: OptionValue, *, fixed: frozenset[str] = ANY, **more: Any
) -> Option:
    """Return an option with one default however trumps are named."""
    return Option(name, kind, {naming.value: default for naming in Naming}, fixed=fixed, **more)


NAMINGS: Final = tuple(naming.value for naming in Naming)
TABLE: Final = (
    option("following", OptionKind.CHOICE, "amsterdam", choices=("amsterdam", "rotterdam")),
    option("naming", OptionKind.CHOICE, "in_turn", choices=NAMINGS),
    option("speaks_first", OptionKind.CHOICE, "forehand", choices=("forehand", "dealer")),
    option(
        "all_pass",
        OptionKind.CHOICE,
        "first_must",
        choices=("first_must", "redeal"),
        fixed=frozenset({"obliged"}),
    ),
    option(
        "lowest_bid",
        OptionKind.INTEGER,
        80,
        low=10,
        high=160,
        fixed=frozenset({"obliged", "in_turn"}),
    ),
    option("jacks_count_double", OptionKind.BOOLEAN, default=False),
    option("defence_pit", OptionKind.BOOLEAN, default=False),
    option("hands", OptionKind.INTEGER, 16, low=1, high=1000, nullable=True),
    option("target", OptionKind.INTEGER, None, low=100, high=100_000, nullable=True),
)

PRESETS: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "amsterdam": {},
    "rotterdam": {"following": "rotterdam"},
    "union": {"speaks_first": "dealer"},
    "obliged": {"naming": "obliged"},
    "redeal": {"all_pass": "redeal", "jacks_count_double": True},
    "bidding": {"following": "rotterdam", "naming": "points", "all_pass": "redeal"},
}

OPTIONS: Final = OptionTable(
    options=TABLE,
    presets=PRESETS,
    default_preset="amsterdam",
    build=build,
    variant="naming",
    default_variant="in_turn",
)
