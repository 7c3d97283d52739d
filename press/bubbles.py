"""A sheet of bubbles: where everything lies on it, in millimetres from its upper left corner.

The same layout is drawn and read. Four squares in the corners, each of its own pattern, give the
plane of the sheet; a small square at either end of each line gives the line where paper is bent.
Nothing here depends on the language: labels are not part of a layout.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import Final, NamedTuple

VERSION: Final = 2
"""Rises with every change of a place below."""

CANCEL: Final = "cancel"
"""The key of the group, and the value of its bubble, that strikes out a row."""

CORNER: Final = 10.0
"""The width of a corner's square, and its distance from the edges of the paper."""
CODE: Final = 27.0
"""The width of the code without its quiet zone."""
CODE_TOP: Final = 6.0
GUIDE: Final = 3.0
"""The width of the squares at the ends of a line."""
EXAMPLE_TOP: Final = 35.0
LABEL: Final = 2.4
"""The height of a group's label, printed above the example."""
LINE: Final = 9.6
"""The height of a line."""
CLOSE_LINE: Final = 8.2
"""The least height of one where lines may be closer."""
BUBBLE_DOWN: Final = 6.0
"""From the upper edge of a line of that height to the middle of its bubbles."""
LABEL_UP: Final = 3.1
"""From the middle of a bubble up to the foot of its label."""
_LEFT: Final = 20.0
_RIGHT: Final = 14.0
_FOOT: Final = 19.5
BEFORE: Final = 13.0
"""The width of what is printed before a group."""
SLIP_HEAD: Final = 34.5
"""The height of all above the first row of a slip across; upright, the example lies below that."""
SLIP_EXAMPLE: Final = 11.5
"""The height of an example below the code."""
_PITCH: Final = 5.0
_WIDEST: Final = 6.4
_GAP: Final = 2.6
_MOST_ROWS: Final = 20

CORNERS: Final = (
    ("111111", "101001", "110101", "111001", "111011", "111111"),
    ("111111", "111111", "100001", "101101", "101011", "111111"),
    ("111111", "111001", "111001", "111011", "100101", "111111"),
    ("111111", "101101", "101101", "110111", "110011", "111111"),
)
"""Numbers 0 to 3 of the ArUco dictionary of 4 by 4 cells with 50 markers, clockwise from the upper
left; 1 is dark."""

SIZES: Final = {
    **{"A": (210.0, 297.0), "B": (148.5, 210.0), "C": (99.0, 210.0)},
    **{"L": (215.9, 279.4), "M": (139.7, 215.9), "N": (93.1, 215.9)},
}
"""Upright paper by the letter that a code has for it: A4, its half and its third, US Letter, its
half and its third."""


class SheetPart(NamedTuple):
    """A part of a page that is cut out: the letter of its size, whether it lies across, and how
    many lie beside and below each other."""

    size: str
    across: bool
    columns: int
    rows: int


PIECES: Final = {
    whole: (
        SheetPart(third, across=True, columns=1, rows=3),
        SheetPart(half, across=True, columns=1, rows=2),
        SheetPart(half, across=False, columns=2, rows=1),
        SheetPart(whole, across=False, columns=1, rows=1),
    )
    for whole, half, third in ("ABC", "LMN")
}
"""The parts into which a page is cut, by its letter, the smallest first."""


@dataclass(frozen=True, slots=True)
class Bubble:
    """A bubble: the value that it means, and the few characters above it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class MarkGroup:
    """Bubbles that answer one question: one of them, or `several`.

    `line` is what is printed before the line that begins with the group, `before` what has a place
    of its own before the group. Values of a group `of_players` are numbers of players; the key of
    a group `of_player` ends in one.
    """

    key: str
    label: str
    bubbles: tuple[Bubble, ...]
    several: bool = False
    line: str = ""
    before: str = ""
    of_players: bool = False
    of_player: bool = False


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
    """A page of so many rows, one for each hand or game, of `lines` lines each.

    `head` is the upper edge of the first row. Groups of a `place` are in the first rows, their
    lines counted from the top of the page: where the sheet belongs.
    """

    width: float
    height: float
    heads: tuple[HeadPlace, ...]
    pitch: float
    lines: int
    rows: int
    head: float
    place: tuple[HeadPlace, ...] = ()
    line: float = LINE

    @cached_property
    def place_rows(self) -> int:
        """How many rows the place takes."""
        return -(-(1 + max(head.line for head in self.place)) // self.lines) if self.place else 0

    def heads_of(self, row: int) -> tuple[HeadPlace, ...]:
        """Return the groups of a row."""
        if row >= self.place_rows:
            return self.heads
        first = row * self.lines
        row_lines = range(first, first + self.lines)
        lines = (head for head in self.place if head.line in row_lines)
        return tuple(head._replace(line=head.line - first) for head in lines)

    @property
    def radius(self) -> float:
        """The radius of a bubble."""
        return min(2.5, self.pitch * 0.43)

    @property
    def down(self) -> float:
        """From the upper edge of a line to the middle of its bubbles."""
        return BUBBLE_DOWN - (LINE - self.line) / 2

    @cached_property
    def row_height(self) -> float:
        """The height of a row with all its lines."""
        return self.lines * self.line

    def row_top(self, row: int) -> float:
        """Return the upper edge of a row."""
        return self.head + row * self.row_height

    def line_middle(self, line: int) -> float:
        """Return how far down the bubbles of a line lie."""
        return self.head + line * self.line + self.down

    def places(self, row: int) -> Iterator[BubblePlace]:
        """Yield the bubbles of a row."""
        for head in self.heads_of(row):
            line = row * self.lines + head.line
            y = self.line_middle(line)
            for number, bubble in enumerate(head.group.bubbles):
                x = head.x + number * self.pitch
                yield BubblePlace(head.group.key, bubble.value, x, y, line)

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
        """The groups of a row in their order."""
        return tuple(head.group for head in self.heads)

    @cached_property
    def digest(self) -> str:
        """Four characters that differ where the places or meanings of bubbles do."""
        rows = range(self.place_rows + 1)
        places = [tuple(place) for row in rows for place in self.places(row)]
        state = repr((VERSION, self.rows, self.lines, places))
        return hashlib.sha256(state.encode()).hexdigest()[:4].upper()


def head_height(lines: int, line: float = LINE) -> float:
    """Return the height of all above the first row: title, code and a worked example."""
    return EXAMPLE_TOP + lines * (line + LABEL) + 1.5


def corner_places(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """Return the upper left of each corner's square."""
    far, low = width - 2 * CORNER, height - 2 * CORNER
    return ((CORNER, CORNER), (far, CORNER), (far, low), (CORNER, low))


