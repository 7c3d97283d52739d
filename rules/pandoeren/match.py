"""The match: hands added up, each player for himself, and the money between them."""

from collections.abc import Mapping

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
        hands = standing.hands + 1
        over = hands == options.hands
        return Standing(
            totals=totals, hands=hands, over=over, winner=winner_of(totals) if over else None
        )

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
