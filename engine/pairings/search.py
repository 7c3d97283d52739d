"""Local search: a plan is improved by small changes.

``improve`` goes downhill. ``searched`` is a tabu search for evenings with few repeats: each step
takes a player who repeats a meeting and makes the best exchange for them that was not made lately,
even one that makes things worse. Its moves and memory follow I. Dotú and P. Van Hentenryck,
"Scheduling social golfers locally" (CPAIOR 2005). The number of steps is fixed, not the time: the
same input gives the same plan on every machine.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations, cycle
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

from engine.pairings.state import Pair, PlannedRound, Rounds

Move = TypeVar("Move")


def improve(
    moves: Sequence[Move], change: Callable[[Move], int], make: Callable[[Move], None]
) -> None:
    """Make moves that lower the cost, in turn and again, until none does.

    ``change`` returns by how much a move would raise the cost now.
    """
    idle = 0
    for move in cycle(moves):
        if change(move) < 0:
            make(move)
            idle = 0
        elif (idle := idle + 1) == len(moves):
            return


Item = TypeVar("Item", bound=Hashable)


class Picks(Generic[Item]):
    """A set of items with a random pick in constant time."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._at: dict[Item, int] = {}

    def __len__(self) -> int:
        return len(self._items)

    def picked(self, chance: float) -> tuple[Item, float]:
        """Return the item that ``chance`` below 1 falls on, and the rest of the chance."""
        scaled = chance * len(self._items)
        return self._items[int(scaled)], scaled % 1

    def keep(self, item: Item, *, when: bool) -> None:
        """Add the item, or remove it."""
        if when == (item in self._at):
            return
        if when:
            self._at[item] = len(self._items)
            self._items.append(item)
            return
        at, last = self._at.pop(item), self._items.pop()
        if last != item:
            self._items[at] = last
            self._at[last] = at


class Exchanging(ABC):
    """Rounds under exchange, players numbered from 0 inside.

    ``before`` is the cost of earlier rounds. ``_where`` is each player's place in a round, -1 for
    none; ``width`` places in a row are one table.
    """

    before: int
    width = 1

    def __init__(self, rounds: Sequence[PlannedRound]) -> None:
        players = {player for planned in rounds for table in planned.tables for player in table}
        self._players = sorted(players)
        self._place = {player: number for number, player in enumerate(self._players)}
        self.count = len(players)
        self._byes = [planned.byes for planned in rounds]
        self._where = [[-1] * self.count for _ in rounds]

    @property
    @abstractmethod
    def cost(self) -> int:
        """The present cost, including ``before``."""

    @abstractmethod
    def exchanges(self, index: int, player: int) -> list[tuple[int, int]]:
        """Return the cost of swaps in a round: (cost, with whom)."""

    @abstractmethod
    def exchange(self, index: int, player: int, other: int) -> None:
        """Let the two change places."""

    @abstractmethod
    def _seated(self) -> Iterable[Iterable[Sequence[int]]]:
        """Return the tables of each round."""

    @abstractmethod
    def _repeat(self, chance: float) -> tuple[tuple[int, int], float] | None:
        """Return two who meet again, chosen by ``chance``, and the rest of ``chance``."""

    def rounds(self) -> Rounds:
        return tuple(
            PlannedRound(
                tuple(tuple(self._players[number] for number in table) for table in tables), byes
            )
            for tables, byes in zip(self._seated(), self._byes, strict=True)
        )

    def troubled(self, chance: float) -> tuple[int, int] | None:
        """Return a round and a player in it whom a swap may help, chosen by ``chance``."""
        pair_and_chance = self._repeat(chance)
        if pair_and_chance is None:
            return None
        (player, other), chance = pair_and_chance
        width = self.width
        shared = [
            index
            for index, where in enumerate(self._where)
            if where[player] >= 0 and where[player] // width == where[other] // width
        ]
        scaled = chance * len(shared)
        return shared[int(scaled)], player if scaled % 1 < 0.5 else other


