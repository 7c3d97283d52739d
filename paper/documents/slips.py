"""Round slips: filled in and signed at the table, typed in later from the code they carry."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import about, comma_list
from paper.documents.event_prints import (
    event_imprint,
    needs_rounds,
    table_address,
    tables_of,
    titled,
)
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.seating import SeatedRound, SeatedSide, SeatedTable, rounds_seated
from paper.documents.subjects import EVENT
from press.base import Imprint, PageLayout, Paper, Printable, Story
from press.blocks import baseline
from press.names import alike_styles, draw_name
from press.pen import Align, Pen
from press.text import GUIDE, HEAD, INK, LEAD, RULE, SMALL, STRONG, TITLE, Type, width_of
from press.tiles import draw_club, draw_qr, tile_stories
from scoring.running_score import stakes_pay_for_sets
from tournaments.events.models import Event

_HEAD = 46.0
_BOX_HEAD = 9.0
_LINE = 23.0
_LINES = 27.0
_SIGN = 25.0
_HANDS = 15.0
_SETS = 0.65
_BOX = 44.0
_GUTTER = 18.0
_LEAST_NAME = 150.0
_CODE = 54.0
_MOST_STRETCH = 1.0
_SEATS = 34.0
_NAMES = (LEAD.strong(), STRONG.scaled(1.1), STRONG, Type(size=8, leading=8.4).strong())


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of one table; `round` and `table` are complete texts, `code` is short and unique.

    `address` is the content of the QR code, empty if there is no page yet. There are `games` boxes
    beside each side, and one for the result if there is more than one; with `sets`, a box beside
    each for how often the side was set. The hands played are asked of each game below.
    """

    round: str
    table: str
    code: str
    sides: tuple[SeatedSide, ...]
    games: int = 1
    address: str = ""
    sets: bool = False

    @property
    def places(self) -> frozenset[str]:
        """What is written on it of each game, by the names of the form's fields."""
        return frozenset({"side", "hands", *(["set"] if self.sets else [])})


@dataclass(frozen=True, slots=True)
class _ResultBox:
    """A column of boxes to write in: of a game or, with None, of the whole; where and how wide."""

    game: int | None
    sets: bool
    x: float
    wide: float

    @property
    def head(self) -> str:
        if self.sets:
            return _("Set")
        return _("Result") if self.game is None else _("Game {number}").format(number=self.game)


@dataclass(frozen=True, slots=True)
class Slips(Printable):
    """The slips of a round, or of all."""

    imprint: Imprint
    title: str
    slips: tuple[Slip, ...]

    @property
    def names(self) -> Iterator[str]:
        """The names on all slips, which are set alike."""
        return (name for slip in self.slips for side in slip.sides for name in side.names)

    def layout(self, paper: Paper) -> PageLayout:
        return paper.bare

    def stories(self, paper: Paper) -> Iterator[Story]:
        """As many on a page as have room, all of the same size."""
        tiles = [_ResultSlipTile(self, slip) for slip in self.slips]
        most = min(5, max(3, len(tiles)))
        return tile_stories(tiles, most=most, layout=self.layout(paper), imprint=self.imprint)


