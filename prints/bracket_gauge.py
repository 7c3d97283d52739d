"""What a part of a bracket needs in any size of type: its names measured once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import inf

from press.fonts import Weight, set_line
from prints.bracket_box import LEADING, BracketBox, furniture_of
from prints.bracket_parts import BracketPart, columns_of

_STRETCH = 2.7
"""Where boxes stand farther apart they are so much higher, and names may take more lines."""
_MOST_LINES = 3
_EMPTY = 5.5
"""The room for who is not known yet, in sizes of type."""
_USUAL = 0.9
"""This share of a column's names decides how wide it is …"""
_FAR = 1.3
"""… and all of them, unless the longest is so much longer than these."""
_SLACK = 1.03


@dataclass(frozen=True, slots=True)
class Gauge:
    """A part; what each column takes with names on one line, on two, on three, in sizes of type.

    `stretches` say how much higher the boxes of a column may be than its rows.
    """

    part: BracketPart
    widths: tuple[tuple[float, ...], ...]
    stretches: tuple[float, ...]

    def needs(self, heights: Sequence[float], size: float) -> Iterator[float]:
        """How wide each column must be in type of this size, with boxes so high."""
        for height, widths in zip(heights, self.widths, strict=True):
            lines = max(1, min(_MOST_LINES, int(height / 2 / (size * LEADING))))
            yield size * widths[lines - 1]


def gauge(part: BracketPart) -> Gauge:
    """Measure a part."""
    columns = columns_of(part)
    return Gauge(
        part,
        tuple(tuple(_widths(boxes)) for boxes in columns),
        tuple(_stretch([box.row for box in boxes], part.rows) for boxes in columns),
    )


def _widths(boxes: list[BracketBox]) -> Iterator[float]:
    """What nearly all boxes of a column take."""
    beside = furniture_of(boxes)
    measured = [_measured(line.name) for box in boxes for line in box.lines if line.name]
    for lines in range(_MOST_LINES):
        needs = sorted(own[lines] for own in measured)
        usual = needs[max(0, int(len(needs) * _USUAL + 0.5) - 1)] if needs else 0.0
        usual = needs[-1] if needs and needs[-1] <= usual * _FAR else usual
        yield max(_EMPTY, usual * _SLACK) + beside


def _stretch(rows: list[float], height: float) -> float:
    """As high as the distance to the next box and to the edges of the part allows."""
    if not rows:
        return 1.0
    apart = (below - above for above, below in pairwise(rows))
    edges = 2 * rows[0] + 1, 2 * (height - rows[-1]) - 1
    return max(1.0, min((_STRETCH, *edges, *apart)))


@lru_cache(maxsize=16384)
def _measured(name: str) -> tuple[float, ...]:
    """The width of the longest line in one, two and three lines, for type of one point."""
    words = tuple(set_line(word, Weight.BOLD).width for word in name.split(" "))
    space = set_line(" ", Weight.BOLD).width
    return tuple(_narrowest(words, space, lines) for lines in range(1, _MOST_LINES + 1))


def _narrowest(words: tuple[float, ...], space: float, lines: int) -> float:
    """The least width in which words stand in so many lines."""
    if lines == 1 or len(words) == 1:
        return sum(words) + space * (len(words) - 1)
    least, first = inf, -space
    for place in range(len(words) - 1):
        first += space + words[place]
        least = min(least, max(first, _narrowest(words[place + 1 :], space, lines - 1)))
    return least
