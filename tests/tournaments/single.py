"""Hands of single players as a slip has them, for evenings of Pandoeren and of spades."""

from collections.abc import Callable, Sequence
from typing import Any

from clubs.models import User
from scoring.models import Match
from scoring.services.hands import hand_record

Record = dict[str, Any]


def misere(dealer: int, declarer: int, *, made: bool = True) -> Record:
    """Pandoeren: a misère, three points for the declarer alone."""
    return {
        "dealer": dealer,
        "auction": _bought(dealer, declarer, "misere"),
        "contract": {"trump": "S", "call": None},
        "tally": {"made": made},
    }


def called(dealer: int, declarer: int, partner: int, *, made: bool = True) -> Record:
    """Pandoeren: 120 with the holder of an ace, one point for both."""
    return {
        "dealer": dealer,
        "auction": _bought(dealer, declarer, "120"),
        "contract": {"trump": "S", "call": "HA"},
        "partner": partner,
        "tally": {"made": made},
    }


def thrown_in(dealer: int) -> Record:
    """Pandoeren: everybody passed."""
    seats = [(dealer + step) % 4 for step in range(1, 5)]
    return {"dealer": dealer, "auction": [{"seat": seat, "bid": "pass"} for seat in seats]}


def _bought(dealer: int, declarer: int, bid: str) -> list[Record]:
    """Everybody passes but one, who is heard out."""
    calls: list[Record] = []
    passes = 0
    seat = (dealer + 1) % 4
    while passes < 3 or all(call["bid"] == "pass" for call in calls):
        bids = seat == declarer and all(call["bid"] == "pass" for call in calls)
        calls.append({"seat": seat, "bid": bid if bids else "pass"})
        passes = 0 if bids else passes + 1
        seat = (seat + 1) % 4
    return calls


def spades(dealer: int, bids: Sequence[int], tricks: Sequence[int]) -> Record:
    """Dummy-Hand Spades: three bids by seat, and the tricks of the four hands."""
    seats = [(dealer + step) % 3 for step in range(1, 4)]
    return {
        "dealer": dealer,
        "auction": [{"seat": seat, "bid": str(bids[seat])} for seat in seats],
        "tally": {"tricks": list(tricks)},
    }


def play(match: Match, author: User, *hands: Callable[[int], Record]) -> Match:
    """Record hands, each a function of who deals."""
    for hand in hands:
        match.refresh_from_db()
        record = hand(match.next_dealer)
        match = hand_record(match_id=match.pk, record=record, author=author).match
    return match


def win_spades(match: Match, author: User, winner: int) -> Match:
    """One player bids and takes everything until that is 300 points; the others bid nothing."""
    bids, tricks = [0, 0, 0], [0, 0, 0, 0]
    bids[winner] = tricks[winner] = 13

    def hand(dealer: int) -> Record:
        return spades(dealer, bids, tricks)

    while not match.is_over:
        match = play(match, author, hand)
    return match
