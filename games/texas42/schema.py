"""Hands of Texas 42 in the API: the schema of records and verdicts, and examples."""

from collections.abc import Mapping
from typing import Any, Final

from games.schema import (
    CLAIM,
    RULING,
    SEAT,
    GameSchema,
    Schema,
    array,
    closed,
    described,
    enum,
    integer,
    nullable,
    pattern,
)

DOMINO: Final = pattern("[0-6]-[0-6]", "A domino, the higher end first.", "6-4", "3-3")
BID: Final = pattern(
    "(pass|3[0-9]|4[0-2]|84|168|low-no|[1-9][0-9]*m)",
    "A pass, points, or marks as in `1m`.",
    *("pass", "30", "1m"),
)
PIPS: Final = integer(0, 6)
BY_TEAM: Final = array(integer(0), length=2)
DOUBLES_IN_NO_TRUMP: Final = enum("high", "low")
DOUBLES_IN_NELLO: Final = enum("own", "own_low", "high", "low")


def kind(word: str, **keys: Schema) -> Schema:
    """Return a contract of this kind, which carries exactly these keys."""
    return closed({"kind": {"const": word}, **keys}, ["kind", *keys])


BY_PARTNER: Final = [
    kind("no_trump", doubles=DOUBLES_IN_NO_TRUMP),
    kind("nello", doubles=DOUBLES_IN_NELLO),
    kind("sevens"),
    kind("doubles"),
]
CONTRACT: Final[Schema] = {
    "description": "What is played; left out where all four passed.",
    "oneOf": [
        kind("trump", trump=PIPS),
        *BY_PARTNER,
        kind("plunge", trump=PIPS),
        kind("plunge", **{"as": {"oneOf": BY_PARTNER}}),
        kind("splash", trump=PIPS),
        kind("splash", **{"as": {"oneOf": BY_PARTNER}}),
    ],
}
TRICK_RESULT: Final = closed(
    {"winner": SEAT, "points": described(integer(0), "Count points plus the trick's 1.")},
    ["winner"],
)
TALLY: Final = closed(
    {
        "made": {"type": "boolean"},
        "points": described(BY_TEAM, "Points taken by team 0 and team 1."),
        "tricks": described(BY_TEAM, "Tricks taken by team 0 and team 1."),
    },
    description="What the table wrote on its sheet.",
)
SCHEMA: Final = GameSchema(
    title="Texas42",
    description="A hand of Texas 42, in as much detail as the table wrote down: `plays` or "
    "`trick_results`, not both; where neither is given, `tally`, `claim` or `ruling` settles it. "
    "Seats 0 and 2 are team 0, seats 1 and 3 team 1.",
    fields={
        "dealer": described(SEAT, "Who shook the dominoes."),
        "deal": described(
            array(nullable(array(DOMINO)), length=4), "Each seat's hand; null if not written down."
        ),
        "auction": array(closed({"seat": SEAT, "bid": BID}, ["seat", "bid"])),
        "contract": CONTRACT,
        "plays": described(array(array(DOMINO)), "Tricks, each in the order played."),
        "trick_results": array(TRICK_RESULT),
        "claim": CLAIM,
        "ruling": RULING,
        "tally": TALLY,
        "opening_suit": described(PIPS, "The suit announced for a low-end opening lead."),
    },
    required=("dealer", "auction"),
    facts={
        "outcome": nullable(enum("made", "set", "passed_out")),
        "declarer": nullable(SEAT),
        "partner": nullable(SEAT),
        "bid": nullable({"type": "string"}),
        "tricks": nullable(array(integer(0, 7), length=4)),
        "points": nullable(array(integer(0), length=2)),
        "score": nullable(array(integer(0), length=2)),
        "set_team": nullable(integer(0, 1)),
    },
)

# Examples

AUCTION: Final = [
    {"seat": 1, "bid": "31"},
    {"seat": 2, "bid": "pass"},
    {"seat": 3, "bid": "pass"},
    {"seat": 0, "bid": "pass"},
]
FIVES: Final = {"kind": "trump", "trump": 5}

EXAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "what the sheet says": {
        "dealer": 0,
        "auction": AUCTION,
        "contract": FIVES,
        "tally": {"made": True, "points": [9, 33]},
    },
    "trick by trick": {
        "dealer": 0,
        "auction": AUCTION,
        "contract": FIVES,
        "trick_results": [
            {"winner": 3, "points": 11},
            {"winner": 2, "points": 6},
            {"winner": 3, "points": 6},
            {"winner": 3, "points": 16},
            {"winner": 0, "points": 1},
            {"winner": 0, "points": 1},
            {"winner": 0, "points": 1},
        ],
    },
    "the whole hand": {
        "dealer": 0,
        "deal": [
            ["6-5", "6-1", "4-4", "3-3", "3-2", "3-1", "2-2"],
            ["6-6", "6-4", "6-3", "6-0", "5-4", "5-0", "4-3"],
            ["6-2", "5-3", "5-1", "4-1", "3-0", "2-0", "0-0"],
            ["5-5", "5-2", "4-2", "4-0", "2-1", "1-1", "1-0"],
        ],
        "auction": AUCTION,
        "contract": FIVES,
        "plays": [
            ["5-4", "5-1", "5-5", "6-5"],
            ["5-2", "6-1", "5-0", "5-3"],
            ["2-0", "4-2", "3-2", "4-3"],
            ["1-1", "3-1", "6-4", "4-1"],
            ["4-0", "4-4", "6-3", "6-2"],
            ["3-3", "6-6", "3-0", "1-0"],
            ["2-2", "6-0", "0-0", "2-1"],
        ],
    },
    "all four passed": {
        "dealer": 0,
        "auction": [{"seat": seat, "bid": "pass"} for seat in (1, 2, 3, 0)],
    },
}
