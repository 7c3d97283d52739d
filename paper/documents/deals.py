"""Secret deals on paper: slips for each seat, and a layout sheet.

They are generated on request and not stored: no order, no file. Author and time are logged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import User
from clubs.roles import Right
from paper.documents.event_prints import day_of, event_imprint, titled
from paper.documents.printouts import NothingToPrintError, Printout
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.subjects import EVENT
from press.base import Block, Imprint, PageLayout, Paper, Printable, Story
from press.blocks import Heading, Paragraph, Section, draw_lines
from press.cards import draw_card, draw_short
from press.dominoes import draw_lying, draw_tile
from press.fonts import Script
from press.pen import Align, Pen
from press.text import BODY, FINE, GUIDE, HEAD, INK, RULE, SMALL, TITLE
from press.tiles import tile_stories
from rules.pieces import ends, place_in_hand
from tournaments.deals.models import Deal, DealPaper, DealSet
from tournaments.deals.selectors.deals import dealer_of, secret_deals, set_of
from tournaments.deals.services.deals import deal_print_note
from tournaments.events.models import Event

_HEAD = 30.0
_FOOT = 18.0
_MARGIN = 6.0
_GAP = 3.0
_TALLEST = 66.0
_CARD = 1.4
_TILE = 2.0
_ROW_MOST = 8
_LINE = 21.0
_LYING = 13.5
_SHORT = 11.0
_KEY = 26.0


@dataclass(frozen=True, slots=True)
class SeatHand:
    """The hand of a seat in a deal; `dealer` is the dealer's letter, `centre` the open card."""

    number: int
    key: str
    dealer: str
    pieces: tuple[str, ...]
    centre: str
    are_cards: bool


@dataclass(frozen=True, slots=True)
class DealSlips(Printable):
    """A slip for each seat of each deal, to be cut out and folded."""

    imprint: Imprint
    title: str
    hands: tuple[SeatHand, ...]
    seed_hash: str = ""

    def layout(self, paper: Paper) -> PageLayout:
        return paper.bare

    def stories(self, paper: Paper) -> Iterator[Story]:
        """Two slips side by side, in the order of deals and seats."""
        tiles = [_DealSlipTile(self, hand) for hand in self.hands]
        layout = self.layout(paper)
        return tile_stories(tiles, most=4, layout=layout, imprint=self.imprint, columns=2)


