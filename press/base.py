"""The page of every document: paper, margins, furniture, numbers, bookmarks.

A document adds only its story, a sequence of blocks. The furniture (club, time, code) comes from an
`Imprint`; this module reads no clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from io import BytesIO
from typing import IO, TYPE_CHECKING, Protocol

from reportlab.lib import pagesizes

from press.canvas import PressCanvas
from press.fonts import Script, script_of
from press.pen import Align, Pen
from press.text import ACCENT, MUTED, RULE, SMALL

MARGIN = 46.0
TOP = 72.0
BOTTOM = 60.0
BARE = 28.0
_ROUNDING = 0.01  # heights are sums of fractions


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The size and margins of a page in points.

    A `bare` page has no furniture: it is cut up, or framed.
    """

    width: float
    height: float
    side: float = MARGIN
    top: float = TOP
    bottom: float = BOTTOM
    bare: bool = False

    @property
    def frame(self) -> tuple[float, float]:
        """Width and height of the type area, without the furniture."""
        return self.width - 2 * self.side, self.height - self.top - self.bottom


class Paper(Enum):
    """Paper sizes in points, upright."""

    A4 = pagesizes.A4
    LETTER = pagesizes.LETTER

    @property
    def upright(self) -> PageLayout:
        """The sheet of most documents."""
        return PageLayout(*self.value)

    @property
    def across(self) -> PageLayout:
        """A landscape sheet."""
        return PageLayout(*pagesizes.landscape(self.value))

    @property
    def bare(self) -> PageLayout:
        """An upright sheet to be cut up, with the margin that any printer needs."""
        return replace(self.upright, side=BARE, top=BARE, bottom=BARE, bare=True)

    @property
    def bare_across(self) -> PageLayout:
        """A sheet across without furniture."""
        return replace(self.across, side=BARE, top=BARE, bottom=BARE, bare=True)


@dataclass(frozen=True, slots=True)
class Imprint:
    """What every page says of itself, ready to print.

    `page_of` holds `{page}` and `{pages}`; `lang` is a language code and decides the direction
    of the page and its digits.

    >>> Imprint(club="Elm Street 42", kind="Scorecard", made_at="14 May 2026, 22:05",
    ...         code="K7Q-2MX", page_of="Page {page} of {pages}", lang="en").script.rtl
    False
    """

    club: str
    kind: str
    made_at: str
    code: str
    page_of: str
    lang: str

    @property
    def script(self) -> Script:
        """How its texts are written."""
        return script_of(self.lang)


class Block(ABC):
    """A piece of a story, kept whole unless it overrides `split`."""

    __slots__ = ()

    @abstractmethod
    def height(self, width: float, script: Script) -> float:
        """Return the height it needs at this width, in points."""

    @abstractmethod
    def draw(self, pen: Pen, y: float) -> None:
        """Draw it with its upper edge at `y`."""

    def split(self, width: float, room: float, script: Script) -> "tuple[Block, Block] | None":
        """Return a first part that fits into `room` and the rest; None if it cannot be split."""
        return None


class Story(Protocol):
    """A part of a file: its bookmark, imprint and blocks; it counts as `count` parts."""

    @property
    def count(self) -> int:
        """How many things are finished with it."""

    @property
    def bookmark(self) -> str:
        """The text of the bookmark."""

    @property
    def imprint(self) -> Imprint:
        """The imprint of its pages."""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        """Yield the blocks from first to last, for a type area of this size."""


