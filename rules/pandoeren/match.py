"""The match: hands added up, each player for himself, and the money between them."""

from collections.abc import Mapping
from dataclasses import replace

from rules import money
from rules.game import Record, Settlement, Standing
from rules.pandoeren.options import Options


class PandoerenMatch:
    """No target: the totals after the agreed number of hands decide."""

    @property
    def stakes(self) -> tuple[str, ...]:
        """The amounts that may be agreed."""
        return ("per_point",)

    def stake_applies(self, stake: str, options: Options) -> bool:
        """Points are paid under all rules."""
        return True

    def start(self, options: Options) -> Standing:
        """Nobody has anything."""
        return Standing(totals=(0, 0, 0, 0))

    def add(self, standing: Standing, verdict: Record, options: Options) -> Standing:
        """One more hand; hands that were passed out count as hands."""
        totals = tuple(map(int.__add__, standing.totals, verdict["score"]))
        return self.ended(Standing(totals=totals, hands=standing.hands + 1), options)

    def ended(self, standing: Standing, options: Options) -> Standing:
        """The agreed number of hands ends it."""
        over = standing.hands == options.hands
        return replace(standing, over=over, winner=winner_of(standing.totals) if over else None)

    def settle(
        self, standing: Standing, amounts: Mapping[str, int], options: Options
    ) -> Settlement:
        """Each pair of players settles the difference of their totals as they stand."""
        owed = money.between_players(standing.totals, amounts["per_point"])
        return Settlement(sides=owed, players=owed)


def winner_of(totals: tuple[int, ...]) -> int | None:
    """The highest total; None on a tie."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None
