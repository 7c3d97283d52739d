"""The match: hands added up to a target, and the money at its end.

Source: scoring (seven marks, the word ALL, playing for money), 42 with points.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules import money
from rules.game import Record, Settlement, Standing
from rules.texas42.options import Options


class Texas42Match:
    """Two sides; the first to the target wins, the higher where both pass it in one hand."""

    @property
    def stakes(self) -> tuple[str, ...]:
        """The amounts that may be agreed."""
        return ("per_mark", "per_set", "per_point")

    def stake_applies(self, stake: str, options: Options) -> bool:
        """Marks are paid in marks scoring, points in points scoring, sets in both."""
        return stake != ("per_mark" if options.by_points else "per_point")

    def start(self, options: Options) -> Standing:
        """No marks, no sets."""
        return Standing(totals=(0, 0), sets=(0, 0))

    def add(self, standing: Standing, verdict: Record, options: Options) -> Standing:
        """One more hand."""
        ours, theirs = standing.totals
        first, second = verdict["score"]
        totals = (ours + first, theirs + second)
        sets = list(standing.sets or (0, 0))
        if verdict["set_team"] is not None:
            sets[verdict["set_team"]] += 1
        added = Standing(totals=totals, hands=standing.hands + 1, sets=tuple(sets))
        return self.ended(added, options)

    def ended(self, standing: Standing, options: Options) -> Standing:
        """The target, reached by one side alone or by the higher, ends it; or so many hands do."""
        ours, theirs = standing.totals
        if options.hands is not None:
            over = standing.hands >= options.hands
            return replace(standing, over=over, winner=higher_of((ours, theirs)) if over else None)
        winner = winner_of((ours, theirs), options.target)
        return replace(standing, over=winner is not None, winner=winner)

    def settle(
        self, standing: Standing, amounts: Mapping[str, int], options: Options
    ) -> Settlement | None:
        """The losers pay the winners; within a side the lower seat has the odd unit."""
        if standing.winner is None:
            return None
        sides = [0, 0]
        sides[standing.winner] = owed(standing, standing.winner, amounts, options)
        sides[1 - standing.winner] = -sides[standing.winner]
        (first, third), (second, fourth) = (money.split(side, 2) for side in sides)
        return Settlement(sides=sides, players=[first, second, third, fourth])


def higher_of(totals: tuple[int, int]) -> int | None:
    """The side with the higher total; None on a tie, which is a draw after the last hand."""
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def winner_of(totals: tuple[int, int], target: int) -> int | None:
    """The side that reached the target, the higher of two; equal totals play on."""
    return higher_of(totals) if max(totals) >= target else None


def owed(standing: Standing, winner: int, amounts: Mapping[str, int], options: Options) -> int:
    """What the losers owe, in whole units; the winners' surplus and sets count nothing."""
    assert standing.sets is not None
    losers = standing.totals[1 - winner]
    for_sets = amounts["per_set"] * standing.sets[1 - winner]
    if options.by_points:
        return amounts["per_point"] * (standing.totals[winner] - losers) + for_sets
    reached = options.target if options.hands is None else standing.totals[winner]
    return amounts["per_mark"] * (reached - losers) + for_sets
