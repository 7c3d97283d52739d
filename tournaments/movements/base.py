"""The words that every movement speaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Table = tuple[int, ...]
"""Entries at one table by their numbers, in the order of their places; the first sits first."""


class Meeting(NamedTuple):
    """The table of two entries; ``home`` takes the first seats."""

    home: int
    away: int


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """The tables of a round in order, and the entries that sit out."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a format plans from.

    ``entries`` are all that ever took part, in the order drawn; ``absent`` those among them that
    play no further round; ``played`` the rounds that were played or begun, which stay.
    ``announced`` are rounds planned before somebody came or went: a format may keep of them what
    still holds. ``size`` entries meet at a table. ``options`` are the format's own settings by
    name.
    """

    entries: tuple[int, ...]
    absent: frozenset[int] = frozenset()
    played: tuple[PlannedRound, ...] = ()
    options: Mapping[str, int] = field(default_factory=dict)
    size: int = 2
    announced: tuple[PlannedRound, ...] = ()

    @property
    def active(self) -> tuple[int, ...]:
        """The entries that further rounds are planned for."""
        return tuple(entry for entry in self.entries if entry not in self.absent)


def bye_counts(entries: Iterable[int], rounds: Sequence[PlannedRound]) -> dict[int, int]:
    """How often each entry sat out in these rounds."""
    counts = dict.fromkeys(entries, 0)
    for planned in rounds:
        for entry in planned.byes:
            if entry in counts:
                counts[entry] += 1
    return counts
