"""Receivers: matches that change."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from scoring.models import HandRevision, Match
from scoring.signals import match_changed, matches_changed
from tournaments.events.models import Event
from tournaments.events.services.locking import standings_mark_stale_by_match
from tournaments.events.signals import play_changed


@receiver(match_changed, dispatch_uid="tournaments.event_mark_stale")
def event_mark_stale(*, match: Match, revision: HandRevision | None, **_extra: Any) -> None:
    """Mark standings stale, freeze the rules, and tell the apps above. One query."""
    begins = match.hand_count <= 1
    asked_back = standings_mark_stale_by_match(match_id=match.pk, begins=begins)
    if asked_back is not None:
        play_changed.send(sender=Event, match=match, revision=revision, asked_back=asked_back)


@receiver(matches_changed, dispatch_uid="tournaments.event_mark_stale_once")
def event_mark_stale_once(*, matches: Sequence[Match], **_extra: Any) -> None:
    """Mark standings stale when several matches of one event change together. One query."""
    standings_mark_stale_by_match(match_id=matches[0].pk, begins=True)
