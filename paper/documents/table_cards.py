"""Table cards: a number visible across the hall, the seats, the seating by round, and a code.

A card is cut out and stays on its table all evening; cards of short movements share a page.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from django.db.models import Max
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.roles import Right
from paper.documents.event_prints import (
    entrant_words,
    estimated_pages,
    event_imprint,
    format_place,
    needs_rounds,
    table_address,
    tables_of,
    titled,
)
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.seating import SeatedRound, SeatedTable, rounds_seated
from paper.documents.subjects import EVENT
from press.base import Imprint, PageLayout, Paper, Printable, Story
from press.blocks import baseline, draw_lines, height_of
from press.fonts import Base, Script
from press.names import draw_name
from press.pen import Align, Pen
from press.text import (
    BODY,
    DISPLAY,
    HEAD,
    INK,
    LEAD,
    MUTED,
    PAPER,
    RULE,
    SMALL,
    TINT,
    Type,
    width_of,
    wrap,
)
from press.tiles import INSET, draw_club, draw_qr, tile_stories
from rules import GAMES
from tournaments.events.models import Event
from tournaments.events.selectors.events import Entrant
from tournaments.phones.selectors.table_access import TableLink, is_open_to_guests, table_ways

_SIDE = 200.0
_GAP = 24.0
_TOP = 46.0
_PLAN = 168.0
_CODE = 104.0
_LEAST = _TOP + _PLAN + 8 + _CODE
_ROUND = 8.0
_LABEL = 58.0
_BEFORE_ARROW = 8.0
_ARROW = 0.95
_STYLES = (LEAD, BODY.scaled(1.1), BODY, BODY.scaled(0.92), BODY.scaled(0.85))
_TITLE = 20.0
_TITLES = (HEAD, LEAD.strong(), Type(size=8.5, leading=10).strong())


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at a table in a round, and the player's next table, if any."""

    name: str
    seat: str = ""
    goes: str = ""


