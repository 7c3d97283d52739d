"""The scorecard of a match of two sides: its values, the table of hands and the page.

Every text is ready to print in the reader's language; sides are 0 and 1 throughout.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from games.printing import Outcome
from press.base import Block, Imprint, Printable, Space
from press.blocks import AmountList, Heading, Paragraph, Section, SideBySide, Stack, baseline
from press.dominoes import draw_end, draw_tile
from press.fonts import Base
from press.marks import draw_ladder, draw_marks
from press.pen import Align, Pen
from press.tables import Column, Span, Table
from press.text import (
    ACCENT,
    BODY,
    DISPLAY,
    FINE,
    INK,
    LEAD,
    MUTED,
    PAPER,
    QUIET,
    RULE,
    SMALL,
    STRONG,
    TINT,
    width_of,
    wrap,
)


class Scoring(Enum):
    """Marks are drawn as strokes of ALL, points as a running total."""

    MARKS = "marks"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class ScorecardLabels:
    """The words of a scorecard. Each is what its name says; none may be left out.

    >>> words = ScorecardLabels(
    ...     hand_number="No.", shaker="Shaker", bid="Bid", bidder="Bidder",
    ...     contract="Contract", result="Result", points="Points", running="Marks",
    ...     winner="Winner", no_hands="No hand was recorded.", notes="Corrections and rulings",
    ...     settlement="Settlement", by_side="By side", by_player="By player",
    ... )
    """

    hand_number: str
    shaker: str
    bid: str
    bidder: str
    contract: str
    result: str
    points: str
    running: str
    winner: str
    no_hands: str
    notes: str
    settlement: str
    by_side: str
    by_player: str


@dataclass(frozen=True, slots=True)
class Contract:
    """What was played: words, with the trump suit's domino end, or a double, drawn before them.

    >>> Contract("Fours", end=4)
    Contract(text='Fours', end=4, double=None)
    >>> Contract("Doubles", double=6).double
    6
    """

    text: str
    end: int | None = None
    double: int | None = None


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One hand. `points` and `running` are by side; `scored` is what the hand added to each.

    `points` are texts, empty where the record does not say. `auction` is printed small under
    the bid, and may be empty.

    >>> hand = ScoredHand(
    ...     number=3, shaker="Bea", bid="1 mark", bidder="Ann", contract=Contract("Fours", end=4),
    ...     outcome=Outcome.MADE, result="made", points=("42", "0"), scored=(1, 0),
    ...     running=(2, 1), auction="30 · pass · 1 mark · pass",
    ... )
    """

    number: int
    shaker: str
    bid: str
    bidder: str
    contract: Contract
    outcome: Outcome
    result: str
    points: tuple[str, str]
    scored: tuple[int, int]
    running: tuple[int, int]
    auction: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A side: the heading of its columns, its players' names, whether it won.

    >>> Side("A & C", ("Ann", "Carl"), won=True).short
    'A & C'
    """

    short: str
    players: tuple[str, ...]
    won: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A correction or ruling; `hand` is the number of the hand it belongs to, or None."""

    text: str
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """A line of money: what it is for, and the amount with its sign and currency.

    >>> Amount("3 marks short at €0.25", "€0.75")
    Amount(text='3 marks short at €0.25', amount='€0.75')
    """

    text: str
    amount: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """Money of a match: the stakes in one line, how the amount came about, who gets what."""

    stakes: str
    steps: tuple[Amount, ...]
    sides: tuple[Amount, ...]
    players: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Scorecard(Printable):
    """A match ready to print. `place` is the line under the title: round, table, date.

    `target` counts marks or points, as `scoring` says. `render.render_scorecard` makes a file
    of it.
    """

    imprint: Imprint
    labels: ScorecardLabels
    title: str
    place: str
    scoring: Scoring
    target: int
    sides: tuple[Side, Side]
    hands: tuple[ScoredHand, ...]
    notes: tuple[Note, ...] = ()
    settlement: Settlement | None = None

    @property
    def totals(self) -> tuple[int, int]:
        """What each side stands at."""
        return self.hands[-1].running if self.hands else (0, 0)

    def strokes(self, side: int) -> tuple[int, ...]:
        """The number of the hand that earned each mark of a side, in order."""
        return tuple(h.number for h in self.hands for _ in range(h.scored[side]))

    @property
    def file_title(self) -> str:
        """The title and the players: a bookmark must tell the tables of an evening apart."""
        sides = " – ".join(side.short for side in self.sides)
        return f"{self.title} · {self.place} · {sides}"

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        yield Sides(self)
        yield Space(16)
        yield hands_of(self)
        if self.notes:
            yield Section(self.labels.notes, notes_of(self.notes))
        if self.settlement is not None:
            yield Section(self.labels.settlement, settlement_of(self, self.settlement))


