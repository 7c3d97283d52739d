"""Awarding the prizes of an event that is over."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from tournaments.models import Event, EventMoney, EventState
from tournaments.services.locking import event_locked
from tournaments.services.money.settling import evening_settle


def prizes_award(*, event: Event, made_by: User | None) -> None:
    """Enter house share and prizes by the standings as they are. Locks the event and the book.

    From then on they follow the standings: a correction reverses them and enters what differs.
    ``ValidationError`` while the event is not finished.
    """
    _award(event, made_by, awarded=True)


def prizes_take_back(*, event: Event, made_by: User | None) -> None:
    """Take the prizes back, by reversing entries. Locks the event."""
    _award(event, made_by, awarded=False)


@transaction.atomic
def _award(event: Event, made_by: User | None, *, awarded: bool) -> None:
    """Decide about the prizes and enter what follows, both or neither."""
    locked = event_locked(event.pk)
    if awarded and locked.state != EventState.FINISHED:
        raise ValidationError(_("Finish the event first: its standings are not final."))
    if not EventMoney.objects.filter(event=locked).update(awarded=awarded):
        raise ValidationError(_("No money is kept for this event."))
    evening_settle(event_id=event.pk, made_by=made_by)
