"""The scorecard of a match of single players.

The columns are the game's own: some describe the hand as a whole, and the same few are repeated
for each player.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from core.figures import figure
from core.text import beside, comma_list
from games import PRESENTERS
from games.printing import CardColumns, Cell, Figures, Head, ScoredHand
from press.base import Block, Imprint, Printable, Space
from press.blocks import Heading, Paragraph, baseline
from press.cards import draw_card, draw_suit
from press.fonts import Base, isolated
from press.names import draw_name
from press.pen import Align, Pen
from press.tables import PADDING, Column, Span, TableBlock
from press.text import (
    ACCENT,
    BODY,
    DISPLAY,
    FINE,
    GUIDE,
    LEAD,
    QUIET,
    RULE,
    SMALL,
    SMALLEST,
    STRONG,
    TINT,
    Type,
    base_of,
    width_of,
    wrap,
)
from prints.courses import draw_course, scale_of
from prints.matches import (
    Note,
    PrintedSettlement,
    closing_blocks,
    draw_outcome,
    draw_winner,
    match_imprint,
    names_of,
    note_marks,
    notes_of,
    settlement_of,
    slip_words,
)
from scoring.models import Match
from scoring.running_score import RunningScore, match_running_score
from scoring.selectors.scores import SideScore, names_at, side_scores


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand: a cell for each head of the card, figures for each of its players."""

    number: int
    cells: tuple[Cell, ...]
    figures: tuple[Figures, ...]


@dataclass(frozen=True, slots=True)
class PlayersCard(Printable):
    """A match of three or four players ready to print.

    `place` is the line under the title: round, table, date. `sides` are the players with their
    totals, `courses` the totals of each after every hand. `figure_heads` are the columns that every
    player has; `target` is drawn as a line, where there is one. `slip` says that the totals are a
    slip's.
    """

    imprint: Imprint
    title: str
    place: str
    sides: tuple[SideScore, ...]
    courses: tuple[tuple[int, ...], ...]
    heads: tuple[Head, ...]
    figure_heads: tuple[str, ...]
    hands: tuple[PlayedHand, ...]
    target: int | None = None
    notes: tuple[Note, ...] = ()
    settlement: PrintedSettlement | None = None
    slip: str = ""

    @property
    def file_title(self) -> str:
        """The title and the players: a bookmark must tell the tables of an evening apart."""
        players = comma_list(name for side in self.sides for name in side.label.players)
        return " · ".join(filter(None, (self.title, self.place, players)))

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        yield from self.body(width)

    def body(self, width: float, *, is_short: bool = False) -> Iterator[Block]:
        """Return all below the heading."""
        yield PlayerTotals(self, keys_of(self))
        yield Space(2 if is_short else 8)
        yield hands_of(self, width)
        yield from closing_blocks(self.notes, self.settlement, self.slip)


# --- the table of hands: long texts are broken, in one size for a column

_ROW = 18.0
_HIGH = 23.0
_LINE = 9.0
_FOOT = 3.0
_EDGE = 1.0
_CARD = 15.0
_SIGN = 8.5
_DISC = 9.0
_ROUNDING = 0.01
_NUMBER = 27.0
_LEAST = 20.0
_NARROW = 16.0
_ASIDES = (0.84, 0.76, 0.68)
_NAMES = 12.0
"""The room that a column needs beside its head."""
_LEVEL = 3.0  # aligns the first of two lines with the figures below
_SMALLER = SMALL.scaled(0.93)
_HEAD = SMALL.scaled(SMALLEST)
_SIZES = (1.0, 0.92, 0.84, SMALLEST)
"""In which a column is set: the largest in which no line is broken, else no word, else the last."""
_SMALL_SIZES = (1.0, 0.93, 0.86)
"""The same for the smaller lines: six points are the least."""


