"""Changes of a club, the webhooks that are told of them, and each delivery."""

import secrets
import uuid
from base64 import b64encode
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.roles import Right


class ChangeKind(models.TextChoices):
    HAND = "hand", _("hand")
    MATCH = "match", _("match")
    RESULT = "result", _("result of a match")
    ROUND = "round", _("round")
    ENTRY = "entry", _("entry")
    EVENT = "event", _("event")
    FINISHED = "finished", _("event finished")
    STANDINGS = "standings", _("standings")
    SEASON = "season", _("season")
    EVENING = "evening", _("evening of a season")
    CLUB = "club", _("settings of the club")
    PLAYER = "player", _("player")
    MEMBER = "member", _("member")
    MONEY = "money", _("money")


class Change(models.Model):
    """Something in a club changed: written in the transaction that changed it.

    ``path`` is the address of the changed resource, below that of the club in the API. ``number``
    is the place in the feed, from 1. It is given after the commit, by who reads the feed: see
    ``feeds.changes``.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="changes", db_index=False)
    kind = models.CharField(max_length=10, choices=ChangeKind)
    path = models.CharField(max_length=100)
    made_at = models.DateTimeField(db_index=True)
    number = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "number"], name="one_change_a_number")
        ]
        indexes: ClassVar = [
            models.Index(fields=["club"], condition=Q(number=None), name="changes_without_number")
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.path}"

    @property
    def href(self) -> str:
        """The address of the resource in the API."""
        return reverse("api-clubs-detail", args=[self.club.slug]) + self.path


NEEDED: Final = {ChangeKind.MEMBER: Right.MEMBERS, ChangeKind.MONEY: Right.MONEY}
"""The rights without which changes of a kind are not shown, as what they are about is not."""

# Webhooks

HOOKED = (ChangeKind.RESULT, ChangeKind.STANDINGS, ChangeKind.FINISHED)
"""The kinds of changes that webhooks are told of."""

TEST = "test"
"""The kind of a delivery that an owner asked for to try the address."""


def secret_new() -> str:
    """Return a new secret in the form of Standard Webhooks."""
    return f"whsec_{b64encode(secrets.token_bytes(32)).decode()}"


def kinds_hooked() -> list[str]:
    """Return all kinds of changes that webhooks are told of."""
    return [kind.value for kind in HOOKED]


class Webhook(models.Model):
    """An address that is told of changes; ``kinds`` are those of ``HOOKED`` that it wants.

    ``site`` is the address of this site as the owner reached it: links in deliveries begin with
    it. ``position`` is the number of the last change that was looked at. After a failure nothing
    is sent before ``resting_until``; ``sending_until`` is set while a task is on its way or at
    work.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    address = models.CharField(
        _("Address"),
        max_length=500,
        help_text=_("The receiver's address. It must begin with https://."),
    )
    kinds = models.JSONField(_("Messages about"), default=kinds_hooked)
    site = models.CharField(max_length=300)
    secret = models.CharField(max_length=80, default=secret_new, editable=False)
    is_paused = models.BooleanField(default=False)
    position = models.PositiveBigIntegerField(default=0)
    resting_until = models.DateTimeField(null=True)
    sending_until = models.DateTimeField(null=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.address

    @property
    def kind_labels(self) -> list[str]:
        return [str(ChangeKind(kind).label) for kind in self.kinds]


class DeliveryState(models.TextChoices):
    """Where a delivery stands."""

    WAITING = "waiting", _("waiting")
    DELIVERED = "delivered", _("delivered")
    GIVEN_UP = "given_up", _("given up")


class Failure(models.TextChoices):
    """Why an attempt failed."""

    STATUS = "status", _("The receiver refused it.")
    NOT_ALLOWED = "not_allowed", _("The address is not https, or leads into the network.")
    NO_NAME = "no_name", _("The name of the receiver is not known.")
    NO_CONNECTION = "no_connection", _("The receiver cannot be reached.")
    CERTIFICATE = "certificate", _("The receiver's certificate is not trusted.")
    TOO_SLOW = "too_slow", _("The receiver did not answer in time.")
    NO_HTTP = "no_http", _("The answer was not HTTP.")


class Delivery(models.Model):
    """One message to a webhook, and how the last attempt went.

    ``id`` is the message's own, the same in every attempt. ``due_at`` is the time of the next
    attempt while it is waiting. An attempt is counted before it begins, and the time set by which
    it must have ended: what a killed worker began is due again then. ``status`` is the HTTP status
    and ``answer`` the beginning of what a receiver said that refused it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    kind = models.CharField(max_length=10, choices=[*ChangeKind.choices, (TEST, _("test"))])
    path = models.CharField(max_length=100)
    body = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    milliseconds = models.PositiveIntegerField(null=True)
    failure = models.CharField(max_length=16, choices=Failure, blank=True, default="")
    answer = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["-made_at"]
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        indexes: ClassVar = [
            models.Index(fields=["webhook", "-made_at"], name="log_of_webhook"),
            models.Index(
                fields=["due_at"], condition=Q(state="waiting"), name="deliveries_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.kind}"
