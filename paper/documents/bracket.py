"""The bracket of an event on as few sheets as can be read: elimination, double, consolation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, takewhile
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.colors import Color

from engine.pairings.drawing import Bracket, DrawnBox, DrawnColumn, DrawnLine, DrawnPart, Status
from engine.pairings.elimination import CONSOLATION
from paper.documents.bracket_plan import (
    EDGE,
    GAP,
    HEAD,
    HEADING,
    LEADING,
    PART_TITLE,
    SEED,
    SMALLEST_NAME,
    STRIP,
    BoxEmphasis,
    BracketBox,
    BracketLine,
    BracketPlan,
    Frame,
    PartPlan,
    PlanColumn,
    PlanTree,
    bracket_plan,
    columns_of,
    score_width,
)
from paper.documents.event_prints import (
    entrant_words,
    event_imprint,
    format_place,
    needs_rounds,
    titled,
)
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.subjects import EVENT
from press.base import Block, Imprint, PageLayout, Paper, Printable, Story
from press.blocks import baseline, draw_lines, height_of
from press.fonts import Base, Script
from press.names import draw_name
from press.pen import Align, Pen, Segment
from press.text import (
    ACCENT,
    FINE,
    GUIDE,
    LEAD,
    MUTED,
    RULE,
    SMALL,
    STRONG,
    TINT,
    TITLE,
    Type,
    alike,
)
from tournaments.events.event_labels import (
    box_note,
    column_title,
    line_label,
    part_title,
    score_text,
    series_note,
    series_of_columns,
)
from tournaments.events.models import Event
from tournaments.events.selectors.brackets import BracketView, bracket_view, has_bracket


@dataclass(frozen=True, slots=True)
class BracketDocument(Printable):
    """A bracket; `champions` are labels with names, `legend` explains the boxes.

    A `poster` is printed on paper of twice the size.
    """

    imprint: Imprint
    title: str
    place: str
    parts: tuple[PlanTree, ...]
    champions: tuple[tuple[str, str], ...] = ()
    legend: str = ""
    poster: bool = False

    def layout(self, paper: Paper) -> PageLayout:
        """The side of paper on which it can be read best."""
        return self.plan(paper).layout

    def plan(self, paper: Paper) -> BracketPlan:
        return bracket_plan(
            self.parts, paper, self.script, poster=self.poster, legend=bool(self.legend)
        )

    def stories(self, paper: Paper) -> Iterator[Story]:
        pages = self.plan(paper).pages
        for parts in pages:
            yield BracketStory(self, parts, is_alone=len(pages) == 1)


@dataclass(frozen=True, slots=True)
class BracketStory:
    """Always exactly one page."""

    document: BracketDocument
    parts: tuple[PartPlan, ...]
    is_alone: bool
    count: int = 1

    @property
    def bookmark(self) -> str:
        """The document's bookmark, with the parts if there are further sheets."""
        titles = [f"{self.document.imprint.kind} · {self.document.title}"]
        if not self.is_alone:
            titles += [plan.part.title for plan in self.parts]
        return " · ".join(filter(None, titles))

    @property
    def imprint(self) -> Imprint:
        return self.document.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield _BracketPage(self.document, self.parts, height)


@dataclass(frozen=True, slots=True)
class _BracketPage(Block):
    document: BracketDocument
    parts: tuple[PartPlan, ...]
    full: float

    def height(self, width: float, script: Script) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        page = pen.area(0, y, pen.width)
        self._draw_head(page)
        top = HEAD
        for plan in self.parts:
            _draw_part(page.area(0, top, page.width), plan)
            top += plan.height + GAP
        legend = self.document.legend
        if legend:
            foot = self.full - height_of(legend, FINE, page.width, pen.script)
            draw_lines(page, 0, foot, legend, FINE, width=page.width)

    def _draw_head(self, pen: Pen) -> None:
        document = self.document
        head_width = pen.width * (0.6 if document.champions else 1)
        pen.fitted(0, 18, document.title, TITLE.scaled(0.9), width=head_width)
        pen.fitted(0, 33, document.place, LEAD.scaled(0.9).tinted(MUTED), width=head_width)
        y = 12.0
        for label, name in document.champions:
            champion = LEAD.strong().tinted(ACCENT)
            for below, text, style in ((0, label, SMALL), (12, name, champion)):
                pen.fitted(
                    pen.width, y + below, text, style, width=pen.width * 0.38, align=Align.END
                )
            y += 24


