"""What standings are made of: the sums of one entry against another."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Sums(NamedTuple):
    """Games and marks (or points) of an entry; ``times_set`` counts hands it bid and lost."""

    games_played: int = 0
    games_won: int = 0
    games_lost: int = 0
    marks_for: int = 0
    marks_against: int = 0
    times_set: int = 0

    def plus(self, other: "Sums") -> "Sums":
        """Both together."""
        return Sums(*map(sum, zip(self, other, strict=True)))


@dataclass(frozen=True)
class Results:
    """The sums of every entry, by opponent; ``lots`` the places drawn by those who drew one."""

    entries: tuple[int, ...]
    against: Mapping[tuple[int, int], Sums]
    lots: Mapping[int, int] = field(default_factory=dict)
    totals: Mapping[int, Sums] = field(init=False)

    def __post_init__(self) -> None:
        totals: dict[int, Sums] = defaultdict(Sums)
        for (entry, _other), sums in self.against.items():
            totals[entry] = totals[entry].plus(sums)
        object.__setattr__(self, "totals", {entry: totals[entry] for entry in self.entries})

    def among(self, entry: int, group: Iterable[int]) -> Sums:
        """The entry's sums against the others of a group alone."""
        total = Sums()
        for other in group:
            total = total.plus(self.against.get((entry, other), Sums()))
        return total

    def all_have_met(self, group: Sequence[int]) -> bool:
        """Whether every two of a group have finished a game against each other."""
        return all(
            self.against.get((one, other), Sums()).games_played
            for place, one in enumerate(group)
            for other in group[place + 1 :]
        )