@dataclass(frozen=True, slots=True)
class _ResultSlipTile:
    document: Slips
    slip: Slip

    @property
    def title(self) -> str:
        return comma_list((self.slip.round, self.slip.table))

    def needed(self, width: float) -> float:
        return _HEAD + _BOX_HEAD + self._lines * self._line + _HANDS + _SIGN

    def draw(self, pen: Pen, width: float, height: float) -> None:
        self._draw_head(pen, width)
        wide = (width - _GUTTER * (self._columns - 1)) / self._columns
        high = self._line
        high += min((height - self.needed(width)) / self._lines, high * _MOST_STRETCH)
        for column in range(self._columns):
            part = pen.area(column * (wide + _GUTTER), 0, wide)
            boxes = self._boxes(wide)
            self._draw_box_heads(part, boxes)
            for line, side in enumerate(self.slip.sides[column :: self._columns]):
                self._draw_side(part, _HEAD + _BOX_HEAD + line * high, side, boxes, high)
        self._draw_hands(pen, _HEAD + _BOX_HEAD + self._lines * high, self._boxes(width))
        _draw_signatures(pen, height, self.slip.sides)

    @property
    def _columns(self) -> int:
        """Return two columns if every side is one player with one box."""
        is_single = all(len(side.names) == 1 for side in self.slip.sides)
        return 2 if is_single and self.slip.games == 1 else 1

    @property
    def _lines(self) -> int:
        return -(-len(self.slip.sides) // self._columns)

    @property
    def _line(self) -> float:
        return _LINES if any(len(side.names) > 1 for side in self.slip.sides) else _LINE

    def _draw_head(self, pen: Pen, width: float) -> None:
        slip, document = self.slip, self.document
        code = _CODE + 8 if slip.address else 0
        if slip.address:
            draw_qr(pen, slip.address, width - _CODE, -10, _CODE)
        room = (width - code) / 2 - 8
        pen.fitted(0, 12, f"{slip.round} · {slip.table}", TITLE.scaled(0.9), width=room * 1.3)
        pen.fitted(0, 27, document.title, SMALL, width=room)
        end = width - code
        draw_club(pen, document.imprint.club, end, 9, width=room * 0.65)
        pen.fitted(end, 26, slip.code, HEAD, width=room * 0.65, align=Align.END)

    def _boxes(self, width: float) -> list[_ResultBox]:
        """The columns of boxes, the last at the end of the line."""
        games: list[int | None] = (
            [*range(1, self.slip.games + 1)] if self.slip.games > 1 else [None]
        )
        kinds = [(game, sets) for game in games for sets in (False, True)[: 1 + self.slip.sets]]
        if self.slip.games > 1:
            kinds.append((None, False))
        shares = [_SETS if sets else 1.0 for _game, sets in kinds]
        unit = min(_BOX * (2 if len(kinds) == 1 else 1), (width - _LEAST_NAME) / sum(shares))
        x, boxes = width - unit * sum(shares), []
        for (game, sets), share in zip(kinds, shares, strict=True):
            boxes.append(_ResultBox(game, sets, x, unit * share))
            x += unit * share
        return boxes

    def _draw_box_heads(self, pen: Pen, boxes: list[_ResultBox]) -> None:
        pen.fitted(0, _HEAD + 3, _("Who plays"), SMALL, width=boxes[0].x - 8)
        for box in boxes:
            middle = box.x + box.wide / 2
            pen.fitted(middle, _HEAD + 3, box.head, SMALL, width=box.wide - 4, align=Align.CENTRE)

    def _draw_hands(self, pen: Pen, y: float, boxes: list[_ResultBox]) -> None:
        """A lower box for the number of hands under the scores of each game."""
        counted = [box for box in boxes if not box.sets and (box.game or self.slip.games == 1)]
        pen.fitted(
            counted[0].x - 6,
            baseline(y, SMALL, _HANDS),
            _("Hands played"),
            SMALL,
            width=counted[0].x - 10,
            align=Align.END,
        )
        for box in counted:
            pen.box(box.x + 2, y + 2, box.wide - 4, _HANDS - 4, stroke=INK, thick=0.6)

    def _draw_side(
        self,
        pen: Pen,
        y: float,
        side: SeatedSide,
        boxes: list[_ResultBox],
        height: float,
    ) -> None:
        names = boxes[0].x
        pen.fitted(0, baseline(y, SMALL, height), side.keys, SMALL, width=_SEATS - 6)
        each = (height - 4) / max(1, len(side.names))
        room = names - _SEATS - 10
        styles = alike_styles(self.document.names, _NAMES, pen.script, width=room, room=each)
        for place, name in enumerate(side.names):
            draw_name(pen, _SEATS, y + 2 + place * each, name, styles, width=room, room=each)
        pen.lines([(0, y, names - 6, y)], thick=0.4, colour=RULE)
        for box in boxes:
            thick = 0.6 if box.game or box.sets else 1.2
            pen.box(box.x + 2, y + 1.5, box.wide - 4, height - 3, stroke=INK, thick=thick)


def _draw_signatures(pen: Pen, foot: float, sides: tuple[SeatedSide, ...]) -> None:
    """A line for each side to sign on, at the foot of the slip."""
    gap = 16.0
    wide = (pen.width - gap * (len(sides) - 1)) / len(sides)
    for place, side in enumerate(sides):
        x = place * (wide + gap)
        text = about(_("Signed"), side.keys)
        label = min(width_of(text, SMALL, pen.script) + 6, wide * 0.6)
        pen.fitted(x, foot - 2, text, SMALL, width=label)
        pen.lines([(x + label, foot, x + wide, foot)], thick=0.5, colour=GUIDE)


_SLIPS_ON_A_PAGE = 4


def slips_printout(event: Event, options: PrintOptions) -> Printout:
    """A slip for every table of a round, or of all that are drawn."""
    tables = tables_of(event)
    if options.round is not None:
        tables = tables.filter(round__number=options.round)

    def build() -> Iterator[Slips]:
        slips = tuple(
            slip_of(event, round_, table, options)
            for round_ in rounds_seated(event, options.round)
            for table in round_.tables
        )
        yield Slips(event_imprint(event, _("Round slips")), event.name, slips)

    title = titled(_("Round slips"), event, options)
    return Printout(title, pages(tables.count(), _SLIPS_ON_A_PAGE), build, options.paper)


def slip_of(
    event: Event, round_: SeatedRound, table: SeatedTable, options: PrintOptions | None = None
) -> Slip:
    """Return the slip of a table, with the address of its page where `options` name a site."""
    words = _("table %(number)d") % {"number": table.number}
    code = f"R{round_.number}-T{table.number}"
    if table.view.shift > 1:
        words = _("table %(number)d, shift %(shift)d") % {
            "number": table.number,
            "shift": table.view.shift,
        }
        code = f"{code}-{table.view.shift}"
    return Slip(
        _("Round %(number)d") % {"number": round_.number},
        words,
        code,
        table.sides,
        table.games,
        table_address(event, options, table.number, round_.number) if options else "",
        sets=stakes_pay_for_sets(event.game, event.rules, event.stakes),
    )


SLIPS: Final = Print(
    about=EVENT,
    key="slips",
    phase=Phase.BEFORE,
    title=gettext_lazy("Round slips"),
    text=gettext_lazy("Filled in and signed at the table, to be typed in later."),
    printout=slips_printout,
    missing=needs_rounds,
    options=frozenset({PrintOption.ROUND, PrintOption.SITE}),
)

PRINTS: Final = (SLIPS,)
