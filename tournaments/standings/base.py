"""What a metric is."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from tournaments.standings.results import Results, Sums

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Metric(ABC):
    """A number by which entries are compared.

    ``values`` is asked for the entries still tied (all of them, for the first metric) and gives
    each its number, or ``None`` where the metric says nothing about them. ``ranks`` is false for
    what is only shown; ``needs_tie`` true for what means nothing outside a tie; ``only_ranks`` for
    what is computed and shown only where an event ranks by it. A number counts in the last of its
    ``decimals``: 125 with two of them is 1.25.
    """

    key: ClassVar[str]
    name: ClassVar["StrPromise"]
    abbreviation: ClassVar["StrPromise"]
    explanation: ClassVar["StrPromise"]
    higher_is_better: ClassVar[bool] = True
    ranks: ClassVar[bool] = True
    needs_tie: ClassVar[bool] = False
    only_ranks: ClassVar[bool] = False
    decimals: ClassVar[int] = 0

    @property
    def is_shown_always(self) -> bool:
        """Whether it is noted beside what ranks, although the event does not rank by it."""
        return not (self.needs_tie or self.only_ranks)

    @abstractmethod
    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """The number of each of the tied."""


class Total(Metric):
    """A metric that looks at an entry's own totals alone."""

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Taken from the totals, whoever is tied."""
        return {entry: self.of(results.total(entry)) for entry in tied}

    @abstractmethod
    def of(self, sums: Sums) -> int:
        """The number of one entry."""
