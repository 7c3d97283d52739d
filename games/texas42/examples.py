"""Hands of Texas 42 as tables write them down, from a line on a sheet to every domino."""

from collections.abc import Mapping
from typing import Any, Final

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
