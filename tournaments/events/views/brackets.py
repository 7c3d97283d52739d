"""The bracket of an event: its drawing as SVG, its page, and the fragment that refreshes it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString

from clubs.access import READ, ClubRequest
from clubs.models import Player
from clubs.roles import Right
from core.figures import read_whole
from core.names import sort_key
from core.svg import svg_text
from core.text import FIRST_STRONG_ISOLATE, POP_ISOLATE, isolated
from engine.pairings.brackets import FINAL
from engine.pairings.drawing import (
    PAST,
    DrawnBox,
    DrawnLine,
    DrawnPart,
    Status,
    column_within,
    folded,
    open_column,
)
from engine.pairings.elimination import CONSOLATION
from tournaments.events.event_labels import (
    STATUS_LABELS,
    box_note,
    box_standing,
    box_title,
    column_title,
    line_label,
    marks_text,
    part_title,
    score_text,
    series_note,
    series_of_columns,
)
from tournaments.events.models import Event
from tournaments.events.selectors.brackets import BracketView, bracket_view
from tournaments.events.selectors.clocks import rounds_tag
from tournaments.events.selectors.events import Entrant, entrant_name
from tournaments.events.selectors.next_step import draw_state
from tournaments.events.views.common import event_page, event_view, tagged, unchanged

# Shortening names to a width in em, so that both of a pair stay recognizable.


NO_ISOLATES = dict.fromkeys(map(ord, (FIRST_STRONG_ISOLATE, POP_ISOLATE)))
NUMERAL = re.compile(r"[IVX]+\.?|[JS]r\.?", re.IGNORECASE)
"""What tells people of one name apart, at its end."""
ROOM_FOR_A_NAME = 3
"""Fewer em than this are too little for a name that was cut."""
WIDTHS = {" .,:;'|!ijlI": 0.28, "frt-": 0.38, "w&": 0.7, "mMWÆŒæœ@": 0.83}
"""Letters far from the usual width, as Overpass Bold has them, in em."""


def name_fitted(entrant: Entrant, room: float) -> str:
    """Return an entrant's name within a width in em, with both names of a pair recognizable.

    The full name, else initials for last names, else last names only, each cut if necessary.
    """
    names = [player.name for player in entrant.players]
    lasts = [_family_name(name) for name in names]
    for given in (names, [_brief(name) for name in names], lasts):
        text = _named(given)
        if text_width(text) <= room:
            return text
    each = (room - text_width(_named([""] * len(names)))) / len(names)
    if each < ROOM_FOR_A_NAME:
        return shortened(_named(_brief(name) for name in names), room)
    return _named(_cut_alike(lasts, each))


def _cut_alike(names: list[str], each: float) -> list[str]:
    """Cut names to an equal width; long names use the room that short ones leave."""
    long = [name for name in names if text_width(name) > each]
    spare = sum(each - text_width(name) for name in names if name not in long)
    return [shortened(name, each + spare / len(long)) if name in long else name for name in names]


def _named(names: Iterable[str]) -> str:
    """Names in one text, each running its own way whatever its script."""
    return entrant_name([Player(name=isolated(name)) for name in names])


def _brief(name: str) -> str:
    """The first name and the initials of the others; what stands first in East Asia is whole."""
    first, *others = name.split()
    if _is_east_asian(name):
        return " ".join([first, *(other[0] for other in others)])
    return " ".join([first, *(f"{other[0]}." if other[0].isalpha() else other for other in others)])


def _family_name(name: str) -> str:
    """The last word of a name that is more than a number or a "II"; in East Asia the first."""
    words = name.split()
    if _is_east_asian(name):
        return words[0]
    long = [word for word in words if word[0].isalpha() and not NUMERAL.fullmatch(word)]
    return long[-1] if long else words[-1]


def _is_east_asian(name: str) -> bool:
    return unicodedata.east_asian_width(name[0]) in "WF"


def text_width(text: str) -> float:
    """About how wide a text is, in em."""
    return sum(map(letter_width, text))


def shortened(text: str, room: float) -> str:
    """Cut a text to a width in em, with an ellipsis; wide letters count by their width."""
    if text_width(text) <= room:
        return text
    while text and text_width(text) + 1 > room:
        text = text[:-1]
    return f"{text.rstrip(f' &{FIRST_STRONG_ISOLATE}')}…"


def letter_width(letter: str) -> float:
    """About how wide a bold letter is, in em: for cutting, not for setting."""
    if unicodedata.combining(letter) or letter in (FIRST_STRONG_ISOLATE, POP_ISOLATE):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    for letters, width in WIDTHS.items():
        if letter in letters:
            return width
    return 0.68 if letter.isupper() else 0.56


# A bracket laid out in user units of an SVG: boxes, lines of text, strokes. Sixteen units are one
# rem, so that the picture grows with the reader's type.


UNITS = 16
PAGE = 1180
"""The width inside the margins of the widest page."""
WIDEST, READABLE, NARROWEST, GAP = 300, 232, 172, 20
"""The width of a box in a bracket that has to scroll anyway."""
WALL, WALL_BOXES, WALL_COLUMNS, WALL_LEAST = 2.3, 8, 4, 2
"""The projector's aspect ratio, and its number of boxes down and across."""
ROW, BOX, LINE = 62, 44, 22
HEAD, EDGE = 34, 2
NUMBER, SCORE, DIGIT, PAD = 22, 21, 8, 6
ANCHORS = {"score": "end", "score-won": "end", "number": "middle"}
EM = 13
"""The size of a name's type."""