def hands_of(card: PlayersCard, width: float) -> Block:
    """Return the table of all hands, or a sentence if there are none."""
    if not card.hands:
        return Paragraph(_("No hand has been recorded."), QUIET)
    marks = note_marks(card.notes)
    figures = figure_widths(card, width)
    columns = (*_columns(card, width, figures), *_figure_columns(card, figures))
    spans = tuple(TableBlock(columns, ()).spans(width))
    cells = spans[1 : 1 + len(card.heads)]
    each = len(card.figure_heads)
    room = sum(span.width for span in spans[-each:]) - 2 * PADDING
    sizes = [
        _sizes([hand.cells[place] for hand in card.hands], span.inner)
        for place, span in enumerate(cells)
    ]
    rows = tuple(
        PlayedRow(
            hand,
            marks.get(hand.number, ""),
            tuple(
                _laid(cell, size, span.inner)
                for cell, size, span in zip(hand.cells, sizes, cells, strict=True)
            ),
            tuple(tuple(_broken(figures.lines, room)) for figures in hand.figures),
        )
        for hand in card.hands
    )
    return TableBlock(columns, rows)


def keys_of(card: PlayersCard) -> tuple[str, ...]:
    """Return the headings of the players' columns: the letters that the empty sheet has."""
    return tuple(side.label.short for side in card.sides)


def _columns(card: PlayersCard, width: float, figures: Sequence[float]) -> Iterator[Column]:
    """Return column widths: first for the heads, then for the lines, those that need little more
    first.
    """
    yield Column(_("No."), _NUMBER)
    padding = 2 * PADDING + _ROUNDING
    room = width - _NUMBER - len(card.sides) * sum(figures)
    least = _least_widths(card)
    scale = min(1.0, room / sum(least))
    least = [least_width * scale for least_width in least]
    spare = room - sum(least)
    wants = [
        max(0.0, padding + max(_natural(hand.cells[place]) for hand in card.hands) - least_width)
        for place, least_width in enumerate(least)
    ]
    for done, place in enumerate(sorted(range(len(wants)), key=wants.__getitem__)):
        granted = min(wants[place], spare / (len(wants) - done))
        least[place] += granted
        spare -= granted
    for head, least_width in zip(card.heads, least, strict=True):
        yield Column(head.text, least_width, head.share, under=head.under)


def _least_widths(card: PlayersCard) -> list[float]:
    """Return how wide the heads are at their smallest size."""
    return [
        2 * PADDING
        + _ROUNDING
        + max(_NARROW, width_of(head.text, _HEAD), width_of(head.under, _HEAD))
        for head in card.heads
    ]


def _natural(cell: Cell) -> float:
    """Return the natural width of a cell's lines at their smallest size."""
    text = width_of(cell.text, STRONG if cell.strong else BODY) * SMALLEST + _indent(cell)
    return max(text, width_of(cell.under, _SMALLER) * _SMALL_SIZES[-1]) + _beside(cell)


def _figure_columns(card: PlayersCard, figures: Sequence[float]) -> Iterator[Column]:
    """As wide as the widest figure, the same for every player."""
    for key in keys_of(card):
        for head, figure_width in zip(card.figure_heads, figures, strict=True):
            yield Column(head, figure_width, 0.03, Align.END, key)


def figure_widths(card: PlayersCard, width: float) -> tuple[float, ...]:
    """How wide each of a player's columns is, their heads smaller where that leaves no names room
    to be read."""
    widths = [_width(card, place, head, SMALL) for place, head in enumerate(card.figure_heads)]
    room = width - _NUMBER - len(card.sides) * sum(widths)
    if room >= sum(_least_widths(card)) + _NAMES * len(card.heads):
        return tuple(widths)
    return tuple(_width(card, place, head, _HEAD) for place, head in enumerate(card.figure_heads))


def _width(card: PlayersCard, place: int, head: str, style: Type) -> float:
    texts = {figures.texts[place] for hand in card.hands for figures in hand.figures}
    widest = max((width_of(text, STRONG, Base.LTR) for text in texts), default=0.0)
    return max(widest, width_of(head, style), _LEAST - 2 * PADDING) + 2 * PADDING


class BrokenCell(NamedTuple):
    """A cell broken into lines: those of its text, and the smaller ones below."""

    cell: Cell
    style: Type
    small: Type
    lines: tuple[str, ...]
    unders: tuple[str, ...]

    @property
    def height(self) -> float:
        """How high the lines are together."""
        return len(self.lines) * BODY.leading + len(self.unders) * _LINE


