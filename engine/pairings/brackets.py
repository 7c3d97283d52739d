"""Brackets as trees of boxes: the sources of each box's entries, and seeding."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

WINNERS = "winners"
LOSERS = "losers"
FINAL = "final"
THIRD = "third"


class BoxKey(NamedTuple):
    """A box by its section and its number there, counted through all columns, from 1."""

    section: str
    slot: int


class Take(Enum):
    """Which entry of a box advances into another."""

    WINNER = "winner"
    LOSER = "loser"


class Seed(NamedTuple):
    """The line of the entry that is seeded so; 1 is the best."""

    rank: int


class Feed(NamedTuple):
    """The line of the winner or the loser of a box."""

    take: Take
    box: BoxKey


Source = Seed | Feed


@dataclass(frozen=True, slots=True)
class Box:
    """Two lines that meet.

    Series of the final know the ``earlier`` ones and how many defeats put out the entrant of each
    line (``lives``): a further one is played only while both are in.
    """

    key: BoxKey
    sources: tuple[Source, Source]
    earlier: tuple[BoxKey, ...] = ()
    lives: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """Boxes that are played in one round; ``number`` counts the columns of a section from 1."""

    section: str
    number: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole bracket for ``size`` lines, a power of two; columns after all that they need."""

    size: int
    columns: tuple[BracketColumn, ...]

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes, each after those that feed it."""
        return tuple(box for column in self.columns for box in column.boxes)

    def targets(self, take: Take) -> Mapping[BoxKey, Box]:
        """Return the box to which each box's winner (or loser) advances, if any."""
        return {
            source.box: box
            for box in reversed(self.boxes)
            for source in box.sources
            if isinstance(source, Feed) and source.take == take
        }


def bracket_size(count: int) -> int:
    """Return the lines of the smallest bracket for some entries: a power of two, at least 2."""
    return max(2, 1 << (count - 1).bit_length())


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds from the first line to the last; ``size`` is a power of two.

    Standard seeding: as long as the better seed wins, the two of a box in a column of ``n`` lines
    add up to ``n + 1``. With fewer entries than lines the lacking seeds are the byes, one a box.
    """
    order = [1]
    while len(order) < size:
        lines = 2 * len(order)
        order = [seed for best in order for seed in (best, lines + 1 - best)]
    return tuple(order)


def line_of_worse(slot: int, boxes: int) -> int:
    """Return the line of the worse seed in a box of the first column: 0 for the upper, 1.

    ``boxes`` is the number of boxes in that column, or the highest in which anybody sits.
    """
    order = seed_order(bracket_size(2 * boxes))
    return int(order[2 * slot - 1] > order[2 * slot - 2])


DROPS: dict[int, tuple[int, ...]] = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 1, 0),
    32: (7, 2, 1, 0),
    64: (4, 7, 2, 1, 0),
}
"""Where losers drop in: the loser of box ``i`` of the winners' round 2, 3 … goes to box ``i ^ m``.

