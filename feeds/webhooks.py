"""Webhooks: which changes each receives, and each delivery until it arrives or is given up.

The database says what to send; a message in the queue is only a hint. The clock sends a sweep that
makes deliveries of new changes and enqueues a task for each webhook with something due.
"""

import json
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, User
from clubs.selectors import in_turns
from core.rest.moments import moment_text
from core.transactions import get_or_gone
from feeds.addresses import address_check
from feeds.changes import changes_number, last_number
from feeds.models import HOOKED, TEST, Change, ChangeKind, Delivery, DeliveryState, Webhook
from feeds.sending import MOST_SECONDS, SECONDS, DeliveryOutcome, send

PAUSES: Final = tuple(
    timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200, 21600, 86400)
)
"""How long to wait after each failed attempt; after one more, the delivery is given up."""

REST: Final = timedelta(minutes=1)
"""How long other deliveries to the same address wait after a failure, at most."""
SETTLING: Final = timedelta(seconds=5)
"""How long changes of standings wait, so that a burst of hands sends one message."""
TURN: Final = 20.0
"""Seconds after which a task hands on to the next one."""
LEASE: Final = timedelta(seconds=60)
"""When what a task has begun is due again, should the task have been killed."""
RETENTION: Final = timedelta(days=30)
"""How long deliveries stay in the log."""
BATCH: Final = 500
MOST_WEBHOOKS: Final = 20

assert timedelta(seconds=TURN + MOST_SECONDS + 2 * SECONDS) < LEASE


# What owners do


@transaction.atomic
def webhook_create(
    *, club: Club, address: str, kinds: Sequence[str], site: str, made_by: User
) -> Webhook:
    """Set up a webhook that receives changes from now on. Locks the club.

    Raises ``ValidationError``.
    """
    address_check(address)
    if not kinds or set(kinds) - set(HOOKED):
        wrong = ValidationError(_("Choose what messages are about."), code="no_kinds")
        raise ValidationError({"kinds": wrong})
    get_or_gone(Club.objects.select_for_update(no_key=True), club.pk)
    if club.webhooks.count() >= MOST_WEBHOOKS:
        raise ValidationError(
            _("A club has at most %(count)d webhooks.") % {"count": MOST_WEBHOOKS},
            code="too_many_webhooks",
        )
    changes_number(club.pk)
    return Webhook.objects.create(
        club=club,
        address=address,
        kinds=[kind for kind in HOOKED if kind in kinds],
        site=site.rstrip("/"),
        position=last_number(club.pk),
        made_by=made_by,
    )


@transaction.atomic
def webhook_pause(*, webhook: Webhook, paused: bool) -> Webhook:
    """Stop sending, or go on. What happens while it is paused is never sent. Locks the webhook."""
    locked = get_or_gone(Webhook.objects.select_for_update(), webhook.pk)
    if locked.is_paused and not paused:
        changes_number(locked.club_id)
        locked.position = last_number(locked.club_id)
    locked.is_paused, locked.resting_until = paused, None
    locked.save(update_fields=["is_paused", "position", "resting_until"])
    return locked


def webhook_test(*, webhook: Webhook) -> Delivery:
    """Order a delivery that says nothing but that the address works."""
    _must_not_be_paused(webhook)
    delivery = _delivery(webhook, TEST, "")
    delivery.save()
    Webhook.objects.filter(pk=webhook.pk).update(resting_until=None)
    return delivery


def delivery_resend(*, delivery: Delivery) -> Delivery:
    """Send a delivery again, now, with the same id and body; attempts count anew."""
    _must_not_be_paused(delivery.webhook)
    delivery.state, delivery.attempts, delivery.due_at = DeliveryState.WAITING, 0, timezone.now()
    delivery.save(update_fields=["state", "attempts", "due_at"])
    Webhook.objects.filter(pk=delivery.webhook_id).update(resting_until=None)
    return delivery


def _must_not_be_paused(webhook: Webhook) -> None:
    if webhook.is_paused:
        raise ValidationError(_("This webhook is paused."), code="paused")


# From changes to deliveries


def webhooks_behind() -> QuerySet[Webhook]:
    """Return the webhooks whose clubs have changes that they have not looked at."""
    newer = Change.objects.filter(club=OuterRef("club")).filter(
        Q(number=None) | Q(number__gt=OuterRef("position"))
    )
    return Webhook.objects.filter(Exists(newer), is_paused=False)


@transaction.atomic
def deliveries_make(*, webhook_id: int) -> None:
    """Make deliveries of the next changes, and remember up to where. Locks the webhook.

    A change of a resource that is still to be told adds nothing.
    """
    webhook = get_or_gone(Webhook.objects.select_for_update().select_related("club"), webhook_id)
    changes = Change.objects.filter(club=webhook.club_id, number__gt=webhook.position)
    batch = list(changes.order_by("number")[:BATCH])
    if webhook.is_paused or not batch:
        return
    waiting = webhook.deliveries.filter(state=DeliveryState.WAITING, attempts=0)
    known = set(waiting.values_list("kind", "path"))
    wanted = dict.fromkeys(
        (change.kind, change.path) for change in batch if change.kind in webhook.kinds
    )
    made = [
        _delivery(webhook, *kind_and_path) for kind_and_path in wanted if kind_and_path not in known
    ]
    Delivery.objects.bulk_create(made)
    Webhook.objects.filter(pk=webhook.pk).update(position=batch[-1].number)