class DrawnText(NamedTuple):
    """A line of text and its starting point; ``full_text`` is set if the text was cut."""

    x: float
    y: float
    text: str
    kind: str = ""
    full_text: str = ""

    @property
    def svg(self) -> SafeString:
        """The text as part of the drawing."""
        return svg_text(
            self.text,
            css=f"bracket__{self.kind}",
            x=f"{self.x:g}",
            y=f"{self.y:g}",
            anchor=ANCHORS.get(self.kind, "start"),
            tip=self.full_text,
        )


@dataclass(frozen=True, slots=True)
class BoxSheet:
    """A box at its place, with its texts from its corner, and the same in words."""

    number: int
    x: float
    y: float
    state: str
    labels: tuple[DrawnText, ...]
    note: str
    fact: "BracketBoxRow"
    is_sought: bool
    is_overruled: bool


@dataclass(frozen=True, slots=True)
class BoxSide:
    """A line of a box for the table of the same facts."""

    entrant: Entrant | None
    text: str
    score: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class BracketBoxRow:
    number: int
    title: str
    part: str
    sides: tuple[BoxSide, BoxSide]
    standing: str
    status: str
    table: int | None


class RoundSheet(NamedTuple):
    """A column as a list, for screens that show one at a time; ``is_open`` if it is in play."""

    title: str
    boxes: tuple[BoxSheet, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class PartSheet:
    """A part with its size, headings, boxes and the strokes as one path."""

    name: str
    title: str
    width: float
    height: float
    box_width: float
    headings: tuple[DrawnText, ...]
    boxes: tuple[BoxSheet, ...]
    path: str
    rounds: tuple["RoundSheet", ...] = ()
    pinned_from: float = 0
    start: float = 0
    series: str = ""
    """The length of every series of the bracket, where they have one."""

    @property
    def sheets(self) -> tuple["PartSheet", ...]:
        """Return the part; if it is too wide, the scrolling and the pinned part."""
        if not self.pinned_from:
            return (self,)
        return self._cut(0, self.pinned_from), self._cut(self.pinned_from, self.width)

    def _cut(self, start: float, end: float) -> "PartSheet":
        return replace(
            self,
            start=start,
            width=end - start,
            headings=tuple(label for label in self.headings if start <= label.x < end),
            boxes=tuple(box for box in self.boxes if start <= box.x < end),
        )

    @property
    def rem(self) -> float:
        """The width in the reader's type."""
        return self.width / UNITS


def sheets_of(
    view: BracketView, *, is_folded: bool = False, sought: int | None = None
) -> tuple[PartSheet, ...]:
    """Every part of a bracket, laid out.

    When folded, without the finished columns; the boxes of the entry of a ``sought`` number are
    marked.
    """
    parts = view.bracket.parts
    if is_folded:
        parts = tuple(folded(part, open_column(part)) for part in parts)
    return _sheets([_Layout(view, part, PAGE, sought) for part in parts])


def _sheets(layouts: list["_Layout"]) -> tuple[PartSheet, ...]:
    """The parts of one picture, in which each name has one form."""
    names = min((layout.name_width for layout in layouts), default=WIDEST)
    return tuple(replace(layout, names=names).sheet() for layout in layouts)


def projector_sheets(view: BracketView) -> tuple[PartSheet, ...]:
    """Return the parts of a bracket that fit on the projector, from the first open one.

    Eight boxes below one another in four columns; fewer boxes are larger. Boxes that nobody has
    reached are not shown.
    """
    parts = map(_projector_part, view.bracket.parts)
    reached = (part for part in parts if any(map(_is_reached, part.boxes)))
    return _sheets([_Layout(view, part, _projector_width(part)) for part in reached])


def _projector_part(part: DrawnPart) -> DrawnPart:
    """Return the open columns and those after them, as many as fit without shrinking."""
    first = _projector_first(part)
    least = folded(part, first, WALL_LEAST)
    room = int(WALL * _height(least) // (READABLE + GAP))
    return folded(part, first, min(room, WALL_COLUMNS)) if room > WALL_LEAST else least


def _projector_first(part: DrawnPart) -> int:
    """Return the first column: the first open one, or one of the last if all is over."""
    is_over = all(box.status in PAST for box in part.boxes)
    begins = len(part.columns) - WALL_COLUMNS if is_over else open_column(part)
    return max(begins, column_within(part, WALL_BOXES))


def _projector_width(part: DrawnPart) -> float:
    """The width that fills the projector, or that whole names need."""
    return max(WALL * _height(part), len(part.columns) * (READABLE + GAP))


def _height(part: DrawnPart) -> float:
    return HEAD + part.rows * ROW


def _is_reached(box: DrawnBox) -> bool:
    return any(line.entry is not None for line in box.lines)


@dataclass(frozen=True, slots=True)
class _Layout:
    """A part with the measures that follow from how many columns it has, and ``page`` is wide."""

    view: BracketView
    part: DrawnPart
    page: float
    sought: int | None = None
    names: float = WIDEST
    """The width for a name, at most; the same in all parts, so that nobody has two names."""

    @property
    def name_width(self) -> float:
        """The width for a name beside the widest score of the part."""
        scores = (score_text(box, line) for box in self.part.boxes for line in box.lines)
        widest = max(map(len, scores), default=0)
        room = self.box_width - NUMBER - max(SCORE, DIGIT * widest + PAD) - PAD
        return min(room, self.names)

    @property
    def box_width(self) -> float:
        fits = (self.page - EDGE) / len(self.part.columns) - GAP
        return min(WIDEST, fits if fits >= NARROWEST else READABLE)

    @property
    def title(self) -> str:
        return part_title(self.part, self.view.bracket, is_redrawn=self.view.is_redrawn)

    def sheet(self) -> PartSheet:
        columns = len(self.part.columns)
        width = 2 * EDGE + columns * (self.box_width + GAP) - GAP
        titles = self.titles()
        boxes = tuple(self.box(box) for box in self.part.boxes)
        return PartSheet(
            name=self.part.name.replace(".", "-"),
            title=self.title,
            width=width,
            height=HEAD + self.part.rows * ROW,
            box_width=self.box_width,
            headings=tuple(
                DrawnText(self.x(place), 18, " · ".join(filter(None, words)), "heading")
                for place, words in enumerate(zip(titles, self.of_columns, strict=True))
            ),
            boxes=boxes,
            path=" ".join(self.strokes()),
            rounds=tuple(self.rounds(titles, boxes)),
            pinned_from=self.x(self.pinned) - GAP if width > self.page else 0,
            series=self.series,
        )

    @property
    def pinned(self) -> int:
        """The column of the final, or the last one."""
        sections = [column.section.removeprefix(CONSOLATION) for column in self.part.columns]
        return sections.index(FINAL) if FINAL in sections else len(sections) - 1

    def rounds(self, titles: list[str], boxes: tuple[BoxSheet, ...]) -> Iterator[RoundSheet]:
        """Yield all columns; one is open, the current or the next."""
        first = open_column(self.part)
        for place, title in enumerate(titles):
            column_boxes = (box for box in boxes if box.x == self.x(place))
            yield RoundSheet(title, tuple(column_boxes), place == first)

    @property
    def series(self) -> str:
        """The length of every series of the bracket; empty if they differ."""
        return series_note(box for part in self.view.bracket.parts for box in part.boxes)

    @property
    def of_columns(self) -> list[str]:
        return series_of_columns(self.part, self.view.bracket)

    def titles(self) -> list[str]:
        return [
            column_title(column, self.view.bracket, is_redrawn=self.view.is_redrawn)
            for column in self.part.columns
        ]

    def x(self, column: int) -> float:
        return EDGE + column * (self.box_width + GAP)

    def y(self, row: float) -> float:
        return HEAD + row * ROW

    def box(self, box: DrawnBox) -> BoxSheet:
        x, y = self.x(box.column), self.y(box.row)
        series = self.series or self.of_columns[box.column]
        note = box_note(box, is_redrawn=self.view.is_redrawn, series=series)
        labels = [DrawnText(NUMBER / 2, 26, str(box.number), "number")]
        for place, line in enumerate(box.lines):
            labels += self.line(line, box, LINE * place + 16)
        if note:
            labels.append(DrawnText(NUMBER + 2, 55, note, "note"))
        sides = tuple(self.side(line, box) for line in box.lines)
        fact = BracketBoxRow(
            box.number,
            box_title(box, self.titles()[box.column]),
            self.title,
            (sides[0], sides[1]),
            box_standing(box, is_redrawn=self.view.is_redrawn),
            str(STATUS_LABELS[box.status]),
            box.table if box.status in {Status.DRAWN, Status.PLAYING} else None,
        )
        is_sought = self.sought is not None and self.sought in {line.entry for line in box.lines}
        state = box.status.value
        return BoxSheet(
            box.number, x, y, state, tuple(labels), note, fact, is_sought, box.is_overruled
        )

    def line(self, line: DrawnLine, box: DrawnBox, y: float) -> Iterator[DrawnText]:
        """Yield the texts of one line, positioned from the corner of the box: name and score."""
        side = self.side(line, box)
        if side.score:
            kind = "score-won" if line.has_won else "score"
            each = marks_text(box, line)
            yield DrawnText(self.box_width - PAD, y, side.score, kind, each)
        people = side.entrant.players if side.entrant else ()
        whole = _named(player.name for player in people) if people else side.text
        text = name_fitted(side.entrant, self.names / EM) if side.entrant else whole
        is_whole = text.translate(NO_ISOLATES) == whole.translate(NO_ISOLATES)
        yield DrawnText(NUMBER + PAD, y, text, self.kind(line, box), "" if is_whole else whole)

    def kind(self, line: DrawnLine, box: DrawnBox) -> str:
        if line.entry is None:
            return "source"
        if box.status in {Status.OVER, Status.WALKOVER}:
            return "won" if line.has_won else "lost"
        return "name"

    def side(self, line: DrawnLine, box: DrawnBox) -> BoxSide:
        entrant = self.view.entrants.get(line.entry) if line.entry is not None else None
        return BoxSide(entrant, line_label(line), score_text(box, line), line.has_won)

    def strokes(self) -> Iterator[str]:
        """From the middle of a box's right edge to that of the next one's left edge."""
        boxes: Mapping[int, DrawnBox] = {box.number: box for box in self.part.boxes}
        for stroke in self.part.strokes:
            start, end = boxes[stroke.start], boxes[stroke.end]
            x, y = self.x(start.column) + self.box_width, self.y(start.row) + BOX / 2
            bend, last = self.x(end.column) - GAP / 2, self.y(end.row) + BOX / 2
            yield f"M{x:g} {y:g}H{bend:g}V{last:g}H{self.x(end.column):g}"


ON = (Status.PLAYING.value, Status.DRAWN.value, Status.READY.value)
"""States of boxes that are played now or next, in the order they are listed."""


@event_view(Right.SEE, READ)
def bracket(request: ClubRequest, event: Event) -> HttpResponse:
    """Show the brackets as a drawing and as a table; empty for a format without them."""
    context = _context(request, event)
    return event_page(request, event, "tournaments/bracket.html", context, tab="event-bracket")


@event_view(Right.SEE, READ)
def bracket_live(request: ClubRequest, event: Event) -> HttpResponse:
    """Return the drawing alone, for the page to refresh."""
    tag = f"bracket-{event.pk}-{event.version}-{rounds_tag(event, timezone.now())}"
    tag += f"-{_requested_number(request)}-{_is_folded(request):d}"
    if answer := unchanged(request, tag):
        return answer
    context = _context(request, event) | {"event": event}
    return tagged(render(request, "tournaments/_bracket.html", context), tag)


def _context(request: ClubRequest, event: Event) -> dict[str, Any]:
    """Return the parts; ``?open=1`` hides finished columns, ``?who=7`` marks an entry."""
    view = bracket_view(event)
    if view is None:
        return {"parts": (), "query": ""}
    sought = _sought(request, view)
    is_folded = _is_folded(request)
    return bracket_context(event, view, sought=sought, is_folded=is_folded) | {
        "entrants": sorted(
            view.entrants.values(),
            key=lambda entrant: sort_key(entrant.name, request.membership.club.language),
        ),
        "is_folded": is_folded,
        "may_fold": any(map(open_column, view.bracket.parts)),
        "query": urlencode({"who": sought or "", "open": "1" if is_folded else ""}),
    }


def bracket_context(
    event: Event, view: BracketView, *, sought: int | None = None, is_folded: bool = False
) -> dict[str, Any]:
    """Return the context of ``_bracket.html``, with entry number ``sought`` marked."""
    champion = view.bracket.champion
    parts = sheets_of(view, is_folded=is_folded, sought=sought)
    whole = sheets_of(view, sought=sought) if is_folded else parts
    return {
        "outdated": draw_state(event).outdated,
        "parts": parts,
        "champion": view.entrants[champion] if champion else None,
        "sought": view.entrants[sought] if sought else None,
        "sought_at": _last_of(whole),
        "playing": _played_now(whole),
    }


def _is_folded(request: ClubRequest) -> bool:
    return request.GET.get("open") == "1"


def _requested_number(request: ClubRequest) -> int | None:
    """Return the requested number; None without one, 0 (no entry's number) if it is invalid."""
    text = request.GET.get("who")
    return None if text is None else read_whole(text, most=999) or 0


def _sought(request: ClubRequest, view: BracketView) -> int | None:
    """Return the requested entry, by default the member's own."""
    number = _requested_number(request)
    if number is not None:
        return number if number in view.entrants else None
    own_player = request.membership.player_id
    return next(
        (
            number
            for number, entrant in view.entrants.items()
            if own_player is not None and own_player in {player.pk for player in entrant.players}
        ),
        None,
    )


def _last_of(parts: Iterable[PartSheet]) -> BoxSheet | None:
    """Return the last box of the requested entry; boxes are numbered in order of play."""
    boxes = (box for part in parts for box in part.boxes if box.is_sought)
    return max(boxes, key=lambda box: box.number, default=None)


def _played_now(parts: Iterable[PartSheet]) -> list[BoxSheet]:
    boxes = (box for part in parts for box in part.boxes if box.state in ON)
    return sorted(boxes, key=lambda box: (ON.index(box.state), box.number))
