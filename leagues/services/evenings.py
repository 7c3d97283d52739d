"""Evenings of a season: dates, events, absences, jokers."""

import datetime
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import User
from core.text import comma_list
from core.transactions import get_or_gone
from core.versions import version_check
from engine.pairings.formats import FORMATS
from leagues.models import (
    MAX_EVENINGS,
    Absence,
    AwayPeriod,
    Contender,
    Division,
    Evening,
    Joker,
    Season,
)
from leagues.selectors.seasons import evening_has_begun, expected_at
from leagues.services.ratings import entries_seed_by_rating, ratings_mark_stale
from leagues.services.seasons import (
    open_season_locked,
    season_mark_stale,
)
from tournaments.events.models import Event
from tournaments.events.presets import TEMPLATES
from tournaments.events.services.entries import entries_add, entries_draw_pairs
from tournaments.events.services.events import event_create_from_template, event_create_like


@transaction.atomic
def evenings_add(
    *, season: Season, dates: Sequence[datetime.date], division: Division | None = None
) -> list[Evening]:
    """Append evenings, ordered by date. Locks the season."""
    locked = open_season_locked(season.pk)
    last = locked.evenings.aggregate(last=Max("number"))["last"] or 0
    if last + len(dates) > MAX_EVENINGS:
        raise ValidationError(
            _("A season has at most %(count)d evenings.") % {"count": MAX_EVENINGS},
            code="too_many_evenings",
        )
    _must_be_of_season(locked, division)
    added = Evening.objects.bulk_create(
        Evening(season=locked, number=number, date=date, division=division)
        for number, date in enumerate(sorted(dates), last + 1)
    )
    if _absences_follow(locked, added):
        season_mark_stale(season=locked)
    return added


@transaction.atomic
def evening_update(
    *,
    evening: Evening,
    date: datetime.date,
    division: Division | None,
    times: int | None = None,
    version: str | None = None,
) -> Evening:
    """Move an evening to another date, give it to another division, or let it count several times.
    Locks the season.

    The event keeps its own date. Raises ``Outdated``.
    """
    season = open_season_locked(evening.season_id)
    _must_be_of_season(season, division)
    current = get_or_gone(season.evenings.all(), evening.pk)
    version_check(current, version)
    times = current.times if times is None else times
    moved = (current.division, current.times) != (division, times)
    if current.date != date:
        current.calendar_sequence += 1
        current.calendar_at = timezone.now()
    current.date, current.division, current.times = date, division, times
    unchanged = {field.name for field in Evening._meta.fields} - {"times"}
    current.clean_fields(exclude=unchanged)
    current.save(update_fields=["date", "division", "times", "calendar_sequence", "calendar_at"])
    away = current.absences.filter(away__isnull=False)
    gone, _rows = away.exclude(away__since__lte=date, away__until__gte=date).delete()
    if gone + len(_absences_follow(season, [current])) or moved:
        season_mark_stale(season=season)
    return current


@transaction.atomic
def evening_remove(*, evening: Evening) -> None:
    """Remove an evening; its event stays but no longer counts. Locks the season. Numbers of later
    evenings do not change."""
    season = open_season_locked(evening.season_id)
    current = get_or_gone(season.evenings.all(), evening.pk)
    ratings_mark_stale(after=current)
    current.delete()
    season_mark_stale(season=season)


@transaction.atomic
def evening_event_create(*, evening: Evening, created_by: User) -> Event:
    """Create the event of an evening and enter all expected contenders. Locks the season. Settings
    are those of the season's last event, else of its template. If pairs play and players are
    ranked, pairs are drawn at random; an odd player is left out."""
    season = open_season_locked(evening.season_id)
    current = get_or_gone(season.evenings.select_related("division"), evening.pk)
    if current.event_id:
        raise ValidationError(_("This evening already has its event."), code="event_exists")
    event = _made_like(_last_event(season), season, current, created_by)
    current.event, current.results_version, current.rated_version = event, 0, 0
    current.save(update_fields=["event", "results_version", "rated_version"])
    _enter(event, expected_at(current))
    if season.seeds_by_rating:
        entries_seed_by_rating(event=event)
    return event


@transaction.atomic
def evening_event_attach(*, evening: Evening, event: Event | None) -> Evening:
    """Let an existing event count as an evening; None takes it out.

    Locks the season.
    """
    season = open_season_locked(evening.season_id)
    if event and (event.club_id, event.game) != (season.club_id, season.game):
        raise ValidationError(_("This event is for another game."), code="other_game")
    if event and season.evenings.filter(event=event).exclude(pk=evening.pk).exists():
        raise ValidationError(_("This event already counts."), code="counts_already")
    current = get_or_gone(season.evenings.all(), evening.pk)
    if current.event_id != (event.pk if event else None):
        current.results.all().delete()
        ratings_mark_stale(after=current)
        current.ratings.all().delete()
        current.event, current.results_version, current.rated_version = event, 0, 0
        current.lowest, current.is_held = "", False
        current.save()
        season_mark_stale(season=season)
    return current


def _must_be_of_season(season: Season, division: Division | None) -> None:
    if division and division.season_id != season.pk:
        raise ValidationError(_("This division belongs to another season."), code="other_season")


def _last_event(season: Season) -> Event | None:
    made = season.evenings.filter(event__isnull=False).order_by("-number")
    newest = made.select_related("event").first()
    return newest.event if newest else None


def _made_like(model: Event | None, season: Season, evening: Evening, created_by: User) -> Event:
    name = _("%(season)s, evening %(number)d") % {"season": season.name, "number": evening.number}
    if evening.division and season.divisions.count() > 1:
        name = comma_list((name, evening.division.name))
    if model is None:
        return event_create_from_template(
            club=season.club,
            template=TEMPLATES[season.template],
            date=evening.date,
            created_by=created_by,
            name=name[:120],
        )
    return event_create_like(event=model, name=name[:120], date=evening.date, created_by=created_by)


