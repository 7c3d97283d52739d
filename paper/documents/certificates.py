"""Certificates: one landscape sheet for each winner, to be framed."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.text import comma_list
from paper.documents.event_prints import day_of, event_imprint, needs_end, titled
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.subjects import EVENT
from press.base import Block, Imprint, PageLayout, Paper, Printable
from press.blocks import baseline
from press.cards import draw_suit
from press.dominoes import draw_tile
from press.fonts import Base, Script, isolated
from press.marks import arrange
from press.names import set_name
from press.pen import Align, Pen
from press.text import ACCENT, BODY, DISPLAY, INK, LEAD, MUTED, SMALL, TITLE, Type, base_of, wrap
from tournaments.events.event_labels import line_name
from tournaments.events.models import Event
from tournaments.events.selectors.standings import StandingRow, standings_for

_TILE = 22.0
_MARKS = 7
_SIGN = 190.0
_SIDES = 120.0  # side margins without text, left and right together
_TEXT = 100.0
_FOOT = 122.0
_NAMES_ROOM = 112.0
_NARROWER = tuple(share / 20 for share in range(10, 20))
_NAMES = tuple(DISPLAY.scaled(part) for part in (1.1, 0.94, 0.8, 0.66, 0.54, 0.45))


class Ornament(Enum):
    """The ornament at the foot: the seven doubles, or the four suits."""

    DOMINOES = "dominoes"
    SUITS = "suits"


@dataclass(frozen=True, slots=True)
class Certificate(Printable):
    """A certificate from top to bottom: `claim` comes before the names, `deed` after them.

    `signers` are who signs below, by their offices.
    """

    imprint: Imprint
    title: str
    claim: str
    names: tuple[str, ...]
    deed: str
    facts: str
    day: str
    signers: tuple[str, ...]
    ornament: Ornament

    @property
    def bookmark(self) -> str:
        return f"{self.title} · {comma_list(self.names)}"

    def layout(self, paper: Paper) -> PageLayout:
        return paper.bare_across

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield _CertificatePage(self, height)


@dataclass(frozen=True, slots=True)
class _CertificatePage(Block):
    certificate: Certificate
    full: float

    def height(self, width: float, script: Script) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        certificate = self.certificate
        page = pen.area(0, y, pen.width)
        _draw_border(page, self.full)
        _draw_word(page, 34, 40)
        _centred(page, 82, certificate.imprint.club, LEAD.strong().tinted(ACCENT))
        self._draw_text(page, _TEXT, self.full - _FOOT - _TEXT)
        _draw_ornament(page, certificate.ornament, self.full - _FOOT)
        self._draw_foot(page)

    def _draw_text(self, pen: Pen, y: float, room: float) -> None:
        """Draw the text, spread between club and ornament."""
        certificate = self.certificate
        parts = [
            *_lines(pen, certificate.title, DISPLAY),
            *_lines(pen, certificate.claim, LEAD.tinted(MUTED)),
            *self._name_lines(pen),
            *_lines(pen, certificate.deed, TITLE.scaled(0.86)),
            *_lines(pen, certificate.facts, LEAD),
        ]
        gaps = sum(part.starts for part in parts) + 1
        gap = min(22.0, (room - sum(part.style.leading for part in parts)) / gaps)
        used = sum(part.style.leading for part in parts) + gap * (gaps - 2)
        y += (room - used) / 2 - gap
        for part in parts:
            y += gap * part.starts
            line = baseline(y, part.style)
            pen.text(pen.width / 2, line, part.text, part.style, Align.CENTRE, base=part.base)
            y += part.style.leading

    def _name_lines(self, pen: Pen) -> Iterator["_CertificateLine"]:
        names, width = self.certificate.names, pen.width - _SIDES
        room = _NAMES_ROOM / len(names)
        styles = [set_name(name, _NAMES, pen.script, width=width, room=room)[0] for name in names]
        style = min(styles, key=lambda style: style.size)
        starts = True
        for name in names:
            for line in set_name(name, (style,), pen.script, width=width, room=room)[1]:
                yield _CertificateLine(line, style, base_of(name, pen.script), starts=starts)
                starts = False

    def _draw_foot(self, pen: Pen) -> None:
        """The day, and a line for each signature."""
        certificate, foot = self.certificate, self.full - 46
        places = (*certificate.signers, certificate.day)
        gap = (pen.width - 96 - _SIGN * len(places)) / max(1, len(places) - 1)
        for number, text in enumerate(places):
            x = 48 + number * (_SIGN + gap)
            pen.lines([(x, foot, x + _SIGN, foot)], thick=0.6, colour=INK)
            signs = number < len(certificate.signers)
            style, line = (SMALL, foot + 13) if signs else (BODY.scaled(1.15), foot - 6)
            pen.fitted(x + _SIGN / 2, line, text, style, width=_SIGN, align=Align.CENTRE)


class _CertificateLine(NamedTuple):
    """A centred line; `starts` adds space above it."""

    text: str
    style: Type
    base: Base
    starts: bool


def _lines(pen: Pen, text: str, style: Type) -> Iterator[_CertificateLine]:
    base = base_of(text, pen.script)
    for place, line in enumerate(
        _evenly(text, style, pen.width - _SIDES, base, pen.script) if text else ()
    ):
        yield _CertificateLine(line, style, base, starts=place == 0)


def _evenly(text: str, style: Type, width: float, base: Base, script: Script) -> tuple[str, ...]:
    """Return a text on as few lines as it takes, none much shorter than the others."""
    lines = wrap(text, style, width, script, base)
    narrower = (wrap(text, style, width * share, script, base) for share in _NARROWER)
    return next((even for even in narrower if len(even) == len(lines)), lines)


def _centred(pen: Pen, y: float, text: str, style: Type) -> None:
    where = baseline(y, style)
    pen.fitted(pen.width / 2, where, text, style, width=pen.width - _SIDES, align=Align.CENTRE)


def _draw_border(pen: Pen, height: float) -> None:
    pen.box(4, 4, pen.width - 8, height - 8, stroke=ACCENT, thick=2.4, radius=9)
    pen.box(11, 11, pen.width - 22, height - 22, stroke=INK, thick=0.6, radius=5)


def _draw_word(pen: Pen, y: float, height: float) -> None:
    """The seven strokes of ALL, as they are earned at the table."""
    drawing = arrange(_MARKS, 0, pen.width, height)
    still = pen.unmirrored((pen.width - drawing.width) / 2, y, drawing.width)
    still.lines((s.segment for s in drawing.strokes), thick=height * 0.08, colour=ACCENT, cap=1)


def _draw_ornament(pen: Pen, ornament: Ornament, y: float) -> None:
    match ornament:
        case Ornament.DOMINOES:
            wide = 7 * _TILE + 6 * 10
            still = pen.unmirrored((pen.width - wide) / 2, y, wide)
            for pips in range(7):
                draw_tile(still, pips, pips, pips * (_TILE + 10), 2 * _TILE, size=_TILE)
        case Ornament.SUITS:
            wide = 4 * _TILE + 3 * 22
            still = pen.unmirrored((pen.width - wide) / 2, y, wide)
            for place, suit in enumerate("SHDC"):
                draw_suit(still, suit, place * (_TILE + 22), 1.5 * _TILE, size=_TILE)


_HONOURED = 3


def certificates_printout(event: Event, options: PrintOptions) -> Printout:
    """Print a certificate for each of the first three places, also for shared ones."""
    honoured = event.standings.filter(rank__lte=_HONOURED)

    def build() -> Iterator[Certificate]:
        rows = standings_for(event).rows
        imprint = event_imprint(event, _("Certificate"))
        for row in rows:
            if row.rank <= _HONOURED:
                yield _certificate(event, imprint, row)

    title = titled(_("Certificates"), event, options)
    return Printout(title, honoured.count(), build, options.paper)


def _certificate(event: Event, imprint: Imprint, row: StandingRow) -> Certificate:
    names = tuple(player.name for player in row.entrant.players)
    ornament = Ornament.SUITS if event.presenter.cards else Ornament.DOMINOES
    facts = _("Place %(rank)d of %(count)d") % {"rank": row.rank, "count": row.field_size}
    facts = " · ".join(filter(None, (line_name(event.game, row.line), facts)))
    return Certificate(
        imprint=imprint,
        title=_("Certificate"),
        claim=_("Awarded to"),
        names=names,
        deed=_deed(event, row.rank, len(names)),
        facts=_("%(place)s, shared") % {"place": facts} if row.tied else facts,
        day=day_of(event),
        signers=(_("Tournament director"), _("For the club")),
        ornament=ornament,
    )


def _deed(event: Event, rank: int, people: int) -> str:
    match rank:
        case 1:
            deed = ngettext("Winner of %(event)s", "Winners of %(event)s", people)
        case 2:
            deed = _("Second place in %(event)s")
        case _:
            deed = _("Third place in %(event)s")
    return deed % {"event": isolated(event.name)}


CERTIFICATES: Final = Print(
    about=EVENT,
    key="certificates",
    phase=Phase.AFTER,
    title=gettext_lazy("Certificates"),
    text=gettext_lazy("For the first three places, to be signed and framed."),
    printout=certificates_printout,
    missing=needs_end,
)

PRINTS: Final = (CERTIFICATES,)
