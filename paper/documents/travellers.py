"""The same deals at every table, on paper: travellers, the recap of every deal, own deals.

Only deals whose round is over at every table.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.figures import UNKNOWN
from core.text import about, beside, comma_list
from engine.standings.metrics import METRICS
from games.printing import ROUND_THE_TABLE
from paper.documents.event_prints import entrant_words, event_imprint, format_place, titled
from paper.documents.hand_diagrams import WIDTH as DIAGRAM
from paper.documents.hand_diagrams import DealtHand, Diagram, Pieces
from paper.documents.makeables import ABOVE as ABOVE_MAKEABLES
from paper.documents.makeables import Makeables, makeables_of
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.subjects import EVENT, EventSummary
from press.base import Block, Space
from press.blocks import HALF_PAGE, Document, KeepTogether, Paragraph, Section, Stack, baseline
from press.cards import draw_short
from press.fonts import Script, isolated
from press.pen import Align, Pen
from press.tables import PADDING, Column, TextCell, TextTable, cell, number
from press.text import INK, LEAD, MUTED, QUIET, SMALL, Type, width_of
from rules.pieces import place_in_hand
from tournaments.deals.models import Deal
from tournaments.deals.selectors.deals import dealer_of, deals_over, numbers_of_round
from tournaments.deals.selectors.travellers import (
    CardRow,
    Traveller,
    TravellerCell,
    TravellerRow,
    Travellers,
)
from tournaments.deals.services.deals import travellers_analysed
from tournaments.events.event_labels import AWARD_LABELS, line_name, metric_label
from tournaments.events.models import Event, Standing
from tournaments.events.selectors.events import Entrant
from tournaments.events.templatetags.places import shown

_TEXT: Final = Type(size=8, leading=10)
_STRONG: Final = _TEXT.strong()
_FIGURE: Final = 36.0
_NUMBER: Final = 27.0
_GAP: Final = 16.0
_HEAD: Final = 19.0
_BELOW: Final = 5.5
_MOST_BESIDE: Final = 12
"""Maximum number of tables beside a diagram; more are printed below it."""


@dataclass(frozen=True, slots=True)
class PrintedDeal:
    """A deal as it was played, with its dealer's key and what is drawn of it, if anything."""

    played: Traveller
    dealer: str
    hands: tuple[DealtHand, ...] = ()
    pieces: Pieces = Pieces.DOMINOES
    centre: str = ""
    makeables: Makeables | None = None

    @property
    def title(self) -> str:
        return _("Deal {number}: {key} deals").format(number=self.played.number, key=self.dealer)

    @property
    def rows(self) -> list[TravellerRow]:
        return sorted(self.played.rows, key=lambda row: row.table.number)

    @property
    def par(self) -> str:
        """The par in one line; empty if unknown."""
        par = self.played.makeable.par if self.played.makeable else ""
        return about(_("Par"), par) if par else ""

    @property
    def frequencies(self) -> str:
        """How often each result was made, in one line; empty without any."""
        scores = self.played.frequencies
        often = comma_list(f"{score}\u00a0×\u00a0{times}" for score, times in scores)
        return about(_("How often"), often) if often else ""


def _numbers(side: TravellerCell) -> str:
    return " · ".join(str(entrant.number) for entrant in side.entrants)


def _names(entrants: Sequence[Entrant]) -> tuple[str, ...]:
    return tuple(map(entrant_words, entrants))


def _in_room(row: TravellerRow) -> str:
    return str(row.table.in_room)


def _note(row: TravellerRow) -> str:
    """Return what replaces contract and result: a ruling, or that there is no result."""
    if row.ruling:
        awards = " / ".join(str(AWARD_LABELS[side.award]) for side in row.cells if side.award)
        return _("Ruling: {awards}").format(awards=awards)
    return "" if row.words else _("no result: left out")