def _indent(cell: Cell) -> float:
    """The room before a text that a sign takes."""
    return _DISC if cell.outcome is not None else _SIGN + 3 if cell.suit else 0.0


def _beside(cell: Cell) -> float:
    """The room behind it that a drawn card takes."""
    return _CARD + 3 if cell.card else 0.0


def _sizes(cells: Sequence[Cell], room: float) -> tuple[Type, Type, Type]:
    """How a column is set: its texts, plain or strong, and the smaller lines below."""
    texts = {
        (cell.text, STRONG if cell.strong else BODY, room - _beside(cell) - _indent(cell))
        for cell in cells
    }
    unders = {(cell.under, _SMALLER, room - _beside(cell)) for cell in cells}
    size = _size(texts)
    return BODY.scaled(size), STRONG.scaled(size), _SMALLER.scaled(_size(unders, _SMALL_SIZES))


def _size(texts: Collection[tuple[str, Type, float]], sizes: Sequence[float] = _SIZES) -> float:
    """The one size for all these texts, each with its style and room."""
    lines = [width_of(text, style) / room for text, style, room in texts if text]
    whole = next((size for size in sizes if max(lines, default=0.0) * size <= 1), None)
    if whole is not None:
        return whole
    words = {(word, style, room) for text, style, room in texts for word in text.split()}
    most = max(width_of(word, style) / room for word, style, room in words)
    return next((size for size in sizes if most * size <= 1), sizes[-1])


def _laid(cell: Cell, styles: tuple[Type, Type, Type], room: float) -> BrokenCell:
    plain, strong, small = styles
    style = strong if cell.strong else plain
    room += _ROUNDING - _beside(cell)
    lines = wrap(cell.text, style, room - _indent(cell), base_of(cell.text)) if cell.text else ()
    unders = wrap(cell.under, small, room, base_of(cell.under)) if cell.under else ()
    return BrokenCell(cell, style, small, lines, unders)


def _broken(texts: Sequence[str], room: float) -> Iterator[str]:
    for text in texts:
        yield from wrap(text, _SMALLER, room, base_of(text))


@dataclass(frozen=True)
class PlayedRow:
    """One hand; `notes` are the numbers of its notes, `lines` explain each player's figures."""

    hand: PlayedHand
    notes: str
    cells: tuple[BrokenCell, ...]
    lines: tuple[tuple[str, ...], ...]
    air: float = 1.0
    """The share of the usual air above and below its texts."""

    @cached_property
    def height(self) -> float:
        most = max(map(len, self.lines), default=0)
        return (
            max(self._strip + _LEVEL, self._plain + most * _LINE + _FOOT) if most else self._strip
        )

    def closer(self, share: float) -> "PlayedRow":
        return replace(self, air=share)

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        if self.hand.number % 2 == 0:
            pen.box(0, y, pen.width, self.height, fill=TINT)
        self._draw_number(pen, spans[0], baseline(y, BODY, self._figures))
        heads = len(self.cells)
        cells, figures = spans[1 : 1 + heads], spans[1 + heads :]
        top = y + _LEVEL if any(self.lines) and self._strip > _ROW else y
        for span, cell in zip(cells, self.cells, strict=True):
            draw_cell(pen, span, top, cell, strip=self._strip)
        each = len(figures) // len(self.hand.figures)
        for number, player_figures in enumerate(self.hand.figures):
            part = figures[number * each : (number + 1) * each]
            self._draw_figures(pen, part, y, player_figures, self.lines[number])

    @cached_property
    def _strip(self) -> float:
        """How high the cells are."""
        is_high = any(laid.cell.card or laid.unders for laid in self.cells)
        least = _CARD * 1.4 + 1 if any(laid.cell.card for laid in self.cells) else BODY.leading + 1
        least += ((_HIGH if is_high else _ROW) - least) * self.air
        return max(least, *(laid.height + 2 * _EDGE * self.air for laid in self.cells))

    @cached_property
    def _figures(self) -> float:
        """Return the height of the figures without their explanation."""
        return self._plain if any(self.lines) else self._strip

    @property
    def _plain(self) -> float:
        """How high a line of figures is."""
        return BODY.leading + 1 + (_ROW - BODY.leading - 1) * self.air

    def _draw_number(self, pen: Pen, span: Span, line: float) -> None:
        x = span.anchor(Align.START)
        number = str(self.hand.number)
        pen.text(x, line, number, STRONG)
        used = width_of(number, STRONG) + 1.5
        pen.fitted(x + used, line - 3.2, self.notes, FINE, width=span.width - PADDING - used)

    def _draw_figures(
        self,
        pen: Pen,
        spans: tuple[Span, ...],
        y: float,
        player_figures: Figures,
        lines: tuple[str, ...],
    ) -> None:
        """Draw a thin line before each player; the total in bold if this hand changed it."""
        left = spans[0].x
        pen.lines([(left, y, left, y + self.height)], thick=0.5, colour=GUIDE)
        line = baseline(y, BODY, self._figures)
        last = len(spans) - 1
        for place, (span, text) in enumerate(zip(spans, player_figures.texts, strict=True)):
            style = (
                STRONG
                if player_figures.changed and place == last
                else QUIET
                if place == last
                else BODY
            )
            end = span.anchor(Align.END)
            pen.fitted(end, line, text, style, width=span.inner, align=Align.END, base=Base.LTR)
        y += self._figures
        for text in lines:
            pen.text(left + PADDING, baseline(y, SMALL, _LINE), text, _SMALLER)
            y += _LINE


