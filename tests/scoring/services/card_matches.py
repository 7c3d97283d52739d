"""Short matches of Pandoeren and of spades whose scores were worked out by hand."""

from typing import Any

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.scoring.matches import match_create

NAMES = ("Ann", "بهرام", "Carl", "山本 花子")


def calls(*bids: tuple[int, str]) -> list[dict[str, Any]]:
    return [{"seat": seat, "bid": bid} for seat, bid in bids]


def bid_of(seat: int, bid: str, *, dealer: int, players: int = 4) -> list[dict[str, Any]]:
    """An auction of one bid: who comes before the bidder passes, and then all the others do."""
    order = [(dealer + 1 + step) % players for step in range(players)]
    before = order[: order.index(seat)]
    after = [(seat + 1 + step) % players for step in range(players - 1)]
    return calls(*((s, "pass") for s in before), (seat, bid), *((s, "pass") for s in after))


PANDOEREN_HANDS: tuple[dict[str, Any], ...] = (
    {
        "dealer": 0,
        "auction": bid_of(1, "150", dealer=0),
        "contract": {"trump": "S", "call": "HA"},
        "partner": 3,
        "tally": {"cards": 104, "roem": 50},
    },
    {
        "dealer": 1,
        "auction": bid_of(2, "misere", dealer=1),
        "contract": {"trump": "D"},
        "tally": {"tricks": 1},
    },
    {"dealer": 2, "auction": calls((3, "pass"), (0, "pass"), (1, "pass"), (2, "pass"))},
    {
        "dealer": 3,
        "auction": bid_of(0, "kereltje", dealer=3),
        "contract": {"trump": "H"},
        "partner": 1,
        "tally": {"made": True},
    },
    {
        "dealer": 0,
        "auction": bid_of(3, "solo_zwabber", dealer=0),
        "contract": {},
        "ruling": {"against": "declarer", "reason": "a revoke"},
    },
)
"""Scores +0 +2 +0 +2, then −3 for Carl, nothing, +2 +2 for the first two, −5 for the last."""

SPADES_HANDS: tuple[dict[str, Any], ...] = (
    {
        "dealer": 0,
        "auction": [
            {"seat": 1, "bid": "5"},
            {"seat": 2, "bid": "4", "nil": [2]},
            {"seat": 0, "bid": "3"},
        ],
        "tally": {"tricks": [2, 4, 0, 7]},
    },
    {
        "dealer": 1,
        "auction": [
            {"seat": 2, "bid": "2"},
            {"seat": 0, "bid": "6", "nil": [3, 1]},
            {"seat": 1, "bid": "1"},
        ],
        "tally": {"tricks": [6, 3, 2, 2]},
    },
)
"""Ann −30 and 62 − 100; Bahram 56 with 6 bags and 14 with 4 more; Carl −40 + 100 and 23."""


def played(club: Club, author: User, game: str, hands: Any, **fields: Any) -> Match:
    """A match in which these hands were recorded."""
    seats = 3 if game == "dummy_spades" else 4
    players = [player_add(club=club, name=name) for name in NAMES[:seats]]
    given = {"rules": {}, "stakes": None, "label": "Round 1 · Table 2"} | fields
    match = match_create(club=club, game=game, players=players, **given)
    for hand in hands:
        hand_record(match_id=match.pk, record=hand, author=author)
    match.refresh_from_db()
    return match


def pandoeren_match(club: Club, author: User, **fields: Any) -> Match:
    """Bahram wins by 4 to 2; the others stand three below zero."""
    given = {
        "rules": {"hands": 5},
        "stakes": {"currency": "EUR", "per_point": "0.25"},
    } | fields
    return played(club, author, "pandoeren", PANDOEREN_HANDS, **given)


def spades_match(club: Club, author: User, **fields: Any) -> Match:
    """Carl wins with 83; the others stand 68 and 30 below zero."""
    given = {
        "rules": {"target": 80},
        "stakes": {"currency": "EUR", "per_point": "0.10", "per_game": "2.00"},
    } | fields
    return played(club, author, "dummy_spades", SPADES_HANDS, **given)