def _contract(row: TravellerRow) -> str:
    """Return bidder, bid and contract, or the note."""
    if (note := _note(row)) or row.words is None:
        return note
    words = row.words
    parts = filter(None, (words.bidder, words.bid, words.contract.text))
    return beside(*parts, space=" ")


def _made(row: TravellerRow) -> str:
    if row.ruling or row.words is None:
        return ""
    return comma_list(filter(None, (row.words.result, row.words.detail)))


def _contract_and_result(row: TravellerRow) -> str:
    return comma_list(filter(None, (_contract(row), _made(row))))


def traveller_blocks(
    deals: Iterable[PrintedDeal], sides: tuple[str, ...], worth: str
) -> Iterator[Block]:
    """Yield a traveller for each deal: every table's result with its players' names.

    ``sides`` are the keys of the sides; ``worth`` heads the values of results.
    """
    for deal in deals:
        lines = [Paragraph(line, SMALL) for line in (deal.par, deal.frequencies) if line]
        body = Stack((*lines, _traveller(deal, sides, worth)))
        yield KeepTogether(Section(deal.title, body, LEAD.strong()), HALF_PAGE)


def _traveller(deal: PrintedDeal, sides: tuple[str, ...], worth: str) -> TextTable:
    table = Column(_("Table"), 32, align=Align.CENTRE)
    if len(sides) > 2:
        columns = [table, Column(_("Contract"), 60, 1)]
        columns += [Column(key, 60, 1, under=f"± · {worth}") for key in sides]
        rows = [
            [
                cell(_in_room(row), style=_TEXT),
                cell(_contract_and_result(row), style=_TEXT),
                *(
                    cell(
                        *_names(side.entrants),
                        style=_TEXT,
                        under=f"{_or_dash(side.score)} · {_or_dash(side.worth)}",
                    )
                    for side in row.cells
                ),
            ]
            for row in deal.rows
        ]
        return TextTable(columns=columns, rows=rows)
    columns = [
        table,
        *(Column(key, 70, 1.2) for key in sides),
        Column(_("Contract"), 60, 1),
        Column(_("Result"), 50, 0.8),
        *_figures_of(sides, worth),
    ]
    rows = [
        [
            cell(_in_room(row), style=_TEXT),
            *(cell(*_names(side.entrants), style=_TEXT) for side in row.cells),
            cell(_contract(row), style=_TEXT),
            cell(_made(row), style=_TEXT),
            *_scored(row),
        ]
        for row in deal.rows
    ]
    return TextTable(columns=columns, rows=rows)


def recap_blocks(
    deals: Iterable[PrintedDeal],
    sides: tuple[str, ...],
    worth: str,
    entrants: Iterable[str],
    script: Script,
) -> Iterator[Block]:
    """Yield every deal with its hands, results and makeables; entries are shown by number.

    ``entrants`` are the names by number.
    """
    yield Paragraph(" · ".join(entrants), SMALL)
    yield Space(3)
    for deal in deals:
        results = _results(deal, sides, worth, script)
        is_beside = len(deal.rows) <= _MOST_BESIDE
        yield RecapBlock(deal, results if is_beside else None)
        if not is_beside:
            yield results
            yield Space(_BELOW)


def _results(deal: PrintedDeal, sides: tuple[str, ...], worth: str, script: Script) -> TextTable:
    """The results with the numbers of the entries."""
    table_width = width_of(_("Table"), SMALL, script) + 2 * PADDING
    table = Column(_("Table"), max(_NUMBER, table_width), align=Align.CENTRE)
    if len(sides) > 2:
        columns = [table, Column(_("Contract"), 60, 1)]
        columns += [Column(key, 48, under=worth) for key in sides]
        rows = [
            [
                cell(_in_room(row), style=_TEXT),
                cell(_contract_and_result(row), style=_TEXT),
                *(
                    cell(
                        about(_numbers(side), _or_dash(side.score)),
                        style=_TEXT,
                        under=_or_dash(side.worth),
                    )
                    for side in row.cells
                ),
            ]
            for row in deal.rows
        ]
        return TextTable(columns=columns, rows=rows, room=3)
    columns = [
        table,
        *(Column(key, _NUMBER, align=Align.CENTRE) for key in sides),
        Column(_("Contract"), 70, 1),
        *_figures_of(sides, worth),
    ]
    rows = [
        [
            cell(_in_room(row), style=_TEXT),
            *(cell(_numbers(side), style=_TEXT) for side in row.cells),
            cell(_contract_and_result(row), style=_TEXT),
            *_scored(row),
        ]
        for row in deal.rows
    ]
    return TextTable(columns=columns, rows=rows, room=3)


