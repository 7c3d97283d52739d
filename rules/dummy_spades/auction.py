"""The auction: one bid each from the dealer's left, without passing; nils are declared with bids.

The highest bidder declares, the first of equals. A nil counts for its bidder only if its hand ends
up on the bidder's side. Source: bidding, nil bids, variations.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.dummy_spades.cards import DUMMY, SPADES, TRICKS
from rules.dummy_spades.options import REAL_PLAYERS, Bidding, Options
from rules.pack import Hands
from rules.problems import BidInText, Code, Problem, SeatInText, problem, shown

BIDS: Final = {str(tricks): tricks for tricks in range(TRICKS + 1)}


class Nil(NamedTuple):
    """A player's declaration that a hand takes no trick."""

    bidder: int
    hand: int


class Auction(NamedTuple):
    """Three bids by seat, the declarer, the first leader and the nils that apply, in order."""

    bids: tuple[int, int, int]
    declarer: int
    leader: int
    nils: tuple[Nil, ...]

    @property
    def bid(self) -> str:
        """The winning bid, as it is written."""
        return str(self.bids[self.declarer])


def is_declarers(hand: int, declarer: int) -> bool:
    """Return whether a hand is the declarer's own or the dummy's."""
    return hand in (declarer, DUMMY)


def applies(nil: Nil, declarer: int) -> bool:
    """Return whether a nil counts: always on one's own hand, on the dummy's for the declarer, on
    the other defender's for a defender."""
    return is_declarers(nil.hand, declarer) == is_declarers(nil.bidder, declarer)


IN_TURN: Final = ((1, 2, 0), (2, 0, 1), (0, 1, 2))
"""The bidders in turn, by dealer. The first of them also leads first, regardless of the
declarer."""


def auction_of(dealer: int, called: tuple[int, int, int], nils: Sequence[Nil]) -> Auction:
    """Return the auction of three bids in the order called, with all declared nils."""
    turns = IN_TURN[dealer]
    declarer, first = turns[called.index(max(called))], turns[0]
    # Seat s bid in place s - first of the three, and indices below 0 count from the end.
    bids = (called[-first], called[1 - first], called[2 - first])
    # Most auctions have no nils, and asking each of none costs as much as the rest.
    counting = tuple([nil for nil in nils if applies(nil, declarer)]) if nils else ()
    return Auction(bids, declarer, first, counting)


def mirrors(bid: int, bidder: int, nils: Sequence[int], hand: int) -> bool:
    """Return whether a bid follows the mirror rule: the number of spades in the hand, and nil on a
    hand without any."""
    spades = (hand & SPADES).bit_count()
    return bid == spades and (spades > 0 or bidder in nils)


def is_allowed(
    bid: int, bidder: int, nils: Sequence[int], hand: int | None, options: Options
) -> bool:
    """Return whether the rules permit the bid with its nils; `hand` is given where the deal records
    it."""
    if len(set(nils)) < len(nils):
        return False
    match options.bidding:
        case Bidding.OPEN:
            return True
        case Bidding.MIRROR:
            return hand is None or mirrors(bid, bidder, nils, hand)
        case Bidding.SUICIDE:
            return len(nils) > 0


def read_auction(
    calls: Sequence[Mapping[str, Any]], dealer: int, hands: Hands, options: Options
) -> Auction | Problem:
    """Return the auction, or the first problem with it."""
    nils: list[Nil] = []
    for i, call in enumerate(calls):
        wrong = _problem(i, call, dealer, hands, options)
        if wrong is not None:
            return wrong
        nils += (Nil(call["seat"], hand) for hand in call.get("nil", ()))
    if len(calls) < REAL_PLAYERS:
        return problem(Code.AUCTION_INCOMPLETE, "/auction", "Somebody has not bid yet.")
    first, second, third = (BIDS[call["bid"]] for call in calls)
    return auction_of(dealer, (first, second, third), nils)


def _problem(
    i: int, call: Mapping[str, Any], dealer: int, hands: Hands, options: Options
) -> Problem | None:
    at, seat, bid = f"/auction/{i}", call["seat"], call["bid"]
    if i >= REAL_PLAYERS:
        return problem(Code.AUCTION_AFTER_END, at, "Everybody has bid already.")
    if bid not in BIDS:
        return problem(Code.AUCTION_UNKNOWN_BID, at, "“{bid}” is not a bid here.", bid=shown(bid))
    turn = IN_TURN[dealer][i]
    if seat != turn:
        return problem(
            Code.AUCTION_OUT_OF_TURN, at, "It was the turn of {seat}.", seat=SeatInText(turn)
        )
    nils = call.get("nil", ())
    if is_allowed(BIDS[bid], seat, nils, hands[seat], options):
        return None
    return _not_allowed(at, bid, nils, options)


def _not_allowed(at: str, bid: str, nils: Sequence[int], options: Options) -> Problem:
    if len(set(nils)) < len(nils):
        return problem(
            Code.AUCTION_NOT_ALLOWED, at, "A nil can be declared only once for each hand."
        )
    if options.bidding is Bidding.SUICIDE:
        return problem(
            Code.AUCTION_NOT_ALLOWED, at, "In suicide every player declares nil on some hand."
        )
    return problem(
        Code.AUCTION_NOT_ALLOWED,
        at,
        "{bid} does not mirror the hand: bid the number of its spades, or 0 and nil if it "
        "has none.",
        bid=BidInText(bid),
    )
