"""A sheet of bubbles: where everything lies on it, in millimetres from its upper left corner.

The same layout is drawn and read. Four squares in the corners, each of its own pattern, give the
plane of the sheet; a small square at either end of each line gives the line where paper is bent.
Nothing here depends on the language: labels are not part of a layout.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import floor
from typing import Final, NamedTuple

VERSION: Final = 3
"""Rises with every change of a place below."""

CANCEL: Final = "cancel"
"""The key of the group, and the value of its bubble, that strikes out a row."""
DEALER: Final = "dealer"
"""The key of the group in the head that says who dealt first."""

CORNER: Final = 10.0
"""The width of a corner's square, and its distance from the edges of the paper."""
CODE: Final = 27.0
"""The width of the code without its quiet zone."""
CODE_TOP: Final = 6.0
GUIDE: Final = 3.0
"""The width of the squares at the ends of a line."""
DEALER_DOWN: Final = 19.4
"""How far down the bubbles of the first dealer lie: beside the upper corners, so that they need no
squares of their own at the ends of their line."""
DEALER_ASIDE: Final = 5.0
"""From the last of them to the code."""
HEAD: Final = 36.0
"""The height of all above the first row: title, names, code."""
LINE: Final = 10.5
"""The height of a line, and its least one; room is left over where fewer rows are wanted."""
LEAST_LINE: Final = 8.0
WORDS: Final = 2.5
"""The height of what says above a line which questions it has."""
BUBBLE_UP: Final = 2.9
"""From the lower edge of a line up to the middle of its bubbles."""
LABEL_UP: Final = 3.1
"""From the middle of a bubble up to the foot of its label."""
LARGE: Final = 1.27
"""How many times larger bubbles, labels and lines of a large sheet are at least."""
MARGIN: Final = (13.4, 19.6)
"""Where a pale line above each row has nothing near it but its number, which is further below."""
_LEFT: Final = 20.0
_RIGHT: Final = 14.0
_CLEAR: Final = 3.6
"""From the middle of the lowest bubbles to the squares in the lower corners."""
BEFORE: Final = 13.0
"""The width of what is printed before a group."""
_PITCH: Final = 4.75
_WIDEST: Final = 6.4
_WIDE: Final = 2.3
"""The largest radius of a bubble."""
_GAP: Final = 2.6
_MOST_ROWS: Final = 20
_APART: Final = (1, 2, 3, 4, 6)
_LARGE_APART: Final = (1, 2)
"""So many rows may share the words above the first of them, and on a large sheet."""

CORNERS: Final = (
    ("111111", "101001", "110101", "111001", "111011", "111111"),
    ("111111", "111111", "100001", "101101", "101011", "111111"),
    ("111111", "111001", "111001", "111011", "100101", "111111"),
    ("111111", "101101", "101101", "110111", "110011", "111111"),
)
"""Numbers 0 to 3 of the ArUco dictionary of 4 by 4 cells with 50 markers, clockwise from the upper
left; 1 is dark."""

SIZES: Final = {"A": (210.0, 297.0), "L": (215.9, 279.4)}
"""Upright paper by the letter that a code has for it: A4 and US Letter."""


