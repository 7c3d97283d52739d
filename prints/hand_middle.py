"""What was said of a hand: the auction, what else is known, what it scored."""

from dataclasses import dataclass
from typing import Final

from press.blocks import baseline, draw_lines, height_of
from press.fonts import Base
from press.pen import Align, Pen
from press.style import RULE, SMALL, Type
from prints.hand_record import RecordedScore

_TEXT: Final = Type(size=7.8, leading=10)
_GAP: Final = 5.0
_WIDE: Final = 220.0
_WIDEST: Final = 380.0
_BETWEEN: Final = 18.0
_FIGURE: Final = 32.0
_LINE: Final = 11.5

Facts = tuple[tuple[str, str], ...]
"""Labels with what stands under them."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What each side got, and its total in bold, under a small heading."""

    label: str
    rows: tuple[RecordedScore, ...]

    @property
    def height(self) -> float:
        """Its height in points."""
        return SMALL.leading + 2 + len(self.rows) * _LINE if self.rows else 0

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw it with its upper edge at `y`."""
        if not self.rows:
            return
        pen.fitted(x, baseline(y, SMALL), self.label, SMALL, width=width)
        y += SMALL.leading + 2
        end, rules = x + width, [(x, y, x + width, y)]
        for score in self.rows:
            line = baseline(y, _TEXT, _LINE)
            pen.fitted(x, line, score.short, _TEXT, width=width - 2 * _FIGURE)
            pen.text(end - _FIGURE, line, score.added, _TEXT, Align.END, base=Base.LTR)
            pen.text(end, line, score.total, _TEXT.strong(), Align.END, base=Base.LTR)
            y += _LINE
            rules.append((x, y, x + width, y))
        pen.lines(rules, thick=0.4, colour=RULE)


@dataclass(frozen=True, slots=True)
class Middle:
    """Auction, facts and scores: one below the other, or beside each other where there is room."""

    auction_label: str
    auction: str
    facts: Facts
    scores: Scores | None

    def height(self, width: float) -> float:
        """The height it needs at this width."""
        *told, last = self._columns(width)
        heights = [_facts_height(facts, part) for facts, part in told]
        scores = self.scores.height if self.scores else 0
        if not told:
            return _facts_height(*last) + (_GAP + scores if scores else 0)
        return max(*heights, scores)

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw it with its upper edge at `y`."""
        *told, (facts, part) = self._columns(width)
        for column, wide in told:
            _draw_facts(pen, x, y, column, wide)
            x += wide + _BETWEEN
        below = _draw_facts(pen, x, y, facts, part)
        if self.scores:
            self.scores.draw(pen, x, below if told else below + _GAP, part)

    def _columns(self, width: float) -> tuple[tuple[Facts, float], ...]:
        """Facts with the width of their column; the scores stand below those of the last one."""
        said: Facts = ((self.auction_label, self.auction),) if self.auction else ()
        if width < _WIDE:
            return (((*said, *self.facts), width),)
        if width < _WIDEST:
            part = (width - _BETWEEN) * 0.6
            return ((*said, *self.facts), part), ((), width - _BETWEEN - part)
        part = (width - 2 * _BETWEEN) / 10
        return (said, 4 * part), (self.facts, 3 * part), ((), 3 * part)


def _facts_height(facts: Facts, width: float) -> float:
    texts = sum(height_of(text, _TEXT, width) for _label, text in facts)
    return texts + len(facts) * (SMALL.leading + 3)


def _draw_facts(pen: Pen, x: float, y: float, facts: Facts, width: float) -> float:
    """Each label with its text below it; the place below them all."""
    for label, text in facts:
        pen.fitted(x, baseline(y, SMALL), label, SMALL, width=width)
        y = draw_lines(pen, x, y + SMALL.leading, text, _TEXT, width=width) + 3
    return y
