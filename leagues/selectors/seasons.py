"""Seasons, their evenings, attendance, and their books."""

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from clubs.models import Club, Player
from clubs.selectors import in_turns, keys_named
from leagues.models import (
    BEHIND,
    NOTHING_PLAYED,
    UNRATED,
    Contender,
    Evening,
    EveningResult,
    Joker,
    Season,
    SeasonStanding,
)
from ledger.models import Book
from scoring.models import HandRevision, RevisionKind
from tournaments.events.models import Event, EventState, EventTransition, RoundState


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


def seasons_named(club: Club, text: str) -> QuerySet[Season]:
    """Return those whose name holds every word of the text. One query for the names."""
    names = Season.objects.filter(club=club).order_by().values_list("pk", "name")
    return Season.objects.filter(pk__in=keys_named(names, text))


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


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """Where a player is ranked in a season, alone or in a pair, among ``rivals`` of the division.

    ``standing`` is None before the first table.
    """

    contender: Contender
    season: Season
    standing: SeasonStanding | None
    rivals: int


def season_places(player: Player) -> list[SeasonPlace]:
    """Where a player is ranked, seasons under way first, then the newest. Two queries."""
    mine = Contender.objects.filter(Q(player=player) | Q(partner=player))
    known = mine.select_related("season", "division", "standing")
    contenders = list(known.order_by("season__is_finished", "-season__starts_on", "-pk"))
    among = Contender.objects.filter(division__in=[one.division_id for one in contenders])
    counts = among.order_by().values("division").annotate(rivals=Count("pk"))
    rivals = {row["division"]: row["rivals"] for row in counts}
    return [
        SeasonPlace(one, one.season, getattr(one, "standing", None), rivals[one.division_id])
        for one in contenders
    ]


def stale_season_ids(most: int) -> list[int]:
    """Return up to ``most`` seasons whose standings or ratings lack a change. One query.

    The clubs take turns.
    """
    behind = Evening.objects.filter(BEHIND | UNRATED, season=OuterRef("pk"))
    stale = Season.objects.filter(~Q(version=F("standings_version")) | Exists(behind))
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
    on a played evening, and without a noted absence, was absent without notice. ``joker`` is that
    of this evening, ``may_joker`` whether it can be taken back, or one declared."""

    contender: Contender
    state: str
    played: bool
    joker: Joker | None = None
    may_joker: bool = False


def calendar_of(season: Season) -> list[CalendarRow]:
    """Return the evenings with their state. One query."""
    played = EveningResult.objects.filter(~NOTHING_PLAYED, as_substitute=False)
    counted = season.evenings.select_related("event", "division").annotate(
        with_notice=Count("absences", filter=Q(absences__noticed=True), distinct=True),
        without=Count("absences", filter=Q(absences__noticed=False), distinct=True),
        there=Count("results", filter=Q(results__in=played), distinct=True),
    )
    rows = list(counted.order_by("number"))
    upcoming = next((row.pk for row in rows if not row.is_held), None)
    return [
        CalendarRow(row, row.with_notice, row.without, row.there, row.pk == upcoming)
        for row in rows
    ]


def roll_of(evening: Evening) -> list[RollRow]:
    """Everybody an evening is for. Three queries, and two if the season has jokers."""
    absences = dict(evening.absences.values_list("contender", "noticed"))
    results = EveningResult.objects.filter(evening=evening, as_substitute=False)
    played = set(results.values_list("player", "partner"))
    held = evening.is_held
    jokers = _jokers_of(evening.season)
    is_open = bool(evening.season.jokers) and not evening_has_begun(evening)
    rows = []
    for contender in contenders_at(evening):
        was_there = contender.player_keys in played
        noticed = absences.get(contender.pk, False if held else None)
        declared = jokers.get(contender.pk, {})
        rows.append(
            RollRow(
                contender,
                _STATES[None if was_there else noticed],
                was_there,
                declared.get(evening.pk),
                is_open and (evening.pk in declared or len(declared) < evening.season.jokers),
            )
        )
    return rows


_STATES = {None: "comes", True: "noticed", False: "unnoticed"}


def _jokers_of(season: Season) -> dict[int, dict[int, Joker]]:
    """Return the jokers by contender and evening. One query, none if the season has no jokers."""
    jokers: dict[int, dict[int, Joker]] = defaultdict(dict)
    if season.jokers:
        for joker in Joker.objects.filter(contender__season=season):
            jokers[joker.contender_id][joker.evening_id] = joker
    return jokers


def evening_has_begun(evening: Evening) -> bool:
    """Whether it has results, or a round of its event has begun. One query at most."""
    if evening.is_held or evening.event is None:
        return evening.is_held
    return evening.event.rounds.filter(state=RoundState.BEGUN).exists()


def beside(evening: Evening) -> tuple[int | None, int | None]:
    """Return the numbers of the previous and the next evening. One query."""
    numbers = list(evening.season.evenings.values_list("number", flat=True))
    before = max((number for number in numbers if number < evening.number), default=None)
    after = min((number for number in numbers if number > evening.number), default=None)
    return before, after


@dataclass(frozen=True, slots=True)
class LateChange:
    """Something in an evening that changed after the season's end: ``hand`` is the number of the
    hand that was corrected or taken back, or None if the event was opened again."""

    at: datetime.datetime
    evening: int
    hand: int | None
    by: str
    reason: str


def changes_since_end(season: Season) -> list[LateChange]:
    """Return what changed in a finished season's evenings since its end. Three queries."""
    since = season.finished_at
    if since is None:
        return []
    evenings = dict(season.evenings.exclude(event=None).values_list("event", "number"))
    transitions = EventTransition.objects.filter(
        event__in=evenings, state=EventState.RUNNING, made_at__gt=since
    )
    of_event = "match__game_of__table__round__event__evenings"
    hands = HandRevision.objects.filter(
        **{f"{of_event}__season": season}, created_at__gt=since
    ).exclude(kind=RevisionKind.OPENED)
    rows = [
        *(
            LateChange(
                transition.made_at,
                evenings[transition.event_id],
                None,
                transition.made_by.shown_name if transition.made_by else "",
                transition.reason,
            )
            for transition in transitions.select_related("made_by")
        ),
        *(
            LateChange(*row)
            for row in hands.values_list(
                *("created_at", f"{of_event}__number", "hand__number", "author_name", "reason")
            )
        ),
    ]
    return sorted(rows, key=lambda row: row.at)


def season_books(season: Season) -> list[Book]:
    """Return the books of evenings with money, and where they are settled. One query."""
    books = Book.objects.filter(event_money__event__evenings__season=season)
    return list(books.select_related("settled_with").order_by("date", "pk"))
