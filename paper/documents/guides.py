"""Guide cards: one for each player or pair, with seats and opponents round by round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import comma_list
from engine.pairings.format import sides_of
from engine.pairings.formats import FORMATS
from paper.documents.event_prints import (
    entrant_words,
    estimated_pages,
    event_imprint,
    needs_rounds,
    titled,
)
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.seating import SeatedRound, rounds_seated
from paper.documents.subjects import EVENT
from press.base import Imprint, PageLayout, Paper, Printable, Story
from press.names import alike_styles, draw_name
from press.pen import Align, Pen
from press.tables import Column, TableBlock, TextCell, TextTable, cell, column_scales, number
from press.text import ACCENT, BODY, HEAD, LEAD, MUTED, PAPER, SMALL, STRONG, Type, width_of
from press.tiles import INSET, draw_club, tile_stories
from rules import GAMES
from tournaments.events.models import Event
from tournaments.events.selectors.events import Entrant
from tournaments.events.selectors.rounds import event_overview

_TOP = 46.0
_BESIDE_DISC = 10.0
_TABLE = STRONG.scaled(1.15)
_IN_DISC = LEAD.strong().tinted(PAPER)
_NAMES = (HEAD, LEAD.strong(), STRONG)
_NAME = 2 * STRONG.leading


@dataclass(frozen=True, slots=True)
class GuideCards(Printable):
    """A card for each entry: its way through the rounds.

    `others` is the head of the column of those met; `partner` asks for a column of partners.
    """

    imprint: Imprint
    title: str
    others: str
    partner: bool
    rounds: tuple[SeatedRound, ...]
    entrants: tuple[Entrant, ...]

    def layout(self, paper: Paper) -> PageLayout:
        return paper.bare

    def stories(self, paper: Paper) -> Iterator[Story]:
        """As many cards on a page as have room, all of the same size."""
        sheet = self.layout(paper)
        width, height = sheet.frame
        every = [cells for entrant in self.entrants for cells in self._rows(entrant)]
        scales = column_scales(self._columns(), every, width, self.script)
        tiles = [
            _GuideTile(self, entrant, table)
            for entrant in self.entrants
            for table in self._tables(entrant, width, height - 2 * INSET - _TOP, scales)
        ]
        yield from tile_stories(tiles, most=5, layout=sheet, imprint=self.imprint)

    def name_styles(self, width: float) -> Sequence[Type]:
        """How the names of the cards are set: most in the first style, a long one smaller."""
        numbers = (str(entrant.number) for entrant in self.entrants)
        widest = max((width_of(number, _IN_DISC, self.script) for number in numbers), default=0.0)
        room = width * 0.66 - _disc(widest)
        names = map(entrant_words, self.entrants)
        return alike_styles(names, _NAMES, self.script, width=room, room=_NAME)

    def _tables(
        self, entrant: Entrant, width: float, room: float, scales: Sequence[float]
    ) -> Iterator[TableBlock]:
        """Return the card's table, split if it is longer than a page."""
        rows = self._rows(entrant)
        table = TextTable(columns=self._columns(), rows=rows, room=1.2, scales=scales)
        rest: TableBlock | None = table.typeset(width, self.script)
        while rest is not None:
            parts = (
                rest.split(width, room, self.script)
                if rest.height(width, self.script) > room
                else None
            )
            yield parts[0] if parts else rest
            rest = parts[1] if parts else None

    def _columns(self) -> list[Column]:
        columns = [
            Column(_("Round"), 44, 0, Align.CENTRE),
            Column(_("Table"), 44, 0, Align.CENTRE),
            Column(_("Seat"), 52, 0, Align.CENTRE),
        ]
        if self.partner:
            columns.append(Column(_("Partner"), 80, 1))
        return [*columns, Column(self.others, 120, 1.5)]

    def _rows(self, entrant: Entrant) -> list[list[TextCell]]:
        return [self._cells(entrant, round_) for round_ in self.rounds]

    def _cells(self, entrant: Entrant, round_: SeatedRound) -> list[TextCell]:
        table_text, seats, partners, others = _place(round_, entrant)
        cells = [
            number(str(round_.number), BODY.tinted(MUTED)),
            cell(table_text, style=_TABLE),
            number(seats),
        ]
        if self.partner:
            cells.append(cell(partners, style=BODY.strong()))
        return [*cells, cell(others, style=BODY if table_text else BODY.tinted(MUTED))]


