"""A match at one table, and hands recorded in it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from clubs.models import Club, Player, User
from clubs.services.players import player_add
from rules import GAMES
from scoring.models import Match
from scoring.services.hands import Written, hand_record
from tests.scoring.matches import match_create

NAMES = ("Ann", "Bea", "Carl", "Dan")

MatchFor = Callable[..., Match]
Recorded = Callable[..., Written]


def quick(
    *,
    dealer: int,
    bidder: int,
    bid: str = "30",
    trump: int = 5,
    made: bool = True,
    **more: Any,
) -> dict[str, Any]:
    """A hand as quick entry writes it: the others passed, the word made or set settles it."""
    order = [(dealer + step) % 4 for step in range(1, 5)]
    return {
        "dealer": dealer,
        "auction": [{"seat": seat, "bid": bid if seat == bidder else "pass"} for seat in order],
        "contract": {"kind": "trump", "trump": trump},
        "tally": {"made": made},
    } | more


def passed_out(*, dealer: int) -> dict[str, Any]:
    """A hand that everybody passed."""
    order = [(dealer + step) % 4 for step in range(1, 5)]
    return {"dealer": dealer, "auction": [{"seat": seat, "bid": "pass"} for seat in order]}


@pytest.fixture
def players(club: Club) -> list[Player]:
    return [player_add(club=club, name=name) for name in NAMES]


def match_in(club: Club, players: list[Player], **fields: Any) -> Match:
    """A match of Ann and Carl against Bea and Dan."""
    given = {"rules": {}, "stakes": None, "label": "Table 1"} | fields
    return match_create(club=club, game="texas42", players=players, **given)


@pytest.fixture
def match_for(club: Club, players: list[Player]) -> MatchFor:
    """``match_for(rules={…}, stakes={…})``: such a match."""
    return partial(match_in, club, players)


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return match_in(club, players)


@pytest.fixture
def recorded(match: Match, organiser: User) -> Recorded:
    """``recorded(bidder=0, bid="1m")``: the next hand, shaken by whose turn it is."""

    def record(on: Match | None = None, **fields: Any) -> Written:
        at = Match.objects.get(pk=(on or match).pk)
        hand = quick(dealer=at.next_dealer, **({"bidder": 0} | fields))
        return hand_record(match_id=at.pk, record=hand, author=organiser)

    return record


@pytest.fixture
def seated(club: Club, players: list[Player]) -> Callable[[str], Match]:
    """``seated(game)``: a match of that game under its usual rules."""

    def made(game: str) -> Match:
        count = GAMES[game].seats
        return match_create(club=club, game=game, rules={}, stakes=None, players=players[:count])

    return made
