"""Receivers: matches that change, and books that are about to be read."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.dispatch import receiver

from clubs.models import User
from core.transactions import RowGone
from ledger.hooks import books_asked_for
from scoring.models import HandRevision, Match
from scoring.signals import match_changed, matches_changed
from tournaments.selectors.money import unsettled_event_ids
from tournaments.services.locking import standings_mark_stale_by_match
from tournaments.services.settling import evening_settle
from tournaments.services.table_hands import agreement_follow


@receiver(match_changed, dispatch_uid="tournaments.event_mark_stale")
def event_mark_stale(*, match: Match, revision: HandRevision | None, **_extra: Any) -> None:
    """Mark standings stale, freeze the rules, and see to what its players agree on.

    One query; one more for a hand where players record.
    """
    if (who_writes := standings_mark_stale_by_match(match_id=match.pk)) is not None:
        agreement_follow(match=match, revision=revision, who_writes=who_writes)


@receiver(matches_changed, dispatch_uid="tournaments.event_mark_stale_once")
def event_mark_stale_once(*, matches: Sequence[Match], **_extra: Any) -> None:
    """Mark standings stale when several matches of one event change together. One query."""
    standings_mark_stale_by_match(match_id=matches[0].pk)


@receiver(books_asked_for, dispatch_uid="tournaments.evenings_settle")
def evenings_settle(*, books: Sequence[int], made_by: User, **_extra: Any) -> None:
    """Settle the events of these books if the worker has not yet. One query if it has."""
    for event_id in unsettled_event_ids(books):
        with suppress(RowGone):
            evening_settle(event_id=event_id, made_by=made_by)
