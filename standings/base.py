"""What a metric is."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, ClassVar

from standings.results import Results, Sums

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


Value = int | Fraction | None
"""An exact number; None where it is not known, or says nothing."""
Kept = int | str | None
"""The same as it is stored, see ``Metric.kept``."""


class Metric(ABC):
    """A number by which entries are compared.

    ``values`` is asked for the entries still tied (all of them, for the first metric) and gives
    each its number, exactly, or ``None`` where the metric says nothing about them. Who has none
    among others who have is then left with them or, where ``unknown_last``, comes behind them.
    ``again`` where those whom it leaves tied are compared once more, among themselves alone.
    ``ranks`` is false for what is only shown; ``needs_tie`` true for what means nothing outside a
    tie; ``only_ranks`` for what is computed and shown only where an event ranks by it.

    ``decimals`` are those that are kept and shown; ``parts`` where numbers are whole, or halves and
    quarters.
    ``looks_at`` names the games of ``Sums`` that it is worked out from, where these may be fewer
    than were begun: those ``counted``, or those ``written``.
    """

    key: ClassVar[str]
    name: ClassVar["StrPromise"]
    abbreviation: ClassVar["StrPromise"]
    explanation: ClassVar["StrPromise"]
    higher_is_better: ClassVar[bool] = True
    ranks: ClassVar[bool] = True
    needs_tie: ClassVar[bool] = False
    only_ranks: ClassVar[bool] = False
    unknown_last: ClassVar[bool] = False
    again: ClassVar[bool] = False
    decimals: ClassVar[int] = 0
    parts: ClassVar[bool] = False
    looks_at: ClassVar[str] = ""

    @property
    def is_shown_always(self) -> bool:
        """Whether it is noted beside what ranks, although the event does not rank by it."""
        return not (self.needs_tie or self.only_ranks)

    @abstractmethod
    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """The number of each of the tied."""

    def may_part(self, tied: Sequence[int], results: Results) -> bool:
        """Whether enough is known of the tied to compare them."""
        return True

    def kept(self, value: Value) -> Kept:
        """The number as it is stored.

        In the last of ``decimals``, halves up: 1.25 is 125 with two. ``parts`` are exact: 1 is 1,
        one and a half is "1.5".
        """
        if value is None:
            return None
        if not self.parts:
            number: int = floor(value * 10**self.decimals + Fraction(1, 2))
            return number
        hundredths = 100 * Fraction(value)
        assert hundredths.denominator == 1, "only halves and quarters are parts"
        whole, part = divmod(abs(hundredths.numerator), 100)
        sign = "-" if value < 0 else ""
        return int(value) if not part else f"{sign}{whole}.{part:02d}".rstrip("0")


class Total(Metric):
    """A metric that looks at an entry's own totals alone."""

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Taken from the totals, whoever is tied."""
        return {entry: self.of(results.total(entry)) for entry in tied}

    @abstractmethod
    def of(self, sums: Sums) -> Value:
        """The number of one entry."""