# --- notes and amounts at the end of a card

_GAP = 22.0
_MOST_AMOUNTS = 12


def notes_of(notes: Sequence[Note]) -> Stack:
    """The notes from 1, each over as many lines as it takes."""
    return Stack(
        tuple(
            Paragraph(note.text, BODY, label=str(number), indent=18)
            for number, note in enumerate(notes, start=1)
        )
    )


def note_marks(notes: Sequence[Note]) -> dict[int, str]:
    """The numbers of a hand's notes, by the hand's number."""
    marks: dict[int, list[str]] = {}
    for number, note in enumerate(notes, start=1):
        if note.hand is not None:
            marks.setdefault(note.hand, []).append(str(number))
    return {hand: " ".join(numbers) for hand, numbers in marks.items()}


def pairs(amounts: Sequence[Amount]) -> tuple[tuple[str, str], ...]:
    """Amounts as the lines of a list."""
    return tuple((line.text, line.amount) for line in amounts)


def side_by_side(lists: tuple[AmountList, ...], *, shares: tuple[float, ...]) -> Block:
    """Lists in columns; one below the other where that takes too long for a page."""
    if max(len(part.amounts) for part in lists) <= _MOST_AMOUNTS:
        return Stack((SideBySide(lists, shares, _GAP),))
    below = (block for part in lists[1:] for block in (Space(10), part))
    return Stack((lists[0], *below))


# --- the table of hands

_ROW = 18.0
_AUCTION = 8.5


def hands_of(card: Scorecard) -> Block:
    """The table of all hands, or a sentence where there is none."""
    if not card.hands:
        return Paragraph(card.labels.no_hands, QUIET)
    return Table(_columns(card), tuple(_rows(card)))


def _columns(card: Scorecard) -> tuple[Column, ...]:
    words = card.labels
    first, second = (side.short for side in card.sides)
    return (
        Column(words.hand_number, 30),
        Column(words.shaker, 50, 1),
        Column(words.bid, 48, 0.6),
        Column(words.bidder, 50, 1),
        Column(words.contract, 62, 1),
        Column(words.result, 44, 0.4),
        Column(first, 34, 0, Align.END, words.points),
        Column(second, 34, 0, Align.END, words.points),
        Column(first, 34, 0, Align.END, words.running),
        Column(second, 34, 0, Align.END, words.running),
    )


