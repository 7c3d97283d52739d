"""Pages to be cut up: tiles with the lines along which to cut, and the QR codes they carry.

Codes are vectors: the dark modules of a row that touch are one rectangle, all are one path. Error
correction is M, as a card on a table is stained and folded.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Protocol

import segno

from press.base import Block, Imprint, PageLayout
from press.fonts import Script
from press.names import draw_on_line
from press.pen import Align, Pen, Segment
from press.text import ACCENT, GUIDE, INK, SMALL

INSET = 14.0
_CUT = (2.0, 3.0)
_MOST_TITLES = 4


class Tile(Protocol):
    """A part to cut out."""

    @property
    def title(self) -> str:
        """Its bookmark."""

    def needed(self, width: float) -> float:
        """Return the minimum height."""

    def draw(self, pen: Pen, width: float, height: float) -> None:
        """Draw it below `y` 0 of its own pen, `width` wide and `height` high."""


@dataclass(frozen=True, slots=True)
class TilePage(Block):
    """One page of tiles, row by row, in reading order; the last ones may be left open."""

    tiles: tuple[Tile, ...]
    columns: int
    rows: int
    full: float
    inset: float = INSET

    def height(self, width: float, script: Script) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        wide, high = pen.width / self.columns, self.full / self.rows
        for number, tile in enumerate(self.tiles):
            row, column = divmod(number, self.columns)
            part = pen.area(
                column * wide + self._beside(), y + row * high + self.inset, self._inner(wide)
            )
            tile.draw(part, part.width, high - 2 * self.inset)
        used = -(-len(self.tiles) // self.columns)
        pen.lines(self._cuts(pen.width, y, used), thick=0.5, colour=GUIDE, dash=_CUT)

    def _beside(self) -> float:
        return self.inset if self.columns > 1 else 0

    def _inner(self, wide: float) -> float:
        return wide - 2 * self.inset if self.columns > 1 else wide

    def _cuts(self, width: float, y: float, used: int) -> Iterator[Segment]:
        """Return cutting lines between the tiles; all around them in columns."""
        high, wide = self.full / self.rows, width / self.columns
        around = int(self.columns > 1)
        foot = y + used * high
        for row in range(1 - around, used + (around or used < self.rows)):
            yield 0, y + row * high, width, y + row * high
        for column in range(1 - around, self.columns + around):
            yield column * wide, y, column * wide, foot


@dataclass(frozen=True, slots=True)
class TileStory:
    """A page of tiles under a bookmark that names them."""

    page: TilePage
    imprint: Imprint
    count: int = 1

    @property
    def bookmark(self) -> str:
        titles = list(dict.fromkeys(tile.title for tile in self.page.tiles))
        if len(titles) > _MOST_TITLES:
            return f"{titles[0]} · … · {titles[-1]}"
        return " · ".join(titles)

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield self.page


def tile_stories(
    tiles: Sequence[Tile], *, most: int, layout: PageLayout, imprint: Imprint, columns: int = 1
) -> Iterator[TileStory]:
    """Yield as many pages as the tiles need, all tiles of one size and at most this many per
    column.
    """
    width, height = layout.frame
    needed = max((tile.needed(width) for tile in tiles), default=0.0)
    rows = max(1, min(most, int(height / (needed + 2 * INSET))))
    yield from stacked(tiles, TilePage((), columns, rows, height), imprint)


def stacked(tiles: Sequence[Tile], page: TilePage, imprint: Imprint) -> Iterator[TileStory]:
    """Yield pages of tiles in the order in which they lie once the stack of them is cut.

    A tile is followed by that in the same place on the next page: the piles that the cuts make,
    laid one on the other, are in order without any sorting.
    """
    pages = -(-len(tiles) // (page.columns * page.rows))
    for number in range(pages):
        yield TileStory(replace(page, tiles=tuple(tiles[number::pages])), imprint)


def draw_club(
    pen: Pen, club: str, x: float, line: float, *, width: float, align: Align = Align.END
) -> None:
    """The club's name on a part to cut out; a long one on two lines, the last one at `line`."""
    style = SMALL.strong().tinted(ACCENT)
    foot = line + style.size * 0.39
    draw_on_line(pen, x, foot, club, style, width=width, room=min(16.0, foot + 3), align=align)


# --- codes

QUIET = 4
"""Modules that stay empty around a code, by ISO/IEC 18004."""

Matrix = tuple[tuple[bool, ...], ...]


@lru_cache(maxsize=256)
def matrix(text: str) -> Matrix:
    """Return the modules of a code, row by row from the top, without its quiet zone; true is
    dark."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def bars(modules: Matrix) -> Iterator[tuple[int, int, int]]:
    """Run of dark modules: column, row and length."""
    for row, line in enumerate(modules):
        column = 0
        for dark, run in groupby(line):
            length = len(list(run))
            if dark:
                yield column, row, length
            column += length


def svg_path(text: str) -> tuple[str, int]:
    """Return a code as the path of an SVG, a unit a module, and its width with the quiet zone."""
    modules = matrix(text)
    path = "".join(
        f"M{column + QUIET} {row + QUIET}h{length}v1h-{length}z"
        for column, row, length in bars(modules)
    )
    return path, len(modules) + 2 * QUIET


def draw_qr(pen: Pen, text: str, x: float, y: float, size: float, *, quiet: int = QUIET) -> None:
    """A code `size` points wide, quiet zone included, its upper edge at `y`; never mirrored."""
    modules = matrix(text)
    still = pen.unmirrored(x, y, size)
    step = size / (len(modules) + 2 * quiet)
    canvas = still.canvas
    path = canvas.beginPath()
    for column, row, length in bars(modules):
        left, up = still.place((column + quiet) * step, (row + quiet + 1) * step)
        path.rect(left, up, length * step, step)
    canvas.setFillColor(INK)
    canvas.drawPath(path, stroke=0, fill=1)
