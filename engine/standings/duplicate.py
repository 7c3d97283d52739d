"""Duplicate scoring: compare each result with those of others who held the same hands.

A *result* is the value of one position of a deal at one table: the margin of a side where two
meet, the own score where each plays alone. Everything is exact; nothing is rounded here.

Sources: the Laws of Duplicate Bridge, laws 12C2 and 88 (artificial adjusted scores), 78A
(matchpoints) and 87 (fouled boards); G. Neuberg's formula for boards with fewer results, as the
World Bridge Federation's General Conditions of Contest have it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple


class Award(StrEnum):
    """The director's award to a position, which replaces the result."""

    MINUS = "average_minus"
    AVERAGE = "average"
    PLUS = "average_plus"

    def share(self, session: Fraction | None) -> Fraction:
        """Return its part of the top for a contestant.

        Laws 12C2 and 88: average plus is at least 60%, more for who earned more on the deals
        played in the ``session``; average minus at most 40%, less for who earned less.
        """
        given = SHARES[self]
        if session is None or self is Award.AVERAGE:
            return given
        return max(given, session) if self is Award.PLUS else min(given, session)


HALF: Final = Fraction(1, 2)
SHARES: Final = {Award.MINUS: Fraction(2, 5), Award.AVERAGE: HALF, Award.PLUS: Fraction(3, 5)}

Result = int | Award


class Compared(NamedTuple):
    """A result's value compared with the others.

    ``halves`` are matchpoints in halves: two for each lower result, one for each equal one; a
    fraction if the deal has fewer results than expected. ``share`` is their part of the top, from 0
    to 1. ``cross`` is the average difference from every other result.
    """

    halves: Fraction
    share: Fraction
    cross: Fraction


def compare(
    results: Mapping[int, Result], expected: int, sessions: Mapping[int, Fraction] | None = None
) -> dict[int, Compared]:
    """Compare the results of one position of a deal, by table.

    ``expected`` is the number of results that a deal of the event has; at least as many as there
    are here. With fewer played, matchpoints are factored by Neuberg's formula; one alone is
    average. An award is its share of the top for who has earned that of ``sessions``, and the cross
    score of a result that far from the middle of this deal's lowest and highest: with 60% a tenth
    of their distance up.
    """
    played = {table: value for table, value in results.items() if not isinstance(value, Award)}
    expected = max(expected, len(results))
    span = max(played.values(), default=0) - min(played.values(), default=0)
    compared: dict[int, Compared] = {}
    counts, total = Counter(played.values()), sum(played.values())
    for table, result in results.items():
        if isinstance(result, Award):
            share = result.share((sessions or {}).get(table))
            compared[table] = Compared(_top(expected) * share, share, (share - HALF) * span)
            continue
        below = sum(times for value, times in counts.items() if value < result)
        halves = factored(2 * below + counts[result] - 1, len(played), expected)
        share = halves / _top(expected) if expected > 1 else HALF
        others = len(played) - 1
        cross = Fraction(others * result - (total - result), others) if others else Fraction()
        compared[table] = Compared(halves, share, cross)
    return compared


def factored(halves: int, played: int, expected: int) -> Fraction:
    """Return matchpoints in halves of a deal with ``played`` results as if it had ``expected``.

    Neuberg's formula: the results that are missing are taken to be spread as those that are there,
    so (halves + 1) · expected / played - 1.
    """
    return Fraction((halves + 1) * expected, played) - 1


def _top(expected: int) -> int:
    """Return the most matchpoints of a deal, in halves."""
    return 2 * (expected - 1)


class DealPosition(NamedTuple):
    """A result with the entries that it counts for."""

    deal: int
    seat: int
    table: int
    entries: tuple[int, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class DealTotals:
    """An entry's number of deals, and the sums of ``Compared``."""

    deals: int = 0
    halves: Fraction = Fraction()
    shares: Fraction = Fraction()
    cross: Fraction = Fraction()

    @property
    def percent(self) -> Fraction | None:
        """Matchpoints in per cent of the top: the average of all deals; None without any."""
        return 100 * self.shares / self.deals if self.deals else None

    def plus(self, deal: Compared) -> "DealTotals":
        """With one deal more."""
        return DealTotals(
            self.deals + 1,
            self.halves + deal.halves,
            self.shares + deal.share,
            self.cross + deal.cross,
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """All results of an event, compared.

    ``expected`` is the number of results to which every deal is factored: the largest of any deal.
    ``by_place`` are the values by deal, seat (or side) and table, one for each entry there: they
    differ where an award depends on what each partner earned.
    """

    expected: int
    by_place: Mapping[tuple[int, int, int], tuple[Compared, ...]]
    totals: Mapping[int, DealTotals]


def compare_all(positions: Iterable[DealPosition]) -> Comparison:
    """Compare every deal's results, position by position, and add them up by entry."""
    known = list(positions)
    fields: dict[tuple[int, int], dict[int, Result]] = defaultdict(dict)
    for position in known:
        fields[position.deal, position.seat][position.table] = position.result
    expected = max(map(len, fields.values()), default=0)
    values = {place: compare(results, expected) for place, results in fields.items()}
    played: dict[int, DealTotals] = defaultdict(DealTotals)
    for position in known:
        if not isinstance(position.result, Award):
            value = values[position.deal, position.seat][position.table]
            for entry in position.entries:
                played[entry] = played[entry].plus(value)
    sessions = {entry: totals.shares / totals.deals for entry, totals in played.items()}
    by_place: dict[tuple[int, int, int], tuple[Compared, ...]] = {}
    totals: dict[int, DealTotals] = defaultdict(DealTotals, played)
    for position in known:
        deal, seat, table, entries, result = position
        if not isinstance(result, Award):
            by_place[deal, seat, table] = (values[deal, seat][table],) * len(entries)
            continue
        results = fields[deal, seat]
        earned = [{table: sessions[entry]} if entry in sessions else None for entry in entries]
        awarded = tuple(compare(results, expected, session)[table] for session in earned)
        by_place[deal, seat, table] = awarded
        for entry, value in zip(entries, awarded, strict=True):
            totals[entry] = totals[entry].plus(value)
    return Comparison(expected, by_place, dict(totals))