def code_place(width: float) -> tuple[float, float]:
    """Return the upper left of the code without its quiet zone."""
    return width - 2 * CORNER - CODE - 6, CODE_TOP


class _Flowed(NamedTuple):
    """The groups of a row with their places, the distance of bubbles, and how many lines."""

    heads: tuple[HeadPlace, ...]
    pitch: float
    lines: int


_CANCEL: Final = MarkGroup(CANCEL, "", (Bubble(CANCEL, "×"),))


def _flowed(lines: Lines, width: float, place: Lines = ()) -> _Flowed:
    """Return the places of a row's groups on paper of a width, "cancel" at its end; bubbles of a
    `place` are no wider apart than have room."""
    room = width - _LEFT - _RIGHT
    flowed = [part for line in (*lines[:-1], (*lines[-1], _CANCEL)) for part in _flow(line, room)]
    pitch = min(_WIDEST, *(_widest_pitch(line, room) for line in (*flowed, *place)))
    return _Flowed(_set_out(flowed, pitch), pitch, len(flowed))


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


def sheet_layout(
    lines: Lines, *, size: str, across: bool, place: Lines = (), least: float = LINE
) -> SheetLayout:
    """Return the layout of a hand's groups on paper of a size, upright or across.

    `place` has the groups, a number each, that say where the sheet belongs. Lines are no closer
    than `least`, and as far apart as leaves room for as many rows.
    """
    width, height = _paper(size, across=across)
    together = tuple(_together(place, width - _LEFT - _RIGHT))
    flowed = _flowed(lines, width, together)
    # below its square, a close line has less room to the corners
    foot = _FOOT + (LINE - least)
    rows = int((height - head_height(flowed.lines, least) - foot) / (flowed.lines * least))
    rows = min(rows, _MOST_ROWS)
    shared = (height - head_height(flowed.lines, 0) - foot) / (flowed.lines * (rows + 1))
    line = min(LINE, floor(shared * 100) / 100)
    head = head_height(flowed.lines, line)
    placed = _set_out(together, flowed.pitch)
    return SheetLayout(width, height, *flowed, rows, head, placed, line)


def _together(numbers: Lines, room: float) -> Iterator[tuple[MarkGroup, ...]]:
    """Yield lines of as many numbers as have room beside each other, none broken."""
    line: tuple[MarkGroup, ...] = ()
    for groups in numbers:
        if line and _needed([*line, *groups]) > room:
            yield line
            line = ()
        line += groups
    if line:
        yield line


def slip_layout(lines: Lines, *, size: str, across: bool, rows: int) -> SheetLayout | None:
    """Return the layout of a slip of so many rows, on a piece of a size; None if it has no room.

    A whole page has as many of them as have room.
    """
    width, height = _paper(size, across=across)
    flowed = _flowed(lines, width)
    head = SLIP_HEAD if across else SLIP_HEAD + SLIP_EXAMPLE
    most = int((height - head - _FOOT) / (flowed.lines * LINE))
    if flowed.pitch < _PITCH or (most < rows and size not in PIECES):
        return None
    return SheetLayout(width, height, *flowed, min(rows, most), head)


def _paper(size: str, *, across: bool) -> tuple[float, float]:
    short, long = SIZES[size]
    return (long, short) if across else (short, long)


def best_layout(
    lines: Lines, *, size: str, place: Lines = (), least: float = LINE
) -> tuple[SheetLayout, bool]:
    """Return the layout that holds more rows, and whether it is across."""
    upright, across = (
        sheet_layout(lines, size=size, across=turned, place=place, least=least)
        for turned in (False, True)
    )
    return (across, True) if across.rows >= upright.rows else (upright, False)


def _flow(line: Sequence[MarkGroup], room: float) -> Iterator[tuple[MarkGroup, ...]]:
    """Yield a line, broken between groups where it is too wide."""
    part: list[MarkGroup] = []
    for group in line:
        if part and _needed([*part, group]) > room:
            yield tuple(part)
            part = []
        part.append(group)
    yield tuple(part)


def _needed(line: Sequence[MarkGroup]) -> float:
    return sum(len(group.bubbles) for group in line) * _PITCH + _spaces(line)


def _widest_pitch(line: Sequence[MarkGroup], room: float) -> float:
    return (room - _spaces(line)) / sum(len(group.bubbles) for group in line)


def _spaces(line: Sequence[MarkGroup]) -> float:
    return (len(line) - 1) * _GAP + sum(BEFORE for group in line if group.before)