@dataclass(frozen=True, slots=True)
class CardRound:
    """A round at one table; without players if the table stays empty."""

    label: str
    sitters: tuple[Sitter, ...]


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of one table; `seats` are the labels of its seats in playing order, clockwise.

    `address` is the content of the code, if there is one, `scan` its caption.
    """

    number: str
    seats: tuple[str, ...]
    rounds: tuple[CardRound, ...]
    address: str
    scan: str


@dataclass(frozen=True, slots=True)
class TableCards(Printable):
    """The cards of all tables of an event; `place` is printed under its name."""

    imprint: Imprint
    title: str
    place: str
    cards: tuple[TableCard, ...]

    def layout(self, paper: Paper) -> PageLayout:
        return paper.bare

    def stories(self, paper: Paper) -> Iterator[Story]:
        """As many cards on a page as have room, all of the same size."""
        sheet = self.layout(paper)
        width, height = sheet.frame
        parts = tuple(
            part
            for card in self.cards
            for part in _cards_split(self, card, width, height - 2 * INSET)
        )
        tiles = [_CardTile(self, part, parts) for part in parts]
        return tile_stories(tiles, most=3, layout=sheet, imprint=self.imprint)


@dataclass(frozen=True, slots=True)
class _CardTile:
    """A card to cut out; those of `all` are set in one size."""

    document: TableCards
    card: TableCard
    all: tuple[TableCard, ...]

    @property
    def title(self) -> str:
        return _("Table %(number)s") % {"number": self.card.number}

    def needed(self, width: float) -> float:
        return max(_LEAST, self.movement(width))

    def movement(self, width: float) -> float:
        return (
            _TOP
            + _moves_height(width, self.document.script)
            + sum(_heights(self.card, width, _STYLES[-1], self.document.script))
            + 4
        )

    def draw(self, pen: Pen, width: float, height: float) -> None:
        self._draw_head(pen, width)
        plan = max(_PLAN, min(_SIDE, height - _TOP - _CODE - 12))
        _draw_plan(pen, self.card, plan, _TOP)
        if self.card.address:
            self._draw_code(pen, _TOP + plan + 8)
        movement = pen.area(_SIDE + _GAP, 0, width - _SIDE - _GAP)
        self._draw_movement(movement, height)

    def _draw_head(self, pen: Pen, width: float) -> None:
        document = self.document
        draw_name(pen, 0, 0, document.title, _TITLES, width=width * 0.62, room=_TITLE)
        pen.fitted(0, 29, document.place, SMALL, width=width * 0.62)
        draw_club(pen, document.imprint.club, width, 15, width=width * 0.35)
        pen.lines([(0, 37, width, 37)], thick=0.9, colour=INK)

    def _draw_code(self, pen: Pen, y: float) -> None:
        draw_qr(pen, self.card.address, 0, y, _CODE)
        x, room = _CODE + 4, _SIDE - _CODE - 4
        scan = self.card.scan
        top = y + (_CODE - height_of(scan, SMALL, room, pen.script)) / 2
        draw_lines(pen, x, top, scan, SMALL, width=room)

    def _draw_movement(self, pen: Pen, height: float) -> None:
        style = self._style(pen.width, height)
        y = _TOP
        for number, (round_, high) in enumerate(
            zip(
                self.card.rounds,
                _heights(self.card, pen.width + _SIDE + _GAP, style, pen.script),
                strict=True,
            )
        ):
            if number:
                pen.lines([(0, y, pen.width, y)], thick=0.4, colour=RULE)
            self._draw_round(pen, y, round_, style)
            y += high
        pen.lines([(0, y, pen.width, y)], thick=0.4, colour=RULE)
        draw_lines(pen, 0, y + 5, _moves(), SMALL, width=pen.width)

    def _draw_round(self, pen: Pen, y: float, round_: CardRound, style: Type) -> None:
        y += _ROUND / 2
        pen.fitted(0, baseline(y, style), round_.label, style.strong(), width=_LABEL - 6)
        if not round_.sitters:
            pen.text(_LABEL, baseline(y, style), _("nobody"), style.tinted(MUTED))
        for sitter in round_.sitters:
            y = _draw_sitter(pen, y, sitter, style)

    def _style(self, inner: float, height: float) -> Type:
        """The largest type in which the whole movement of every card has room."""
        width = inner + _SIDE + _GAP
        return _style_of(
            self.all,
            width,
            height - _TOP - _moves_height(width, self.document.script) - 4,
            self.document.script,
        )


@lru_cache(maxsize=4)
def _style_of(cards: tuple[TableCard, ...], width: float, room: float, script: Script) -> Type:
    for style in _STYLES:
        if all(sum(_heights(card, width, style, script)) <= room for card in cards):
            return style
    return _STYLES[-1]


def _heights(card: TableCard, width: float, style: Type, script: Script) -> list[float]:
    room = width - _SIDE - _GAP - _LABEL - _seat_room(style) - _goes_room(style, script)
    return [
        _ROUND
        + style.leading
        * max(1, sum(len(wrap(s.name, style, room, script)) for s in round_.sitters))
        for round_ in card.rounds
    ]


def _cards_split(
    document: TableCards, card: TableCard, width: float, height: float
) -> Iterator[TableCard]:
    """Return the card, or several if its movement is longer than a page."""
    part: tuple[CardRound, ...] = ()
    for round_ in card.rounds:
        longer = replace(card, rounds=(*part, round_))
        if part and _CardTile(document, longer, (longer,)).movement(width) > height:
            yield replace(card, rounds=part)
            part = ()
        part = (*part, round_)
    yield replace(card, rounds=part)


def _moves() -> str:
    return _("The arrow points to the table of the next round; a dash means sitting out.")


def _moves_height(width: float, script: Script) -> float:
    return height_of(_moves(), SMALL, width - _SIDE - _GAP, script) + 5


def _seat_room(style: Type) -> float:
    return style.size * 3.4


def _goes_room(style: Type, script: Script) -> float:
    """The room of an arrow and of a table's number of three digits."""
    return _BEFORE_ARROW + style.size * _ARROW + 4 + width_of("000", style, script)