def _draw_part(pen: Pen, plan: PartPlan) -> None:
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
    places = list(zip(part.columns, plan.lefts, plan.widths, strict=True))
    title = alike([(column.title, width) for column, _left, width in places], HEADING, pen.script)
    note = alike([(column.note, width) for column, _left, width in places], FINE, pen.script)
    for column, left, width in places:
        pen.fitted(left, y + 9, column.title, title, width=width)
        pen.fitted(left, y + 9 + FINE.leading, column.note, note, width=width)


def _frame(plan: PartPlan, box: BracketBox) -> Frame:
    """Draw a box in the middle of its row, with the note below it."""
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


# --- boxes


class _Styles(NamedTuple):
    """The types of a bracket."""

    lost: Type
    won: Type
    number: Type
    seed: Type
    source: Type


@cache
def _styles(size: float) -> _Styles:
    """All that a box of this size of type is set in."""
    lost = Type(size, size * LEADING)
    return _Styles(
        lost,
        lost.strong(),
        number=lost.scaled(max(0.8, FINE.size / size)).tinted(MUTED),
        seed=lost.scaled(max(0.75, FINE.size / size)).tinted(MUTED),
        source=lost.tinted(MUTED),
    )


_LONG_STEP: Final = 0.5

_COLOURS: dict[BoxEmphasis, tuple[Color, float]] = {
    BoxEmphasis.PLAIN: (GUIDE, 0.6),
    BoxEmphasis.LIVE: (ACCENT, 1.4),
    BoxEmphasis.FAINT: (RULE, 0.4),
}


def draw_box(pen: Pen, box: BracketBox, frame: Frame, size: float) -> None:
    """The box's number at its beginning, then its two lines in type of this size."""
    colour, thick = _COLOURS[box.emphasis]
    x, y, width, height = frame
    strip, half = size * STRIP, height / 2
    pen.box(x, y, strip, height, fill=TINT)
    pen.box(x, y, width, height, stroke=colour, thick=thick, radius=1.5)
    pen.lines([(x + strip, y + half, x + width, y + half)], thick=0.3, colour=RULE)
    number = _styles(size).number
    middle = y + half + number.size * 0.36
    pen.fitted(x + strip / 2, middle, str(box.number), number, width=strip - 1, align=Align.CENTRE)
    for place, line in enumerate(box.lines):
        part = pen.area(x + strip, y + place * half, width - strip)
        _draw_line(part, line, size, half)


def _draw_line(pen: Pen, line: BracketLine, size: float, room: float) -> None:
    """Draw seed, name and score; the name over several lines if the box is high enough."""
    styles = _styles(size)
    y = baseline(0, styles.lost, room)
    start, end = size * EDGE, pen.width - size * EDGE
    if line.seed:
        pen.fitted(start, y, line.seed, styles.seed, width=size * (SEED - 0.2), base=Base.LTR)
        start += size * SEED
    if line.score:
        won = styles.won if line.won else styles.lost
        pen.text(end, y, line.score, won, Align.END, base=Base.LTR)
        end -= size * score_width(line)
    style = styles.source if not line.name else styles.won if line.won else styles.lost
    _draw_name(pen.area(start, 0, end - start), line.name or line.source, style, room)


def _draw_name(pen: Pen, name: str, style: Type, room: float) -> None:
    """On one line where it fits, else on as many as there is room for, as large as the others of
    its column; one that is far longer is smaller, alone."""
    sizes = takewhile(lambda size: size > SMALLEST_NAME, count(style.size, -_LONG_STEP))
    styles = [style.scaled(size / style.size) for size in (*sizes, SMALLEST_NAME)]
    draw_name(pen, 0, 0, name, styles, width=pen.width, room=room)