@dataclass(frozen=True, slots=True)
class RecapBlock(Block):
    """One deal: the hands, every table's result beside them, the makeable contracts below."""

    deal: PrintedDeal
    results: TextTable | None

    def height(self, width: float, script: Script) -> float:
        return _HEAD + self._middle(width, script) + self._makeables_height + _BELOW

    def draw(self, pen: Pen, y: float) -> None:
        deal, title = self.deal, LEAD.strong()
        pen.rule(y, thick=0.9, colour=INK)
        line = baseline(y, LEAD, _HEAD - 4)
        pen.text(0, line, deal.title, title)
        if deal.centre:
            words, x = _("in the middle:"), width_of(deal.title, title, pen.script) + 14
            pen.text(x, line, words, SMALL)
            still = pen.unmirrored(x + width_of(words, SMALL, pen.script) + 5, y, 30)
            draw_short(still, deal.centre, 0, 13, size=10)
        y += _HEAD
        Diagram(deal.hands, deal.pieces).draw(pen, 0, y)
        room = pen.width - DIAGRAM - _GAP
        self._beside().draw(pen.area(DIAGRAM + _GAP, y, room), 0)
        if deal.makeables:
            deal.makeables.draw(pen, y + self._middle(pen.width, pen.script) + ABOVE_MAKEABLES)

    def _middle(self, width: float, script: Script) -> float:
        room = width - DIAGRAM - _GAP
        diagram = Diagram(self.deal.hands, self.deal.pieces)
        return max(diagram.height, self._beside().height(room, script))

    def _beside(self) -> Stack:
        """Return the results, if there are not too many, and their frequencies."""
        blocks: list[Block] = []
        if self.results is not None:
            blocks += [self.results, Space(3)]
        if self.deal.frequencies:
            blocks.append(Paragraph(self.deal.frequencies, SMALL))
        return Stack(tuple(blocks))

    @property
    def _makeables_height(self) -> float:
        makeables = self.deal.makeables
        return makeables.height + ABOVE_MAKEABLES if makeables else 0


def own_card_blocks(
    cards: Sequence[tuple[str, str, Sequence[CardRow]]], worth: str
) -> Iterator[Block]:
    """Yield a card for each entry: its name, its place and total, its deals with values and par."""
    if any(row.par for _title, _summary, deals in cards for row in deals):
        words = _("Par is what your side gets when all four bid and play knowing every hand.")
        yield Paragraph(words, SMALL)
    for title, summary, deals in cards:
        body = Stack((Paragraph(summary, QUIET), _own_table(deals, worth)))
        yield KeepTogether(Section(title, body, LEAD.strong()), HALF_PAGE)


