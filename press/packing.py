"""Short documents that share pages: equal parts, cut at the same places on every page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, Protocol, TypeVar

from press.base import Block, Imprint, PageLayout, Paper, Printable, Story
from press.blocks import baseline
from press.pen import Align, Pen
from press.text import SMALL
from press.tiles import TilePage, draw_club, stacked

_INSET: Final = 10.0
_HEAD: Final = 13.0
_MOST: Final = 6


class Short(Protocol):
    """A document with a form that takes a part of a page."""

    @property
    def imprint(self) -> Imprint:
        """What its part says of itself."""

    @property
    def bookmark(self) -> str:
        """Its bookmark."""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        """Return its blocks for a part of this size."""


@dataclass(frozen=True, slots=True)
class PackedDocument:
    """A document as a part to cut out, under a line of the club and the code."""

    document: Short

    @property
    def title(self) -> str:
        return self.document.bookmark

    def needed(self, width: float) -> float:
        """The height of its blocks where they get no more than they need."""
        script = self.document.imprint.script
        blocks = self.document.blocks(width, 0)
        return _HEAD + sum(block.height(width, script) for block in blocks)

    def draw(self, pen: Pen, width: float, height: float) -> None:
        imprint, line = self.document.imprint, baseline(0, SMALL, _HEAD - 3)
        draw_club(pen, imprint.club, 0, line, width=width * 0.4, align=Align.START)
        code = " · ".join(filter(None, (imprint.kind, imprint.made_at, imprint.code)))
        pen.fitted(width, line, code, SMALL, width=width * 0.55, align=Align.END)
        y = _HEAD
        for block in self.document.blocks(width, height - _HEAD):
            block.draw(pen, y)
            y += block.height(width, pen.script)


@dataclass(frozen=True, slots=True)
class Shared(Printable):
    """Documents that share pages, so many below one another on each."""

    parts: tuple[PackedDocument, ...]
    rows: int
    is_across: bool = False

    @property
    def imprint(self) -> Imprint:
        return self.parts[0].document.imprint

    @property
    def file_title(self) -> str:
        return self.imprint.kind

    def layout(self, paper: Paper) -> PageLayout:
        return _bare(paper, is_across=self.is_across)

    def stories(self, paper: Paper) -> Iterator[Story]:
        height = self.layout(paper).frame[1]
        page = TilePage((), 1, self.rows, height, _INSET)
        for story in stacked(self.parts, page, self.imprint):
            yield replace(story, count=len(story.page.tiles))


def packed(
    documents: Sequence[tuple[Printable, Short | None]], paper: Paper
) -> Iterator[Printable]:
    """Yield documents, each on pages of its own or, in its short form, on a part of a page.

    As many share a page as makes the fewest pages; all parts have the same height. Parts come
    first, then whole pages, both in their order; landscape pages come last.
    """
    for is_across in (False, True):
        same = [pair for pair in documents if _is_across(pair[0], paper) is is_across]
        yield from _packed(same, paper, is_across=is_across)


Document = TypeVar("Document")


def in_sequence(
    documents: Iterable[Document], heights: Callable[[Document], float], *, room: float, gap: float
) -> Iterator[tuple[Document, ...]]:
    """Yield the documents of each page: as many, in their order, as fit without being split.

    A document higher than a page has pages of its own.
    """
    page: tuple[Document, ...] = ()
    left = room
    for document in documents:
        needed = heights(document)
        if page and needed + gap > left:
            yield page
            page, left = (), room
        left -= needed + (gap if page else 0)
        page = (*page, document)
    if page:
        yield page


def _is_across(document: Printable, paper: Paper) -> bool:
    layout = document.layout(paper)
    return layout.width > layout.height


def _bare(paper: Paper, *, is_across: bool) -> PageLayout:
    return paper.bare_across if is_across else paper.bare


def _packed(
    documents: Sequence[tuple[Printable, Short | None]], paper: Paper, *, is_across: bool
) -> Iterator[Printable]:
    width, height = _bare(paper, is_across=is_across).frame
    parts = [PackedDocument(short) if short else None for _whole, short in documents]
    heights = [part.needed(width) if part else inf for part in parts]
    best, rows = len(documents), 1
    for count in range(2, _MOST + 1):
        fitting = sum(needed <= height / count - 2 * _INSET for needed in heights)
        total = -(-fitting // count) + len(documents) - fitting
        if total < best:
            best, rows = total, count
    room = height / rows - 2 * _INSET if rows > 1 else 0
    shared = [part for part, needed in zip(parts, heights, strict=True) if part and needed <= room]
    if shared:
        yield Shared(tuple(shared), rows, is_across)
    for (document, _short), needed in zip(documents, heights, strict=True):
        if needed > room:
            yield document
