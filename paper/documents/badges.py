"""Name badges, ten to a page: the name as large as possible, the entry and its number."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import comma_list
from engine.pairings.formats import FORMATS
from paper.documents.event_prints import event_imprint, needs_entries, titled
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.subjects import EVENT
from press.base import Imprint, PageLayout, Paper, Printable, Story
from press.fonts import isolated
from press.names import draw_name
from press.pen import Align, Pen
from press.text import BODY, DISPLAY, HEAD, INK, PAPER, SMALL, width_of
from press.tiles import draw_club, tile_stories
from tournaments.events.models import Event
from tournaments.events.selectors.events import Entrant
from tournaments.events.selectors.rounds import event_overview

_NAMES = tuple(DISPLAY.scaled(part) for part in (0.94, 0.82, 0.7, 0.6, 0.5, 0.42, 0.36))
_UNDER = (BODY.scaled(1.1), BODY, SMALL.tinted(INK))


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge; `number` is the entry's, `under` the partner or club line."""

    name: str
    number: str = ""
    under: str = ""


@dataclass(frozen=True, slots=True)
class Badges(Printable):
    """The badges of all players."""

    imprint: Imprint
    title: str
    badges: tuple[Badge, ...]

    def layout(self, paper: Paper) -> PageLayout:
        return paper.bare

    def stories(self, paper: Paper) -> Iterator[Story]:
        tiles = [_BadgeTile(self, badge) for badge in self.badges]
        return tile_stories(
            tiles, columns=2, most=5, layout=self.layout(paper), imprint=self.imprint
        )


@dataclass(frozen=True, slots=True)
class _BadgeTile:
    document: Badges
    badge: Badge

    @property
    def title(self) -> str:
        return self.badge.name

    def needed(self, width: float) -> float:
        return 0

    def draw(self, pen: Pen, width: float, height: float) -> None:
        head = width - (40 if self.badge.number else 0)
        draw_club(pen, self.document.imprint.club, 0, 10, width=head, align=Align.START)
        if self.badge.number:
            _draw_number(pen, width, self.badge.number)
        draw_name(pen, 0, 26, self.badge.name, _NAMES, width=width, room=height - 68)
        pen.lines([(0, height - 36, width, height - 36)], thick=0.9, colour=INK)
        under = height - 34
        draw_name(pen, 0, under, self.badge.under, _UNDER, width=width, room=2 * SMALL.leading)
        pen.fitted(0, height - 3, self.document.title, SMALL, width=width)


def _draw_number(pen: Pen, width: float, number: str) -> None:
    style = HEAD.tinted(PAPER)
    wide = max(22.0, width_of(number, style, pen.script) + 12)
    pen.box(width - wide, -4, wide, 22, fill=INK, radius=4)
    pen.text(width - wide / 2, 7 + style.size * 0.36, number, style, Align.CENTRE)


def badges_printout(event: Event, options: PrintOptions) -> Printout:
    people = event.entries.filter(left_after_round=None).count() * FORMATS[event.format].lineup

    def build() -> Iterator[Badges]:
        entrants = [entrant for entrant in event_overview(event).entrants if entrant.is_active]
        badges = tuple(badge for entrant in entrants for badge in _badges(entrant))
        yield Badges(event_imprint(event, _("Name badges")), event.name, badges)

    title = titled(_("Name badges"), event, options)
    return Printout(title, pages(people, 10), build, options.paper)


def _badges(entrant: Entrant) -> Iterator[Badge]:
    for player in entrant.players:
        others = [isolated(other.name) for other in entrant.players if other != player]
        under = _("with %(names)s") % {"names": comma_list(others)} if others else ""
        yield Badge(player.name, str(entrant.number), under)


BADGES: Final = Print(
    about=EVENT,
    key="badges",
    phase=Phase.BEFORE,
    title=gettext_lazy("Name badges"),
    text=gettext_lazy("Ten on a page, to be cut out."),
    printout=badges_printout,
    missing=needs_entries,
)

PRINTS: Final = (BADGES,)
