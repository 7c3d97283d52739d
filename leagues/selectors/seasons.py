"""Seasons, their evenings, attendance, and their books."""

from dataclasses import dataclass

from django.apps import apps
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from clubs.models import Club, Player
from clubs.selectors import in_turns
from leagues.models import Contender, Evening, EveningResult, Season
from ledger.models import Book
from tournaments.models import Event


def seasons_of(club: Club) -> QuerySet[Season]:
    """Return a club's seasons, newest first, with ``contender_count``, ``evening_count``,
    ``held``."""
    counted = Season.objects.filter(club=club).annotate(
        contender_count=Count("contenders", distinct=True),
        evening_count=Count("evenings", distinct=True),
        held=Count("evenings", filter=Q(evenings__is_held=True), distinct=True),
    )
    # Grouping drops the order that the model itself gives.
    return counted.order_by("is_finished", "-starts_on", "-pk")


def expected_at(evening: Evening) -> list[Contender]:
    """Return the contenders expected at an evening: those of its division without an absence."""
    absent = evening.absences.values("contender")
    contenders = contenders_at(evening).exclude(pk__in=absent)
    return list(contenders)


def contenders_at(evening: Evening) -> QuerySet[Contender]:
    """Everybody an evening is for, with their players."""
    contenders = Contender.objects.filter(season=evening.season_id, joined__lte=evening.number)
    if evening.division_id:
        contenders = contenders.filter(division=evening.division_id)
    return contenders.select_related("player", "partner", "division")


def places_of(player: Player) -> list[Contender]:
    """Where a player is ranked, alone or in a pair, the newest season first. One query."""
    contenders = Contender.objects.filter(Q(player=player) | Q(partner=player))
    known = contenders.select_related("season", "division", "standing")
    return list(known.order_by("season__is_finished", "-season__starts_on", "-pk"))


def stale_season_ids(most: int) -> list[int]:
    """Return up to ``most`` seasons whose standings or ratings lack a change. One query.

    The clubs take turns.
    """
    made = Evening.objects.filter(season=OuterRef("pk"), event__isnull=False)
    behind = ~Q(results_version=F("event__version")) | ~Q(rated_version=F("event__version"))
    stale = Season.objects.filter(~Q(version=F("standings_version")) | Exists(made.filter(behind)))
    return in_turns(stale.order_by("pk").values_list("club", "pk"), most)


def seasons_with(event_id: int) -> list[int]:
    """Return the seasons that an event counts in. One query."""
    return list(Evening.objects.filter(event=event_id).values_list("season", flat=True))


def seasons_open_to(event: Event) -> QuerySet[Season]:
    """Return the seasons under way in which an event could still count, the newest first."""
    counting = Evening.objects.filter(event=event).values("season")
    seasons = Season.objects.filter(club=event.club_id, game=event.game, is_finished=False)
    return seasons.exclude(pk__in=counting)


def next_evening(season: Season) -> Evening | None:
    """Return the first evening without a result. One query."""
    return season.evenings.filter(is_held=False).select_related("event", "division").first()


# Evenings in order.


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
    """A contender of an evening; ``state`` is ``comes``, ``noticed`` or ``unnoticed``. ``played``
    is true once there is a result, which overrides any noted absence. A contender without a result
    on a played evening, and without a noted absence, was absent without notice."""

    contender: Contender
    state: str
    played: bool


def calendar_of(season: Season) -> list[CalendarRow]:
    """Return the evenings with their state. One query."""
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
        was_there = contender.player_keys in played
        noticed = absences.get(contender.pk, False if held else None)
        rows.append(RollRow(contender, _STATES[None if was_there else noticed], was_there))
    return rows


_STATES = {None: "comes", True: "noticed", False: "unnoticed"}


def beside(evening: Evening) -> tuple[int | None, int | None]:
    """Return the numbers of the previous and the next evening. One query."""
    numbers = list(evening.season.evenings.values_list("number", flat=True))
    before = max((number for number in numbers if number < evening.number), default=None)
    after = min((number for number in numbers if number > evening.number), default=None)
    return before, after


def season_books(season: Season) -> list[Book]:
    """Return the books of evenings with money, and where they are settled. One query.

    None where no event's money is kept at all.
    """
    if not apps.is_installed("stakes"):
        return []
    books = Book.objects.filter(event_money__event__evenings__season=season)
    return list(books.select_related("settled_with").order_by("date", "pk"))
