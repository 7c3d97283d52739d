"""Search for evenings with changing partners: costs of repeats, and exchanges.

At a table of two pairs, places 0 and 2 play against 1 and 3.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from engine.pairings.search import Exchanging, Picks
from engine.pairings.state import Pair, Rounds
from engine.pairings.tables import SEATS

PARTNER, OPPONENT, MEETING = 100, 10, 1
"""The cost of having somebody again as partner, as opponent, and at the table at all."""

PARTNERS_FIRST = 0.6
"""The chance that the most expensive kind of repeat is examined next."""


class PairCounts(NamedTuple):
    """How often each two were partners, and how often opponents."""

    partners: Mapping[Pair, int]
    opponents: Mapping[Pair, int]


class PairAverages(NamedTuple):
    """How often two players are partners, opponents and at one table on average."""

    partners: Fraction
    opponents: Fraction
    meetings: Fraction


class RepeatCosts:
    """Counts of players numbered from 0, and the cost of their repeats.

    The n-th time as partners costs n - 1 times ``PARTNER``, as opponents n - 1 times ``OPPONENT``,
    and the n-th meeting in either role n - 1 times ``MEETING``. ``as_partner`` and ``as_opponent``
    are the cost of one more time.
    """

    def __init__(self, count: int, usual: PairAverages) -> None:
        self.count = count
        self._limits = tuple(
            (part, max(1, limit(times)))
            for part, times in enumerate(usual)
            for limit in (ceil, floor)
        )
        self._partners, self._opponents, self._now = (self._square() for _ in range(3))
        self.as_partner, self.as_opponent = self._square(), self._square()
        self._trouble: tuple[Picks[tuple[int, int]], ...] = tuple(Picks() for _ in self._limits)

    def _square(self) -> list[list[int]]:
        return [[0] * self.count for _ in range(self.count)]

    @property
    def cost(self) -> int:
        return sum(
            PARTNER * _again(partners)
            + OPPONENT * _again(opponents)
            + MEETING * _again(partners + opponents)
            for player in range(self.count)
            for partners, opponents in zip(
                self._partners[player][:player], self._opponents[player][:player], strict=True
            )
        )

    def add(
        self, player: int, other: int, *, partners: int = 0, opponents: int = 0, now: bool = True
    ) -> None:
        """Count the two together more often, or less; only counts of ``now`` can be swapped."""
        with_partner = self._partners[player][other] + partners
        against = self._opponents[player][other] + opponents
        present = self._now[player][other] + (partners + opponents) * now
        met = MEETING * (with_partner + against)
        for row, column in ((player, other), (other, player)):
            self._partners[row][column] = with_partner
            self._opponents[row][column] = against
            self._now[row][column] = present
            self.as_partner[row][column] = PARTNER * with_partner + met
            self.as_opponent[row][column] = OPPONENT * against + met
        pair = (player, other) if player < other else (other, player)
        times = with_partner, against, with_partner + against
        for kind, (part, limit) in zip(self._trouble, self._limits, strict=True):
            kind.keep(pair, when=times[part] > limit and present > 0)

    def trouble(self, chance: float) -> tuple[tuple[int, int], float] | None:
        """Return two who meet too often, and the rest of the chance that chose them.

        Mostly partners first, then opponents.
        """
        kinds = [kind for kind in self._trouble if len(kind)]
        for kind in kinds[:-1]:
            if chance < PARTNERS_FIRST:
                return kind.picked(chance / PARTNERS_FIRST)
            chance = (chance - PARTNERS_FIRST) / (1 - PARTNERS_FIRST)
        return kinds[-1].picked(chance) if kinds else None


def _again(times: int) -> int:
    return times * (times - 1) // 2


# The places of a round are numbered table by table, four to a table: flipping the second bit of a
# place leads to the partner's, flipping the first to an opponent's.


LEAVING = PARTNER + 2 * OPPONENT + 3 * MEETING
"""The saving of the last time of a partner and two opponents, relative to one more time."""


class PartnersEvening(Exchanging):
    """Tables of two pairs; the cost is that of ``RepeatCosts``, ``past`` included."""

    width = SEATS

    def __init__(self, rounds: Rounds, past: PairCounts) -> None:
        super().__init__(rounds)
        place = self._place
        self._at = [
            [place[player] for table in planned.tables for player in table] for planned in rounds
        ]
        before = PairCounts(*(_here(times, place) for times in past))
        self._account = RepeatCosts(self.count, self._usual(before))
        for (player, other), times in before.partners.items():
            self._account.add(player, other, partners=times, now=False)
        for (player, other), times in before.opponents.items():
            self._account.add(player, other, opponents=times, now=False)
        self.before = self._account.cost
        for at, where in zip(self._at, self._where, strict=True):
            for number, player in enumerate(at):
                where[player] = number
            for first in range(0, len(at), SEATS):
                self._count_table(at[first : first + SEATS])

    @property
    def cost(self) -> int:
        """The cost of all repeats, earlier ones included."""
        return self._account.cost

    def _seated(self) -> Iterable[Iterable[Sequence[int]]]:
        for at in self._at:
            yield (at[first : first + SEATS] for first in range(0, len(at), SEATS))

    def _repeat(self, chance: float) -> tuple[tuple[int, int], float] | None:
        return self._account.trouble(chance)

    def exchanges(self, index: int, player: int) -> list[tuple[int, int]]:
        """Return the cost of a swap with each but the partner: (cost, whom)."""
        at, seat = self._at[index], self._where[index][player]
        mine = at[seat ^ 2], at[seat ^ 1], at[seat ^ 3]
        partner, left, right = mine
        as_partner, as_opponent = self._account.as_partner, self._account.as_opponent
        with_me, against_me = as_partner[player], as_opponent[player]
        mate, foe, enemy = as_partner[partner], as_opponent[left], as_opponent[right]
        given_up = with_me[partner] + against_me[left] + against_me[right] - 2 * LEAVING
        costs = [self._exchanged(player, partner, pair) for pair in ((left, right), (right, left))]
        home = seat // SEATS
        for number, other in enumerate(at):
            if number // SEATS == home:
                continue
            ally, near, far = at[number ^ 2], at[number ^ 1], at[number ^ 3]
            theirs = as_opponent[other]
            delta = (
                with_me[ally]
                + against_me[near]
                + against_me[far]
                + mate[other]
                + foe[other]
                + enemy[other]
                - as_partner[other][ally]
                - theirs[near]
                - theirs[far]
                - given_up
            )
            costs.append((delta, other))
        return costs

    def exchange(self, index: int, player: int, other: int) -> None:
        """Let the two change places."""
        at, where = self._at[index], self._where[index]
        first, second = where[player], where[other]
        for place in (first, second):
            self._count_place(at, place, -1)
        at[first], at[second] = other, player
        where[player], where[other] = second, first
        for place in (first, second):
            self._count_place(at, place, 1)

    def _exchanged(self, player: int, partner: int, pair: tuple[int, int]) -> tuple[int, int]:
        """Return the cost of changing places with the first of the other ``pair`` at the table.

        The second of the pair is then the partner, and the partner that of the first.
        """
        other, ally = pair
        as_partner, as_opponent = self._account.as_partner, self._account.as_opponent

        def rather(first: int, second: int) -> int:
            return as_partner[first][second] - as_opponent[first][second]

        gained = rather(player, ally) + rather(other, partner)
        lost = rather(player, partner) + rather(other, ally)
        return gained - lost + 2 * (PARTNER + OPPONENT), other

    def _count_table(self, table: list[int]) -> None:
        first, left, partner, right = table
        self._account.add(first, partner, partners=1)
        self._account.add(left, right, partners=1)
        for player in (first, partner):
            for other in (left, right):
                self._account.add(player, other, opponents=1)

    def _count_place(self, at: list[int], place: int, step: int) -> None:
        """Count a player with the others of the table, or with -1 take that back."""
        player = at[place]
        self._account.add(player, at[place ^ 2], partners=step)
        self._account.add(player, at[place ^ 1], opponents=step)
        self._account.add(player, at[place ^ 3], opponents=step)

    def _usual(self, past: PairCounts) -> PairAverages:
        """Return the average number of times for each two."""
        tables = sum(len(at) for at in self._at) // SEATS
        pairs = self.count * (self.count - 1) // 2 or 1
        partners = sum(past.partners.values()) + 2 * tables
        opponents = sum(past.opponents.values()) + 4 * tables
        times = (partners, opponents, partners + opponents)
        return PairAverages(*(Fraction(total, pairs) for total in times))


def _here(times: Mapping[Pair, int], place: Mapping[int, int]) -> dict[Pair, int]:
    """Return the counts among those that play on, by their numbers inside."""
    return {
        frozenset(place[player] for player in pair): number
        for pair, number in times.items()
        if pair <= place.keys()
    }