def _own_table(deals: Sequence[CardRow], worth: str) -> TextTable:
    partners = any(row.partners for row in deals)
    has_par = any(row.par for row in deals)
    columns = [
        Column(_("Deal"), 30, align=Align.CENTRE),
        Column(_("Table"), 32, align=Align.CENTRE),
        *([Column(_("With"), 60, 0.8)] if partners else ()),
        Column(pgettext("opponents", "Against"), 90, 1.6),
        Column(_("Contract"), 60, 1),
        Column(_("Result"), 50, 0.8),
        Column(_("Score"), _FIGURE, figures=True),
        Column(worth, _FIGURE + 4, figures=True),
        *([Column(_("Par"), _FIGURE, figures=True)] if has_par else ()),
    ]
    rows = [
        [
            cell(str(row.number), style=_STRONG),
            cell(_in_room(row.row), style=_TEXT),
            *([cell(*_names(row.partners), style=_TEXT)] if partners else ()),
            cell(*_names(row.opponents), style=_TEXT),
            cell(_contract(row.row), style=_TEXT),
            cell(_made(row.row), style=_TEXT),
            number(_or_dash(row.cell.score), _TEXT),
            number(_or_dash(row.worth), _STRONG),
            *([number(_or_dash(row.par), _TEXT.tinted(MUTED))] if has_par else ()),
        ]
        for row in deals
    ]
    return TextTable(columns=columns, rows=rows, room=4)


def _figures_of(sides: tuple[str, ...], worth: str) -> list[Column]:
    """Return the first side's score, which is the other's negated, and common values."""
    score = Column(_("Score"), _FIGURE, under=sides[0], figures=True)
    return [score, *(Column(worth, _FIGURE, under=key, figures=True) for key in sides)]


def _scored(row: TravellerRow) -> Iterator[TextCell]:
    yield number(_or_dash(row.cells[0].score), _TEXT)
    for side in row.cells:
        yield number(_or_dash(side.worth), _STRONG)


def _or_dash(text: str) -> str:
    return text or UNKNOWN


# --- from an event

_ROWS_ON_PAGE: Final = 36


def _chosen(event: Event, options: PrintOptions) -> frozenset[int]:
    """The deals to print that are over."""
    over = deals_over(event)
    if options.round is None:
        return over
    return over & frozenset(numbers_of_round(event, options.round))


def travellers_printout(event: Event, options: PrintOptions) -> Printout:
    chosen = _chosen(event, options)

    def build() -> Iterator[Document]:
        travellers = travellers_analysed(event=event)
        deals = [_deal(event, deal) for deal in travellers.deals if deal.number in chosen]
        parts = traveller_blocks(deals, travellers.sides, travellers.worth_head)
        imprint = event_imprint(event, _("Travellers"))
        yield Document(imprint, event.name, _place(event, options), tuple(parts))

    title = titled(_("Travellers"), event, options)
    rows = len(chosen) * event.entries.count() // 2
    total, estimate = pages(len(chosen), 4), pages(rows, _ROWS_ON_PAGE)
    return Printout(title, total, build, options.paper, estimate)


def recap_printout(event: Event, options: PrintOptions) -> Printout:
    chosen = _chosen(event, options)

    def build() -> Iterator[Document]:
        travellers = travellers_analysed(event=event)
        dealt = {
            deal.number: deal
            for deal in Deal.objects.filter(deal_set__event=event, number__in=chosen)
        }
        played = [deal for deal in travellers.deals if deal.number in chosen]
        deals = [_deal(event, deal, dealt[deal.number]) for deal in played]
        entrants = [
            f"{key}\u00a0{isolated(entrant_words(entrant))}"
            for key, entrant in sorted(_entrants(travellers).items())
        ]
        imprint = event_imprint(event, _("Recap of the deals"))
        parts = recap_blocks(
            deals, travellers.sides, travellers.worth_head, entrants, imprint.script
        )
        yield Document(imprint, event.name, _place(event, options), tuple(parts))

    title = titled(_("Recap of the deals"), event, options)
    rows = len(chosen) * event.entries.count() // 2
    total, estimate = pages(len(chosen), 3), pages(rows, _ROWS_ON_PAGE)
    return Printout(title, total, build, options.paper, estimate)