@dataclass(frozen=True, slots=True)
class Bubble:
    """A bubble: the value that it means, and the few characters above it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class MarkGroup:
    """Bubbles that answer one question: one of them, or `several`.

    `line` is what is printed before the line that begins with the group, `before` what has a place
    of its own before the group. It is on the line of the group before it if it `goes_on`. Values of
    a group `of_players` are numbers of players; the key of a group `of_player` ends in one.
    """

    key: str
    label: str
    bubbles: tuple[Bubble, ...]
    several: bool = False
    line: str = ""
    before: str = ""
    of_players: bool = False
    of_player: bool = False
    goes_on: bool = False


Lines = tuple[tuple[MarkGroup, ...], ...]


class BubblePlace(NamedTuple):
    """The middle of a bubble, its line counted from the top of the page."""

    group: str
    value: str
    x: float
    y: float
    line: int


class HeadPlace(NamedTuple):
    """A group with its first bubble and its width; `line` counts from the top of its row."""

    group: MarkGroup
    x: float
    width: float
    line: int


@dataclass(frozen=True)
class SheetLayout:
    """A page of so many rows, one for each hand, of `lines` lines each.

    Lines of each `apart`th row are `line` high and have words above them; all of it is `scale`
    times as large as usual. Groups of a `place` are in the first rows, their lines counted from the
    top of the page: where the sheet belongs. So many `dealers` have a bubble in the head, by which
    another than the one printed there deals first.
    """

    width: float
    height: float
    heads: tuple[HeadPlace, ...]
    pitch: float
    lines: int
    rows: int
    line: float
    apart: int = 1
    scale: float = 1.0
    place: tuple[HeadPlace, ...] = ()
    dealers: int = 0

    @cached_property
    def place_rows(self) -> int:
        """How many rows the place takes."""
        return _rows_of(self.place, self.lines)

    @property
    def hands(self) -> int:
        """How many rows are for hands."""
        return self.rows - self.place_rows

    def heads_of(self, row: int) -> tuple[HeadPlace, ...]:
        if row >= self.place_rows:
            return self.heads
        first = row * self.lines
        row_lines = range(first, first + self.lines)
        lines = (head for head in self.place if head.line in row_lines)
        return tuple(head._replace(line=head.line - first) for head in lines)

    @property
    def radius(self) -> float:
        return min(_WIDE * self.scale, self.pitch * 0.43)

    def words_above(self, row: int) -> float:
        """Return the height of the words above each line of a row; 0 where it has none."""
        is_worded = row >= self.place_rows and not (row - self.place_rows) % self.apart
        return WORDS * self.scale if is_worded else 0.0

    def row_top(self, row: int) -> float:
        """Return the upper edge of a row, or the lower one of the row before."""
        before = sum(self.line + self.words_above(number) for number in range(row))
        return HEAD + before * self.lines

    def line_middle(self, line: int) -> float:
        """Return how far down the bubbles of a line lie."""
        row, part = divmod(line, self.lines)
        foot = self.row_top(row) + (part + 1) * (self.line + self.words_above(row))
        return foot - BUBBLE_UP * self.scale

    def places(self, row: int) -> Iterator[BubblePlace]:
        for head in self.heads_of(row):
            line = row * self.lines + head.line
            y = self.line_middle(line)
            for number, bubble in enumerate(head.group.bubbles):
                x = head.x + number * self.pitch
                yield BubblePlace(head.group.key, bubble.value, x, y, line)

    def dealer_places(self) -> Iterator[BubblePlace]:
        """Yield the bubbles of the first dealer, on a line of their own after all others."""
        right = code_place(self.width)[0] - DEALER_ASIDE
        for number in range(self.dealers):
            x = right - (self.dealers - number - 0.5) * self.pitch
            yield BubblePlace(DEALER, str(number), x, DEALER_DOWN, self.rows * self.lines)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The upper left of each corner's square, in the order of `CORNERS`."""
        return corner_places(self.width, self.height)

    @property
    def guides(self) -> tuple[tuple[float, float], ...]:
        """The middle of the squares at the ends of each line, left and right in turn."""
        ends = (CORNER + GUIDE / 2, self.width - CORNER - GUIDE / 2)
        lines = range(self.rows * self.lines)
        return tuple((x, self.line_middle(line)) for line in lines for x in ends)

    @property
    def groups(self) -> tuple[MarkGroup, ...]:
        return tuple(head.group for head in self.heads)

    @cached_property
    def digest(self) -> str:
        """Four characters that differ where the places or meanings of bubbles do."""
        rows = range(self.place_rows + 1)
        places = [tuple(place) for row in rows for place in self.places(row)]
        places += map(tuple, self.dealer_places())
        state = repr((VERSION, self.rows, self.lines, places))
        return hashlib.sha256(state.encode()).hexdigest()[:4].upper()


