"""Phones at the tables: access without an account, admitted phones, and their remarks."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from tournaments.models import Event, Game, Table


class TableAccess(models.Model):
    """Access changes of a table in the room; there is no row without a change.

    ``turn`` is part of the table's address: raising it replaces the address. ``code`` is the digest
    of a spoken code, valid until ``code_until`` and for ``code_tries`` more wrong answers.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="table_accesses")
    number = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField(default=0)
    is_withdrawn = models.BooleanField(default=False)
    code = models.CharField(max_length=64, blank=True)
    code_until = models.DateTimeField(null=True)
    code_tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_access_a_table"),
            models.CheckConstraint(
                condition=models.Q(code="") | models.Q(code_until__isnull=False),
                name="spoken_code_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


def device_key() -> str:
    """Return a new random key of a phone."""
    return secrets.token_urlsafe(16)


class GuestDevice(models.Model):
    """A phone admitted at a table for the evening, with the player its holder chose.

    ``number`` identifies it in the event and in the history of its hands. ``key`` identifies it in
    its cookie: the primary key would not do, since a restored database gives it out again.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="guest_devices")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=22, unique=True, default=device_key, editable=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField()
    sent_away_at = models.DateTimeField(null=True)
    sent_away_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_device_a_number")
        ]
        verbose_name = _("phone at a table")
        verbose_name_plural = _("phones at tables")

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


class RemarkKind(models.TextChoices):
    """The kind of a remark on a game."""

    RIGHT = "right", _("right")
    WRONG = "wrong", _("not right")
    TAKE_BACK = "take_back", _("the last hand is to be taken back")
    GIVEN_BACK = "given_back", _("the last hand is taken back")
    KEPT = "kept", _("the last hand stays")
    SETTLED = "settled", _("settled by the organiser")


class GameRemark(models.Model):
    """A remark on a game by a player on a phone, or by the organiser. Append-only.

    It refers to the game up to ``revision``, the key of a hand revision. ``device`` is the phone on
    which the player answered, their own or another's.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="remarks")
    kind = models.CharField(max_length=10, choices=RemarkKind)
    revision = models.BigIntegerField()
    text = models.CharField(max_length=200, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, related_name="+", null=True)
    device = models.ForeignKey(GuestDevice, models.PROTECT, related_name="remarks", null=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(made_by=None, player__isnull=False, device__isnull=False)
                | models.Q(made_by__isnull=False, player=None, device=None),
                name="said_by_player_or_user",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"


class DirectorCall(models.Model):
    """A player's call for the director at a table; an acknowledged director is on the way."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="director_calls")
    number = models.PositiveSmallIntegerField()
    device = models.ForeignKey(GuestDevice, models.PROTECT, related_name="calls")
    made_at = models.DateTimeField(auto_now_add=True)
    acknowledged_at = models.DateTimeField(null=True)
    acknowledged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=models.Q(acknowledged_at=None),
                name="one_open_call_a_table",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


class DealStart(models.Model):
    """A table's report that a deal has begun: its players' phones may show their hands."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="deal_starts")
    number = models.PositiveSmallIntegerField()
    device = models.ForeignKey(GuestDevice, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_start_a_deal")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"
