"""Single and double elimination as trees of boxes."""

from collections.abc import Sequence
from functools import cache

from pairings.brackets.boxes import (
    FINAL,
    LOSERS,
    THIRD,
    WINNERS,
    Box,
    Column,
    Feed,
    Key,
    Seed,
    Source,
    Take,
    Tree,
)
from pairings.brackets.seeding import seed_order

DROPS: dict[int, tuple[int, ...]] = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 1, 0),
    32: (7, 2, 1, 0),
    64: (4, 7, 2, 1, 0),
}
"""Where losers drop in: the loser of box ``i`` of the winners' round 2, 3 … comes to box ``i ^ m``.

Of all such crossings these postpone the first possible rematch as long as can be, and then leave
the fewest ways to one, column by column: with 64 nobody can meet again in the first six losers'
rounds, with 32 and 16 not in the first four and three. A test tries all others.
"""


@cache
def single_tree(size: int, *, final: int, third: bool, prefix: str = "") -> Tree:
    """Who loses is out. ``final`` defeats put out a finalist; ``third`` is played beside it."""
    columns = _knockout(_seeds(size), f"{prefix}{WINNERS}", until=2)
    last = columns[-1].boxes if columns else ()
    if third and last:
        losers = (Feed(Take.LOSER, last[0].key), Feed(Take.LOSER, last[1].key))
        columns.append(Column(prefix + THIRD, 1, (Box(Key(prefix + THIRD, 1), losers),)))
    finalists = _winners(last) if last else _seeds(size)
    return Tree(size, (*columns, *_finals(finalists, (final, final), prefix)))


@cache
def double_tree(size: int, *, final: int, prefix: str = "") -> Tree:
    """Who loses twice is out: the losers of each winners' round drop into the losers' bracket.

    There a round among themselves and a round against those who drop in alternate. With a
    ``final`` of 1 the unbeaten pair, too, is out by losing it; with 2 it plays again.
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
            Column(f"{prefix}{LOSERS}", number, among),
            Column(f"{prefix}{LOSERS}", number + 1, against),
        ]
        lines, slot = _winners(against), slot + len(among) + len(against)
    finalists = [*_winners(winners[-1].boxes), *lines]
    return Tree(size, (*columns, *_finals(finalists, (final, 1), prefix)))


def _seeds(size: int) -> list[Source]:
    return [Seed(rank) for rank in seed_order(size)]


def _knockout(lines: Sequence[Source], section: str, *, until: int) -> list[Column]:
    """Columns, each half as long as the one before, as long as more than ``until`` are in."""
    columns: list[Column] = []
    slot = 0
    while len(lines) > until:
        boxes = _pairs(lines, section, slot)
        columns.append(Column(section, len(columns) + 1, boxes))
        lines, slot = _winners(boxes), slot + len(boxes)
    return columns


def _pairs(lines: Sequence[Source], section: str, slot: int) -> tuple[Box, ...]:
    """Boxes of two neighbouring lines each, numbered after ``slot``."""
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple(Box(Key(section, slot + place), pair) for place, pair in enumerate(pairs, start=1))


def _winners(boxes: Sequence[Box]) -> list[Source]:
    return [Feed(Take.WINNER, box.key) for box in boxes]


def _losers(boxes: Sequence[Box]) -> list[Source]:
    return [Feed(Take.LOSER, box.key) for box in boxes]


def _finals(lines: Sequence[Source], lives: tuple[int, int], prefix: str) -> list[Column]:
    """The series of the final, as many as may be needed until one has no life left."""
    section = f"{prefix}{FINAL}"
    keys = [Key(section, slot) for slot in range(1, sum(lives))]
    return [
        Column(
            section,
            key.slot,
            (Box(key, (lines[0], lines[1]), earlier=tuple(keys[:place]), lives=lives),),
        )
        for place, key in enumerate(keys)
    ]
