"""Travellers: every table's result on a deal, and its value.

Only deals whose round is over at every table.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from core.figures import decimal_text, percent_sign, signed, with_decimals
from engine.analysis.answers import deal_known
from engine.pairings.format import sides_of
from engine.standings.duplicate import Award, Compared, compare_all
from engine.standings.metrics import CROSS_SCORE, MATCHPOINTS, METRICS
from games.base import HandLabels
from games.best_play import Makeable
from games.wording import HandWords
from scoring.models import Match
from scoring.selectors.best_play import Ask, BestPlayQuestion, question_of
from tournaments.deals.models import Deal, DealRuling
from tournaments.deals.selectors.deals import DealHands, dealer_of, hands_of
from tournaments.deals.selectors.duplicate import (
    DealResults,
    results_by_deal,
    scoring_of,
    side_results,
)
from tournaments.events.event_labels import direction_names
from tournaments.events.models import Event, Table
from tournaments.events.selectors.events import Entrant, Lineup, last_begun_number, lineup


@dataclass(frozen=True, slots=True)
class TravellerCell:
    """One side of a table: its players, its result or an award, and the value.

    ``result`` is the margin in games of two sides, else the side's score; None with an award.
    ``compared`` are the values by player, empty without a result: they differ where an award
    depends on what each of two partners earned. ``worth`` is in per cent of the matchpoints or, if
    the event uses it, the cross score.
    """

    entrants: tuple[Entrant, ...]
    result: int | None = None
    award: Award | None = None
    compared: tuple[Compared, ...] = ()
    worth: str = ""

    def values(self, metric: str) -> tuple[str, ...]:
        """Return the value for programs; of partners with different ones each."""
        return tuple(dict.fromkeys(worth_text(value, metric) for value in self.compared))

    @property
    def score(self) -> str:
        """The result with its sign; empty without one."""
        return "" if self.result is None else signed(self.result)


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """A table; ``words`` describe the hand with seats for names. Empty if it is left out.

    ``match_id`` and ``hand`` identify the recorded hand; ``can_walk`` if best play is available for
    it.
    """

    table: Table
    cells: tuple[TravellerCell, ...]
    words: HandLabels | None = None
    ruling: DealRuling | None = None
    match_id: int | None = None
    hand: int = 0
    can_walk: bool = False

    @property
    def is_left_out(self) -> bool:
        """Whether it has neither a hand that counts nor a ruling."""
        return self.words is None and self.ruling is None

    @property
    def result(self) -> str:
        """Bidder, bid, contract and result of the hand in one line; empty without one."""
        if self.words is None:
            return ""
        labels = self.words
        parts = (labels.bidder, labels.bid, labels.contract.text, labels.result, labels.detail)
        return " ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Traveller:
    """A deal: its tables, the first side's best result first, and the frequencies.

    ``makeable`` is the best-play table, if known; ``is_awaited`` while the worker computes it.
    ``hands`` are there for pages that show them.
    """

    number: int
    round_number: int
    rows: tuple[TravellerRow, ...]
    makeable: Makeable | None = None
    is_awaited: bool = False
    hands: DealHands | None = None

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Those who were to play it, by number."""
        numbered = {
            entrant.number: entrant
            for row in self.rows
            for cell in row.cells
            for entrant in cell.entrants
        }
        return tuple(numbered[number] for number in sorted(numbered))

    def par(self, side: int) -> int | None:
        """Return a side's margin at par; None if unknown."""
        if self.makeable is None or len(self.makeable.par_score) != 2:
            return None
        return self.makeable.par_score[side] - self.makeable.par_score[1 - side]

    @property
    def frequencies(self) -> tuple[tuple[str, int], ...]:
        """The scores of the first side (or of all) with their tables, most frequent first."""
        return tuple(Counter(dict(self.frequencies_by_score)).most_common())

    @property
    def frequencies_by_score(self) -> tuple[tuple[str, int], ...]:
        """The same, the first side's best score first."""
        played = [row for row in self.rows if row.words and not row.ruling]
        two = len(self.rows[0].cells) == 2 if self.rows else False
        scores = (
            row.cells[0].score if two else " · ".join(cell.score for cell in row.cells)
            for row in played
        )
        return tuple(Counter(scores).items())


