"""Letting phones in at the tables: new addresses, spoken codes, and sending a phone away."""

import secrets
from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from clubs.models import Player, User
from tournaments.events.models import Event
from tournaments.events.models.events import table_salt
from tournaments.events.services.locking import event_locked, open_event_locked
from tournaments.phones.models import GuestDevice, TableAccess
from tournaments.phones.selectors.table_access import is_open_to_guests

CODE_GOOD_FOR: Final = timedelta(minutes=10)
CODE_TRIES: Final = 5
SEEN_EVERY: Final = timedelta(minutes=5)


# Addresses


@transaction.atomic
def tables_renew(*, event: Event) -> None:
    """Replace the addresses of all tables, including withdrawn ones. Locks the event."""
    locked = open_event_locked(event.pk)
    locked.table_salt = table_salt()
    locked.save(update_fields=["table_salt"])
    locked.table_accesses.update(is_withdrawn=False, code="", code_until=None)


@transaction.atomic
def table_renew(*, event: Event, number: int) -> None:
    """Replace the address of one table, also if it was withdrawn. Locks the event."""
    access = _access(open_event_locked(event.pk), number)
    access.renewal, access.is_withdrawn, access.code, access.code_until = (
        access.renewal + 1,
        False,
        "",
        None,
    )
    access.save()


@transaction.atomic
def table_withdraw(*, event: Event, number: int) -> None:
    """Withdraw a table's address; admitted phones stay. Locks the event."""
    access = _access(open_event_locked(event.pk), number)
    access.is_withdrawn, access.code, access.code_until = True, "", None
    access.save()


def _access(event: Event, number: int) -> TableAccess:
    access = event.table_accesses.filter(number=number).first()
    return access or TableAccess(event=event, number=number)


# Spoken codes


@transaction.atomic
def spoken_code_make(*, event: Event, number: int) -> str:
    """Return a new spoken code for a table; it is shown once and only its digest is stored.

    Locks the event. ``ValidationError`` if phones are not admitted at this table.
    """
    locked = open_event_locked(event.pk)
    access = _access(locked, number)
    if not is_open_to_guests(locked) or access.is_withdrawn:
        raise ValidationError(_("Phones cannot join this table."))
    code = f"{secrets.randbelow(10_000):04d}"
    access.code = _digest(locked, number, code)
    access.code_until, access.code_tries = timezone.now() + CODE_GOOD_FOR, CODE_TRIES
    access.save()
    return code


@transaction.atomic
def spoken_code_opens(*, event: Event, number: int, code: str) -> bool:
    """Return whether a spoken code opens a table; a wrong one takes one of its tries.

    Locks the event.
    """
    locked = event_locked(event.pk)
    access = locked.table_accesses.filter(number=number).exclude(code="").first()
    if access is None or not is_open_to_guests(locked) or access.is_withdrawn:
        return False
    if access.code_until is None or access.code_until < timezone.now():
        return False
    if constant_time_compare(access.code, _digest(locked, number, code)):
        return True
    access.code_tries -= 1
    if access.code_tries <= 0:
        access.code, access.code_until = "", None
    access.save()
    return False


def _digest(event: Event, number: int, code: str) -> str:
    text = f"{event.pk}:{number}:{code}"
    return salted_hmac("tournaments.spoken_code", text, algorithm="sha256").hexdigest()


# Phones


@transaction.atomic
def device_admit(*, event: Event, player: Player) -> GuestDevice:
    """Admit a phone as a player's. Locks the event.

    ``ValidationError`` if phones are no longer admitted.
    """
    locked = event_locked(event.pk)
    if not is_open_to_guests(locked):
        raise ValidationError(_("Players do not record hands at this event."))
    last = locked.guest_devices.aggregate(last=Max("number"))["last"] or 0
    return GuestDevice.objects.create(
        event=locked, number=last + 1, player=player, last_seen=timezone.now()
    )


def device_see(*, device: GuestDevice) -> None:
    """Note that a phone was there, every few minutes."""
    now = timezone.now()
    if now - device.last_seen >= SEEN_EVERY:
        GuestDevice.objects.filter(pk=device.pk).update(last_seen=now)


@transaction.atomic
def device_send_away(*, device: GuestDevice, by: User | None = None) -> None:
    """Revoke a phone's access; ``by`` is empty if its holder left. Locks the event."""
    event_locked(device.event_id)
    GuestDevice.objects.filter(pk=device.pk, sent_away_at=None).update(
        sent_away_at=timezone.now(), sent_away_by=by
    )
