"""The options and presets of Texas 42.

Source: two ways of scoring, variants, presets named after how clubs play. House additions, the
preset `tournament` and `hand_limit` among them, are marked in `docs/rules/texas42.md`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from rules.options import Option, OptionKind, OptionTable, OptionValue


class Scoring(StrEnum):
    """What a hand is worth."""

    MARKS = "marks"
    POINTS = "points"


class AllPass(StrEnum):
    """What happens when everybody passes."""

    REDEAL = "redeal"
    DEALER_MUST_BID = "dealer_must_bid"


class When(StrEnum):
    """With which bids a contract may be named."""

    NEVER = "never"
    MARK_BIDS = "mark_bids"
    DEALER_FORCED = "dealer_forced"
    ANY = "any"


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """The rules of one hand, compared by identity: equal rules come from one cache.

    A match is over after so many `hands`, whatever its totals; None plays to the target.
    """

    scoring: Scoring
    target: int
    dealer_must_bid: bool
    max_opening_marks: int
    no_trump: When
    no_trump_doubles: frozenset[str]
    doubles_trump: When
    nello: When
    nello_doubles: frozenset[str]
    low_no: bool
    plunge: bool
    splash: bool
    sevens: bool
    plunge_marks: int
    splash_marks: int
    partner_leads_plunge: bool
    partner_may_choose: frozenset[str]
    lead_trump: bool
    low_end_opening: bool
    hands: int | None

    @property
    def by_points(self) -> bool:
        """Whether hands are scored in points."""
        return self.scoring is Scoring.POINTS


def build(values: Mapping[str, Any]) -> Options:
    """Return the typed options out of the table's values."""
    return Options(
        scoring=Scoring(values["scoring"]),
        target=values["target"],
        dealer_must_bid=AllPass(values["all_pass"]) is AllPass.DEALER_MUST_BID,
        max_opening_marks=values["max_opening_marks"],
        no_trump=When(values["no_trump"]),
        no_trump_doubles=frozenset(values["no_trump_doubles"]),
        doubles_trump=When(values["doubles_trump"]),
        nello=When(values["nello"]),
        nello_doubles=frozenset(values["nello_doubles"]),
        low_no=values["low_no"],
        plunge=values["plunge"],
        splash=values["splash"],
        sevens=values["sevens"],
        plunge_marks=values["plunge_marks"],
        splash_marks=values["splash_marks"],
        partner_leads_plunge=values["plunge_leader"] == "partner",
        partner_may_choose=frozenset(values["partner_may_choose"]),
        lead_trump=values["opening_lead"] == "trump",
        low_end_opening=values["low_end_opening"],
        hands=values["hand_limit"],
    )


def by_scoring(marks: OptionValue, points: OptionValue) -> dict[str, OptionValue]:
    """Return the default in each scoring."""
    return {"marks": marks, "points": points}


IN_MARKS: Final = frozenset({"marks"})
IN_POINTS: Final = frozenset({"points"})
WHEN: Final = ("never", "mark_bids", "any")


def switch(name: str, *, marks: bool, points: bool, fixed: frozenset[str] = IN_POINTS) -> Option:
    """Return an option that is on or off."""
    return Option(name, OptionKind.BOOLEAN, by_scoring(marks, points), fixed=fixed)


def choice(
    name: str,
    choices: tuple[str, ...],
    marks: str,
    points: str,
    fixed: frozenset[str] = frozenset(),
) -> Option:
    """Return an option with a few values."""
    return Option(name, OptionKind.CHOICE, by_scoring(marks, points), choices=choices, fixed=fixed)


def number_of_marks(name: str, default: int) -> Option:
    """Return an option for a number of marks; in points scoring only the default is allowed."""
    defaults = by_scoring(default, default)
    return Option(name, OptionKind.INTEGER, defaults, low=1, high=7, fixed=IN_POINTS)


TABLE: Final = (
    choice("scoring", ("marks", "points"), "marks", "points"),
    Option("target", OptionKind.INTEGER, by_scoring(7, 250), low=1, high=1000),
    choice("all_pass", ("redeal", "dealer_must_bid"), "redeal", "dealer_must_bid"),
    number_of_marks("max_opening_marks", 2),
    choice("no_trump", WHEN, "never", "any"),
    Option(
        "no_trump_doubles",
        OptionKind.CHOICES,
        by_scoring(("high", "low"), ("high",)),
        choices=("high", "low"),
        non_empty=True,
    ),
    choice("doubles_trump", WHEN, "never", "any"),
    choice("nello", ("never", "dealer_forced", "any"), "any", "never", fixed=IN_POINTS),
    Option(
        "nello_doubles",
        OptionKind.CHOICES,
        by_scoring(("own",), ("own",)),
        choices=("own", "own_low", "high", "low"),
        non_empty=True,
        fixed=IN_POINTS,
    ),
    switch("low_no", marks=False, points=True, fixed=IN_MARKS),
    switch("plunge", marks=True, points=False),
    switch("splash", marks=False, points=False),
    switch("sevens", marks=True, points=False),
    number_of_marks("plunge_marks", 4),
    number_of_marks("splash_marks", 2),
    choice("plunge_leader", ("declarer", "partner"), "declarer", "declarer", fixed=IN_POINTS),
    Option(
        "partner_may_choose",
        OptionKind.CHOICES,
        by_scoring((), ()),
        choices=("no_trump", "doubles", "sevens", "nello"),
        fixed=IN_POINTS,
    ),
    choice("opening_lead", ("any", "trump"), "any", "any"),
    switch("low_end_opening", marks=False, points=False, fixed=frozenset()),
    Option(
        "hand_limit", OptionKind.INTEGER, by_scoring(None, None), low=1, high=1000, nullable=True
    ),
)

PRESETS: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "marks": {},
    "points": {"scoring": "points"},
    "straight": {
        "nello": "never",
        "plunge": False,
        "splash": False,
        "sevens": False,
        "all_pass": "dealer_must_bid",
    },
    "tournament": {
        "nello": "never",
        "plunge": False,
        "splash": False,
        "sevens": False,
        "no_trump": "any",
        "no_trump_doubles": ("high",),
        "doubles_trump": "any",
    },
    "splash": {"plunge_marks": 3, "plunge_leader": "partner", "splash": True},
    "everything": {
        "no_trump": "any",
        "doubles_trump": "any",
        "nello_doubles": ("own", "own_low", "high", "low"),
        "sevens": True,
        "plunge": True,
        "splash": True,
        "low_end_opening": True,
        "partner_may_choose": ("no_trump", "doubles", "sevens", "nello"),
    },
}

OPTIONS: Final = OptionTable(
    options=TABLE,
    presets=PRESETS,
    default_preset="marks",
    build=build,
    variant="scoring",
    default_variant="marks",
)