def own_deals_printout(event: Event, options: PrintOptions) -> Printout:

    def build() -> Iterator[Document]:
        travellers = travellers_analysed(event=event)
        standings = {
            standing.entry.number: standing
            for standing in event.standings.select_related("entry", "event")
        }
        cards = [
            (
                f"{key} · {entrant_words(entrant)}",
                _summary(travellers, standings.get(key)),
                travellers.card(key),
            )
            for key, entrant in sorted(_entrants(travellers).items())
        ]
        parts = own_card_blocks(cards, travellers.worth_head)
        imprint = event_imprint(event, _("Own deals"))
        yield Document(imprint, event.name, format_place(event), tuple(parts))

    entries, deals = event.entries.count(), len(deals_over(event))
    total = pages(entries, 3) if deals else 0
    title, estimate = titled(_("Own deals"), event, options), pages(entries * deals, _ROWS_ON_PAGE)
    return Printout(title, total, build, options.paper, estimate)


def _place(event: Event, options: PrintOptions) -> str:
    place = format_place(event)
    if options.round is None:
        return place
    return _("Round {number} · {day}").format(number=options.round, day=place)


def _entrants(travellers: Travellers) -> dict[int, Entrant]:
    """Return everybody who played a deal, by number."""
    return {
        entrant.number: entrant
        for deal in travellers.deals
        for row in deal.rows
        for side in row.cells
        for entrant in side.entrants
    }


def _deal(event: Event, deal: Traveller, dealt: Deal | None = None) -> PrintedDeal:
    """Return a deal with its hands, if ``dealt`` is given."""
    presenter = event.presenter
    return PrintedDeal(
        deal,
        presenter.keys[dealer_of(event, deal.number)],
        _hands(event, dealt) if dealt else (),
        Pieces.CARDS if presenter.cards else Pieces.DOMINOES,
        dealt.centre if dealt else "",
        makeables_of(presenter.keys, deal.makeable, is_awaited=deal.is_awaited),
    )


def _hands(event: Event, deal: Deal) -> tuple[DealtHand, ...]:
    presenter = event.presenter
    hands = (sorted(hand, key=place_in_hand) if presenter.cards else hand for hand in deal.hands)
    named = zip(ROUND_THE_TABLE, presenter.keys, hands, strict=True)
    return tuple(DealtHand(edge, key, "", tuple(hand)) for edge, key, hand in named)


def _summary(travellers: Travellers, standing: Standing | None) -> str:
    """Return the place of an entry, with its line if lines are ranked apart, and, if deals are
    scored, its total."""
    if standing is None:
        return ""
    place = _("Place {rank}").format(rank=f"{standing.rank}=" if standing.tied else standing.rank)
    if line := line_name(standing.event.game, standing.line):
        place = f"{line} · {place}"
    if not travellers.scoring:
        return place
    value = shown(standing.values.get(travellers.scoring), METRICS[travellers.scoring])
    return f"{place} · {about(metric_label(travellers.scoring).name, isolated(value))}"


def _needs_deals(summary: EventSummary) -> str:
    """Why nothing that shows deals can be printed."""
    return "" if summary.read(deals_over) else _("once a round with deals is over at every table")


def _has_deals(event: Event) -> bool:
    return bool(event.deals_per_round)


_of_deals = partial(Print, about=EVENT, phase=Phase.AFTER, missing=_needs_deals, suits=_has_deals)

TRAVELLERS: Final = _of_deals(
    key="travellers",
    title=gettext_lazy("Travellers"),
    text=gettext_lazy("What every table made of each deal, and what that is worth."),
    printout=travellers_printout,
    options=frozenset({PrintOption.ROUND}),
    all_rounds_first=True,
    begun_only=True,
)
RECAP: Final = _of_deals(
    key="recap",
    title=gettext_lazy("Recap of the deals"),
    text=gettext_lazy("Each deal with all hands, results, what could have been made, and par."),
    printout=recap_printout,
    options=frozenset({PrintOption.ROUND}),
    all_rounds_first=True,
    begun_only=True,
)
OWN_CARDS: Final = _of_deals(
    key="own-deals",
    title=gettext_lazy("Own deals"),
    text=gettext_lazy("For each entry its own deals, what they are worth, and par."),
    printout=own_deals_printout,
)

PRINTS: Final = (TRAVELLERS, RECAP, OWN_CARDS)
