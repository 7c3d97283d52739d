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

    ``played`` once there is a result: then it does not matter what was noted before. Who has none
    of an evening that was played, and of whom nothing was noted, was absent without notice.
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
    upcoming = next((row.pk for row in rows if not row.is_held), None)
    return [
        CalendarRow(row, row.with_notice, row.without, row.there, row.pk == upcoming)
        for row in rows
    ]


def roll_of(evening: Evening) -> list[RollRow]:
    """Everybody an evening is for. Three queries."""
    absences = dict(evening.absences.values_list("contender", "noticed"))
    results = EveningResult.objects.filter(evening=evening, as_substitute=False)
    played = set(results.values_list("player", "partner"))
    held = evening.is_held
    rows = []
    for contender in contenders_at(evening):
        was_there = (contender.player_id, contender.partner_id) in played
        noticed = absences.get(contender.pk, False if held else None)
        rows.append(RollRow(contender, _STATES[None if was_there else noticed], was_there))
    return rows


_STATES = {None: "comes", True: "noticed", False: "unnoticed"}


def beside(evening: Evening) -> tuple[int | None, int | None]:
    """The numbers of the evenings before and after one. One query."""
    numbers = list(evening.season.evenings.values_list("number", flat=True))
    before = max((number for number in numbers if number < evening.number), default=None)
    after = min((number for number in numbers if number > evening.number), default=None)
    return before, after
