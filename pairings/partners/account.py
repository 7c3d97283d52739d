"""How often each two were partners and opponents, and what one more time would cost."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from pairings.table_mates.base import Pair
from pairings.table_mates.picks import Picks

PARTNER, OPPONENT, MEETING = 100, 10, 1
"""What it costs to have somebody again as partner, as opponent, and at the table at all."""

PARTNERS_FIRST = 0.6
"""The chance that the heaviest kind of trouble is looked at next, before the lighter ones."""


class Past(NamedTuple):
    """How often each two were partners and how often opponents."""

    partners: Mapping[Pair, int]
    opponents: Mapping[Pair, int]


class Usual(NamedTuple):
    """How often any two are partners, opponents and at one table on average."""

    partners: Fraction
    opponents: Fraction
    meetings: Fraction


class Account:
    """The counts of players numbered from 0.

    Having somebody for the n-th time as partner costs n - 1 times ``PARTNER``, as opponent as many
    times ``OPPONENT``, and meeting him in whatever part as many times ``MEETING``.
    ``as_partner`` and ``as_opponent`` are what one more time would cost.
    """

    def __init__(self, count: int, usual: Usual) -> None:
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
        """What all repeats cost."""
        return sum(
            PARTNER * _again(partners)
            + OPPONENT * _again(opponents)
            + MEETING * _again(partners + opponents)
            for one in range(self.count)
            for partners, opponents in zip(
                self._partners[one][:one], self._opponents[one][:one], strict=True
            )
        )

    def add(
        self, one: int, other: int, *, partners: int = 0, opponents: int = 0, now: bool = True
    ) -> None:
        """The two were together so many more times, or less; trouble is what is had ``now``."""
        with_partner = self._partners[one][other] + partners
        against = self._opponents[one][other] + opponents
        present = self._now[one][other] + (partners + opponents) * now
        met = MEETING * (with_partner + against)
        for row, column in ((one, other), (other, one)):
            self._partners[row][column] = with_partner
            self._opponents[row][column] = against
            self._now[row][column] = present
            self.as_partner[row][column] = PARTNER * with_partner + met
            self.as_opponent[row][column] = OPPONENT * against + met
        pair = (one, other) if one < other else (other, one)
        times = with_partner, against, with_partner + against
        for kind, (part, limit) in zip(self._trouble, self._limits, strict=True):
            kind.keep(pair, when=times[part] > limit and present > 0)

    def trouble(self, chance: float) -> tuple[tuple[int, int], float] | None:
        """Two who have one another too often, and what is left of the chance that chose them.

        Partners come first, then opponents, but not always.
        """
        kinds = [kind for kind in self._trouble if len(kind)]
        for kind in kinds[:-1]:
            if chance < PARTNERS_FIRST:
                return kind.picked(chance / PARTNERS_FIRST)
            chance = (chance - PARTNERS_FIRST) / (1 - PARTNERS_FIRST)
        return kinds[-1].picked(chance) if kinds else None


def _again(times: int) -> int:
    return times * (times - 1) // 2