def draw_cell(pen: Pen, span: Span, y: float, laid: BrokenCell, *, strip: float) -> None:
    """A cell in the middle of a strip of a row: signs and text, smaller lines, a card behind."""
    cell, x = laid.cell, span.anchor(Align.START)
    if cell.card:
        card = x + span.inner - _CARD
        draw_card(pen, cell.card, card, y + (strip + _CARD * 1.4) / 2, size=_CARD)
    y += (strip - laid.height) / 2
    first = baseline(y, BODY)
    if cell.suit:
        draw_suit(pen, cell.suit, x, first + 1.2, size=_SIGN)
    if cell.outcome is not None:
        draw_outcome(pen, x, first - laid.style.size * 0.36, cell.outcome)
    base = base_of(cell.text)
    for text in laid.lines:
        pen.text(x + _indent(cell), baseline(y, BODY), text, laid.style, base=base)
        y += BODY.leading
    for text in laid.unders:
        pen.text(x, baseline(y, SMALL, _LINE), text, laid.small, base=base_of(cell.under))
        y += _LINE


# --- the page

_GUTTER = 20.0
_TOTAL = 36.0
_COURSE = 26.0
_FINAL = DISPLAY.scaled(0.8)
_NAMED = (LEAD.strong(), LEAD.strong().scaled(0.86), STRONG)
_NAME_LINES = 3


