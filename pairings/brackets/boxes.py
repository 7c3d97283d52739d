"""The words of a bracket drawn on paper: boxes in columns, and where their entrants come from.

Nothing here knows who plays or what came of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

WINNERS = "winners"
LOSERS = "losers"
FINAL = "final"
THIRD = "third"


class Key(NamedTuple):
    """A box by its section and its number there, counted through all columns, from 1."""

    section: str
    slot: int


class Take(Enum):
    """Who of a box comes into another."""

    WINNER = "winner"
    LOSER = "loser"


class Seed(NamedTuple):
    """The line of the entry that is seeded so; 1 is the best."""

    rank: int


class Feed(NamedTuple):
    """The line of the winner or the loser of a box."""

    take: Take
    box: Key


Source = Seed | Feed


@dataclass(frozen=True, slots=True)
class Box:
    """Two lines that meet.

    Series of the final know the ``earlier`` ones and how many defeats put out the entrant of each
    line (``lives``): a further one is played only while both are in.
    """

    key: Key
    sources: tuple[Source, Source]
    earlier: tuple[Key, ...] = ()
    lives: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Column:
    """Boxes that are played in one round; ``number`` counts the columns of a section from 1."""

    section: str
    number: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole bracket for ``size`` lines, a power of two; columns after all that they need."""

    size: int
    columns: tuple[Column, ...]

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes, each after those that feed it."""
        return tuple(box for column in self.columns for box in column.boxes)

    def targets(self, take: Take) -> Mapping[Key, Box]:
        """Where each box's winner (or loser) goes on; a box that is not in here sends nobody."""
        return {
            source.box: box
            for box in reversed(self.boxes)
            for source in box.sources
            if isinstance(source, Feed) and source.take == take
        }
