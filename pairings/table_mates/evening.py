"""A whole evening's tables under exchange, with what every exchange would cost."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import itemgetter

from pairings.base import PlannedRound
from pairings.table_mates.base import Pair
from pairings.table_mates.picks import Picks


class Evening:
    """Tables that change by exchanges; inside, players are numbered from 0.

    The cost is the repeats: meeting for the n-th time costs n - 1, counting ``met``.
    """

    def __init__(
        self,
        rounds: Sequence[PlannedRound],
        met: Mapping[Pair, int],
    ) -> None:
        known = {player for planned in rounds for table in planned.tables for player in table}
        self._players = sorted(known)
        place = {player: number for number, player in enumerate(self._players)}
        self.count = len(place)
        self._byes = [planned.byes for planned in rounds]
        self._tables = [
            [[place[player] for player in table] for table in planned.tables] for planned in rounds
        ]
        self._where = [[-1] * self.count for _ in rounds]
        self._met = [[0] * self.count for _ in range(self.count)]
        for pair, times in met.items():
            if pair <= known:
                one, other = (place[player] for player in pair)
                self._met[one][other] = self._met[other][one] = times
        self._now: dict[tuple[int, int], int] = {}
        self._hot: Picks[tuple[int, int]] = Picks()
        self.before = self.cost
        self._sit_down()

    @property
    def cost(self) -> int:
        """The repeats of all meetings, those before included."""
        return sum(times * (times - 1) // 2 for row in self._met for times in row) // 2

    def rounds(self) -> tuple[PlannedRound, ...]:
        """The evening as it stands."""
        return tuple(
            PlannedRound(
                tuple(tuple(self._players[number] for number in table) for table in tables), byes
            )
            for tables, byes in zip(self._tables, self._byes, strict=True)
        )

    def troubled(self, chance: float) -> tuple[int, int] | None:
        """A round and a player in it who repeats a meeting; ``chance`` below 1 chooses."""
        if not self._hot:
            return None
        (one, other), chance = self._hot.picked(chance)
        shared = [
            index
            for index, where in enumerate(self._where)
            if where[one] >= 0 and where[one] == where[other]
        ]
        scaled = chance * len(shared)
        index = shared[int(scaled)]
        return index, one if scaled % 1 < 0.5 else other

    def exchanges(self, index: int, player: int) -> list[tuple[int, int]]:
        """What an exchange with each player at another table adds to the cost: (cost, whom).

        Only with tables of as many players: whose turn it is at a larger one is settled.
        """
        home = self._where[index][player]
        mine = self._tables[index][home]
        row = self._met[player]
        mates = [mate for mate in mine if mate != player]
        with_mates = itemgetter(*mates)
        left = sum(with_mates(row)) - len(mates)
        found: list[tuple[int, int]] = []
        for number, table in enumerate(self._tables[index]):
            if number == home or len(table) != len(mine):
                continue
            with_table = itemgetter(*table)
            gained = sum(with_table(row)) - left + len(table) - 1
            for other in table:
                theirs = self._met[other]
                delta = gained - row[other] + sum(with_mates(theirs)) - sum(with_table(theirs))
                found.append((delta, other))
        return found

    def exchange(self, index: int, player: int, other: int) -> None:
        """The two change places."""
        tables, where = self._tables[index], self._where[index]
        one, two = where[player], where[other]
        for number in (one, two):
            self._count(tables[number], -1)
        tables[one][tables[one].index(player)] = other
        tables[two][tables[two].index(other)] = player
        where[player], where[other] = two, one
        for number in (one, two):
            self._count(tables[number], 1)

    def _sit_down(self) -> None:
        for tables, where in zip(self._tables, self._where, strict=True):
            for number, table in enumerate(tables):
                for player in table:
                    where[player] = number
                self._count(table, 1)

    def _count(self, table: list[int], step: int) -> None:
        """The table's meetings are counted, or with -1 taken back."""
        for one, other in combinations(sorted(table), 2):
            pair = one, other
            times = self._met[one][other] + step
            self._met[one][other] = self._met[other][one] = times
            now = self._now[pair] = self._now.get(pair, 0) + step
            self._hot.keep(pair, when=times > 1 and now > 0)
