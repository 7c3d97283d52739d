"""Name badges, ten to a page: the name as large as it goes, for whom one plays, the number."""

from collections.abc import Iterator
from dataclasses import dataclass

from press.base import Imprint, Sheet, Story
from press.names import draw_name
from press.pen import Align, Pen
from press.style import ACCENT, BODY, DISPLAY, HEAD, INK, PAPER, SMALL
from press.text import width_of
from press.tiles import tile_stories

_COLUMNS, _ROWS = 2, 5
_NAMES = tuple(DISPLAY.scaled(part) for part in (0.94, 0.82, 0.7, 0.6, 0.5, 0.42, 0.36))
_UNDER = (BODY.scaled(1.1), BODY, SMALL.tinted(INK))


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge; `number` is the entry's, `under` who it is played with.

    >>> Badge("Ann Lee", number="7", under="with Bob Stone").number
    '7'
    """

    name: str
    number: str = ""
    under: str = ""


@dataclass(frozen=True, slots=True)
class Badges:
    """The badges of everybody who takes part."""

    imprint: Imprint
    title: str
    badges: tuple[Badge, ...]


def badge_stories(document: Badges, sheet: Sheet) -> Iterator[Story]:
    """Ten on each page."""
    tiles = [_BadgeTile(document, badge) for badge in document.badges]
    yield from tile_stories(
        tiles, columns=_COLUMNS, rows=_ROWS, sheet=sheet, imprint=document.imprint
    )


@dataclass(frozen=True, slots=True)
class _BadgeTile:
    document: Badges
    badge: Badge

    @property
    def title(self) -> str:
        return self.badge.name

    def draw(self, pen: Pen, width: float, height: float) -> None:
        head = width - (40 if self.badge.number else 0)
        club = SMALL.strong().tinted(ACCENT)
        pen.fitted(0, 10, self.document.imprint.club, club, width=head)
        if self.badge.number:
            _draw_number(pen, width, self.badge.number)
        draw_name(pen, 0, 26, self.badge.name, _NAMES, width=width, room=height - 68)
        pen.lines([(0, height - 36, width, height - 36)], thick=0.9, colour=INK)
        under = height - 34
        draw_name(pen, 0, under, self.badge.under, _UNDER, width=width, room=2 * SMALL.leading)
        pen.fitted(0, height - 3, self.document.title, SMALL, width=width)


def _draw_number(pen: Pen, width: float, number: str) -> None:
    style = HEAD.tinted(PAPER)
    wide = max(22.0, width_of(number, style) + 12)
    pen.box(width - wide, -4, wide, 22, fill=INK, radius=4)
    pen.text(width - wide / 2, 7 + style.size * 0.36, number, style, Align.CENTRE)
