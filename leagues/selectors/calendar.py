"""A season's evenings in order, and who comes to one."""

from dataclasses import dataclass

from django.db.models import Count, Q

from leagues.models import Contender, Evening, EveningResult, Season
from leagues.selectors.seasons import contenders_at


@dataclass(frozen=True, slots=True)
class CalendarRow:
    """An evening: how many are absent with and without notice, how many played."""

    evening: Evening
    noticed: int
    unnoticed: int
    played: int
    is_next: bool


@dataclass(frozen=True, slots=True)
class RollRow:
    """Somebody an evening is for: ``state`` is ``comes``, ``noticed``, ``unnoticed``.

    ``played`` once there is a result.
    """

    contender: Contender
    state: str
    played: bool


def calendar_of(season: Season) -> list[CalendarRow]:
    """The evenings with what is known of them. One query."""
    counted = season.evenings.select_related("event", "division").annotate(
        with_notice=Count("absences", filter=Q(absences__noticed=True), distinct=True),
        without=Count("absences", filter=Q(absences__noticed=False), distinct=True),
        there=Count("results", filter=Q(results__as_substitute=False), distinct=True),
    )
    rows = list(counted.order_by("number"))
    upcoming = next((row.pk for row in rows if row.lowest is None), None)
    return [
        CalendarRow(row, row.with_notice, row.without, row.there, row.pk == upcoming)
        for row in rows
    ]


def roll_of(evening: Evening) -> list[RollRow]:
    """Everybody an evening is for. Three queries."""
    absences = dict(evening.absences.values_list("contender", "noticed"))
    results = EveningResult.objects.filter(evening=evening, as_substitute=False)
    played = set(results.values_list("player", "partner"))
    return [
        RollRow(
            contender,
            _STATES[absences.get(contender.pk)],
            (contender.player_id, contender.partner_id) in played,
        )
        for contender in contenders_at(evening)
    ]


_STATES = {None: "comes", True: "noticed", False: "unnoticed"}
