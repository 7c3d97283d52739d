"""Cards on which players keep their own score: round, who they met, their result, their total."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.pairings.format import sides_of
from engine.pairings.formats import FORMATS
from paper.documents.event_prints import event_imprint, titled
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.subjects import EVENT
from press.base import Imprint, PageLayout, Paper, Printable, Story
from press.fonts import isolated
from press.pen import Align, Pen
from press.tables import Column, TextTable, cell, number
from press.text import BODY, GUIDE, MUTED, SMALL, width_of
from press.tiles import INSET, draw_club, tile_stories
from rules import GAMES
from tournaments.events.models import Event

_TOP: Final = 44.0
_ROW: Final = 19.0
_USUAL: Final = 6
"""Rounds on a card while none is drawn."""
_MOST: Final = 30
"""Rounds on a card, which then takes a page."""
_ON_A_PAGE: Final = 4


@dataclass(frozen=True, slots=True)
class OwnCard:
    """An empty card, a tile; `met` are the heads over who was met."""

    imprint: Imprint
    event: str
    met: tuple[str, ...]
    rounds: int

    @property
    def title(self) -> str:
        return self.imprint.kind

    def needed(self, width: float) -> float:
        return _TOP + self._table().height(width, self.imprint.script)

    def draw(self, pen: Pen, width: float, height: float) -> None:
        label = _("Name")
        pen.text(0, 14, label, BODY)
        begins = width_of(label, BODY, pen.script) + 8
        pen.lines([(begins, 16, width * 0.6, 16)], thick=0.5, colour=GUIDE)
        draw_club(pen, self.imprint.club, width, 13, width=width * 0.36)
        words = f"{isolated(self.event)} · {self.imprint.made_at}"
        pen.fitted(0, 31, words, SMALL, width=width * 0.7)
        pen.fitted(width, 31, self.title, SMALL, width=width * 0.28, align=Align.END)
        self._table().draw(pen, _TOP - 8)

    def _table(self) -> TextTable:
        columns = [
            Column(_("Round"), 40, 0, Align.CENTRE),
            Column(pgettext("furniture", "Table"), 44, 0, Align.CENTRE),
            *(Column(head, 90, 1) for head in self.met),
            Column(_("My result"), 66),
            Column(_("Total"), 60),
        ]
        blank = [cell("")] * (len(columns) - 1)
        rows = [[number(str(n + 1), BODY.tinted(MUTED)), *blank] for n in range(self.rounds)]
        return TextTable(columns=columns, rows=rows, least=_ROW, room=0)


@dataclass(frozen=True, slots=True)
class OwnCards(Printable):
    """A page of cards that are alike, to be cut up."""

    card: OwnCard

    @property
    def imprint(self) -> Imprint:
        return self.card.imprint

    @property
    def file_title(self) -> str:
        return self.card.title

    def layout(self, paper: Paper) -> PageLayout:
        return paper.bare

    def stories(self, paper: Paper) -> Iterator[Story]:
        sheet = self.layout(paper)
        width, height = sheet.frame
        fitting = int(height / (self.card.needed(width) + 2 * INSET))
        most = max(1, min(_ON_A_PAGE, fitting))
        yield from tile_stories([self.card] * most, most=most, layout=sheet, imprint=self.imprint)


def own_cards_printout(event: Event, options: PrintOptions) -> Printout:
    """Print a page of cards for so many rounds as are drawn."""
    rounds = min(_MOST, event.rounds.count() or _USUAL)

    def build() -> Iterator[OwnCards]:
        plays_alone = FORMATS[event.format].lineup == 1
        has_partner = plays_alone and sides_of(event.game) < GAMES[event.game].seats
        met: tuple[str, ...] = (_("Opponents"),)
        if has_partner:
            met = (_("Partner"), _("Opponents"))
        elif plays_alone:
            met = (_("With"),)
        imprint = event_imprint(event, _("My score card"))
        yield OwnCards(OwnCard(imprint, event.name, met, rounds))

    return Printout(titled(_("My score card"), event, options), 1, build, options.paper)


OWN_CARDS: Final = Print(
    about=EVENT,
    key="own-cards",
    phase=Phase.BEFORE,
    title=gettext_lazy("My score card"),
    text=gettext_lazy("For a player’s own record, to fill in by hand: several on a page."),
    printout=own_cards_printout,
)

PRINTS: Final = (OWN_CARDS,)
