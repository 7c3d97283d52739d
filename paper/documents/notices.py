"""The notice for the wall: codes and addresses of the sign-up and of the public page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.languages import date_text
from paper.documents.event_prints import event_imprint, format_place, titled
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.subjects import EVENT, EventSummary
from press.base import Block, Imprint, PageLayout, Paper, Printable
from press.blocks import baseline, draw_lines, height_of
from press.fonts import Base, Script
from press.names import set_name
from press.pen import Align, Pen
from press.text import ACCENT, DISPLAY, INK, LEAD, TITLE, base_of, width_of
from press.tiles import draw_qr
from tournaments.events.models import Event, EventState
from tournaments.phones.selectors.sign_ups import (
    WhyClosed,
    closed_why,
    public_page_of,
    sign_up_page_of,
)

_EDGE = 22.0
_TITLE = 34.0
_CODES = 158.0
_GAP = 12.0
_MOST = 270.0
_ADDRESS = 40.0
_TITLE_ROOM = 84.0
_TITLES = tuple(DISPLAY.scaled(part) for part in (1.2, 1.0, 0.8, 0.65))


@dataclass(frozen=True, slots=True)
class NoticeCode:
    """A code with its heading, purpose and address."""

    heading: str
    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Notice(Printable):
    """One page to hang up: the event, its `facts` in one line, and one code or two."""

    imprint: Imprint
    title: str
    facts: str
    codes: tuple[NoticeCode, ...]

    def layout(self, paper: Paper) -> PageLayout:
        return paper.bare

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield _NoticePage(self, height)


@dataclass(frozen=True, slots=True)
class _NoticePage(Block):
    notice: Notice
    full: float

    def height(self, width: float, script: Script) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        notice = self.notice
        page = pen.area(_EDGE, y, pen.width - 2 * _EDGE)
        pen.box(4, y + 4, pen.width - 8, self.full - 8, stroke=ACCENT, thick=2.4, radius=9)
        club = LEAD.strong().tinted(ACCENT)
        page.fitted(0, _TITLE, notice.imprint.club, club, width=page.width)
        style, lines = set_name(
            notice.title, _TITLES, pen.script, width=page.width, room=_TITLE_ROOM
        )
        below = _TITLE + 14
        for line in lines:
            page.text(
                0, baseline(below, style), line, style, base=base_of(notice.title, pen.script)
            )
            below += style.leading
        page.fitted(0, baseline(below + 6, LEAD), notice.facts, LEAD.scaled(1.2), width=page.width)
        room = (self.full - _CODES - _EDGE - _GAP * (len(notice.codes) - 1)) / len(notice.codes)
        for number, code in enumerate(notice.codes):
            _draw_code(page, code, _CODES + number * (room + _GAP), room)


def _draw_code(pen: Pen, code: NoticeCode, y: float, room: float) -> None:
    """Draw the code with its purpose beside it and the typed address below in one line."""
    pen.lines([(0, y, pen.width, y)], thick=0.9, colour=INK)
    size = min(_MOST, room - _ADDRESS)
    top = y + (room - _ADDRESS - size) / 2
    draw_qr(pen, code.address, 0, top, size)
    x = size + 16
    text = pen.area(x, top, pen.width - x)
    parts = [(code.heading, DISPLAY.scaled(0.8)), (code.text, LEAD.scaled(1.3))]
    at = (
        size - 12 - sum(height_of(words, style, text.width, pen.script) for words, style in parts)
    ) / 2
    for words, style in parts:
        at = draw_lines(text, 0, at, words, style, width=text.width) + 12
    shown = code.address.partition("://")[2]
    style = TITLE.scaled(min(0.9, pen.width / width_of(shown, TITLE, pen.script, Base.LTR)))
    pen.text(pen.width / 2, top + size + 20, shown, style, Align.CENTRE, base=Base.LTR)


def _codes(event: Event, site: str) -> tuple[NoticeCode, ...]:
    """The pages that are on, the sign-up while it can still be used. Five queries at most."""
    codes = []
    page = sign_up_page_of(event)
    if page is not None and closed_why(page) in {None, WhyClosed.CROWDED}:
        words = _("Scan the code to sign up, or type the address.")
        if page.closes_at is not None:
            until = date_text(page.closes_at, "moment")
            words = _("Scan the code to sign up, or type the address. Until %(until)s.") % {
                "until": until
            }
        address = site + reverse("public-sign-up", args=[page.code])
        codes.append(NoticeCode(_("Sign up"), words, address))
    public = public_page_of(event)
    if public is not None:
        words = _("Rounds, results and standings: scan the code, or type the address.")
        address = site + reverse("public-rounds", args=[public.code])
        codes.append(NoticeCode(_("Follow along tonight"), words, address))
    return tuple(codes)


def notice_printout(event: Event, options: PrintOptions) -> Printout:
    """Print one page with the codes; nothing if no page is on, or the site's address is unknown."""
    codes = _codes(event, options.site) if options.site else ()
    imprint = event_imprint(event, _("Notice"))

    def build() -> Iterator[Notice]:
        yield Notice(imprint, event.name, format_place(event), codes)

    return Printout(titled(_("Notice"), event, options), min(1, len(codes)), build, options.paper)


def is_shown(event: Event) -> bool:
    """Whether it has a public page or an open sign-up. One query."""
    signing_up = Q(sign_up_page__is_on=True, state=EventState.DRAFT)
    shown = Event.objects.filter(signing_up | Q(public_page__is_on=True), pk=event.pk)
    return shown.exists()


def _missing(summary: EventSummary) -> str:
    return "" if summary.read(is_shown) else _("once the sign-up or the public page is open")


NOTICE: Final = Print(
    about=EVENT,
    key="notice",
    phase=Phase.BEFORE,
    title=gettext_lazy("Notice with codes for the wall"),
    text=gettext_lazy("One page with the code and address of the sign-up and of the public page."),
    printout=notice_printout,
    missing=_missing,
    options=frozenset({PrintOption.SITE, PrintOption.POSTER}),
)

PRINTS: Final = (NOTICE,)