class PlannedEvening(Exchanging):
    """Tables of any size: the n-th meeting of two costs n - 1, ``met`` included."""

    def __init__(self, rounds: Sequence[PlannedRound], met: Mapping[Pair, int]) -> None:
        super().__init__(rounds)
        place = self._place
        self._tables = [
            [[place[player] for player in table] for table in planned.tables] for planned in rounds
        ]
        self._met = [[0] * self.count for _ in range(self.count)]
        for pair, times in met.items():
            if pair <= place.keys():
                player, other = (place[player] for player in pair)
                self._met[player][other] = self._met[other][player] = times
        self._now: dict[tuple[int, int], int] = {}
        self._hot: Picks[tuple[int, int]] = Picks()
        self.before = self.cost
        for tables, where in zip(self._tables, self._where, strict=True):
            for number, sitting in enumerate(tables):
                for player in sitting:
                    where[player] = number
                self._count(sitting, 1)

    @property
    def cost(self) -> int:
        """The repeats of all meetings, earlier ones included."""
        return sum(times * (times - 1) // 2 for row in self._met for times in row) // 2

    def _seated(self) -> Iterable[Iterable[Sequence[int]]]:
        return self._tables

    def _repeat(self, chance: float) -> tuple[tuple[int, int], float] | None:
        return self._hot.picked(chance) if self._hot else None

    def exchanges(self, index: int, player: int) -> list[tuple[int, int]]:
        """Return the cost of a swap with each player elsewhere: (cost, whom).

        Only between tables of one size, because turns at larger ones are settled.
        """
        home = self._where[index][player]
        mine = self._tables[index][home]
        row = self._met[player]
        mates = [mate for mate in mine if mate != player]
        with_mates = itemgetter(*mates)
        left = sum(with_mates(row)) - len(mates)
        costs: list[tuple[int, int]] = []
        for number, table in enumerate(self._tables[index]):
            if number == home or len(table) != len(mine):
                continue
            with_table = itemgetter(*table)
            gained = sum(with_table(row)) - left + len(table) - 1
            for other in table:
                theirs = self._met[other]
                delta = gained - row[other] + sum(with_mates(theirs)) - sum(with_table(theirs))
                costs.append((delta, other))
        return costs

    def exchange(self, index: int, player: int, other: int) -> None:
        """Let the two change places."""
        tables, where = self._tables[index], self._where[index]
        first, second = where[player], where[other]
        for number in (first, second):
            self._count(tables[number], -1)
        tables[first][tables[first].index(player)] = other
        tables[second][tables[second].index(other)] = player
        where[player], where[other] = second, first
        for number in (first, second):
            self._count(tables[number], 1)

    def _count(self, table: list[int], step: int) -> None:
        """Count the meetings of a table, or with -1 take them back."""
        for player, other in combinations(sorted(table), 2):
            pair = player, other
            times = self._met[player][other] + step
            self._met[player][other] = self._met[other][player] = times
            now = self._now[pair] = self._now.get(pair, 0) + step
            self._hot.keep(pair, when=times > 1 and now > 0)


WORK = 3_000_000
"""Exchanges examined in one search at most."""

TENURE = 2
"""Minimum steps before an exchange may be reversed; a random number up to the same is added."""


class SearchOutcome(NamedTuple):
    """The best plan of a search, its cost, and whether none could cost less."""

    rounds: tuple[PlannedRound, ...]
    cost: int
    lowest: bool


def searched(
    evening: Exchanging, rounds: int, *, floor: int, seed: str, steps: int
) -> SearchOutcome:
    """Return the best result of a tabu search of this many ``steps``."""
    chance = random.Random(seed).random  # noqa: S311 - a search, no secret; stable by contract
    best, best_cost = evening.rounds(), evening.cost
    cost, lowest = best_cost, evening.before + floor
    tabu = [[[0] * evening.count for _ in range(evening.count)] for _ in range(rounds)]
    for step in range(1, steps + 1):
        if best_cost <= lowest:
            break
        troubled = evening.troubled(chance())
        if troubled is None:
            break
        index, player = troubled
        lately = tabu[index][player]
        allowed = [
            (delta, other)
            for delta, other in evening.exchanges(index, player)
            if lately[other] < step or cost + delta < best_cost
        ]
        if not allowed:
            continue
        least = min(allowed)[0]
        ties = [other for delta, other in allowed if delta == least]
        other = ties[int(chance() * len(ties))]
        evening.exchange(index, player, other)
        cost += least
        lately[other] = tabu[index][other][player] = step + TENURE + int(chance() * TENURE)
        if cost < best_cost:
            best, best_cost = evening.rounds(), cost
    return SearchOutcome(best, best_cost, best_cost <= lowest)


def best_of(starts: Iterable[Rounds], search: Callable[[Rounds], SearchOutcome]) -> Rounds:
    """Return the cheapest plan that a search from the starts finds; the first of equals."""
    results: list[SearchOutcome] = []
    for start in starts:
        results.append(search(start))
        if results[-1].lowest:
            break
    return min(results, key=lambda result: result.cost).rounds
