"""How a card of single players is drawn: heading, players, every hand, notes, settlement."""

from collections.abc import Iterator
from dataclasses import dataclass

from press.base import Block, Imprint, Space
from press.blocks import AmountList, Heading, Section, baseline
from press.fonts import Base, isolated
from press.pen import Align, Pen
from press.style import ACCENT, BODY, DISPLAY, LEAD, PAPER, RULE, SMALL
from press.text import width_of, wrap
from prints.closing import notes_of, pairs, side_by_side
from prints.course import draw_course, scale_of
from prints.players_card import CardPlayer, PlayersCard
from prints.players_hands import figure_widths, hands_of, keys_of
from prints.scorecard import Settlement

_GUTTER = 20.0
_TOTAL = 36.0
_COURSE = 26.0
_FINAL = DISPLAY.scaled(0.8)


@dataclass(frozen=True, slots=True)
class PlayersStory:
    """The story of a card of players."""

    card: PlayersCard

    @property
    def title(self) -> str:
        """The title and the players: a bookmark must tell the tables of an evening apart."""
        players = ", ".join(player.name for player in self.card.players)
        return " · ".join(filter(None, (self.card.title, self.card.place, players)))

    @property
    def imprint(self) -> Imprint:
        return self.card.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        card = self.card
        yield Heading(card.title, card.place)
        yield Players(card, keys_of(card, figure_widths(card)))
        yield Space(8)
        yield hands_of(card, width)
        if card.notes:
            yield Section(card.labels.notes, notes_of(card.notes))
        if card.settlement is not None:
            yield Section(card.labels.settlement, _settlement(card, card.settlement))


def _settlement(card: PlayersCard, money: Settlement) -> Block:
    lists = (
        AmountList(money.stakes, pairs(money.steps)),
        AmountList(card.labels.by_player, pairs(money.players)),
    )
    return side_by_side(lists, shares=(0.62, 0.38))


@dataclass(frozen=True, slots=True)
class Players:
    """All players next to each other: name, total, and how the total came about."""

    card: PlayersCard
    keys: tuple[str, ...]

    def height(self, width: float) -> float:
        return 10 + self._names(self._panel(width)) + _TOTAL + _COURSE + 6

    def draw(self, pen: Pen, y: float) -> None:
        panel = self._panel(pen.width)
        names = self._names(panel)
        for number, player in enumerate(self.card.players):
            x = number * (panel + _GUTTER)
            colour, thick = (ACCENT, 3.0) if player.won else (RULE, 1.0)
            pen.lines([(x, y, x + panel, y)], thick=thick, colour=colour)
            self._draw_name(pen, x, y + 8, number, panel)
            self._draw_total(pen, x, y + 8 + names, player, panel)
            self._draw_course(pen, x, y + 10 + names + _TOTAL, player, panel)

    def split(self, width: float, room: float) -> None:
        return None

    def _panel(self, width: float) -> float:
        count = len(self.card.players)
        return (width - (count - 1) * _GUTTER) / count

    def _names(self, panel: float) -> float:
        style = LEAD.strong()
        lines = (len(wrap(self._named(place), style, panel)) for place in range(self._count))
        return max(lines) * LEAD.leading

    @property
    def _count(self) -> int:
        return len(self.card.players)

    def _named(self, place: int) -> str:
        """The name, after the number that stands over the player's columns where it is one."""
        player, key = self.card.players[place], self.keys[place]
        return player.name if key == player.short else f"{key}  {isolated(player.name)}"

    def _draw_name(self, pen: Pen, x: float, y: float, place: int, panel: float) -> None:
        for line in wrap(self._named(place), LEAD.strong(), panel):
            pen.text(x, baseline(y, LEAD), line, LEAD.strong())
            y += LEAD.leading

    def _draw_total(self, pen: Pen, x: float, y: float, player: CardPlayer, panel: float) -> None:
        line = y + _TOTAL - 9
        pen.text(x, line, player.total, _FINAL, base=Base.LTR)
        used = width_of(player.total, _FINAL, Base.LTR) + 8
        if player.won:
            self._draw_badge(pen, x + panel, line - 25)
        pen.fitted(x + used, line, player.aside, BODY, width=panel - used)

    def _draw_badge(self, pen: Pen, end: float, y: float) -> None:
        style = SMALL.strong().tinted(PAPER)
        width = width_of(self.card.labels.winner, style) + 14
        pen.box(end - width, y, width, 14, fill=ACCENT, radius=7)
        place = end - width / 2
        pen.text(place, baseline(y, style, 14), self.card.labels.winner, style, Align.CENTRE)

    def _draw_course(self, pen: Pen, x: float, y: float, player: CardPlayer, panel: float) -> None:
        card = self.card
        scale = scale_of([other.course for other in card.players], card.target)
        draw_course(
            pen, x, y, player.course, scale, width=panel, height=_COURSE - 4, target=card.target
        )
