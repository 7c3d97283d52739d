"""What is summed hand by hand: who declared and lost, and everybody's best hand.

A verdict speaks of seats. They are the sides at the table, unless one more sits there than the
game has seats: then the deal goes round, and with it who has which seat.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, F, IntegerField, Max, QuerySet
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from rules import GAMES
from scoring.models import Hand
from scoring.rotation import Rotation
from tournaments.models import Event, TableSeat
from tournaments.seating import sides_of

TABLE = "match__game_of__table"
DEALER = "dealing"
DECLARED = ("verdict__declarer", "verdict__outcome")

Sitting = dict[tuple[int, int], list[int]]
"""The numbers of the entries by table and side."""


def bids_counted(event: Event, hands: QuerySet[Hand]) -> tuple[Counter[int], Counter[int]]:
    """The hands that each entry declared, and those of them that it lost.

    Two queries, and one more where players take turns.
    """
    sitting = _sitting(event)
    bid, lost = Counter[int](), Counter[int]()
    for table, side, outcome, count in _declared(event, hands, _turning(event, sitting)):
        for entry in sitting[table, side]:
            bid[entry] += count
            lost[entry] += count if outcome == "set" else 0
    return bid, lost


def best_hands(event: Event, hands: QuerySet[Hand]) -> dict[int, int]:
    """The most that each entry's side made in one hand.

    Two queries, one of them over all hands, and one more where players take turns.
    """
    sitting = _sitting(event)
    found: dict[int, int] = {}
    for table, side, best in _bests(event, hands, _turning(event, sitting)):
        for entry in sitting[table, side]:
            found[entry] = max(best, found.get(entry, best))
    return found


def _sitting(event: Event) -> Sitting:
    found: Sitting = defaultdict(list)
    seats = TableSeat.objects.filter(table__round__event=event)
    for table, side, entry in seats.values_list("table", "side", "entry__number"):
        found[table, side].append(entry)
    return found


def _turning(event: Event, sitting: Sitting) -> frozenset[int]:
    """The tables at which players take turns."""
    seats = GAMES[event.game].seats
    return frozenset(table for table, side in sitting if side == seats)


def _declared(
    event: Event, hands: QuerySet[Hand], turning: frozenset[int]
) -> Iterator[tuple[int, int, str, int]]:
    """How many hands ended so: table, side that declared, outcome, count."""
    grouped = hands.values(TABLE, *DECLARED).annotate(count=Count("pk"))
    for table, declarer, outcome, count in grouped.values_list(TABLE, *DECLARED, "count"):
        if declarer is not None and table not in turning:
            yield table, declarer, outcome, count
    for (table, dealer), declarer, outcome, count in _turns(
        event, hands, turning, DECLARED, {"count": Count("pk")}
    ):
        if declarer is not None:
            yield table, _seated(event, dealer)[declarer], outcome, count


def _bests(
    event: Event, hands: QuerySet[Hand], turning: frozenset[int]
) -> Iterator[tuple[int, int, int]]:
    """The best score of a hand: table, side, score."""
    columns = {f"best_{side}": _best(side) for side in range(sides_of(event.game))}
    grouped = hands.values(TABLE).annotate(**columns)
    for table, *bests in grouped.values_list(TABLE, *columns):
        if table not in turning:
            yield from ((table, side, best) for side, best in enumerate(bests) if best is not None)
    for (table, dealer), *bests in _turns(event, hands, turning, (), columns):
        seated = _seated(event, dealer)
        yield from ((table, seated[seat], best) for seat, best in enumerate(bests))


def _best(side: int) -> Max:
    score = KeyTextTransform(side, KeyTransform("score", "verdict"))
    return Max(Cast(score, IntegerField()))


def _turns(
    event: Event,
    hands: QuerySet[Hand],
    turning: frozenset[int],
    by: tuple[str, ...],
    columns: dict[str, Any],
) -> Iterator[tuple[Any, ...]]:
    """Hands of tables at which players take turns, grouped ``by`` these and by who dealt: first
    table and dealer, then the values of ``by`` and ``columns``. No query where there are none."""
    if not turning:
        return
    dealer = (F("number") + F("match__first_dealer") - 1) % (GAMES[event.game].seats + 1)
    found = hands.filter(**{f"{TABLE}__in": turning}).annotate(**{DEALER: dealer})
    grouped = found.values(TABLE, DEALER, *by).annotate(**columns)
    for table, dealt, *values in grouped.values_list(TABLE, DEALER, *by, *columns):
        yield (table, dealt), *values


def _seated(event: Event, dealer: int) -> tuple[int, ...]:
    seats = GAMES[event.game].seats
    return Rotation(seats, seats + 1, dealer).seated(1)
