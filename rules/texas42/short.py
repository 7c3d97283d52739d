"""A fast path to the verdict on legal records in full detail.

Four hands, four calls, a contract and seven complete tricks, and nothing else: most records of a
club that records everything. It reads the same tables as the full check and returns None wherever
it is not sure; a property test shows that both agree.
"""

from typing import Any, Final

from rules.texas42.auction import LEVELS, PASS, Auction, auction_of, spelling
from rules.texas42.contracts import (
    NEEDED_DOUBLES,
    Contract,
    Named,
    contract_if_allowed,
)
from rules.texas42.deal import full_hands
from rules.texas42.dominoes import DOUBLES, TRICKS, Doubles
from rules.texas42.options import Options
from rules.texas42.play import replay
from rules.texas42.scoring import is_made, score

FULL_DETAIL: Final = 5
"""The keys of such a record: dealer, deal, auction, contract, plays."""

RANKING: Final = {ranking.value: ranking.value for ranking in Doubles}
"""Looking a word up here keeps unknown ones out of the caches."""


def quick(record: dict[str, Any], options: Options, size: int) -> dict[str, Any] | None:
    """Return the verdict, or None where the full check is needed.

    `size` counts the record's keys besides format, game and rules.
    """
    if size != FULL_DETAIL:
        return None
    try:
        return _verdict(record, options)
    except (KeyError, TypeError, ValueError, IndexError):
        # A key, a word or a size that does not belong; what and where is for the full check.
        return None


def _verdict(record: dict[str, Any], options: Options) -> dict[str, Any] | None:
    auction = _auction(record["auction"], record["dealer"], options)
    hands = full_hands(record["deal"])
    if auction is None or auction.level == PASS or hands is None:
        return None
    contract = _contract(record["contract"], auction, options)
    plays = record["plays"]
    if contract is None or type(plays) is not list or len(plays) != TRICKS:
        return None
    needed = NEEDED_DOUBLES.get(contract.kind)
    if needed is not None and (hands[auction.declarer] & DOUBLES).bit_count() < needed:
        return None
    replayed = replay(plays, hands, contract)
    if replayed is None:
        return None
    return _result(contract, auction, options, *replayed)


def _auction(calls: Any, dealer: Any, options: Options) -> Auction | None:
    """Return the auction of four calls in turn; the dealer a seat, each call a seat and a bid."""
    if type(calls) is not list or type(dealer) is not int or not 0 <= dealer <= 3:
        return None
    levels = LEVELS[options.scoring]
    first, second, third, fourth = calls
    called = (
        levels[first["bid"]],
        levels[second["bid"]],
        levels[third["bid"]],
        levels[fourth["bid"]],
    )
    turn = dealer
    for call in calls:
        turn = (turn + 1) & 3
        seat = call["seat"]
        if seat != turn or type(seat) is not int or len(call) != 2:
            return None
    return auction_of(options, dealer, called)


def _contract(words: Any, auction: Auction, options: Options) -> Contract | None:
    """Return the contract with exactly the keys of its kind."""
    kind = words["kind"]
    if len(words) == 1:
        named = Named(kind) if kind in ("doubles", "sevens") else None
    elif kind in ("no_trump", "nello"):
        named = Named(kind, doubles=RANKING[words["doubles"]]) if len(words) == 2 else None
    elif "as" in words:
        named = _chosen(kind, words["as"]) if len(words) == 2 else None
    else:
        trump = words["trump"]
        sound = len(words) == 2 and type(trump) is int and 0 <= trump <= 6
        named = Named(kind, trump) if sound and kind in ("trump", "plunge", "splash") else None
    return None if named is None else contract_if_allowed(named, auction, options)


def _chosen(kind: str, words: Any) -> Named | None:
    """Return a plunge or splash in which the partner chose something else than a trump number."""
    if kind not in ("plunge", "splash"):
        return None
    chosen = words["kind"]
    if chosen in ("no_trump", "nello"):
        ranking = RANKING[words["doubles"]]
        return Named(kind, None, None, chosen, ranking) if len(words) == 2 else None
    known = chosen in ("doubles", "sevens") and len(words) == 1
    return Named(kind, None, None, chosen) if known else None


def _result(
    contract: Contract, auction: Auction, options: Options, tricks: list[int], points: list[int]
) -> dict[str, Any]:
    """Return the verdict of seven tricks, by seat, with these points, by team."""
    declarer, level = auction.declarer, auction.level
    ours = declarer & 1
    taken = points[ours]
    made = is_made(contract.aim, level, tricks[ours] + tricks[ours + 2], taken)
    first, second = score(contract.aim, level, options, made=made, taken=taken)
    return {
        "ok": True,
        "problems": [],
        "warnings": [],
        "outcome": "made" if made else "set",
        "declarer": declarer,
        "partner": (declarer + 2) & 3,
        "bid": spelling(level, options),
        "tricks": tricks,
        "points": points,
        "score": [second, first] if ours else [first, second],
        "set_team": None if made else ours,
    }
