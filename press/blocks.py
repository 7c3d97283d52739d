"""Blocks that recur in documents: headings, paragraphs, sections, lists of amounts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from press.base import Block, Imprint, Printable, Space
from press.fonts import Base, Script
from press.pen import Align, Pen
from press.text import (
    BODY,
    HEAD,
    INK,
    LEAD,
    MUTED,
    RULE,
    SMALL,
    SMALLEST,
    TITLE,
    Type,
    base_of,
    width_of,
    wrap,
)

_CAP = 0.36  # half the height of a capital, in sizes: sets a line in the middle of its leading


def baseline(y: float, style: Type, height: float | None = None) -> float:
    """Return the baseline that centres capitals in a line, or in a strip `height` points high."""
    return y + (height or style.leading) / 2 + style.size * _CAP


def draw_lines(
    pen: Pen, x: float, y: float, text: str, style: Type, *, width: float, base: Base | None = None
) -> float:
    """Set a text over as many lines as it takes; the place below it."""
    base = base or base_of(text, pen.script)
    for line in wrap(text, style, width, pen.script, base):
        pen.text(x, baseline(y, style), line, style, base=base)
        y += style.leading
    return y


def height_of(text: str, style: Type, width: float, script: Script) -> float:
    """The height `draw_lines` takes."""
    return _line_count(text, style, width, script) * style.leading


def _line_count(text: str, style: Type, width: float, script: Script) -> int:
    return len(wrap(text, style, width, script, base_of(text, script)))


@dataclass(frozen=True, slots=True)
class Heading(Block):
    """A document's title and the line under it."""

    title: str
    place: str

    def height(self, width: float, script: Script) -> float:
        place = height_of(self.place, LEAD, width, script) if self.place else 0
        return height_of(self.title, self._style(width, script), width, script) + place + 12

    def draw(self, pen: Pen, y: float) -> None:
        y = draw_lines(pen, 0, y, self.title, self._style(pen.width, pen.script), width=pen.width)
        draw_lines(pen, 0, y, self.place, LEAD.tinted(MUTED), width=pen.width)

    def _style(self, width: float, script: Script) -> Type:
        """Return a slightly smaller style if the title then fits on one line."""
        natural = width_of(self.title, TITLE, script, base_of(self.title, script))
        fitting = width < natural <= width / SMALLEST
        return TITLE.scaled(0.999 * width / natural) if fitting else TITLE


@dataclass(frozen=True, slots=True)
class Section(Block):
    """A heading and the block under it; the heading is never left alone."""

    title: str
    body: Block
    style: Type = HEAD
    gap: float = 16

    def height(self, width: float, script: Script) -> float:
        return self._top + self.body.height(width, script)

    def draw(self, pen: Pen, y: float) -> None:
        pen.fitted(0, y + self._top - 8, self.title, self.style, width=pen.width)
        self.body.draw(pen, y + self._top)

    def split(self, width: float, room: float, script: Script) -> tuple[Block, Block] | None:
        parts = self.body.split(width, room - self._top, script)
        return parts and (replace(self, body=parts[0]), parts[1])

    @property
    def _top(self) -> float:
        return self.style.leading + self.gap


HALF_PAGE: Final = 340.0
"""The height of half a page, in points."""
FULL_PAGE: Final = 640.0
"""A height for which an upright page of any paper has room, in points."""


@dataclass(frozen=True, slots=True)
class KeepTogether(Block):
    """A block that moves to the next page rather than being split, up to a height of `most`."""

    body: Block
    most: float = inf

    def height(self, width: float, script: Script) -> float:
        return self.body.height(width, script)

    def draw(self, pen: Pen, y: float) -> None:
        self.body.draw(pen, y)

    def split(self, width: float, room: float, script: Script) -> tuple[Block, Block] | None:
        whole = self.height(width, script) <= self.most
        return None if whole else self.body.split(width, room, script)


@dataclass(frozen=True, slots=True)
class Paragraph(Block):
    """Text over as many lines and pages as it takes; a `label` hangs at its first line.

    `first` and `last` cut out the lines that stand on one page.
    """

    text: str
    style: Type = BODY
    label: str = ""
    indent: float = 0
    first: int = 0
    last: int | None = None

    def height(self, width: float, script: Script) -> float:
        return len(self._lines(width, script)) * self.style.leading + 3

    def draw(self, pen: Pen, y: float) -> None:
        if not self.first:
            pen.text(0, baseline(y, self.style), self.label, self.style.strong())
        base = base_of(self.text, pen.script)
        for line in self._lines(pen.width, pen.script):
            pen.text(self.indent, baseline(y, self.style), line, self.style, base=base)
            y += self.style.leading

    def split(
        self, width: float, room: float, script: Script
    ) -> "tuple[Paragraph, Paragraph] | None":
        lines = len(self._lines(width, script))
        count = min(int((room - 3) / self.style.leading), lines - 2)
        if count < 2:
            return None
        middle = self.first + count
        return replace(self, last=middle), replace(self, first=middle)

    def _lines(self, width: float, script: Script) -> tuple[str, ...]:
        base = base_of(self.text, script)
        lines = wrap(self.text, self.style, width - self.indent, script, base)
        return lines[self.first : self.last]


