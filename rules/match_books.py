"""How the hands of a match add up and what is owed at its end, for two teams or for single players.

A game subclasses `TeamMatch` or `SoloMatch`.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rules import money
from rules.game import MatchBook, MatchSettlement, MatchStanding, Record, Resolved


class TeamMatch(MatchBook[Resolved]):
    """Two teams, seats 0 and 2 against 1 and 3; the losers pay the winners.

    `counts_sets`: the verdict says in `set_team` which team was set.
    """

    sides = 2
    counts_sets: ClassVar[bool] = True

    def start(self, options: Resolved) -> MatchStanding:
        """Return the standing before the first hand."""
        return MatchStanding(totals=(0, 0), sets=(0, 0) if self.counts_sets else None)

    def counted(self, standing: MatchStanding, verdict: Record, options: Resolved) -> MatchStanding:
        """Return the standing with the team that was set."""
        if not self.counts_sets:
            return standing
        first, second = standing.sets or (0, 0)
        team = verdict["set_team"]
        return replace(standing, sets=(first + (team == 0), second + (team == 1)))

    @abstractmethod
    def owed(
        self, standing: MatchStanding, winner: int, amounts: Mapping[str, int], options: Resolved
    ) -> int:
        """Return what the losers owe the winners, in whole units."""

    def settle(
        self, standing: MatchStanding, amounts: Mapping[str, int], options: Resolved
    ) -> MatchSettlement | None:
        """Let the losers pay the winners; within a team the lower seat gets the odd unit."""
        if standing.winner is None or self.unknown_stakes(standing, amounts):
            return None
        owed = self.owed(standing, standing.winner, amounts, options)
        sides = [owed, -owed] if standing.winner == 0 else [-owed, owed]
        (first, third), (second, fourth) = (money.split(side, 2) for side in sides)
        return MatchSettlement(sides=sides, players=[first, second, third, fourth])


class SoloMatch(MatchBook[Resolved]):
    """Every player alone; each two settle the difference of their totals."""

    def settle(
        self, standing: MatchStanding, amounts: Mapping[str, int], options: Resolved
    ) -> MatchSettlement | None:
        """Settle at `per_point` for the totals as they stand."""
        owed = money.between_players(standing.totals, amounts["per_point"])
        return MatchSettlement(sides=owed, players=owed)
