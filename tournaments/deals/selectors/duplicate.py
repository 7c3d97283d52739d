"""Results of the same deals compared: each table's result and its value.

Only for deals whose round is over at every table. Missing and disputed hands are left out, and
those of a forfeited meeting if the director decided so; a ruling replaces the played result.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.pairings.format import sides_of
from engine.standings.duplicate import Award, Comparison, DealPosition, compare_all
from engine.standings.metrics import COMPARED
from scoring.models import Hand
from tournaments.deals.models import DealRuling
from tournaments.deals.selectors.deals import deals_over, numbers_of_round, set_of
from tournaments.events.models import Event, Round, Table

Place = tuple[int, int]
"""A deal by its number, and a table by its key."""


def scoring_of(event: Event) -> str:
    """Return the metric of ``COMPARED`` that the event ranks by first; empty for plain totals."""
    return next((key for key in event.tie_breaks if key in COMPARED), "")


def deals_at(event: Event, round_: Round) -> range:
    """Return the numbers of the deals that a round plays; empty beyond the set, or without one."""
    deal_set = set_of(event)
    numbers = numbers_of_round(event, round_.number)
    return numbers if deal_set and numbers and numbers[-1] <= deal_set.count else range(0)


@dataclass(frozen=True, slots=True)
class DealResults:
    """The tables' results of finished deals.

    ``hands`` are those that count, ``rulings`` those in force. ``tables`` are the tables due to
    play each deal, by its number; ``sides`` the numbers of the entries by table and side.
    ``left_out`` have neither a hand that counts nor a ruling.
    """

    tables: Mapping[int, tuple[Table, ...]]
    sides: Mapping[int, tuple[tuple[int, ...], ...]]
    hands: Mapping[Place, Hand]
    rulings: Mapping[Place, DealRuling]

    @property
    def left_out(self) -> tuple[tuple[int, Table], ...]:
        return tuple(
            (number, table)
            for number, tables in self.tables.items()
            for table in tables
            if (number, table.pk) not in self.hands and (number, table.pk) not in self.rulings
        )

    def positions(self, sides: int) -> Iterator[DealPosition]:
        """Yield the results by deal, side and table; margins in games of two sides."""
        for number, tables in self.tables.items():
            for table in tables:
                place = (number, table.pk)
                results: list[int | Award]
                if place in self.rulings:
                    results = [Award(award) for award in self.rulings[place].awards]
                elif place in self.hands:
                    results = [*side_results(self.hands[place].verdict or {}, sides)]
                else:
                    continue
                for side, result in enumerate(results):
                    yield DealPosition(number, side, table.pk, self.sides[table.pk][side], result)


def side_results(verdict: Mapping[str, Any], sides: int) -> list[int]:
    """Return the result of each side: the margin in games of two sides, else the score."""
    score = list(map(int, verdict["score"]))
    if sides == 2:
        return [score[0] - score[1], score[1] - score[0]]
    return score


def results_by_deal(event: Event) -> DealResults:
    """Return the results of the event's finished deals. Eight queries; one without a set."""
    over = deals_over(event)
    if not over:
        return DealResults({}, {}, {}, {})
    tables: dict[int, tuple[Table, ...]] = {}
    sides: dict[int, tuple[tuple[int, ...], ...]] = {}
    given_up: set[int] = set()
    begun = Table.objects.filter(round__event=event, round__state="begun", is_bye=False)
    by_round: dict[int, list[Table]] = defaultdict(list)
    for table in begun.select_related("round").prefetch_related("seats__entry"):
        by_round[table.round.number].append(table)
        seats = list(table.seats.all())
        sides[table.pk] = tuple(
            tuple(seat.entry.number for seat in seats if seat.side == side)
            for side in range(sides_of(event.game))
        )
        if not table.deals_stand and any(seat.forfeited for seat in seats):
            given_up.add(table.pk)
    for number, at in sorted(by_round.items()):
        for deal in numbers_of_round(event, number):
            if deal in over:
                tables[deal] = tuple(sorted(at, key=lambda table: table.number))
    return DealResults(tables, sides, _hands(event, over, given_up), _rulings(event))


def compared_of(event: Event) -> Comparison:
    """Return the event's deals that are over, compared. The queries of ``results_by_deal``."""
    return compare_all(results_by_deal(event).positions(sides_of(event.game)))


def _hands(event: Event, over: frozenset[int], given_up: set[int]) -> dict[Place, Hand]:
    hands = Hand.objects.filter(
        match__game_of__table__round__event=event,
        match__game_of__is_disputed=False,
        match__first_deal__isnull=False,
        record__isnull=False,
        counted=True,
    ).select_related("match__game_of")
    known: dict[Place, Hand] = {}
    for hand in hands:
        number, table = hand.match.deal_number(hand.number), hand.match.game_of.table_id
        if number in over and table not in given_up:
            known[number, table] = hand
    return known


def _rulings(event: Event) -> dict[Place, DealRuling]:
    holding = event.deal_rulings.filter(revoked_at=None)
    return {(ruling.number, ruling.table_id): ruling for ruling in holding}