@dataclass(frozen=True, slots=True)
class CardRow:
    """A deal on an entry's own card: its ``cell`` of the ``row``, what that is worth to it, and the
    other players there."""

    deal: Traveller
    row: TravellerRow
    cell: TravellerCell
    worth: str
    partners: tuple[Entrant, ...]
    opponents: tuple[Entrant, ...]

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def par(self) -> str:
        """The par of the entry's side, with its sign; empty if unknown."""
        par = self.deal.par(self.row.cells.index(self.cell))
        return "" if par is None else signed(par)


@dataclass(frozen=True, slots=True)
class DealSteps:
    """One of the deals that are over, by its number, with those before and after it."""

    number: int
    previous: int | None
    following: int | None
    numbers: tuple[int, ...]

    @property
    def last(self) -> int:
        return self.numbers[-1]


@dataclass(frozen=True, slots=True)
class Travellers:
    """All deals of an event that are over; ``scoring`` is the metric counted, or empty.

    ``expected`` is the number of results each deal is counted for.
    """

    deals: tuple[Traveller, ...]
    sides: tuple[str, ...]
    scoring: str
    expected: int
    words: HandWords

    @property
    def has_two_sides(self) -> bool:
        """Whether what one side makes is what the other loses."""
        return len(self.sides) == 2

    @property
    def worth_head(self) -> str:
        return _("Cross") if self.scoring == CROSS_SCORE else percent_sign()

    def with_unplayed(self, rounds: Mapping[int, int]) -> "Travellers":
        """Return these with further deals that are over and were played nowhere, by number with
        their rounds."""
        played = {deal.number for deal in self.deals}
        others = (
            Traveller(number, round_number, ())
            for number, round_number in rounds.items()
            if number not in played
        )
        every = sorted((*self.deals, *others), key=lambda deal: deal.number)
        return replace(self, deals=tuple(every))

    def with_hands(self, shown: Iterable[Deal]) -> "Travellers":
        """Return these with the hands of the deals that anybody may see."""
        hands = {deal.number: hands_of(deal) for deal in shown}
        deals = (replace(deal, hands=hands.get(deal.number)) for deal in self.deals)
        return replace(self, deals=tuple(deals))

    def step(self, number: int | None) -> tuple["Travellers", DealSteps | None]:
        """Return the deal that was asked for alone, else the last, with the steps to the others."""
        numbers = tuple(deal.number for deal in self.deals)
        if not numbers:
            return self, None
        place = numbers.index(number) if number in numbers else len(numbers) - 1
        steps = DealSteps(
            numbers[place],
            numbers[place - 1] if place else None,
            numbers[place + 1] if place + 1 < len(numbers) else None,
            numbers,
        )
        return replace(self, deals=(self.deals[place],)), steps

    @property
    def pars(self) -> dict[str, bool]:
        """Whether any deal has a par, or waits for the worker, for templates of own cards."""
        awaited = any(deal.is_awaited for deal in self.deals)
        known = any(deal.par(0) is not None for deal in self.deals)
        return {"is_awaited": awaited, "has_par": known or awaited}

    def card(self, number: int) -> tuple[CardRow, ...]:
        """Return the deals of the entry of this number."""
        return tuple(
            CardRow(
                deal,
                row,
                cell,
                self._worth(cell, number),
                tuple(entrant for entrant in cell.entrants if entrant.number != number),
                tuple(
                    entrant
                    for other in row.cells
                    if other is not cell
                    for entrant in other.entrants
                ),
            )
            for deal in self.deals
            for row in deal.rows
            for cell in row.cells
            if any(entrant.number == number for entrant in cell.entrants)
        )

    def _worth(self, cell: TravellerCell, number: int) -> str:
        values = zip(cell.entrants, cell.compared, strict=False)
        compared = (value for entrant, value in values if entrant.number == number)
        return "".join(worth_shown(value, self.scoring) for value in compared)