@dataclass(frozen=True, slots=True)
class PlayerTotals(Block):
    """All players next to each other: name, total, and how the total came about."""

    card: PlayersCard
    keys: tuple[str, ...]

    def height(self, width: float) -> float:
        return 10 + self._names(self._panel(width)) + _TOTAL + _COURSE + 6

    def draw(self, pen: Pen, y: float) -> None:
        panel = self._panel(pen.width)
        names = self._names(panel)
        for number, side in enumerate(self.card.sides):
            x = number * (panel + _GUTTER)
            colour, thick = (ACCENT, 3.0) if side.won else (RULE, 1.0)
            pen.lines([(x, y, x + panel, y)], thick=thick, colour=colour)
            self._draw_name(pen, x, y + 8, number, panel)
            self._draw_total(pen, x, y + 8 + names, side, panel)
            self._draw_course(pen, x, y + 10 + names + _TOTAL, number, panel)

    def _panel(self, width: float) -> float:
        count = len(self.card.sides)
        return (width - (count - 1) * _GUTTER) / count

    def _names(self, panel: float) -> float:
        style = self._style(panel)
        return self._lines(style, panel) * style.leading

    def _style(self, panel: float) -> Type:
        """Return the size of the names, smaller where one takes many lines."""
        fitting = (style for style in _NAMED if self._lines(style, panel) <= _NAME_LINES)
        return next(fitting, _NAMED[-1])

    def _lines(self, style: Type, panel: float) -> int:
        players = range(len(self.card.sides))
        return max(len(wrap(self._named(place), style, panel)) for place in players)

    def _named(self, place: int) -> str:
        """Return the name after the letter of the player's columns."""
        (name,) = self.card.sides[place].label.players
        return beside(self.keys[place], isolated(name), space="  ")

    def _draw_name(self, pen: Pen, x: float, y: float, place: int, panel: float) -> None:
        style = self._style(panel)
        for line in wrap(self._named(place), style, panel):
            pen.text(x, baseline(y, style), line, style)
            y += style.leading

    def _draw_total(self, pen: Pen, x: float, y: float, side: SideScore, panel: float) -> None:
        line = y + _TOTAL - 9
        pen.text(x, line, side.figure, _FINAL, base=Base.LTR)
        used = width_of(side.figure, _FINAL, Base.LTR) + 8
        if side.won:
            draw_winner(pen, x + panel, line - 25)
        room = panel - used
        if width_of(side.note, BODY) * SMALLEST <= room:
            pen.fitted(x + used, line, side.note, BODY, width=room)
        else:
            styles = [BODY.scaled(share) for share in _ASIDES]
            draw_name(pen, x + used, line - 20, side.note, styles, width=room, room=24)

    def _draw_course(self, pen: Pen, x: float, y: float, place: int, panel: float) -> None:
        card = self.card
        course, scale = card.courses[place], scale_of(card.courses, card.target)
        draw_course(pen, x, y, course, scale, width=panel, height=_COURSE - 4, target=card.target)


# --- from a match


def players_card(match: Match) -> PlayersCard:
    """The card of a match of single players that was read for print."""
    presenter, names = PRESENTERS[match.game], names_of(match)
    columns, score = presenter.card_columns, match_running_score(match)
    hands, totals = _add_up(match, names, columns, score)
    courses = zip(*totals, strict=True) if totals else ((),) * len(names)
    sides = presenter.sides(names)
    return PlayersCard(
        imprint=match_imprint(match, _("Scorecard")),
        title=match.get_game_display(),
        place=match.label,
        sides=side_scores(presenter, sides, score, (0,) * len(sides)),
        courses=tuple(courses),
        heads=columns.heads(),
        figure_heads=columns.figure_heads(turns=score.rotation.turns),
        hands=hands,
        target=presenter.target(score.options) or None,
        notes=tuple(notes_of(match.hands.all())),
        settlement=settlement_of(match, score),
        slip=slip_words(match),
    )


def _add_up(
    match: Match, names: Sequence[str], columns: CardColumns, score: RunningScore
) -> tuple[tuple[PlayedHand, ...], list[tuple[int, ...]]]:
    """Add the hands to the score; return them with the totals after each."""
    keys = PRESENTERS[match.game].player_keys
    if score.rotation.turns:
        # So many columns leave room for the letters over them alone.
        names = keys(len(names))
    hands, totals = [], []
    for hand in match.hands.all():
        assert hand.record is not None
        assert hand.verdict is not None
        rotation, number, before = score.rotation, hand.number, score.by_hands
        score.add_hand(hand.verdict)
        scored = ScoredHand(
            hand.record,
            hand.verdict,
            names_at(rotation, names, number, keys=keys),
            score.options,
            rotation.at_seats(before, number),
            rotation.at_seats(score.by_hands, number),
        )
        totals.append(score.by_hands.totals)
        at_seats = tuple(columns.figures(scored, seat) for seat in range(len(scored.names)))
        figures = rotation.scattered(_rested(columns, totals[-1]), at_seats, number)
        hands.append(PlayedHand(number, columns.cells(scored), figures))
    return tuple(hands), totals


def _rested(columns: CardColumns, totals: Sequence[int]) -> tuple[Figures, ...]:
    """Return the totals of players who sit a hand out."""
    open_ = ("–", *("",) * (len(columns.figure_heads(turns=True)) - 2))
    return tuple(Figures((*open_, figure(total))) for total in totals)
