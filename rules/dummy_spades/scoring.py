"""The score of a hand, one function for each line of the rule book.

Each player's bid is compared with the tricks of their side. Source: scoring and play strategy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.dummy_spades.auction import Auction
from rules.dummy_spades.cards import DUMMY, TRICKS
from rules.dummy_spades.options import REAL_PLAYERS, Options
from rules.game import Length, MatchSettlement, MatchStanding, Record
from rules.match_books import SoloMatch


def bags(bid: int, tricks: int) -> int:
    """Return the tricks over the bid; a bid that was not kept has none."""
    return max(0, tricks - bid)


def bid_points(bid: int, tricks: int) -> int:
    """Return ten points for each trick bid and one for each bag, or minus ten for each trick bid. A
    bid of 0 scores its bags only."""
    return 10 * bid + bags(bid, tricks) if tricks >= bid else -10 * bid


def nil_points(nil_bonus: int, *, made: bool) -> int:
    """Return the bonus for a hand that took no trick, or the same as a penalty for one that did."""
    return nil_bonus if made else -nil_bonus


RESULTS: Final = tuple(
    tuple((bid_points(bid, tricks), bags(bid, tricks)) for tricks in range(TRICKS + 1))
    for bid in range(TRICKS + 1)
)
"""Points and bags of every bid with every number of tricks of the side."""


def score(
    auction: Auction, declarer_side: int, taken: Sequence[int], nil_bonus: int
) -> dict[str, Any]:
    """Return score, bags and nils of a hand; `taken` says of each hand with a nil whether it took a
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
    """Return the tricks of declarer and dummy together."""
    return taken[declarer] + taken[DUMMY]


# The match: three totals, bags that add up and are paid for, and the money at the end. Source:
# overview, scoring; the target from bidding strategy.


NOBODY = (0,) * REAL_PLAYERS


class SpadesMatch(SoloMatch[Options]):
    """The highest total at or above the target wins, unless it is tied."""

    sides = REAL_PLAYERS
    stakes = ("per_point", "per_game")

    def start(self, options: Options) -> MatchStanding:
        """Return the standing before the first hand: no points, no bags."""
        return MatchStanding(totals=NOBODY, bags=NOBODY)

    def counted(self, standing: MatchStanding, verdict: Record, options: Options) -> MatchStanding:
        """Return the standing with the bags of the hand, bag penalties deducted."""
        totals = list(standing.totals)
        bags = list(map(int.__add__, standing.bags or NOBODY, verdict["bags"]))
        for player in range(REAL_PLAYERS):
            times, bags[player] = full_bags(bags[player], options.bag_limit)
            totals[player] -= times * options.bag_penalty
        return replace(standing, totals=tuple(totals), bags=tuple(bags))

    def length(self, options: Options) -> Length:
        return Length(target=options.target)

    def settle(
        self, standing: MatchStanding, amounts: Mapping[str, int], options: Options
    ) -> MatchSettlement | None:
        """Settle the difference of totals once there is a winner, whom each loser pays a game."""
        settled = super().settle(standing, amounts, options)
        if standing.winner is None or settled is None:
            return None
        owed = [each - amounts["per_game"] for each in settled.players]
        owed[standing.winner] += len(owed) * amounts["per_game"]
        return MatchSettlement(sides=owed, players=owed)


def full_bags(bags: int, limit: int | None) -> tuple[int, int]:
    """Return how many times the bag limit is reached, and the bags that remain."""
    return (0, bags) if limit is None else divmod(bags, limit)
