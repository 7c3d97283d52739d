"""Brackets on as few sheets as can be read: single and double elimination, consolation.

The places of a drawing become points by a plan; here they are drawn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from press.base import Block, Imprint, Paper, Sheet
from press.blocks import draw_lines, height_of
from press.pen import Align, Pen, Segment
from press.style import ACCENT, FINE, GUIDE, INK, LEAD, MUTED, SMALL, STRONG, TITLE
from prints.bracket_box import BracketBox, Frame, draw_box
from prints.bracket_parts import BracketSheet, columns_of
from prints.bracket_plan import GAP, HEAD, PART_TITLE, PartPlan, bracket_plan


def bracket_sheet(document: BracketSheet, paper: Paper) -> Sheet:
    """The side of paper on which it can be read best."""
    return bracket_plan(document, paper).sheet


def bracket_stories(document: BracketSheet, paper: Paper) -> Iterator["BracketStory"]:
    """A story for each sheet."""
    pages = bracket_plan(document, paper).pages
    for parts in pages:
        yield BracketStory(document, parts, is_alone=len(pages) == 1)


@dataclass(frozen=True, slots=True)
class BracketStory:
    """Always exactly one page."""

    document: BracketSheet
    parts: tuple[PartPlan, ...]
    is_alone: bool

    @property
    def title(self) -> str:
        """The document's, with the parts where there are further sheets."""
        titles = [f"{self.document.imprint.kind} · {self.document.title}"]
        if not self.is_alone:
            titles += [plan.part.title for plan in self.parts]
        return " · ".join(filter(None, titles))

    @property
    def imprint(self) -> Imprint:
        return self.document.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield _Page(self.document, self.parts, height)


@dataclass(frozen=True, slots=True)
class _Page:
    document: BracketSheet
    parts: tuple[PartPlan, ...]
    full: float

    def height(self, width: float) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        page = pen.part(0, y, pen.width)
        self._draw_head(page)
        top = HEAD
        for plan in self.parts:
            _draw_part(page.part(0, top, page.width), plan)
            top += plan.height + GAP
        legend = self.document.legend
        if legend:
            foot = self.full - height_of(legend, FINE, page.width)
            draw_lines(page, 0, foot, legend, FINE, width=page.width)

    def split(self, width: float, room: float) -> None:
        return None

    def _draw_head(self, pen: Pen) -> None:
        document = self.document
        own = pen.width * (0.6 if document.champions else 1)
        pen.fitted(0, 18, document.title, TITLE.scaled(0.9), width=own)
        pen.fitted(0, 33, document.place, LEAD.scaled(0.9).tinted(MUTED), width=own)
        y = 12.0
        for label, name in document.champions:
            champion = LEAD.strong().tinted(ACCENT)
            for below, text, style in ((0, label, SMALL), (12, name, champion)):
                pen.fitted(
                    pen.width, y + below, text, style, width=pen.width * 0.38, align=Align.END
                )
            y += 24


def _draw_part(pen: Pen, plan: PartPlan) -> None:
    """Headings, strokes, boxes, and notes where there is room."""
    _draw_heads(pen, plan)
    frames = {box.number: _frame(plan, box) for box in plan.part.boxes}
    _draw_strokes(pen, plan, frames)
    for box in plan.part.boxes:
        draw_box(pen, box, frames[box.number], plan.size)
    _draw_notes(pen, plan, frames)


def _draw_heads(pen: Pen, plan: PartPlan) -> None:
    part, y = plan.part, 0.0
    if part.title:
        pen.fitted(0, 11, part.title, STRONG.scaled(1.15), width=pen.width)
        y += PART_TITLE
    for column, left, width in zip(part.columns, plan.lefts, plan.widths, strict=True):
        style = SMALL.strong().tinted(INK)
        pen.fitted(left, y + 9, column.title, style, width=width)
        pen.fitted(left, y + 9 + FINE.leading, column.note, FINE, width=width)


def _frame(plan: PartPlan, box: BracketBox) -> Frame:
    """A box in the middle of its row; a note below it is part of it."""
    height = plan.heights[box.column]
    middle = plan.head + (box.row + 0.5) * plan.unit - plan.note / 2
    return Frame(plan.lefts[box.column], middle - height / 2, plan.widths[box.column], height)


def _draw_notes(pen: Pen, plan: PartPlan, frames: Mapping[int, Frame]) -> None:
    """Below the boxes that leave room for it; in a long column below all or none."""
    for boxes in columns_of(plan.part):
        ends = [frames[box.number].y for box in boxes[1:]] + [plan.height + GAP]
        rooms = [end - frames[box.number].foot for box, end in zip(boxes, ends, strict=True)]
        if len(boxes) > 2 and min(rooms) < FINE.leading:
            continue
        for box, room in zip(boxes, rooms, strict=True):
            frame = frames[box.number]
            if room >= FINE.leading:
                line = frame.foot + FINE.size + 1
                pen.fitted(frame.x, line, box.note, FINE, width=frame.width)


def _draw_strokes(pen: Pen, plan: PartPlan, frames: Mapping[int, Frame]) -> None:
    segments = (
        segment
        for start, end in plan.part.strokes
        for segment in _elbow(frames[start], frames[end])
    )
    pen.lines(segments, thick=0.6, colour=GUIDE)


def _elbow(start: Frame, end: Frame) -> Iterator[Segment]:
    """From the end of one box to the beginning of another."""
    x1, x2 = start.x + start.width, end.x
    bend = x2 - (x2 - x1) / 2 if x2 - x1 < 24 else x2 - 8
    yield x1, start.middle, bend, start.middle
    if start.middle != end.middle:
        yield bend, start.middle, bend, end.middle
    yield bend, end.middle, x2, end.middle