def travellers_of(event: Event, *, seated: Lineup | None = None) -> Travellers:
    """Return the travellers of all finished deals. Some twelve queries.

    Names are those of ``seated``, or of the event's own lineup.
    """
    results = results_by_deal(event)
    sides = sides_of(event.game)
    comparison = compare_all(results.positions(sides))
    seated = seated or lineup(event)
    by_entry = seated.entrants(event.entries.all(), max(1, last_begun_number(event)))
    entrants = {entrant.number: entrant for entrant in by_entry.values()}
    scoring = scoring_of(event)
    compiled = _Compiled(event, results, entrants, comparison.by_place, scoring)
    deals = tuple(
        Traveller(number, tables[0].round.number, compiled.rows(number, tables))
        for number, tables in results.tables.items()
    )
    words = event.presenter.words
    return Travellers(deals, direction_names(event.game), scoring, comparison.expected, words)


def makeable_questions(event: Event, numbers: Iterable[int]) -> dict[int, BestPlayQuestion]:
    """Return the best-play questions of finished deals by number. Two queries.

    They use the rules of the round's matches, so recorded hands share them.
    """
    of_round = Match.objects.filter(game_of__table__round__event=event, first_deal__isnull=False)
    rules = {
        deal: match_rules
        for first, match_rules in of_round.values_list("first_deal", "rules")
        if first
        for deal in range(first, first + event.deals_per_round)
    }
    questions = {}
    for deal in Deal.objects.filter(deal_set__event=event, number__in=list(numbers)):
        record = {
            "game": event.game,
            "rules": rules.get(deal.number, event.rules),
            "dealer": dealer_of(event, deal.number),
            "deal": deal.hands,
        } | ({"centre": deal.centre} if deal.centre else {})
        if question := question_of(Ask.MAKEABLE, record):
            questions[deal.number] = question
    return questions


def worth_shown(compared: Compared, scoring: str) -> str:
    """Format a value: a cross score with its sign, else matchpoints in per cent."""
    if scoring == CROSS_SCORE:
        hundredths = _hundredths(compared, scoring)
        return f"{'+' if hundredths > 0 else ''}{with_decimals(hundredths, 2)}"
    return with_decimals(_hundredths(compared, MATCHPOINTS), 2)


def worth_text(compared: Compared, metric: str) -> str:
    """Return the same for programs: with a plain minus sign, and no plus."""
    return decimal_text(_hundredths(compared, metric), 2)


def _hundredths(compared: Compared, metric: str) -> int:
    value = compared.cross if metric == CROSS_SCORE else 100 * compared.share
    hundredths = METRICS[metric].stored(value)
    assert isinstance(hundredths, int), "these have decimals"
    return hundredths


@dataclass(frozen=True, slots=True)
class _Compiled:
    """All that the rows of an event's travellers are made from."""

    event: Event
    results: DealResults
    entrants: Mapping[int, Entrant]
    by_place: Mapping[tuple[int, int, int], tuple[Compared, ...]]
    scoring: str

    def rows(self, number: int, tables: Sequence[Table]) -> tuple[TravellerRow, ...]:
        """Return the tables of a deal, the best result of the first side first."""

        def order(table: Table) -> tuple[Fraction, int]:
            compared = self.by_place.get((number, 0, table.pk))
            return -compared[0].share if compared else Fraction(1), table.number

        return tuple(self.row(number, table) for table in sorted(tables, key=order))

    def row(self, number: int, table: Table) -> TravellerRow:
        """Return a table's row of a deal."""
        hand = self.results.hands.get((number, table.pk))
        ruling = self.results.rulings.get((number, table.pk))
        verdict = hand.verdict if hand else None
        scores = side_results(verdict, sides_of(self.event.game)) if verdict else []
        cells = []
        for side, numbers in enumerate(self.results.sides[table.pk]):
            compared = self.by_place.get((number, side, table.pk), ())
            worths = dict.fromkeys(worth_shown(value, self.scoring) for value in compared)
            cells.append(
                TravellerCell(
                    tuple(self.entrants[entrant] for entrant in numbers),
                    result=scores[side] if scores and not ruling else None,
                    award=Award(ruling.awards[side]) if ruling else None,
                    compared=compared,
                    worth=" · ".join(worths),
                )
            )
        words, can_walk = None, False
        if hand and verdict and hand.record:
            presenter = self.event.presenter
            words = presenter.hand_labels(hand.record, verdict, presenter.keys)
            can_walk = presenter.best_play is not None and deal_known(hand.record)
        return TravellerRow(
            table,
            tuple(cells),
            words,
            ruling,
            match_id=hand.match_id if hand else None,
            hand=hand.number if hand else 0,
            can_walk=can_walk,
        )
