"""What standings are made of: the sums of every entry, alone and against each other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Sums(NamedTuple):
    """Games and marks (or points) of an entry.

    ``times_bid`` counts the hands it declared, ``times_set`` those of them that it lost.
    """

    games_played: int = 0
    games_won: int = 0
    games_lost: int = 0
    marks_for: int = 0
    marks_against: int = 0
    times_set: int = 0
    hands: int = 0
    times_bid: int = 0

    def plus(self, other: "Sums") -> "Sums":
        """Both together."""
        return Sums(*map(sum, zip(self, other, strict=True)))


NOTHING = Sums()


@dataclass(frozen=True)
class Results:
    """The sums of the entries: ``totals`` of all that each played, ``against`` by (one, other).

    The latter are one's own, of the games in which the other sat at the table. ``lots`` are the
    places drawn by those who drew one.
    """

    entries: tuple[int, ...]
    totals: Mapping[int, Sums]
    against: Mapping[tuple[int, int], Sums]
    lots: Mapping[int, int] = field(default_factory=dict)

    def total(self, entry: int) -> Sums:
        """All that an entry played."""
        return self.totals.get(entry, NOTHING)

    def among(self, entry: int, group: Iterable[int]) -> Sums:
        """The entry's sums against the others of a group alone."""
        total = NOTHING
        for other in group:
            total = total.plus(self.against.get((entry, other), NOTHING))
        return total

    def ahead(self, entry: int, group: Iterable[int]) -> int:
        """How many points more than the others of a group it made at the tables they shared."""
        return sum(
            self.against.get((entry, other), NOTHING).marks_for
            - self.against.get((other, entry), NOTHING).marks_for
            for other in group
        )

    def all_have_met(self, group: Sequence[int]) -> bool:
        """Whether every two of a group have finished a game against each other."""
        return all(
            self.against.get((one, other), NOTHING).games_played
            for place, one in enumerate(group)
            for other in group[place + 1 :]
        )
