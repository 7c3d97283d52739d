"""The calendar of a club to hang up: every coming evening, legible from two metres."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from core.languages import date_text
from leagues.selectors.coming import ComingDay, coming_days, coming_period
from paper.documents.event_prints import plain_imprint
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.subjects import CLUB
from press.base import Block, Imprint, Printable
from press.blocks import Heading, Paragraph, baseline, draw_lines, height_of
from press.fonts import Script, isolated
from press.pen import Pen
from press.text import LEAD, MUTED, RULE, Type, width_of

_LARGE: Final = Type(size=20, leading=24)
_SCALES: Final = (1.0, 0.95, 0.9, 0.85, 0.8)
"""Capitals are 5 mm high at most and 4 mm at least, which is read from two metres."""
_GAP, _PADDING = 14.0, 7.0
_ON_A_PAGE = 12
"""Approximate number of days on a page."""


@dataclass(frozen=True, slots=True)
class ClubCalendar(Printable):
    """The calendar of a club in a ``period``, in the largest type in which it is one page."""

    imprint: Imprint
    title: str
    period: str
    days: tuple[ComingDay, ...]

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        heading = Heading(self.title, self.period)
        yield heading
        if not self.days:
            yield Paragraph(_("No evening is planned in this period."), LEAD.scaled(1.4))
        room = height - heading.height(width, self.script)
        yield from next(
            rows
            for scale in _SCALES
            if _have_room(rows := self._rows(scale), width, room, scale, self.script)
        )

    def _rows(self, scale: float) -> list["_Row"]:
        style = _LARGE.scaled(scale)
        words = [word for day in self.days for word in (_date(day), _time(day))]
        dates = max((width_of(word, style.strong(), self.script) for word in words), default=0)
        return [_Row(day, style, dates + _GAP) for day in self.days]


def _have_room(rows: list["_Row"], width: float, room: float, scale: float, script: Script) -> bool:
    return scale == _SCALES[-1] or sum(row.height(width, script) for row in rows) <= room


@dataclass(frozen=True, slots=True)
class _Row(Block):
    day: ComingDay
    style: Type
    dates: float

    def height(self, width: float, script: Script) -> float:
        beside = width - self.dates
        texts = height_of(self.day.title, self.style.strong(), beside, script)
        texts += sum(height_of(words, self.style, beside, script) for words in _details(self.day))
        dates = self.style.leading * (2 if self.day.begins else 1)
        return max(texts, dates) + _PADDING

    def draw(self, pen: Pen, y: float) -> None:
        pen.rule(y, colour=RULE)
        y += _PADDING / 2
        strong, quiet = self.style.strong(), self.style.tinted(MUTED)
        pen.text(0, baseline(y, strong), _date(self.day), strong)
        pen.text(0, baseline(y + strong.leading, self.style), _time(self.day), self.style)
        width = pen.width - self.dates
        below = draw_lines(pen, self.dates, y, self.day.title, strong, width=width)
        for words in _details(self.day):
            below = draw_lines(pen, self.dates, below, words, quiet, width=width)


def _date(day: ComingDay) -> str:
    return date_text(day.date, "weekday_month")


def _time(day: ComingDay) -> str:
    return date_text(day.begins, "time")


def _details(day: ComingDay) -> tuple[str, ...]:
    """Return a line each of what is known of an event."""
    seasons = (name for name in day.seasons if name not in day.title)
    known = [day.game, *map(isolated, (*seasons, *day.divisions))]
    details = [isolated(day.place)] if day.place else []
    return *details, " · ".join(map(str, known))


def calendar_printout(club: Club, options: PrintOptions) -> Printout:
    """Print the chosen period, the coming six months unless dates are given."""
    since, until = coming_period(options.since, options.until)
    days = coming_days(club, since=since, until=until)
    title = _("Club calendar")
    values = {"since": date_text(since), "until": date_text(until)}

    def build() -> Iterator[ClubCalendar]:
        period = _("From %(since)s to %(until)s") % values
        imprint = plain_imprint(club.name, title)
        yield ClubCalendar(imprint, club.name, period, tuple(days))

    name = _("Club calendar: %(club)s") % {"club": club.name}
    return Printout(name, 1, build, options.paper, pages(len(days), _ON_A_PAGE))


CALENDAR: Final = Print(
    about=CLUB,
    key="calendar",
    phase=Phase.BEFORE,
    title=gettext_lazy("Club calendar for the wall"),
    text=gettext_lazy(
        "Every event and evening with date, time and place, in large type. Without dates it shows "
        "the coming six months."
    ),
    printout=calendar_printout,
    options=frozenset({PrintOption.SINCE, PrintOption.UNTIL}),
)

PRINTS: Final = (CALENDAR,)