def _delivery(webhook: Webhook, kind: str, path: str) -> Delivery:
    now = timezone.now()
    due_at = now + (SETTLING if kind == ChangeKind.STANDINGS else timedelta(0))
    delivery = Delivery(webhook=webhook, kind=kind, path=path, due_at=due_at)
    slug = webhook.club.slug
    delivery.body = json.dumps(
        {
            "id": str(delivery.pk),
            "kind": kind,
            "club": slug,
            "time": moment_text(now),
            "url": f"{webhook.site}{reverse('api-clubs-detail', args=[slug])}{path}",
        }
    )
    return delivery


# Sending


def _due() -> QuerySet[Delivery]:
    now = timezone.now()
    return Delivery.objects.filter(
        Q(webhook__resting_until=None) | Q(webhook__resting_until__lte=now),
        state=DeliveryState.WAITING,
        due_at__lte=now,
        webhook__is_paused=False,
    )


def webhooks_claim() -> list[int]:
    """Return the keys of webhooks with something due, each to one caller for the ``LEASE``.

    Of each club one at a time, so that a club of slow receivers occupies one worker at most.
    """
    now = timezone.now()
    busy = Webhook.objects.filter(sending_until__gt=now)
    due = _due().exclude(webhook__club__in=busy.values("club")).order_by()
    rows = list(due.values_list("webhook__club", "webhook").distinct())
    first = in_turns(rows, len({club for club, _key in rows}))
    return [key for key in first if _leased(key)]


@transaction.atomic
def _leased(webhook_id: int, *, again: bool = False) -> bool:
    """Lease a webhook for the ``LEASE``, unless one of its club is leased; ``again`` its own lease
    is renewed. Locks the club's webhooks."""
    now = timezone.now()
    club = Webhook.objects.filter(pk=webhook_id).values("club")
    rows = Webhook.objects.select_for_update().filter(club__in=club).order_by("pk")
    leases = dict(rows.values_list("pk", "sending_until"))
    busy = {key for key, until in leases.items() if until is not None and until > now}
    if webhook_id not in leases or busy - ({webhook_id} if again else set()):
        return False
    return bool(Webhook.objects.filter(pk=webhook_id).update(sending_until=now + LEASE))


def webhook_send(*, webhook_id: int) -> None:
    """Send what is due to one webhook, oldest first, until one delivery fails or the time slice is
    over.

    Do nothing if its lease ended in the queue and another of its club is leased: the sweep enqueues
    it again.
    """
    if not _leased(webhook_id, again=True):
        return
    until = time.monotonic() + TURN
    while time.monotonic() < until:
        delivery = _begun(webhook_id)
        if delivery is None or not delivery_attempt(delivery):
            break
    Webhook.objects.filter(pk=webhook_id).update(sending_until=None)


def _begun(webhook_id: int) -> Delivery | None:
    """Return the next delivery that is due, with its attempt counted; None if nothing is due.

    Two tasks that meet here send two deliveries, not the same one twice.
    """
    due = _due().filter(webhook=webhook_id).select_related("webhook").order_by("made_at")
    while (delivery := due.first()) is not None:
        seen = Delivery.objects.filter(pk=delivery.pk, due_at=delivery.due_at, state=delivery.state)
        later = timezone.now() + LEASE
        if seen.update(attempts=F("attempts") + 1, due_at=later):
            delivery.attempts, delivery.due_at = delivery.attempts + 1, later
            return delivery
    return None


def delivery_attempt(delivery: Delivery) -> bool:
    """Send a delivery whose attempt is counted, and note how it went; whether it arrived."""
    webhook = delivery.webhook
    outcome = send(
        address=webhook.address,
        secret=webhook.secret,
        key=str(delivery.pk),
        body=delivery.body.encode(),
    )
    _note(delivery, outcome)
    return not outcome.failure


@transaction.atomic
def _note(delivery: Delivery, outcome: DeliveryOutcome) -> None:
    """Record the result of an attempt. A delivery that somebody asked to resend meanwhile stays
    due."""
    now = timezone.now()
    tried = {
        "tried_at": now,
        "milliseconds": outcome.milliseconds,
        "status": outcome.status,
        "failure": outcome.failure,
        "answer": outcome.answer,
    }
    row = Delivery.objects.filter(pk=delivery.pk)
    row.update(**tried)
    still = row.filter(due_at=delivery.due_at, state=DeliveryState.WAITING)
    if not outcome.failure:
        still.update(state=DeliveryState.DELIVERED)
        return
    pause = PAUSES[min(delivery.attempts, len(PAUSES)) - 1]
    if delivery.attempts > len(PAUSES):
        still.update(state=DeliveryState.GIVEN_UP)
    else:
        still.update(due_at=now + pause)
    Webhook.objects.filter(pk=delivery.webhook_id).update(resting_until=now + min(pause, REST))


def deliveries_clear() -> None:
    """Delete what was delivered or given up longer ago than ``RETENTION``."""
    old = Delivery.objects.filter(made_at__lt=timezone.now() - RETENTION)
    old.exclude(state=DeliveryState.WAITING).delete()