@dataclass(frozen=True, slots=True)
class _DealSlipTile:
    """From above: the outside, the pieces, and the flap that is folded over them."""

    document: DealSlips
    hand: SeatHand

    @property
    def title(self) -> str:
        return _("Deal {number}").format(number=self.hand.number)

    def needed(self, width: float) -> float:
        return _HEAD + 2 * self._panel(width / 2)

    def draw(self, pen: Pen, width: float, height: float) -> None:
        hand, panel = self.hand, (height - _HEAD) / 2
        pen.fitted(0, 14, f"{self.title} · {hand.key}", TITLE.scaled(0.9), width=width * 0.55)
        deals = _("{key} deals").format(key=hand.dealer)
        pen.fitted(width, 13, deals, HEAD, width=width * 0.4, align=Align.END)
        where = self.document.title
        pen.fitted(0, 25, where, SMALL, width=width * 0.7)
        if hand.centre:
            centre = _("in the middle:")
            pen.fitted(width - 22, 25, centre, SMALL, width=width * 0.28, align=Align.END)
            draw_short(pen.unmirrored(width - 18, 16, 18), hand.centre, 0, 10, size=9)
        pen.rule(_HEAD, thick=0.6, colour=INK)
        pen.lines([(0, _HEAD + panel, width, _HEAD + panel)], colour=GUIDE, dash=(5.0, 3.0))
        note = _("Fold here, upwards.")
        pen.fitted(width / 2, _HEAD + panel + 9, note, SMALL, width=width, align=Align.CENTRE)
        foot = height - _FOOT if self.document.seed_hash else height
        self._draw_guard(pen, _HEAD + panel + 13, foot)
        if self.document.seed_hash:
            words = _hash_words(self.document.seed_hash)
            draw_lines(pen, 0, height - _FOOT + 2, words, FINE, width=width)
        self._draw_pieces(pen, width, panel)

    def _panel(self, width: float) -> float:
        high = self._size(width, _TALLEST)[1]
        return self._rows * high + (self._rows + 1) * _MARGIN

    @property
    def _rows(self) -> int:
        return -(-len(self.hand.pieces) // _ROW_MOST)

    @property
    def _columns(self) -> int:
        return -(-len(self.hand.pieces) // self._rows)

    def _size(self, width: float, tallest: float) -> tuple[float, float]:
        """Return the width and height of a piece at which all fit."""
        shape = _CARD if self.hand.are_cards else _TILE
        wide = (width - (self._columns - 1) * _GAP) / self._columns
        wide = min(wide, tallest / shape)
        return wide, wide * shape

    def _draw_pieces(self, pen: Pen, width: float, panel: float) -> None:
        wide, high = self._size(width, (panel - _MARGIN) / self._rows - _MARGIN)
        still = pen.unmirrored(0, _HEAD, width)
        for place, piece in enumerate(self.hand.pieces):
            row, column = divmod(place, self._columns)
            x, y = column * (wide + _GAP), _MARGIN + row * (high + _MARGIN) + high
            if self.hand.are_cards:
                draw_card(still, piece, x, y, size=wide)
            else:
                draw_tile(still, *ends(piece), x, y, size=wide)

    def _draw_guard(self, pen: Pen, top: float, foot: float) -> None:
        """Lines on the flap, so that nothing shows through thin paper."""
        step = 3.0
        for way in (0, 1):
            y = top + way * step / 2
            lines = []
            while y < foot:
                lines.append((0.0, y, pen.width, y))
                y += step
            pen.lines(lines, thick=0.8 if way else 0.4, colour=RULE)


def _hash_words(seed_hash: str) -> str:
    """Return it in two lines, as a slip is narrow."""
    half = len(seed_hash) // 2
    return _("Hash of the seed: {hash}").format(hash=f"{seed_hash[:half]}\n{seed_hash[half:]}")


@dataclass(frozen=True, slots=True)
class LaidHand(Block):
    """The four hands of a deal, a line each, and the card in the middle."""

    hands: tuple[SeatHand, ...]

    def height(self, width: float, script: Script) -> float:
        return _LINE * (len(self.hands) + bool(self.hands[0].centre)) + 4

    def draw(self, pen: Pen, y: float) -> None:
        for hand in self.hands:
            pen.text(0, y + 14, hand.key, HEAD)
            self._draw_line(pen, y, hand.pieces)
            y += _LINE
        if centre := self.hands[0].centre:
            pen.fitted(0, y + 14, _("Mid"), SMALL, width=_KEY - 2)
            self._draw_line(pen, y, (centre,))

    def _draw_line(self, pen: Pen, y: float, pieces: Sequence[str]) -> None:
        still = pen.unmirrored(_KEY, y, pen.width - _KEY)
        for place, piece in enumerate(pieces):
            if self.hands[0].are_cards:
                draw_short(still, piece, place * 2.4 * _SHORT, 15, size=_SHORT)
            else:
                draw_lying(still, *ends(piece), place * (2 * _LYING + 6), 17, size=_LYING)


@dataclass(frozen=True, slots=True)
class LayoutSheet(Printable):
    """All hands of the deals, for laying them out."""

    imprint: Imprint
    title: str
    place: str
    deals: tuple[tuple[SeatHand, ...], ...]
    seed_hash: str = ""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        warning = _("Whoever reads this must not play these deals. Keep it face down.")
        yield Paragraph(warning, BODY.strong())
        if self.seed_hash:
            yield Paragraph(_hash_words(self.seed_hash), SMALL)
        for hands in self.deals:
            title = _("Deal {number}: {key} deals").format(
                number=hands[0].number, key=hands[0].dealer
            )
            yield Section(title, LaidHand(hands))


def deals_printout(event: Event, options: PrintOptions, *, kind: DealPaper) -> Printout:
    count = sum(1 for _deal in secret_deals(event, options.round))
    if not count:
        raise NothingToPrintError(_("There are no deals to print."))
    title = (
        _("Slips of the deals") if kind is DealPaper.SLIPS else _("Sheet to lay the deals out from")
    )

    def documents() -> Iterator[Printable]:
        deals = tuple(_hands(event, deal) for deal in secret_deals(event, options.round))
        seed_hash = DealSet.objects.get(event=event).seed_hash
        if kind is DealPaper.SLIPS:
            slips = tuple(hand for hands in deals for hand in hands)
            imprint = event_imprint(event, _("Slips of the deals"))
            yield DealSlips(imprint, event.name, slips, seed_hash)
        else:
            place = day_of(event)
            if options.round is not None:
                words = _("Round {number} · {day}")
                place = words.format(number=options.round, day=place)
            imprint = event_imprint(event, _("Sheet to lay the deals out from"))
            yield LayoutSheet(imprint, event.name, place, deals, seed_hash)

    return Printout(titled(title, event, options), count, documents, options.paper)


def _note(event: Event, options: PrintOptions, by: User, *, kind: DealPaper) -> None:
    deal_print_note(event=event, kind=kind, by=by, round_number=options.round)


def _hands(event: Event, deal: Deal) -> tuple[SeatHand, ...]:
    presenter = event.presenter
    dealer = presenter.keys[dealer_of(event, deal.number)]
    return tuple(
        SeatHand(
            deal.number,
            key,
            dealer,
            tuple(sorted(pieces, key=place_in_hand) if presenter.cards else pieces[::-1]),
            deal.centre,
            presenter.cards,
        )
        for key, pieces in zip(presenter.keys, deal.hands, strict=True)
    )


def _rounds(event: Event) -> tuple[int, ...]:
    """Return the rounds that the deals of its set are for."""
    deal_set = set_of(event)
    count = deal_set.count // event.deals_per_round if deal_set else 0
    return tuple(range(1, count + 1))


def _has_deals(event: Event) -> bool:
    return bool(event.deals_per_round)


_of_deals = partial(
    Print,
    about=EVENT,
    phase=Phase.BEFORE,
    suits=_has_deals,
    missing=lambda summary: "" if summary.read(_rounds) else _("once there is a deal set"),
    options=frozenset({PrintOption.ROUND}),
    rounds_of=lambda summary: summary.read(_rounds),
    right=Right.RUN,
)

SLIPS: Final = _of_deals(
    key="deal-slips",
    title=gettext_lazy("Slips of the deals"),
    text=gettext_lazy(
        "Secret: one slip to fold for each seat and deal; print once for each table."
    ),
    printout=partial(deals_printout, kind=DealPaper.SLIPS),
    secret=partial(_note, kind=DealPaper.SLIPS),
)
LAYOUT: Final = _of_deals(
    key="deal-layout",
    title=gettext_lazy("Sheet to lay the deals out from"),
    text=gettext_lazy("Secret: all hands of the deals, for whoever lays them out."),
    printout=partial(deals_printout, kind=DealPaper.LAYOUT),
    secret=partial(_note, kind=DealPaper.LAYOUT),
)

PRINTS: Final = (SLIPS, LAYOUT)