def _enter(event: Event, contenders: Sequence[Contender]) -> None:
    players = [contender.players for contender in contenders]
    lineup = FORMATS[event.format].lineup
    if not players:
        return
    if all(len(lineup_players) == lineup for lineup_players in players):
        entries_add(event=event, lineups=players)
    elif lineup == 2:
        alone = [player for (player,) in players][: len(players) // 2 * 2]
        if alone:
            entries_draw_pairs(event=event, players=alone)


# Absences.


@transaction.atomic
def absence_note(*, evening: Evening, contender: Contender, noticed: bool) -> Absence:
    """Note an absence, with notice or without. Locks the season."""
    season = open_season_locked(evening.season_id)
    if contender.season_id != season.pk:
        raise ValueError("a contender of another season")
    absence, _new = Absence.objects.update_or_create(
        evening=get_or_gone(season.evenings.all(), evening.pk),
        contender=get_or_gone(season.contenders.all(), contender.pk),
        defaults={"noticed": noticed, "away": None},
    )
    season_mark_stale(season=season)
    return absence


@transaction.atomic
def absence_clear(*, evening: Evening, contender: Contender) -> None:
    """Somebody comes after all. Locks the season."""
    season = open_season_locked(evening.season_id)
    Absence.objects.filter(evening=evening, contender=contender).delete()
    season_mark_stale(season=season)


@transaction.atomic
def away_note(*, contender: Contender, since: datetime.date, until: datetime.date) -> AwayPeriod:
    """Note that a contender is away on these days, both included. Locks the season.

    They are absent with notice from all evenings then, also from those added or moved there later;
    absences noted before stay as they are.
    """
    season = open_season_locked(contender.season_id)
    if until < since:
        raise ValidationError(
            {"until": ValidationError(_("This is before the first day."), code="before_first")}
        )
    current = get_or_gone(season.contenders.all(), contender.pk)
    away = AwayPeriod(contender=current, since=since, until=until)
    away.clean_fields(exclude=["contender"])
    away.save()
    evenings = season.evenings.filter(date__range=(since, until))
    _absences_follow(season, evenings, of=away)
    season_mark_stale(season=season)
    return away


@transaction.atomic
def away_clear(*, away: AwayPeriod) -> None:
    """Remove days away, with the absences that follow from them. Locks the season."""
    season = open_season_locked(away.contender.season_id)
    AwayPeriod.objects.filter(pk=away.pk).delete()
    season_mark_stale(season=season)


def _absences_follow(
    season: Season, evenings: Iterable[Evening], *, of: AwayPeriod | None = None
) -> list[Absence]:
    """Note the absences that follow at these evenings from days away, by default from all; return
    those that are new. Three queries."""
    rows = list(evenings)
    periods = AwayPeriod.objects.filter(contender__season=season)
    noted = set(Absence.objects.filter(evening__in=rows).values_list("evening", "contender"))
    absences = {
        (evening.pk, away.contender_id): Absence(
            evening=evening, contender_id=away.contender_id, noticed=True, away=away
        )
        for away in ([of] if of else periods)
        for evening in rows
        if away.since <= evening.date <= away.until
    }
    new = [absence for key, absence in absences.items() if key not in noted]
    return Absence.objects.bulk_create(new)


# Jokers.


@transaction.atomic
def joker_declare(*, evening: Evening, contender: Contender) -> Joker:
    """Let an evening that has not begun count double for a contender. Locks the season.

    ``ValidationError`` if it has begun, is not for them, or none of their jokers is left.
    """
    season = open_season_locked(evening.season_id)
    current = _evening_to_come(season, evening)
    entitled = get_or_gone(season.contenders.all(), contender.pk)
    if not entitled.is_expected_at(current.number, current.division_id):
        raise ValidationError(_("This evening is not for them."), code="not_expected")
    declared = set(entitled.jokers.values_list("evening", flat=True))
    if current.pk in declared:
        raise ValidationError(_("Their joker is declared already."), code="joker_already")
    if not season.jokers:
        raise ValidationError(_("This season has no jokers."), code="no_jokers")
    if len(declared) >= season.jokers:
        words = ngettext(
            "Their joker is used: everyone has %(count)d in this season.",
            "Their jokers are used: everyone has %(count)d in this season.",
            season.jokers,
        )
        raise ValidationError(words % {"count": season.jokers}, code="no_joker_left")
    joker = Joker.objects.create(evening=current, contender=entitled)
    season_mark_stale(season=season)
    return joker


@transaction.atomic
def joker_take_back(*, joker: Joker) -> None:
    """Take a joker back before its evening begins: it can be declared again. Locks the season."""
    season = open_season_locked(joker.contender.season_id)
    current = get_or_gone(Joker.objects.filter(contender__season=season), joker.pk)
    _evening_to_come(season, current.evening)
    current.delete()
    season_mark_stale(season=season)


def _evening_to_come(season: Season, evening: Evening) -> Evening:
    """Return an evening that has not begun. ``ValidationError`` if it has."""
    current = get_or_gone(season.evenings.select_related("event"), evening.pk)
    if evening_has_begun(current):
        raise ValidationError(
            _("This evening has begun: jokers are declared and taken back before."),
            code="evening_begun",
        )
    return current


@transaction.atomic
def event_gather(*, event: Event, season: Season) -> Evening:
    """Let an event count as one more evening, on its own day. Locks the season."""
    (added,) = evenings_add(season=season, dates=[event.date])
    return evening_event_attach(evening=added, event=event)
