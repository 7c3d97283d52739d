"""The match: three totals, bags that add up and are paid for, and the money at the end.

Source: overview, scoring; the target from bidding strategy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules import money
from rules.dummy_spades.options import REAL_PLAYERS, Options
from rules.game import Record, Settlement, Standing

NOBODY = (0,) * REAL_PLAYERS


class SpadesMatch:
    """Each for himself; the highest total at or above the target wins, if one alone has it."""

    @property
    def stakes(self) -> tuple[str, ...]:
        """The amounts that may be agreed."""
        return ("per_point", "per_game")

    def stake_applies(self, stake: str, options: Options) -> bool:
        """Both are paid under all rules."""
        return True

    def start(self, options: Options) -> Standing:
        """No points, no bags."""
        return Standing(totals=NOBODY, bags=NOBODY)

    def add(self, standing: Standing, verdict: Record, options: Options) -> Standing:
        """One more hand, bag penalties taken."""
        totals = list(map(int.__add__, standing.totals, verdict["score"]))
        bags = list(map(int.__add__, standing.bags or NOBODY, verdict["bags"]))
        for player in range(REAL_PLAYERS):
            times, bags[player] = full_bags(bags[player], options.bag_limit)
            totals[player] -= times * options.bag_penalty
        added = Standing(totals=tuple(totals), hands=standing.hands + 1, bags=tuple(bags))
        return self.ended(added, options)

    def ended(self, standing: Standing, options: Options) -> Standing:
        """The target, reached by one alone, ends it."""
        winner = winner_of(standing.totals, options.target)
        return replace(standing, over=winner is not None, winner=winner)

    def settle(
        self, standing: Standing, amounts: Mapping[str, int], options: Options
    ) -> Settlement | None:
        """Each pair settles the difference of its totals; each loser pays the winner a game."""
        if standing.winner is None:
            return None
        owed = list(money.between_players(standing.totals, amounts["per_point"]))
        for player in range(len(owed)):
            owed[player] -= amounts["per_game"]
        owed[standing.winner] += len(owed) * amounts["per_game"]
        return Settlement(sides=owed, players=owed)


def full_bags(bags: int, limit: int | None) -> tuple[int, int]:
    """How many times the limit is full, and the bags that stay."""
    return (0, bags) if limit is None else divmod(bags, limit)


def winner_of(totals: Sequence[int], target: int) -> int | None:
    """The only one with the highest total, once that has reached the target."""
    best = max(totals)
    return totals.index(best) if best >= target and totals.count(best) == 1 else None
