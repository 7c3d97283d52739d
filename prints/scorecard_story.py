"""How a scorecard is drawn: heading, the two sides, every hand, notes, settlement."""

from collections.abc import Iterator
from dataclasses import dataclass

from press.base import Block, Imprint, Space
from press.blocks import AmountList, Heading, Section, baseline
from press.marks import draw_ladder, draw_marks
from press.pen import Align, Pen
from press.style import ACCENT, DISPLAY, LEAD, PAPER, RULE, SMALL
from press.text import width_of, wrap
from prints.closing import notes_of, pairs, side_by_side
from prints.hands import hands_of
from prints.scorecard import Scorecard, Scoring, Settlement, Side

GUTTER = 28.0
_NUMERAL = 40.0
_LETTERS = 52.0


@dataclass(frozen=True, slots=True)
class ScorecardStory:
    """The story of a scorecard."""

    card: Scorecard

    @property
    def title(self) -> str:
        """The title and the players: a bookmark must tell the tables of an evening apart."""
        sides = " – ".join(side.short for side in self.card.sides)
        return f"{self.card.title} · {self.card.place} · {sides}"

    @property
    def imprint(self) -> Imprint:
        return self.card.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        card = self.card
        yield Heading(card.title, card.place)
        yield Sides(card)
        yield Space(16)
        yield hands_of(card)
        if card.notes:
            yield Section(card.labels.notes, notes_of(card.notes))
        if card.settlement is not None:
            yield Section(card.labels.settlement, settlement_of(card, card.settlement))


@dataclass(frozen=True, slots=True)
class Sides:
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

    def split(self, width: float, room: float) -> None:
        return None

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
