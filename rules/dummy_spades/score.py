"""What a hand is worth, one function for each line of the rule book.

Each player's own bid is held against the tricks of his side. Source: scoring and play strategy.
"""

from collections.abc import Sequence
from typing import Any, Final

from rules.dummy_spades.auction import Auction
from rules.dummy_spades.deal import DUMMY
from rules.dummy_spades.options import REAL_PLAYERS
from rules.dummy_spades.pieces import TRICKS


def bags(bid: int, tricks: int) -> int:
    """Every trick over the bid is a bag; a bid that was not kept has none."""
    return max(0, tricks - bid)


def bid_points(bid: int, tricks: int) -> int:
    """Ten for each trick bid and one for each bag, or minus ten for each; a bid of 0 is worth
    only its bags."""
    return 10 * bid + bags(bid, tricks) if tricks >= bid else -10 * bid


def nil_points(nil_bonus: int, *, made: bool) -> int:
    """The bonus for a hand that took no trick, or as much off for one that did."""
    return nil_bonus if made else -nil_bonus


RESULTS: Final = tuple(
    tuple((bid_points(bid, tricks), bags(bid, tricks)) for tricks in range(TRICKS + 1))
    for bid in range(TRICKS + 1)
)
"""Points and bags of every bid with every number of tricks of the side."""


def score(
    auction: Auction, declarer_side: int, taken: Sequence[int], nil_bonus: int
) -> dict[str, Any]:
    """Score, bags and nils of a hand; `taken` tells of each hand with a nil whether it took a
    trick."""
    sides = [TRICKS - declarer_side] * REAL_PLAYERS
    sides[auction.declarer] = declarer_side
    results = [RESULTS[bid][side] for bid, side in zip(auction.bids, sides, strict=True)]
    points, nils = [result[0] for result in results], []
    for bidder, hand in auction.nils:
        made = taken[hand] == 0
        points[bidder] += nil_points(nil_bonus, made=made)
        nils.append({"bidder": bidder, "hand": hand, "made": made})
    return {"score": points, "bags": [result[1] for result in results], "nil": nils}


def tricks_of_declarer_side(taken: Sequence[int], declarer: int) -> int:
    """The tricks of declarer and dummy together."""
    return taken[declarer] + taken[DUMMY]