def corner_places(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """Return the upper left of each corner's square."""
    far, low = width - 2 * CORNER, height - 2 * CORNER
    return ((CORNER, CORNER), (far, CORNER), (far, low), (CORNER, low))


def code_place(width: float) -> tuple[float, float]:
    """Return the upper left of the code without its quiet zone."""
    return width - 2 * CORNER - CODE - 6, CODE_TOP


CANCEL_GROUP: Final = MarkGroup(CANCEL, "", (Bubble(CANCEL, "×"),))


def best_layout(
    lines: Lines,
    *,
    size: str,
    hands: int,
    place: Lines = (),
    dealers: int = 0,
    scale: float = 1.0,
) -> tuple[SheetLayout, bool]:
    """Return the layout of a hand's groups that takes the fewest pages for so many hands, and
    whether it is across; of two the one that has words on more rows, then larger bubbles.

    `place` has the groups, a number each, that say where the sheet belongs. Each page has as many
    rows of hands, and one more for a spoilt one where there is room.
    """
    paper = {
        across: _Page(lines, place, *_paper(size, across=across), scale) for across in (True, False)
    }
    across = min(paper, key=lambda side: paper[side].costs(hands))
    return paper[across].layout(hands, dealers), across


class _Page:
    """The groups of a hand on paper of a size, and how many rows have room there."""

    def __init__(
        self, lines: Lines, place: Lines, width: float, height: float, scale: float
    ) -> None:
        self._size, self._scale = (width, height), scale
        room, least = width - _LEFT - _RIGHT, _PITCH * scale
        together = tuple(_together(place, room, least))
        whole = (*lines[:-1], (*lines[-1], CANCEL_GROUP))
        flowed = [part for line in whole for part in _evenly(line, room, least)]
        widest = (_widest_pitch(line, room) for line in (*flowed, *together))
        self._pitch = min(_WIDEST * scale, *widest)
        self._heads, self._place = (_set_out(part, self._pitch) for part in (flowed, together))
        self._lines, self._place_rows = len(flowed), _rows_of(self._place, len(flowed))
        # from the first row to the foot of the last one
        self._room = height - HEAD - 2 * CORNER - _CLEAR + BUBBLE_UP * scale

    def costs(self, hands: int) -> tuple[float, ...]:
        """Return by what a layout is worse than another."""
        pages, each, apart = self._shared(hands)
        return pages, apart, -self._pitch, -self._height(each, apart)

    def layout(self, hands: int, dealers: int) -> SheetLayout:
        """Return the layout of each of the pages that so many hands take."""
        _pages, each, apart = self._shared(hands)
        return SheetLayout(
            *self._size,
            self._heads,
            self._pitch,
            self._lines,
            self._place_rows + each,
            self._height(each, apart),
            apart,
            self._scale,
            self._place,
            dealers,
        )

    def _shared(self, hands: int) -> tuple[int, int, int]:
        """Return how many pages so many hands take, how many rows each has, and which of them have
        words: as many as leave lines their least height."""
        aparts = _APART if self._scale == 1 else _LARGE_APART
        most = max(n for n in range(_MOST_ROWS + 1) if self._height(n, aparts[-1]) >= self._least)
        pages = -(-hands // max(1, most))
        each = min(most, -(-(hands + 1) // pages))
        fitting = (apart for apart in aparts if self._height(each, apart) >= self._least)
        return pages, each, next(fitting, aparts[-1])

    @property
    def _least(self) -> float:
        return LEAST_LINE * self._scale

    def _height(self, rows: int, apart: int) -> float:
        """Return how high the lines of so many rows are."""
        worded = -(-rows // apart)
        lines = (self._place_rows + rows) * self._lines
        shared = self._room - worded * self._lines * WORDS * self._scale
        return min(LINE * self._scale, floor(shared / max(1, lines) * 100) / 100)


def _rows_of(place: Sequence[HeadPlace], lines: int) -> int:
    """Return how many rows of so many lines a place takes."""
    return -(-(1 + max(head.line for head in place)) // lines) if place else 0


def _set_out(lines: Sequence[Sequence[MarkGroup]], pitch: float) -> tuple[HeadPlace, ...]:
    heads: list[HeadPlace] = []
    for number, line in enumerate(lines):
        x = _LEFT + pitch / 2
        for group in line:
            x += BEFORE if group.before else 0
            wide = len(group.bubbles) * pitch
            heads.append(HeadPlace(group, x, wide, number))
            x += wide + _GAP
    return tuple(heads)


def _together(numbers: Lines, room: float, pitch: float) -> Iterator[tuple[MarkGroup, ...]]:
    """Yield lines of as many numbers as have room beside each other, none broken."""
    line: tuple[MarkGroup, ...] = ()
    for groups in numbers:
        if line and _needed([*line, *groups], pitch) > room:
            yield line
            line = ()
        line += groups
    if line:
        yield line


def _paper(size: str, *, across: bool) -> tuple[float, float]:
    short, long = SIZES[size]
    return (long, short) if across else (short, long)


def _flow(line: Sequence[MarkGroup], room: float, pitch: float) -> Iterator[tuple[MarkGroup, ...]]:
    """Yield a line, broken where it is too wide between groups that do not go on."""
    starts = [number for number, group in enumerate(line) if not group.goes_on]
    part: tuple[MarkGroup, ...] = ()
    for first, last in pairwise([*starts, len(line)]):
        if part and _needed([*part, *line[first:last]], pitch) > room:
            yield part
            part = ()
        part += tuple(line[first:last])
    yield part


def _evenly(
    line: Sequence[MarkGroup], room: float, pitch: float
) -> tuple[tuple[MarkGroup, ...], ...]:
    """Return a line as `_flow` breaks it, its parts as long as each other."""
    broken = tuple(_flow(line, room, pitch))
    for less in range(floor(room), 0, -1):
        shorter = tuple(_flow(line, less, pitch))
        if len(shorter) > len(broken):
            break
        broken = shorter
    return broken


def _needed(line: Sequence[MarkGroup], pitch: float) -> float:
    return sum(len(group.bubbles) for group in line) * pitch + _spaces(line)


def _widest_pitch(line: Sequence[MarkGroup], room: float) -> float:
    return (room - _spaces(line)) / sum(len(group.bubbles) for group in line)


def _spaces(line: Sequence[MarkGroup]) -> float:
    return (len(line) - 1) * _GAP + sum(BEFORE for group in line if group.before)
