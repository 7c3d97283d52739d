"""A hand record on paper: what is printed of each hand, as frozen values.

Every text is ready to print. What was not written down is left out: without any hand there is no
diagram, without tricks no tricks. The diagrams are in `hand_diagrams`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from games.printing import Outcome, Sign
from press.base import Block, Imprint, Printable, Space
from press.blocks import Heading, Paragraph, baseline, draw_lines, height_of
from press.cards import draw_suit
from press.dominoes import draw_end, draw_tile
from press.pen import Align, Pen
from press.text import INK, LEAD, QUIET, SMALL, STRONG, width_of
from prints.hand_diagrams import WIDTH as DIAGRAM
from prints.hand_diagrams import (
    DealtHand,
    Diagram,
    Middle,
    Pieces,
    RecordedScore,
    RecordedTrick,
    Scores,
    Tricks,
)
from prints.scorecard import draw_outcome


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand. `told` is who bid what; `auction` all calls in one text; `facts` pairs of a
    label and a text; `columns` the keys above the tricks; `notes` whole sentences.

    >>> hand = RecordedHand("Hand 3", "Ann, 31, fours", Sign(end=4), Outcome.MADE, "made")
    >>> (hand.deal, hand.tricks)
    ((), ())
    """

    heading: str
    told: str
    sign: Sign
    outcome: Outcome
    result: str
    deal: tuple[DealtHand, ...] = ()
    auction: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    tricks: tuple[RecordedTrick, ...] = ()
    scores: tuple[RecordedScore, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRecordLabels:
    """The words of hand records. Each is what its name says; none may be left out.

    >>> HandRecordLabels("Auction", "Tricks", "Points", "Score", "Framed: won.", "None.").points
    'Points'
    """

    auction: str
    tricks: str
    points: str
    score: str
    legend: str
    no_hands: str


@dataclass(frozen=True, slots=True)
class HandRecords(Printable):
    """The hands of a match, or some of them.

    `players` are the keys of the hands with names, as they stand under the title.
    """

    imprint: Imprint
    labels: HandRecordLabels
    title: str
    place: str
    pieces: Pieces
    players: tuple[tuple[str, str], ...]
    hands: tuple[RecordedHand, ...]

    @property
    def file_title(self) -> str:
        return self.place or self.title

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        yield Players(self.players)
        if any(hand.tricks for hand in self.hands):
            yield Paragraph(self.labels.legend, SMALL)
        yield Space(4)
        if not self.hands:
            yield Paragraph(self.labels.no_hands, QUIET)
        for hand in self.hands:
            yield HandBlock(hand, self)


_GAP: Final = 16.0
_HEAD: Final = 21.0
_BELOW: Final = 10.0
_ABOVE_SCORES: Final = 5.0
_MANY_SCORES: Final = 4
_FEW_TRICKS: Final = 8
_PLAYER: Final = 15.0
_KEY: Final = 14.0
_NOTE: Final = SMALL.tinted(INK)


@dataclass(frozen=True, slots=True)
class Players(Block):
    """The keys of the seats with the names, in one line or, where they are long, in two."""

    players: tuple[tuple[str, str], ...]

    def height(self, width: float) -> float:
        return _PLAYER * -(-len(self.players) // self._in_line(width))

    def draw(self, pen: Pen, y: float) -> None:
        in_line = self._in_line(pen.width)
        room = pen.width / in_line
        for number, (key, name) in enumerate(self.players):
            down, across = divmod(number, in_line)
            x, line = across * room, baseline(y + down * _PLAYER, STRONG)
            pen.text(x, line, key, STRONG)
            pen.fitted(x + _KEY, line, name, STRONG, width=room - _KEY - 8)

    def _in_line(self, width: float) -> int:
        room = width / len(self.players) - _KEY - 8
        fitting = all(width_of(name, STRONG) <= room for _key, name in self.players)
        return len(self.players) if fitting else 2


class Parts(NamedTuple):
    """What stands side by side below a hand's first line; scores may stand below the tricks."""

    diagram: Diagram | None
    middle: Middle
    room: float
    tricks: Tricks | None
    scores: Scores | None = None

    @property
    def height(self) -> float:
        """That of the highest."""
        return max(
            self.diagram.height if self.diagram else 0,
            self.middle.height(self.room),
            (self.tricks.height if self.tricks else 0)
            + (self.scores.height + _ABOVE_SCORES if self.scores else 0),
        )

    def draw(self, pen: Pen, y: float) -> None:
        """Draw them with their upper edge at `y`."""
        x = 0.0
        if self.diagram:
            self.diagram.draw(pen, 0, y)
            x = DIAGRAM + _GAP
        self.middle.draw(pen, x, y, self.room)
        if self.tricks:
            start = pen.width - self.tricks.width
            self.tricks.draw(pen, start, y)
            if self.scores:
                y += self.tricks.height + _ABOVE_SCORES
                self.scores.draw(pen, start, y, self.tricks.width)


@dataclass(frozen=True, slots=True)
class HandBlock(Block):
    """One hand: a line that says what it was, below it the deal, what was said, the play."""

    hand: RecordedHand
    records: HandRecords

    def height(self, width: float) -> float:
        notes = sum(height_of(note, _NOTE, width) for note in self.hand.notes)
        return _HEAD + self._parts(width).height + (notes + 3 if notes else 0) + _BELOW

    def draw(self, pen: Pen, y: float) -> None:
        self._draw_head(pen, y)
        parts = self._parts(pen.width)
        parts.draw(pen, y + _HEAD)
        self._draw_notes(pen, y + _HEAD + parts.height + 3)

    def _parts(self, width: float) -> Parts:
        """The scores stand below what was said; many of them below the tricks, if these are few."""
        records, hand = self.records, self.hand
        labels = records.labels
        diagram = Diagram(hand.deal, records.pieces) if hand.deal else None
        scores = Scores(labels.score, hand.scores)
        middle = Middle(labels.auction, hand.auction, hand.facts, scores)
        room = width - (DIAGRAM + _GAP if diagram else 0)
        if not hand.tricks:
            return Parts(diagram, middle, room, None)
        tricks = Tricks(hand.tricks, hand.columns, labels.points, records.pieces)
        usual = Parts(diagram, middle, room - tricks.width - _GAP, tricks)
        if len(hand.scores) < _MANY_SCORES or len(hand.tricks) > _FEW_TRICKS:
            return usual
        return usual._replace(middle=replace(middle, scores=None), scores=scores)

    def _draw_head(self, pen: Pen, y: float) -> None:
        """The hand's number, contract and result between the edges of the page."""
        hand = self.hand
        pen.rule(y, thick=0.9, colour=INK)
        line = baseline(y, LEAD, _HEAD - 4)
        result = width_of(hand.result, STRONG)
        pen.text(pen.width, line, hand.result, STRONG, Align.END)
        draw_outcome(pen, pen.width - result - 10, line - STRONG.size * 0.36, hand.outcome)
        number = LEAD.strong()
        pen.text(0, line, hand.heading, number)
        x = width_of(hand.heading, number) + 12
        x += _draw_sign(pen, hand.sign, x, line)
        pen.fitted(x, line, hand.told, LEAD, width=pen.width - result - 24 - x)

    def _draw_notes(self, pen: Pen, y: float) -> None:
        for note in self.hand.notes:
            y = draw_lines(pen, 0, y, note, _NOTE, width=pen.width)


def _draw_sign(pen: Pen, sign: Sign, x: float, line: float) -> float:
    """The sign before a contract; the room it takes."""
    if sign.end is not None:
        draw_end(pen, sign.end, x, line + 2.4, size=13)
        return 18
    if sign.double is not None:
        draw_tile(pen, sign.double, sign.double, x, line + 3.6, size=8)
        return 13
    if sign.suit:
        draw_suit(pen, sign.suit, x, line + 1, size=10.5)
        return 15
    return 0