@dataclass(frozen=True, slots=True)
class Stack(Block):
    """Blocks below one another, split between two of them or inside one that can be split.

    The first paragraphs stay on the page of the block that they introduce.
    """

    blocks: tuple[Block, ...]

    def height(self, width: float, script: Script) -> float:
        return sum(block.height(width, script) for block in self.blocks)

    def draw(self, pen: Pen, y: float) -> None:
        for block in self.blocks:
            block.draw(pen, y)
            y += block.height(pen.width, pen.script)

    def split(self, width: float, room: float, script: Script) -> "tuple[Stack, Stack] | None":
        for number, block in enumerate(self.blocks):
            needed = block.height(width, script)
            if needed > room:
                return self._split_at(number, block.split(width, room, script))
            room -= needed
        return None

    def _split_at(
        self, number: int, parts: "tuple[Block, Block] | None"
    ) -> "tuple[Stack, Stack] | None":
        before, after = self.blocks[:number], self.blocks[number:]
        if parts is not None:
            before, after = (*before, parts[0]), (parts[1], *after[1:])
        elif not isinstance(after[0], Paragraph) and _all_texts(before):
            return None
        return (Stack(before), Stack(after)) if before else None


def _all_texts(blocks: Iterable[Block]) -> bool:
    return all(isinstance(block, Paragraph) for block in blocks)


@dataclass(frozen=True, slots=True)
class AmountList(Block):
    """Texts with amounts at the end edge, under a small heading, between thin rules."""

    heading: str
    amounts: Sequence[tuple[str, str]]
    style: Type = BODY
    gap: float = 4

    def height(self, width: float, script: Script) -> float:
        rows = sum(self._row_height(*pair, width, script) for pair in self.amounts)
        return rows + self._head_height(width, script)

    def draw(self, pen: Pen, y: float) -> None:
        width, script = pen.width, pen.script
        draw_lines(pen, 0, y, self.heading, SMALL, width=width)
        y += self._head_height(width, script)
        rules = [(0.0, y, width, y)]
        for text, amount in self.amounts:
            text_width = self._text_width(amount, width, script)
            below = draw_lines(pen, 0, y + self.gap / 2, text, self.style, width=text_width)
            strong = self.style.strong().tinted(INK)
            line = baseline(below if text_width == width else y + self.gap / 2, self.style)
            pen.text(width, line, amount, strong, Align.END, base=Base.LTR)
            y += self._row_height(text, amount, width, script)
            rules.append((0, y, width, y))
        pen.lines(rules, thick=0.4, colour=RULE)

    def split(
        self, width: float, room: float, script: Script
    ) -> "tuple[AmountList, AmountList] | None":
        """Split between two rows and repeat the heading."""
        for count in range(len(self.amounts) - 1, 0, -1):
            first = replace(self, amounts=self.amounts[:count])
            if first.height(width, script) <= room:
                return first, replace(self, amounts=self.amounts[count:])
        return None

    def most_lines(self, width: float, script: Script) -> int:
        """Return how many lines the longest text takes."""
        rows = (
            _line_count(text, self.style, self._text_width(amount, width, script), script)
            for text, amount in self.amounts
        )
        return max(rows, default=0)

    def _head_height(self, width: float, script: Script) -> float:
        return height_of(self.heading, SMALL, width, script) + 4 if self.heading else 0

    def _row_height(self, text: str, amount: str, width: float, script: Script) -> float:
        text_width = self._text_width(amount, width, script)
        below = self.style.leading if text_width == width else 0
        return height_of(text, self.style, text_width, script) + below + self.gap

    def _text_width(self, amount: str, width: float, script: Script) -> float:
        """Return the width beside the amount; the whole width if the amount must go below."""
        text_width = width - width_of(amount, self.style.strong(), script, Base.LTR) - 12
        return text_width if text_width > width * 0.45 else width


@dataclass(frozen=True, slots=True)
class SideBySide(Block):
    """Blocks next to each other; `shares` of the width add up to 1."""

    blocks: tuple[Block, ...]
    shares: tuple[float, ...]
    gap: float

    def height(self, width: float, script: Script) -> float:
        pairs = zip(self.blocks, self.widths(width), strict=True)
        return max(block.height(block_width, script) for block, block_width in pairs)

    def draw(self, pen: Pen, y: float) -> None:
        x = 0.0
        for block, block_width in zip(self.blocks, self.widths(pen.width), strict=True):
            block.draw(pen.area(x, y, block_width), 0)
            x += block_width + self.gap

    def widths(self, width: float) -> list[float]:
        room = width - (len(self.blocks) - 1) * self.gap
        return [share * room for share in self.shares]


@dataclass(frozen=True, slots=True)
class TermList(Block):
    """Short terms with their explanations, in two columns read one after the other."""

    terms: tuple[tuple[str, str], ...]
    style: Type

    def height(self, width: float, script: Script) -> float:
        return self._columns(script).height(width, script)

    def draw(self, pen: Pen, y: float) -> None:
        self._columns(pen.script).draw(pen, y)

    def _columns(self, script: Script) -> SideBySide:
        strong = self.style.strong()
        indent = max([20.0, *(width_of(term, strong, script) for term, _text in self.terms)]) + 10
        lines = [Paragraph(text, self.style, term, indent) for term, text in self.terms]
        middle = -(-len(lines) // 2)
        columns = Stack(tuple(lines[:middle])), Stack(tuple(lines[middle:]))
        return SideBySide(columns, shares=(0.5, 0.5), gap=24)


def remark_blocks(remarks: Sequence[str], style: Type, *, gap: float = 6) -> Iterator[Block]:
    """Return a paragraph for each remark, `gap` points apart."""
    for remark in remarks:
        yield Space(gap)
        yield Paragraph(remark, style)


@dataclass(frozen=True, slots=True)
class Document(Printable):
    """A document that is a heading and blocks below it: tables, sections, remarks."""

    imprint: Imprint
    title: str
    place: str
    parts: tuple[Block, ...]

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        yield from self.parts
