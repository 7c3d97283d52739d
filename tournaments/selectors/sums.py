"""The sums that standings are made of, grouped by the database."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, F, FilteredRelation, IntegerField, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from scoring.models import Hand, Side
from tournaments.models import Event, TableSeat
from tournaments.standings.metrics import METRICS_OF
from tournaments.standings.results import Results, Sums

SEATS = "match__game_of__table__seats"
COLUMNS = ("played", "games_won", "games_lost", "own", "opponents", "times_set", "hands")


def results_of(event: Event, *, stage: str | None = None) -> Results:
    """The sums of every entry, alone and against every other; of one stage's rounds, where given.

    Three queries, however many hands there are; five where it is told who declared.
    """
    entries = tuple(event.entries.values_list("number", flat=True))
    sides = _sides(event)
    if stage is not None:
        sides = sides.filter(match__game_of__table__round__stage=stage)
    totals = {one: Sums(*sums) for one, *sums in _summed(sides, "one__entry__number")}
    against = {
        (one, other): Sums(*sums)
        for one, other, *sums in _summed(sides, "one__entry__number", "other__entry__number")
    }
    if "times_bid" in METRICS_OF[event.game]:
        totals = dict(_with_bids(event, totals))
    return Results(entries, totals, against)


def _sides(event: Event) -> QuerySet[Side]:
    """The sides of the event's matches, each joined to its entries (``one``) and to the others."""
    same = Q(**{f"{SEATS}__side": F("number")})
    return Side.objects.filter(match__game_of__table__round__event=event).annotate(
        one=FilteredRelation(SEATS, condition=same),
        other=FilteredRelation(SEATS, condition=~same),
    )


def _summed(sides: QuerySet[Side], *by: str) -> Iterator[Any]:
    grouped = (
        sides.order_by()
        .values(*by)
        .annotate(
            played=Count("pk", filter=Q(match__is_over=True)),
            games_won=Count("pk", filter=Q(won=True)),
            games_lost=Count("pk", filter=Q(lost=True)),
            own=Sum("total"),
            opponents=Sum("against"),
            times_set=Sum("sets"),
            hands=Sum(Cast(KeyTextTransform("hands", "match__standing"), IntegerField())),
        )
    )
    yield from grouped.values_list(*by, *COLUMNS)


def _with_bids(event: Event, totals: dict[int, Sums]) -> Iterator[tuple[int, Sums]]:
    """The totals with the hands that each declared and lost, where a player is a side."""
    seats = TableSeat.objects.filter(table__round__event=event)
    sitting = {
        (table, place): number
        for table, place, number in seats.values_list("table", "place", "entry__number")
    }
    hands = Hand.objects.filter(
        match__game_of__table__round__event=event, record__isnull=False, counted=True
    ).order_by()
    bid, lost = Counter[int](), Counter[int]()
    columns = ("match__game_of__table", "verdict__declarer", "verdict__outcome")
    grouped = hands.values(*columns).annotate(count=Count("pk"))
    for table, declarer, outcome, count in grouped.values_list(*columns, "count"):
        if declarer is not None:
            bid[sitting[table, declarer]] += count
            lost[sitting[table, declarer]] += count if outcome == "set" else 0
    for entry, sums in totals.items():
        yield entry, sums._replace(times_bid=bid[entry], times_set=lost[entry])
