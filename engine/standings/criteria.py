"""Rank by criteria in order: each splits the groups that the earlier ones left tied.

Nothing here knows who is ranked, nor where the figures come from: results of an evening or totals
of a season.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

Value = int | Fraction | None
"""An exact number; None if unknown, or not applicable."""
Group = tuple[int, ...]
"""The numbers of those who are level."""

Figures = TypeVar("Figures")
Figures_contra = TypeVar("Figures_contra", contravariant=True)


class Criterion(ABC, Generic[Figures_contra]):
    """A figure by which those are compared who are level so far."""

    higher_is_better: ClassVar[bool] = True
    unknown_last: ClassVar[bool] = False
    """Whether entries without a figure rank last; otherwise the group stays tied."""
    again: ClassVar[bool] = False
    """Whether those left level are compared once more among themselves."""

    @abstractmethod
    def values(self, tied: Sequence[int], figures: Figures_contra) -> Mapping[int, Value]:
        """Return the figure of each of the ``tied``: all who are ranked, or those still level."""

    def absent(self, tied: Sequence[int], figures: Figures_contra) -> Collection[int]:
        """Return those who played nothing: they rank behind all others, an unknown figure as 0."""
        return ()

    def may_separate(self, tied: Sequence[int], figures: Figures_contra) -> bool:
        """Return whether enough is known of the tied to compare them."""
        return True


class TiedRank(NamedTuple):
    """A rank; ``tied`` if others share it. Shared ranks leave a gap: 1, 2, 2, 4."""

    number: int
    rank: int
    tied: bool


def levels(
    numbers: Iterable[int], order: Iterable[Criterion[Figures]], figures: Figures
) -> list[Group]:
    """Return the groups that stay level under all criteria, best first."""
    groups = together(numbers)
    for criterion in order:
        groups, _values = parted(groups, criterion, figures)
    return groups


def together(numbers: Iterable[int]) -> list[Group]:
    """Return everybody as one group, before anything is compared."""
    everybody = tuple(sorted(numbers))
    return [everybody] if everybody else []


def parted(
    groups: Iterable[Group], criterion: Criterion[Figures], figures: Figures
) -> tuple[list[Group], dict[int, Value]]:
    """Return the groups split by a criterion, best first, and its value of everybody."""
    parts: list[Group] = []
    of_all: dict[int, Value] = {}
    for group in groups:
        values = criterion.values(group, figures)
        parts.extend(_parts(group, criterion, figures, values))
        of_all.update(values)
    return parts, of_all


def places(groups: Iterable[Group]) -> Iterator[TiedRank]:
    """Yield the place of everybody in groups, the best group first."""
    rank = 1
    for group in groups:
        yield from (TiedRank(number, rank, len(group) > 1) for number in group)
        rank += len(group)


def _parts(
    group: Group, criterion: Criterion[Figures], figures: Figures, values: Mapping[int, Value]
) -> list[Group]:
    """Return the group split by its values, best first; whole if the criterion cannot split it."""
    last = criterion.absent(group, figures)
    there = tuple(number for number in group if number not in last)
    behind = _level(criterion, {number: values[number] or 0 for number in group if number in last})
    if behind:
        return [*(_parts(there, criterion, figures, values) if there else ()), *behind]
    unknown = tuple(number for number in group if values[number] is None)
    if (unknown and not criterion.unknown_last) or not criterion.may_separate(group, figures):
        return [group]
    known = {number: value for number in group if (value := values[number]) is not None}
    parts = _level(criterion, known)
    if criterion.again and len(parts) > 1:
        parts = [
            smaller
            for part in parts
            for smaller in _parts(part, criterion, figures, criterion.values(part, figures))
        ]
    return [*parts, unknown] if unknown else parts


def _level(criterion: Criterion[Any], values: Mapping[int, int | Fraction]) -> list[Group]:
    """Return those of equal value together, the best first."""
    sign = -1 if criterion.higher_is_better else 1

    def worth(number: int) -> int | Fraction:
        return sign * values[number]

    return [tuple(same) for _, same in groupby(sorted(values, key=worth), key=worth)]