# --- from an event

Names = Mapping[int, str]
"""The entries' names by number."""

_EMPHASES = {Status.PLAYING: BoxEmphasis.LIVE, Status.NEEDLESS: BoxEmphasis.FAINT}


def bracket_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the whole bracket; nothing while only groups are played."""
    view = bracket_view(event) if has_bracket(event) and event.rounds.exists() else None
    total = int(view is not None and any(part.boxes for part in view.bracket.parts))

    def build() -> Iterator[BracketDocument]:
        if view is not None:
            yield replace(bracket_document(event, view), poster=options.poster)

    return Printout(titled(_("Bracket"), event, options), total, build, options.paper)


def bracket_document(event: Event, view: BracketView) -> BracketDocument:
    names = {number: entrant_words(entrant) for number, entrant in view.entrants.items()}
    champions = view.bracket.champions
    series = series_note(box for part in view.bracket.parts for box in part.boxes)
    return BracketDocument(
        event_imprint(event, _("Bracket")),
        event.name,
        " · ".join(filter(None, (format_place(event), series))),
        tuple(_part(part, view, names, series) for part in view.bracket.parts if part.boxes),
        champions=tuple((_champion(part), names[entry]) for part, entry in champions),
        legend=_(
            "Each meeting has its number before it. The winner is in bold; at the end: marks, or "
            "games won in a series."
        ),
    )


def _part(part: DrawnPart, view: BracketView, names: Names, series: str) -> PlanTree:
    is_alone = len(view.bracket.parts) == 1
    redrawn = view.is_redrawn
    said = series_of_columns(part, view.bracket)
    return PlanTree(
        tuple(
            _column(column, view.bracket, note, is_redrawn=redrawn)
            for column, note in zip(part.columns, said, strict=True)
        ),
        tuple(
            _box(box, names, series or said[box.column], is_redrawn=redrawn) for box in part.boxes
        ),
        tuple((stroke.start, stroke.end) for stroke in part.strokes),
        part.rows,
        "" if is_alone else part_title(part, view.bracket, is_redrawn=redrawn),
    )


def _champion(part: str) -> str:
    return _("Winner of the consolation") if part.startswith(CONSOLATION) else _("Winner")


def _column(column: DrawnColumn, bracket: Bracket, series: str, *, is_redrawn: bool) -> PlanColumn:
    """A heading, the length of its series, and the round of the event once that is drawn."""
    title, round_ = column_title(column, bracket, is_redrawn=is_redrawn), ""
    if column.round is not None and not is_redrawn:
        round_ = _("round %(number)d of the event") % {"number": column.round}
    return PlanColumn(title, " · ".join(filter(None, (round_, series))))


def _box(box: DrawnBox, names: Names, series: str, *, is_redrawn: bool) -> BracketBox:
    return BracketBox(
        box.number,
        box.column,
        box.row,
        (_line(box, box.lines[0], names), _line(box, box.lines[1], names)),
        box_note(box, is_redrawn=is_redrawn, series=series),
        _EMPHASES.get(box.status, BoxEmphasis.PLAIN),
    )


def _line(box: DrawnBox, line: DrawnLine, names: Names) -> BracketLine:
    if line.entry is None:
        return BracketLine("", source=line_label(line))
    return BracketLine(
        names[line.entry],
        seed=str(line.seed) if line.seed else "",
        score=score_text(box, line),
        won=line.has_won,
    )


BRACKET: Final = Print(
    about=EVENT,
    key="bracket",
    phase=Phase.DURING,
    title=gettext_lazy("Bracket"),
    text=gettext_lazy("The bracket as it stands, on as many sheets as it takes to be readable."),
    printout=bracket_printout,
    missing=needs_rounds,
    suits=has_bracket,
    options=frozenset({PrintOption.POSTER}),
)

PRINTS: Final = (BRACKET,)