Of all such crossings these postpone the first possible rematch as long as possible, and then leave
the fewest ways to one, column by column: with 64 lines nobody can meet again in the first six
losers' rounds, with 32 and 16 not in the first four and three. A test tries all others.
"""


@cache
def single_tree(size: int, *, final: int, third: bool, prefix: str = "") -> Tree:
    """Return a tree in which one defeat eliminates.

    ``final`` defeats eliminate a finalist; ``third`` adds the match for third place.
    """
    columns = _knockout(_seeds(size), f"{prefix}{WINNERS}", until=2)
    last = columns[-1].boxes if columns else ()
    if third and last:
        losers = (Feed(Take.LOSER, last[0].key), Feed(Take.LOSER, last[1].key))
        columns.append(BracketColumn(prefix + THIRD, 1, (Box(BoxKey(prefix + THIRD, 1), losers),)))
    finalists = _winners(last) if last else _seeds(size)
    return Tree(size, (*columns, *_finals(finalists, (final, final), prefix)))


@cache
def double_tree(size: int, *, final: int, prefix: str = "") -> Tree:
    """Return a tree in which two defeats eliminate: losers of each winners' round drop into the
    losers' bracket.

    There, rounds among themselves and rounds against new losers alternate. With a ``final`` of 1
    the unbeaten pair, too, is eliminated by losing it; with 2 it plays again.
    """
    winners = _knockout(_seeds(size), f"{prefix}{WINNERS}", until=1)
    columns, lines, slot = [winners[0]], _losers(winners[0].boxes), 0
    for column, drop in zip(winners[1:], DROPS[size], strict=True):
        among = _pairs(lines, f"{prefix}{LOSERS}", slot)
        dropping = _losers(column.boxes)
        crossed = [dropping[place ^ drop] for place in range(len(dropping))]
        met = [line for pair in zip(_winners(among), crossed, strict=True) for line in pair]
        against = _pairs(met, f"{prefix}{LOSERS}", slot + len(among))
        number = 2 * column.number - 3
        columns += [
            column,
            BracketColumn(f"{prefix}{LOSERS}", number, among),
            BracketColumn(f"{prefix}{LOSERS}", number + 1, against),
        ]
        lines, slot = _winners(against), slot + len(among) + len(against)
    finalists = [*_winners(winners[-1].boxes), *lines]
    return Tree(size, (*columns, *_finals(finalists, (final, 1), prefix)))


def _seeds(size: int) -> list[Source]:
    return [Seed(rank) for rank in seed_order(size)]


def _knockout(lines: Sequence[Source], section: str, *, until: int) -> list[BracketColumn]:
    """Columns, each half as long as the one before, as long as more than ``until`` are in."""
    columns: list[BracketColumn] = []
    slot = 0
    while len(lines) > until:
        boxes = _pairs(lines, section, slot)
        columns.append(BracketColumn(section, len(columns) + 1, boxes))
        lines, slot = _winners(boxes), slot + len(boxes)
    return columns


def _pairs(lines: Sequence[Source], section: str, slot: int) -> tuple[Box, ...]:
    """Boxes of two neighbouring lines each, numbered after ``slot``."""
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple(
        Box(BoxKey(section, slot + place), pair) for place, pair in enumerate(pairs, start=1)
    )


def _winners(boxes: Sequence[Box]) -> list[Source]:
    return [Feed(Take.WINNER, box.key) for box in boxes]


def _losers(boxes: Sequence[Box]) -> list[Source]:
    return [Feed(Take.LOSER, box.key) for box in boxes]


def _finals(lines: Sequence[Source], lives: tuple[int, int], prefix: str) -> list[BracketColumn]:
    """Return the series of the final, as many as may be needed to eliminate one finalist."""
    section = f"{prefix}{FINAL}"
    keys = [BoxKey(section, slot) for slot in range(1, sum(lives))]
    return [
        BracketColumn(
            section,
            key.slot,
            (Box(key, (lines[0], lines[1]), earlier=tuple(keys[:place]), lives=lives),),
        )
        for place, key in enumerate(keys)
    ]


Sources = tuple[Source | None, Source | None]
"""Where a box's entrants come from, past boxes that are not played; None for a bye."""


class _Out(NamedTuple):
    """The sources of a box's losers, if any."""

    winner: Source | None
    loser: Source | None


def sources_reduced(
    tree: Tree, seeds: Container[int], drawn: Container[BoxKey]
) -> dict[BoxKey, Sources]:
    """Return the boxes in which two can meet, or that are ``drawn``, with their sources."""
    outs: dict[BoxKey, _Out] = {}
    reduced: dict[BoxKey, Sources] = {}

    def traced(source: Source) -> Source | None:
        match source:
            case Seed(rank):
                return source if rank in seeds else None
            case Feed(take, box):
                out = outs[box]
                return out.winner if take == Take.WINNER else out.loser

    for box in tree.boxes:
        upper, other = (traced(source) for source in box.sources)
        if (upper and other) or box.key in drawn:
            reduced[box.key] = (upper, other)
            outs[box.key] = _Out(Feed(Take.WINNER, box.key), Feed(Take.LOSER, box.key))
        else:
            outs[box.key] = _Out(upper or other, None)
    return reduced


def feeders(sources: Mapping[BoxKey, Sources], key: BoxKey) -> list[BoxKey]:
    """Return the boxes whose winners come into this one."""
    return [
        source.box
        for source in sources[key]
        if isinstance(source, Feed) and source.take == Take.WINNER
    ]