def _rows(card: Scorecard) -> Iterator["HandRow"]:
    marks = note_marks(card.notes)
    for hand in card.hands:
        yield HandRow(hand, marks.get(hand.number, ""))


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand; `notes` are the numbers of its notes, small behind its own."""

    hand: ScoredHand
    notes: str

    @property
    def height(self) -> float:
        return _ROW + (_AUCTION if self.hand.auction else 0)

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        hand = self.hand
        if hand.number % 2 == 0:
            pen.box(0, y, pen.width, self.height, fill=TINT)
        line = baseline(y, BODY, _ROW)
        self._draw_number(pen, spans[0], line)
        for span, text in ((spans[1], hand.shaker), (spans[3], hand.bidder)):
            pen.fitted(span.anchor(Align.START), line, text, BODY, width=span.inner)
        self._draw_bid(pen, spans[2], line, spans[4].x - spans[2].x)
        draw_contract(pen, spans[4], y, hand.contract)
        self._draw_result(pen, spans[5], line)
        self._draw_figures(pen, spans[6:], line)

    def _draw_number(self, pen: Pen, span: Span, line: float) -> None:
        x = span.anchor(Align.START)
        number = str(self.hand.number)
        pen.text(x, line, number, STRONG)
        pen.text(x + width_of(number, STRONG) + 2, line - 3.2, self.notes, FINE)

    def _draw_bid(self, pen: Pen, span: Span, line: float, reach: float) -> None:
        hand = self.hand
        x = span.anchor(Align.START)
        pen.fitted(x, line, hand.bid, STRONG, width=span.inner)
        pen.fitted(x, line + _AUCTION, hand.auction, FINE, width=reach - 8)

    def _draw_result(self, pen: Pen, span: Span, line: float) -> None:
        hand = self.hand
        x = span.anchor(Align.START)
        middle = line - BODY.size * 0.36
        draw_outcome(pen, x, middle, hand.outcome)
        style = QUIET if hand.outcome is Outcome.PASSED else BODY
        pen.fitted(x + 9, line, hand.result, style, width=span.inner - 9)

    def _draw_figures(self, pen: Pen, spans: tuple[Span, ...], line: float) -> None:
        """Points plain; running figures in bold where this hand changed them."""
        hand = self.hand
        running = tuple(map(str, hand.running))
        changed = (False, False, *(bool(n) for n in hand.scored))
        for span, text, bold in zip(spans, (*hand.points, *running), changed, strict=True):
            style = STRONG if bold else QUIET
            place = span.anchor(Align.END)
            pen.fitted(place, line, text, style, width=span.inner, align=Align.END, base=Base.LTR)


def draw_outcome(pen: Pen, x: float, middle: float, outcome: Outcome) -> None:
    """A full disc for made, a ring for set, a dash for passed; five points wide."""
    match outcome:
        case Outcome.MADE:
            pen.dot(x + 2.5, middle, 2.4, fill=INK, stroke=INK)
        case Outcome.SET:
            pen.dot(x + 2.5, middle, 2.4, fill=None, stroke=INK)
        case Outcome.PASSED:
            pen.lines([(x, middle, x + 5, middle)], thick=0.8, colour=MUTED)


def draw_contract(pen: Pen, span: Span, y: float, contract: Contract) -> None:
    """The trump suit as a domino's end, or a double, and the contract's name."""
    x = span.anchor(Align.START)
    size = 0.0
    if contract.end is not None:
        size = 13.0
        draw_end(pen, contract.end, x, y + (_ROW + size) / 2, size=size)
    elif contract.double is not None:
        size = 7.6
        draw_tile(pen, contract.double, contract.double, x, y + _ROW / 2 + size, size=size)
    indent = 18.0 if size else 0.0
    line = baseline(y, BODY, _ROW)
    pen.fitted(x + indent, line, contract.text, BODY, width=span.inner - indent)


# --- the page

GUTTER = 28.0
_NUMERAL = 40.0
_LETTERS = 52.0


@dataclass(frozen=True, slots=True)
class Sides(Block):
    """Both sides next to each other: names, marks, and what they stand at."""

    card: Scorecard

    def height(self, width: float) -> float:
        return 12 + self._names(_panel(width)) + _LETTERS + 20

    def draw(self, pen: Pen, y: float) -> None:
        panel = _panel(pen.width)
        names = self._names(panel)
        for number, side in enumerate(self.card.sides):
            x = number * (panel + GUTTER)
            colour, thick = (ACCENT, 3.0) if side.won else (RULE, 1.0)
            pen.lines([(x, y, x + panel, y)], thick=thick, colour=colour)
            self._draw_names(pen, x, y + 10, side, panel)
            self._draw_score(pen, x, y + 22 + names, number, panel)

    def _names(self, panel: float) -> float:
        return max(self._names_height(side, panel) for side in self.card.sides)

    def _names_height(self, side: Side, panel: float) -> float:
        room = self._name_room(side, panel)
        lines = sum(len(wrap(name, LEAD.strong(), room)) for name in side.players)
        return lines * LEAD.leading

    def _name_room(self, side: Side, panel: float) -> float:
        return panel - self._badge(side.won) - 6

    def _badge(self, won: bool) -> float:  # noqa: FBT001 - a plain measure
        return width_of(self.card.labels.winner, SMALL.strong()) + 14 if won else 0

    def _draw_names(self, pen: Pen, x: float, y: float, side: Side, panel: float) -> None:
        if side.won:
            badge = self._badge(side.won)
            pen.box(x + panel - badge, y, badge, 14, fill=ACCENT, radius=7)
            style = SMALL.strong().tinted(PAPER)
            middle = x + panel - badge / 2
            pen.text(middle, baseline(y, style, 14), self.card.labels.winner, style, Align.CENTRE)
        for name in side.players:
            for line in wrap(name, LEAD.strong(), self._name_room(side, panel)):
                pen.text(x, baseline(y, LEAD), line, LEAD.strong())
                y += LEAD.leading

    def _draw_score(self, pen: Pen, x: float, y: float, side: int, panel: float) -> None:
        card = self.card
        total = str(card.totals[side])
        numeral = max(_NUMERAL, width_of(total, DISPLAY)) + 12
        room = panel - numeral
        if card.scoring is Scoring.MARKS:
            draw_marks(
                pen,
                x + 2,
                y,
                width=room,
                height=_LETTERS,
                target=card.target,
                hands=card.strokes(side),
            )
        else:
            steps = [(hand.number, hand.running[side]) for hand in card.hands]
            draw_ladder(pen, x, y + _LETTERS / 2, width=room, target=card.target, steps=steps)
        pen.text(x + panel, y + _LETTERS, total, DISPLAY, Align.END)


def _panel(width: float) -> float:
    return (width - GUTTER) / 2


def settlement_of(card: Scorecard, money: Settlement) -> Block:
    """How the amount came about, what each side gets, what each player gets."""
    words = card.labels
    lists = (
        AmountList(money.stakes, pairs(money.steps)),
        AmountList(words.by_side, pairs(money.sides)),
        AmountList(words.by_player, pairs(money.players)),
    )
    return side_by_side(lists, shares=(0.40, 0.28, 0.32))