def _place(round_: SeatedRound, entrant: Entrant) -> tuple[str, str, str, str]:
    """Return table, seat, partners and opponents of an entry; of a bye that it sits out."""
    place = round_.place_of(entrant.entry_id)
    if place is None:
        return "", "", "", _("sits out")
    table, side, seated_entrant = place
    partners = [other for other in side.entrants if other != seated_entrant]
    others = [other for met in table.sides if met is not side for other in met.entrants]
    return (
        table.view.label,
        table.seats_of(seated_entrant),
        comma_list(map(entrant_words, partners)),
        comma_list(map(entrant_words, others)),
    )


@dataclass(frozen=True, slots=True)
class _GuideTile:
    document: GuideCards
    entrant: Entrant
    table: TableBlock

    @property
    def title(self) -> str:
        return entrant_words(self.entrant)

    def needed(self, width: float) -> float:
        return _TOP + self.table.height(width, self.document.script)

    def draw(self, pen: Pen, width: float, height: float) -> None:
        used = self._draw_number(pen)
        room = width * 0.66 - used
        styles = self.document.name_styles(width)
        draw_name(pen, used, 0, self.title, styles, width=room, room=_NAME)
        pen.fitted(used, 31, self.document.title, SMALL, width=room)
        imprint = self.document.imprint
        draw_club(pen, imprint.club, width, 15, width=width * 0.3)
        pen.fitted(width, 31, imprint.kind, SMALL, width=width * 0.3, align=Align.END)
        self.table.draw(pen, _TOP - 8)

    def _draw_number(self, pen: Pen) -> float:
        """Draw the number in a disc; return where the name begins."""
        text = str(self.entrant.number)
        used = _disc(width_of(text, _IN_DISC, pen.script))
        wide = used - _BESIDE_DISC
        pen.box(0, 2, wide, 26, fill=ACCENT, radius=13)
        pen.text(wide / 2, 15 + _IN_DISC.size * 0.36, text, _IN_DISC, Align.CENTRE)
        return used


def _disc(number: float) -> float:
    """The room that a number of this width takes with its disc and the gap beside it."""
    return max(26.0, number + 12) + _BESIDE_DISC


_ROUNDS_ON_A_GUIDE = 32


def guides_printout(event: Event, options: PrintOptions) -> Printout:
    """A card for every pair or player: the way through all rounds that are drawn."""
    entries = event.entries.filter(left_after_round=None).count()
    total = estimated_pages(entries, event.rounds.count(), on_a_page=4, rounds=_ROUNDS_ON_A_GUIDE)

    def build() -> Iterator[GuideCards]:
        rounds = rounds_seated(event)
        entrants = event_overview(event).entrants
        active = tuple(entrant for entrant in entrants if entrant.is_active)
        imprint = event_imprint(event, _("Guide cards"))
        single = FORMATS[event.format].lineup == 1
        changes = single and sides_of(event.game) < GAMES[event.game].seats
        others = _("With") if single and not changes else _("Opponents")
        yield GuideCards(imprint, event.name, others, changes, rounds, active)

    return Printout(titled(_("Guide cards"), event, options), total, build, options.paper)


GUIDES: Final = Print(
    about=EVENT,
    key="guides",
    phase=Phase.BEFORE,
    title=gettext_lazy("Guide cards"),
    text=gettext_lazy("One for each player: table, seat and tablemates, round by round."),
    printout=guides_printout,
    missing=needs_rounds,
)

PRINTS: Final = (GUIDES,)