def _draw_sitter(pen: Pen, y: float, sitter: Sitter, style: Type) -> float:
    """Draw the seat, the name over several lines if necessary, and the next table below."""
    seat, goes = _seat_room(style), _goes_room(style, pen.script)
    line = baseline(y, style)
    quiet = style.scaled(0.86).tinted(MUTED)
    pen.fitted(_LABEL, line, sitter.seat, quiet, width=seat - 6, base=Base.LTR)
    if sitter.goes:
        x = pen.width - goes + _BEFORE_ARROW
        _draw_arrow(pen, x, line - style.size * 0.32, style)
        pen.text(pen.width, line, sitter.goes, style, Align.END)
    return draw_lines(
        pen, _LABEL + seat, y, sitter.name, style, width=pen.width - _LABEL - seat - goes
    )


def _draw_arrow(pen: Pen, x: float, y: float, style: Type) -> None:
    """An arrow in the direction of reading."""
    length, head = style.size * _ARROW, style.size * 0.26
    end = x + length
    pen.lines(
        [(x, y, end, y), (end - head, y - head, end, y), (end - head, y + head, end, y)],
        thick=0.8,
        colour=MUTED,
        cap=1,
    )


_AROUND: dict[int, tuple[tuple[float, float], ...]] = {
    3: ((0.5, 1), (0, 0.5), (1, 0.5)),
    4: ((0.5, 1), (0, 0.5), (0.5, 0), (1, 0.5)),
    5: ((0.5, 1), (0, 0.6), (0.2, 0), (0.8, 0), (1, 0.6)),
}
"""Where seats are around a table seen from above: the first below, the next to its left."""


def _draw_plan(pen: Pen, card: TableCard, size: float, y: float) -> None:
    """The table from above with its number, and the seats clockwise; never mirrored."""
    still = pen.unmirrored((_SIDE - size) / 2, y, size)
    edge = 27.0
    inner = size - 2 * edge
    still.box(edge, edge, inner, inner, fill=TINT, stroke=INK, thick=1.4, radius=10)
    label = SMALL
    still.fitted(
        size / 2, edge + 17, _("Table"), label.tinted(INK), width=inner - 12, align=Align.CENTRE
    )
    big = DISPLAY.scaled(min(2.7, (inner - 22) / width_of(card.number, DISPLAY, pen.script)))
    still.text(size / 2, size / 2 + 6 + big.size * 0.36, card.number, big, Align.CENTRE)
    for (across, down), seat in zip(_AROUND.get(len(card.seats), ()), card.seats, strict=False):
        x = edge / 2 + across * (size - edge)
        line = edge / 2 + down * (size - edge)
        still.dot(x, line, 10.5, fill=INK, stroke=INK)
        still.text(
            x,
            line + LEAD.size * 0.36,
            seat,
            LEAD.strong().tinted(PAPER),
            Align.CENTRE,
        )


_ROUNDS_ON_A_CARD = 20


Codes = Mapping[int, tuple[str, str]]
"""The address in the code of each table's card, and its caption."""


def page_codes(event: Event, options: PrintOptions, numbers: Sequence[int]) -> Codes:
    """Return the addresses of the tables' pages for members."""
    caption = _("Scan to see and to record what is played at this table.")
    return {number: (table_address(event, options, number), caption) for number in numbers}


def table_cards_printout(
    event: Event,
    options: PrintOptions,
    codes_of: Callable[[Event, PrintOptions, Sequence[int]], Codes] = page_codes,
) -> Printout:
    """A card for every table, with all rounds that are drawn."""
    tables = tables_of(event).aggregate(last=Max(Coalesce("stands_at", "number")))["last"] or 0

    def build() -> Iterator[TableCards]:
        rounds = rounds_seated(event)
        numbers = range(1, tables + 1)
        codes = codes_of(event, options, numbers)
        cards = (_table_card(event, rounds, number, codes[number]) for number in numbers)
        imprint = event_imprint(event, _("Table cards"))
        yield TableCards(imprint, event.name, format_place(event), tuple(cards))

    title = titled(_("Table cards"), event, options)
    total = estimated_pages(tables, event.rounds.count(), on_a_page=2, rounds=_ROUNDS_ON_A_CARD)
    return Printout(title, total, build, options.paper)