class Printable:
    """The base of a printed document: frozen values that know their own story.

    Most documents are one story and write only `blocks`. One of several stories, as a page for
    each table, overrides `stories`; one on other paper than an upright page overrides `layout`.
    """

    __slots__ = ()

    if TYPE_CHECKING:  # fields of each document; a property here would become their default

        @property
        def imprint(self) -> Imprint:
            """What its pages say of themselves."""

        @property
        def title(self) -> str:
            """Its subject: an event, a season, a player."""

    @property
    def file_title(self) -> str:
        """The title of its file: document and subject."""
        return f"{self.imprint.kind} · {self.title}"

    @property
    def script(self) -> Script:
        """How its texts are written."""
        return self.imprint.script

    @property
    def bookmark(self) -> str:
        return self.file_title

    @property
    def count(self) -> int:
        """How many parts of a file it counts as, for the progress."""
        return 1

    def layout(self, paper: Paper) -> PageLayout:
        """Return the side of the paper on which it is printed."""
        return paper.upright

    def stories(self, paper: Paper) -> "Iterator[Story]":
        """Return the parts of the file that it makes."""
        yield self

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        """Return the blocks from first to last, for a type area of this size."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Space(Block):
    """Empty room between two blocks; never carried to the top of a page."""

    points: float

    def height(self, width: float, script: Script) -> float:
        return self.points

    def draw(self, pen: Pen, y: float) -> None:
        return


# --- the pages of a story


@dataclass(frozen=True, slots=True)
class _Placed:
    block: Block
    y: float
    height: float


def story_pages(
    blocks: Iterable[Block], width: float, height: float, script: Script
) -> list[list[_Placed]]:
    """Place blocks below one another, over as many pages as they take."""
    pages: list[list[_Placed]] = [[]]
    y = 0.0
    for block in blocks:
        rest, needed = block, block.height(width, script)
        while True:
            if y + needed <= height + _ROUNDING:
                pages[-1].append(_Placed(rest, y, needed))
                y += needed
                break
            if isinstance(rest, Space):
                y = height
                break
            parts = rest.split(width, height - y, script)
            if parts is not None:
                first, rest = parts
                pages[-1].append(_Placed(first, y, first.height(width, script)))
                needed = rest.height(width, script)
            elif y == 0:  # taller than a page: drawn as it is
                pages[-1].append(_Placed(rest, y, needed))
                y = height
                break
            pages.append([])
            y = 0.0
    return pages


class NewSheet(Printable):
    """A break: the next document begins on the front of a sheet that is printed on both sides."""

    __slots__ = ()


class Press:
    """Prints stories one after the other into one file, page by page.

    Call `add` for each story and `close` once; numbers run through the whole file. Where the
    language is read from the right, the press prints mirrored pages.
    """

    def __init__(
        self,
        out: IO[bytes],
        *,
        paper: Paper | PageLayout,
        title: str,
        imprint: Imprint,
        most: int | None = None,
    ) -> None:
        self._sheet = paper if isinstance(paper, PageLayout) else paper.upright
        size = self._sheet.width, self._sheet.height
        self._canvas = PressCanvas(out, size=size, lang=imprint.lang.partition("-")[0])
        self._canvas.setTitle(title)
        self._canvas.setAuthor(imprint.club)
        self._canvas.setSubject(imprint.kind)
        self._canvas.setCreator("Allmark")
        self._canvas.setProducer("Allmark")
        self._pages: list[tuple[Imprint, PageLayout]] = []
        self._stories = 0
        self._most = most

    @property
    def pages(self) -> int:
        """Pages finished so far."""
        return len(self._pages)

    def add(self, story: Story, sheet: PageLayout | None = None) -> None:
        """Print a story on pages of its own, under a bookmark; `sheet` changes the paper."""
        self._sheet = sheet or self._sheet
        self._canvas.setPageSize((self._sheet.width, self._sheet.height))
        width, height = self._sheet.frame
        pen = self._pen(story.imprint)
        blocks = story.blocks(width, height)
        self._stories += 1
        self._canvas.bookmarkPage(f"part-{self._stories}")
        self._canvas.addOutlineEntry(story.bookmark, f"part-{self._stories}", level=0)
        for page in story_pages(blocks, width, height, pen.script):
            self._furnish(pen, story.imprint)
            for placed in page:
                placed.block.draw(pen, self._sheet.top + placed.y)
            self._end_page(story.imprint)

    def start_new_sheet(self) -> None:
        """Leave a back empty, so that the next page is a front."""
        if self.pages % 2:
            self._sheet = replace(self._sheet, bare=True)
            self._end_page(self._pages[-1][0])

    def close(self) -> None:
        """Fill in the page numbers and end the file."""
        last: tuple[Imprint, PageLayout, Pen] | None = None
        for number, (imprint, sheet) in enumerate(self._pages, start=1):
            if sheet.bare:
                continue
            self._sheet = sheet
            if last is None or last[0] is not imprint or last[1] is not sheet:
                last = imprint, sheet, self._pen(imprint)
            self._number(last[2], imprint, number)
        self._canvas.save()

    def _pen(self, imprint: Imprint) -> Pen:
        return Pen(
            self._canvas,
            imprint.script,
            left=self._sheet.side,
            width=self._sheet.frame[0],
            height=self._sheet.height,
            rtl=imprint.script.rtl,
        )

    def _furnish(self, pen: Pen, imprint: Imprint) -> None:
        """Club and kind above, time and code below; the number follows when all are known."""
        if self._sheet.bare:
            return
        half = pen.width / 2 - 8
        foot = self._sheet.height - self._sheet.bottom + 30
        pen.fitted(0, 47, imprint.club, SMALL.strong().tinted(ACCENT), width=half)
        pen.fitted(pen.width, 47, imprint.kind, SMALL, width=half, align=Align.END)
        pen.rule(54, thick=0.5, colour=RULE)
        pen.rule(foot - 13, thick=0.5, colour=RULE)
        pen.fitted(0, foot, imprint.made_at, SMALL, width=pen.width * 0.36)
        pen.fitted(pen.width, foot, imprint.code, SMALL, width=pen.width * 0.36, align=Align.END)

    def _end_page(self, imprint: Imprint) -> None:
        self._pages.append((imprint, self._sheet))
        if not self._sheet.bare:
            self._canvas.doForm(f"number-{len(self._pages)}")
        self._canvas.showPage()
        if self._most is not None and self.pages > self._most:
            raise TooManyPagesError(self._most)

    def _number(self, pen: Pen, imprint: Imprint, number: int) -> None:
        text = imprint.page_of.format(page=number, pages=len(self._pages))
        self._canvas.beginForm(f"number-{number}")
        y = self._sheet.height - self._sheet.bottom + 30
        pen.text(pen.width / 2, y, text, SMALL.tinted(MUTED), Align.CENTRE)
        self._canvas.endForm()


class TooManyPagesError(ValueError):
    """A file has more pages than it may have."""

    def __init__(self, most: int) -> None:
        super().__init__(f"a file has at most {most} pages")


class EmptyFileError(ValueError):
    """There is no document to print."""

    def __init__(self) -> None:
        super().__init__("a file needs at least one document")


def print_documents(
    documents: Iterable[Printable],
    *,
    paper: Paper,
    out: IO[bytes],
    title: str = "",
    most: int | None = None,
    after_story: Callable[[], None] = lambda: None,
) -> int:
    """Print documents of one kind into one file and return the number of its pages.

    `after_story` is called once for each thing that a story finishes.

    The file has the title of the first unless another is given. Raises `EmptyFileError` where there
    is nothing to print, and `TooManyPagesError` at the first page that is more than `most`.
    """
    press: Press | None = None
    for document in documents:
        if isinstance(document, NewSheet):
            if press is not None:
                press.start_new_sheet()
            continue
        if press is None:
            press = Press(
                out,
                paper=document.layout(paper),
                title=title or document.file_title,
                imprint=document.imprint,
                most=most,
            )
        for story in document.stories(paper):
            press.add(story, document.layout(paper))
            for _part in range(story.count):
                after_story()
    if press is None or not press.pages:
        raise EmptyFileError
    press.close()
    return press.pages


def render(documents: Iterable[Printable], *, paper: Paper) -> bytes:
    """Print documents of one kind and return the file. The same documents give the same bytes."""
    out = BytesIO()
    print_documents(documents, paper=paper, out=out)
    return out.getvalue()
