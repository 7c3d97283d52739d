"""A fast path to the verdict on legal records in full detail.

Four hands, three bids and thirteen complete tricks, with or without turned-up cards and a tally:
most records of a club that records everything. It reads the same tables as the full check and
returns None wherever it is not sure; a property test shows that both agree.
"""

from typing import Any, Final

from rules.dummy_spades.auction import BIDS, IN_TURN, Auction, Nil, auction_of, is_allowed
from rules.dummy_spades.cards import DUMMY, TRICKS
from rules.dummy_spades.options import REAL_PLAYERS, Bidding, Options
from rules.dummy_spades.play import BIT_OF, full_hands, replay
from rules.dummy_spades.scoring import score, tricks_of_declarer_side

REQUIRED: Final = 4
"""The keys of such a record: dealer, deal, auction, plays."""

NO_NILS: Final[list[int]] = []


def quick(record: dict[str, Any], options: Options, size: int) -> dict[str, Any] | None:
    """Return the verdict, or None where the full check is needed.

    `size` counts the record's keys besides format, game and rules.
    """
    if size != REQUIRED + ("flipped" in record) + ("tally" in record):
        return None
    try:
        return _verdict(record, options)
    except (LookupError, TypeError, ValueError, AttributeError):
        # A key, a word or a size that does not belong; what and where is for the full check.
        return None


def _verdict(record: dict[str, Any], options: Options) -> dict[str, Any] | None:
    hands = full_hands(record["deal"])
    if hands is None:
        return None
    dummy, plays = hands[DUMMY], record["plays"]
    auction = _auction(record["auction"], record["dealer"], hands, options)
    if auction is None or not _are_tricks(plays):
        return None
    declarer, leader = auction.declarer, auction.leader
    won = replay(plays, hands, declarer, leader, break_spades=options.break_spades)
    if won is None:
        return None
    side = tricks_of_declarer_side(won, declarer)
    if ("flipped" in record and not _are_dummys(record["flipped"], dummy, options.flipped)) or (
        "tally" in record and not _agrees(record["tally"], won, side)
    ):
        return None
    return {
        "ok": True,
        "problems": [],
        "warnings": [],
        "outcome": "played",
        "declarer": declarer,
        "partner": DUMMY,
        "bid": auction.bid,
        "tricks": won,
        **score(auction, side, won, options.nil_bonus),
    }


def _are_tricks(plays: Any) -> bool:
    """Return whether these are thirteen lists; the replay checks their content."""
    return type(plays) is list and len(plays) == TRICKS and set(map(type, plays)) == {list}


def _auction(calls: Any, dealer: Any, hands: list[int], options: Options) -> Auction | None:
    """Return the auction of three calls in turn, each a seat, a bid and perhaps nils."""
    if type(calls) is not list or type(dealer) is not int or not 0 <= dealer < REAL_PLAYERS:
        return None
    first, second, third = calls
    called = (BIDS[first["bid"]], BIDS[second["bid"]], BIDS[third["bid"]])
    free, nils = options.bidding is Bidding.OPEN, list[Nil]()
    for call, turn, bid in zip(calls, IN_TURN[dealer], called, strict=True):
        seat = call["seat"]
        if seat != turn or type(seat) is not int:
            return None
        on = NO_NILS if len(call) == 2 else _nils(call)
        if on is None or not ((free and not on) or is_allowed(bid, seat, on, hands[seat], options)):
            return None
        for hand in on:
            nils.append(Nil(seat, hand))
    return auction_of(dealer, called, nils)


def _nils(call: Any) -> list[int] | None:
    """Return the hands that a call of three keys declares nil on, if nil is the third key."""
    hands = call["nil"]
    if type(hands) is not list or len(call) != 3:
        return None
    for hand in hands:
        if type(hand) is not int or not 0 <= hand <= DUMMY:
            return None
    return hands


def _are_dummys(cards: Any, dummy: int, wanted: int) -> bool:
    """Return whether as many different cards of the dummy's were turned up as the rules say."""
    if type(cards) is not list or len(cards) != wanted:
        return False
    seen = 0
    for name in cards:
        seen |= BIT_OF[name]
    return seen.bit_count() == wanted and not seen & ~dummy


def _agrees(tally: Any, won: list[int], side: int) -> bool:
    """Return whether the tally agrees with the tricks."""
    if type(tally) is not dict or len(tally) != ("tricks" in tally) + ("declarer_side" in tally):
        return False
    tricks, declarer_side = tally.get("tricks", won), tally.get("declarer_side", side)
    sound = type(tricks) is list and type(declarer_side) is int and set(map(type, tricks)) == {int}
    return sound and tricks == won and declarer_side == side