def _table_card(
    event: Event, rounds: tuple[SeatedRound, ...], number: int, code: tuple[str, str]
) -> TableCard:
    seats = _most_seated(rounds, number, GAMES[event.game].seats)
    followers = (*rounds[1:], None)
    return TableCard(
        number=str(number),
        seats=event.presenter.player_keys(seats),
        rounds=tuple(
            CardRound(
                _("Round %(number)d") % {"number": round_.number},
                tuple(_sitters(round_, following, number)),
            )
            for round_, following in zip(rounds, followers, strict=True)
        ),
        address=code[0],
        scan=code[1],
    )


def _most_seated(rounds: tuple[SeatedRound, ...], number: int, least: int) -> int:
    """How many people a table has at most."""
    tables = (table for round_ in rounds for table in round_.tables if table.number == number)
    return max((sum(len(side.seats) for side in table.sides) for table in tables), default=least)


def _sitters(round_: SeatedRound, following: SeatedRound | None, number: int) -> Iterator[Sitter]:
    for table in round_.tables:
        if table.number != number:
            continue
        seated = [
            Sitter(_sitting(table, entrant), table.seats_of(entrant), _next(following, entrant))
            for side in table.sides
            for entrant in side.entrants
        ]
        yield from sorted(seated, key=lambda sitter: sitter.seat)


def _sitting(table: SeatedTable, entrant: Entrant) -> str:
    """Return a table's players, and the shift if it is not the first."""
    name = entrant_words(entrant)
    if table.view.shift == 1:
        return name
    return _("%(name)s, shift %(shift)d") % {"name": name, "shift": table.view.shift}


def _next(following: SeatedRound | None, entrant: Entrant) -> str:
    """Return the table of the next round; a dash for a bye."""
    if following is None:
        return ""
    place = following.place_of(entrant.entry_id)
    return place[0].view.label if place else "–"


TABLE_CARDS: Final = Print(
    about=EVENT,
    key="table-cards",
    phase=Phase.BEFORE,
    title=gettext_lazy("Table cards"),
    text=gettext_lazy("Number, seats, who sits here when, and a code that opens the table's page."),
    printout=table_cards_printout,
    missing=needs_rounds,
    options=frozenset({PrintOption.SITE}),
)

# --- cards that open a table on a phone without an account


def phone_codes(event: Event, options: PrintOptions, numbers: Sequence[int]) -> Codes:
    """Return the addresses that let phones in."""
    return {way.number: _phone_code(options, way) for way in table_ways(event, numbers)}


def _phone_code(options: PrintOptions, way: TableLink) -> tuple[str, str]:
    """Return the address for a player's phone with its caption; None if it was withdrawn."""
    if not options.site or not way.path:
        return "", ""
    address = f"{options.site}{way.path}"
    words = _("Scan to record what is played at this table, or open %(address)s")
    return address, words % {"address": address.partition("://")[2]}


PHONE_CARDS: Final = Print(
    about=EVENT,
    key="phone-cards",
    phase=Phase.BEFORE,
    title=gettext_lazy("Table cards for players' phones"),
    text=gettext_lazy(
        "The same with a code that opens the table on a phone without an account, as long as "
        "players record hands at this event."
    ),
    printout=partial(table_cards_printout, codes_of=phone_codes),
    missing=needs_rounds,
    suits=is_open_to_guests,
    options=frozenset({PrintOption.SITE}),
    right=Right.RUN,
)
"""Its address lets anybody write, so only those who run the event may print it."""

PRINTS: Final = (TABLE_CARDS, PHONE_CARDS)
