"""The round clock, and calling time on a round."""

import datetime
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from engine.standings.series import meeting_is_over
from scoring.services.matches import LastHand, matches_time_call, matches_time_uncall
from tournaments.events.models import Clock, Event, Game, Round, RoundState, TimeRule
from tournaments.events.selectors.clocks import has_next_shift, usual_minutes
from tournaments.events.selectors.pairing_state import games_played
from tournaments.events.services.locking import (
    matches_locked,
    open_event_locked,
    round_in_state,
    standings_mark_stale,
)

LONGEST = 600


@transaction.atomic
def clock_start(*, round: Round, minutes: int | None = None) -> Clock:  # noqa: A002 the domain's word
    """Start a begun round's clock, or resume it. Locks the event.

    ``minutes`` default to the event's, then to 30. Once time has been called for a shift, the clock
    starts again for the next one.
    """
    event, current = _begun_round(round)
    total = usual_minutes(event, current) if minutes is None else minutes
    _must_be_minutes(total)
    clock, _new = Clock.objects.get_or_create(round=current, defaults={"seconds": total * 60})
    if clock.called_at:
        if not has_next_shift(clock):
            raise ValidationError(_("Time has been called in this round."), code="time_called")
        clock.shift, clock.called_at = clock.shift + 1, None
        clock.seconds, clock.spent = total * 60, 0
        clock.save(update_fields=["shift", "called_at", "seconds", "spent"])
    if clock.running_since is None:
        clock.running_since = timezone.now()
        clock.save(update_fields=["running_since"])
    return clock


@transaction.atomic
def clock_pause(*, round: Round) -> Clock:  # noqa: A002 the domain's word
    """Pause the clock. Locks the event."""
    clock = _clock(round)
    _stop(clock, timezone.now())
    clock.save(update_fields=["spent", "running_since"])
    return clock


@transaction.atomic
def clock_extend(*, round: Round, minutes: int) -> Clock:  # noqa: A002 the domain's word
    """Add minutes (negative: remove some). Locks the event."""
    clock = _clock(round)
    _must_be_minutes(clock.seconds // 60 + minutes)
    clock.seconds += 60 * minutes
    clock.save(update_fields=["seconds"])
    return clock


@transaction.atomic
def time_call(*, round: Round, by: User) -> Clock:  # noqa: A002 the domain's word
    """Call time: hands under way are finished and end their matches. Locks matches and event.

    Only for the current shift. Games of a series that have not begun are not played; under sudden
    death a tied game goes on hand by hand.
    """
    matches_locked(round.event_id)
    event, current = _begun_round(round)
    seconds = 60 * usual_minutes(event, current)
    clock, _new = Clock.objects.get_or_create(round=current, defaults={"seconds": seconds})
    if clock.called_at:
        raise ValidationError(_("Time has been called in this round."), code="time_called")
    now = timezone.now()
    _stop(clock, now)
    clock.called_at = now
    clock.save(update_fields=["spent", "running_since", "called_at"])
    lasts = list(_games_to_end(clock, plays_off=event.time_rule == TimeRule.SUDDEN_DEATH))
    matches_time_call(lasts=lasts, called_by=by)
    standings_mark_stale(
        event_id=event.pk, code="time_called", matches=[last.match_id for last in lasts]
    )
    return clock


@transaction.atomic
def time_uncall(*, round: Round) -> Clock:  # noqa: A002 the domain's word
    """Undo a time call: every match continues. Locks matches and event."""
    matches_locked(round.event_id)
    clock = _clock(round)
    if clock.called_at is None:
        raise ValidationError(_("Time has not been called in this round."), code="time_not_called")
    clock.called_at = None
    clock.save(update_fields=["called_at"])
    called = Game.objects.filter(
        table__round=round, table__shift=clock.shift, match__called_after__isnull=False
    )
    matches = list(called.values_list("match_id", flat=True))
    matches_time_uncall(match_ids=matches)
    standings_mark_stale(event_id=round.event_id, code="time_uncalled", matches=matches)
    return clock


def _must_be_minutes(total: int) -> None:
    if not 0 < total <= LONGEST:
        raise ValidationError(
            _("A round lasts from 1 to %(most)d minutes.") % {"most": LONGEST}, code="minutes_range"
        )


def _begun_round(round_: Round) -> tuple[Event, Round]:
    text = _("Start the round first; then it gets a clock.")
    return round_in_state(round_, RoundState.BEGUN, ValidationError(text, code="not_begun"))


def _clock(round_: Round) -> Clock:
    open_event_locked(round_.event_id)
    clock = Clock.objects.filter(round=round_).first()
    if clock is None:
        raise ValidationError(_("This round has no clock yet."), code="no_clock")
    return clock


def _stop(clock: Clock, now: datetime.datetime) -> None:
    if clock.running_since is not None:
        clock.spent += int((now - clock.running_since).total_seconds())
        clock.running_since = None


def _games_to_end(clock: Clock, *, plays_off: bool) -> Iterator[LastHand]:
    """Yield the open games of the clock's shift, each with the hand that ends it. Two queries.

    At each table the first one is taken to be under way, the others not to have begun.
    """
    tables = clock.round.tables.filter(is_bye=False, shift=clock.shift)
    played = Prefetch("games", Game.objects.select_related("match"))
    for table in tables.prefetch_related(played):
        games = list(table.games.all())
        if meeting_is_over(table.best_of, games_played(games)):
            continue
        going = [game.match for game in games if not game.match.is_over]
        for match in going[:1]:
            yield LastHand(match.pk, match.hand_count + 1, plays_off)
        for match in going[1:]:
            yield LastHand(match.pk, 0)
