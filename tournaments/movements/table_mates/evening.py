"""A whole evening's tables under exchange, with what every exchange would cost."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import itemgetter

from tournaments.movements.table_mates.base import Pair, PlannedTables

MEETING = 64
"""What a repeat weighs beside one uneven turn at the larger tables."""


class Evening:
    """Tables that change by exchanges; inside, players are numbered from 0.

    Meeting for the n-th time costs n - 1, counting ``met``, times ``MEETING``; the n-th turn at a
    larger table, counting ``turns``, costs n - 1.
    """

    def __init__(
        self,
        rounds: Sequence[PlannedTables],
        met: Mapping[Pair, int],
        turns: Mapping[int, int],
    ) -> None:
        known = {player for planned in rounds for table in planned.tables for player in table}
        self._players = sorted(known)
        place = {player: number for number, player in enumerate(self._players)}
        self.count = len(place)
        self._byes = [planned.byes for planned in rounds]
        self._tables = [
            [[place[player] for player in table] for table in planned.tables] for planned in rounds
        ]
        self._usual = min((len(table) for row in self._tables for table in row), default=0)
        self._where = [[-1] * self.count for _ in rounds]
        self._met = [[0] * self.count for _ in range(self.count)]
        for pair, times in met.items():
            if pair <= known:
                one, other = (place[player] for player in pair)
                self._met[one][other] = self._met[other][one] = times
        self._turns = [turns.get(player, 0) for player in self._players]
        self._now: dict[tuple[int, int], int] = {}
        self._hot: list[tuple[int, int]] = []
        self._hot_at: dict[tuple[int, int], int] = {}
        self.before = self.cost
        self._sit_down()

    @property
    def cost(self) -> int:
        """The cost of all meetings and turns, those before included."""
        repeats = sum(times * (times - 1) // 2 for row in self._met for times in row) // 2
        return MEETING * repeats + sum(turns * (turns - 1) // 2 for turns in self._turns)

    def lowest(self, repeats: int) -> int:
        """The cost that no plan betters when none has fewer than so many ``repeats``."""
        pairs = self.count * (self.count - 1) // 2
        even = _evenly(sum(map(sum, self._met)) // 2, pairs)
        before = self.before // MEETING + repeats
        return MEETING * max(even, before) + _evenly(sum(self._turns), self.count)

    def rounds(self) -> tuple[PlannedTables, ...]:
        """The evening as it stands."""
        return tuple(
            PlannedTables(
                tuple(tuple(self._players[number] for number in table) for table in tables), byes
            )
            for tables, byes in zip(self._tables, self._byes, strict=True)
        )

    def troubled(self, chance: float) -> tuple[int, int] | None:
        """A round and a player in it who repeats a meeting, or who has a turn too many."""
        if not self._hot:
            return self._one_too_often(chance)
        scaled = chance * len(self._hot)
        one, other = self._hot[int(scaled)]
        shared = [
            index
            for index, where in enumerate(self._where)
            if where[one] >= 0 and where[one] == where[other]
        ]
        scaled = scaled % 1 * len(shared)
        index = shared[int(scaled)]
        return index, one if scaled % 1 < 0.5 else other

    def _one_too_often(self, chance: float) -> tuple[int, int] | None:
        most = max(self._turns, default=0)
        found = [
            (index, player)
            for index, tables in enumerate(self._tables)
            for table in tables
            for player in table
            if len(table) > self._usual and self._turns[player] == most
        ]
        return found[int(chance * len(found))] if found else None

    def exchanges(self, index: int, player: int) -> list[tuple[int, int]]:
        """What every exchange with somebody at another table adds to the cost: (cost, whom)."""
        home = self._where[index][player]
        mine = self._tables[index][home]
        row = self._met[player]
        mates = [mate for mate in mine if mate != player]
        with_mates = itemgetter(*mates)
        left = sum(with_mates(row)) - len(mates)
        found: list[tuple[int, int]] = []
        for number, table in enumerate(self._tables[index]):
            if number == home:
                continue
            with_table = itemgetter(*table)
            gained = sum(with_table(row)) - left + len(table) - 1
            growth = len(table) - len(mine)
            for other in table:
                theirs = self._met[other]
                delta = gained - row[other] + sum(with_mates(theirs)) - sum(with_table(theirs))
                turned = self._turned(player, other, growth) if growth else 0
                found.append((MEETING * delta + turned, other))
        return found

    def _turned(self, player: int, other: int, growth: int) -> int:
        """What the turns cost more when ``player`` goes to a table larger by ``growth``."""
        if growth < 0:
            player, other = other, player
        return self._turns[player] - self._turns[other] + 1

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
        """The table's meetings and turns are counted, or with -1 taken back."""
        if len(table) > self._usual:
            for player in table:
                self._turns[player] += step
        for one, other in combinations(sorted(table), 2):
            pair = one, other
            times = self._met[one][other] + step
            self._met[one][other] = self._met[other][one] = times
            now = self._now[pair] = self._now.get(pair, 0) + step
            if (times > 1 and now > 0) != (pair in self._hot_at):
                self._heat(pair)

    def _heat(self, pair: tuple[int, int]) -> None:
        """Puts a pair on the list of those that meet again, or takes it off."""
        at = self._hot_at.pop(pair, None)
        if at is None:
            self._hot_at[pair] = len(self._hot)
            self._hot.append(pair)
            return
        last = self._hot.pop()
        if last != pair:
            self._hot[at] = last
            self._hot_at[last] = at


def _evenly(total: int, shares: int) -> int:
    """The sum of n(n - 1)/2 over so many shares of a total that differ by one at most."""
    if not shares:
        return 0
    full, more = divmod(total, shares)
    return (shares - more) * full * (full - 1) // 2 + more * full * (full + 1) // 2
