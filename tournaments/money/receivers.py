"""Receivers: an event that changes, its standings, and books that are about to be read."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from django.dispatch import receiver
from django.utils import timezone

from clubs.models import User
from core.transactions import RowGone
from ledger.hooks import books_settling
from tournaments.events.models import Event
from tournaments.events.signals import (
    event_changed,
    event_deleting,
    event_finished,
    event_reopened,
    events_swept,
    standings_computed,
)
from tournaments.money.selectors.money import unsettled_event_ids
from tournaments.money.services.money import (
    money_forget,
    money_open_where_played,
    money_rename,
    prizes_award_if_known,
    prizes_must_be_entered,
)
from tournaments.money.services.settling import (
    evening_settle,
    evening_settle_if_stale,
    evening_settle_or_note,
)

AGAIN: Final = timedelta(hours=1)


@receiver(event_changed, dispatch_uid="stakes.book_rename")
def book_rename(*, event: Event, fields: Collection[str], **_extra: Any) -> None:
    """Give the book the name and date of its event."""
    if not {"name", "date"}.isdisjoint(fields):
        money_rename(event=event)


@receiver(event_deleting, dispatch_uid="stakes.book_forget")
def book_forget(*, event: Event, **_extra: Any) -> None:
    """Delete the book with its event, unless something is entered in it."""
    money_forget(event=event)


@receiver(event_finished, dispatch_uid="stakes.end_enter")
def end_enter(*, event: Event, by: User | None, **_extra: Any) -> None:
    """Enter the house share and the prizes, unless something has to be decided first."""
    prizes_award_if_known(event=event, made_by=by)


@receiver(event_reopened, dispatch_uid="stakes.end_reverse")
def end_reverse(*, event: Event, by: User, **_extra: Any) -> None:
    """Reverse the entries that depend on the event's end."""
    evening_settle(event_id=event.pk, made_by=by)


@receiver(standings_computed, dispatch_uid="stakes.event_settle")
def event_settle(*, event_id: int, **_extra: Any) -> None:
    """Settle the event by its new standings."""
    money_open_where_played([event_id])
    evening_settle_if_stale(event_id=event_id)


@receiver(events_swept, dispatch_uid="stakes.events_settle")
def events_settle(**_extra: Any) -> None:
    """Settle what no message has settled; an event that cannot be does not stop the others, and is
    tried again after an hour.
    """
    money_open_where_played()
    for event_id in unsettled_event_ids(failed_before=timezone.now() - AGAIN):
        evening_settle_or_note(event_id=event_id)


@receiver(books_settling, dispatch_uid="stakes.books_settle")
def books_settle(*, books: Sequence[int], made_by: User, **_extra: Any) -> None:
    """Settle the events of these books if the worker has not yet. Two queries if it has.

    ``ValidationError`` while the prizes of one are not entered.
    """
    prizes_must_be_entered(books=books)
    for event_id in unsettled_event_ids(books):
        with suppress(RowGone):
            evening_settle(event_id=event_id, made_by=made_by)
