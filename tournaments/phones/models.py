"""Phones at the tables and their remarks, public pages of events, and sign-ups."""

import secrets
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import MAX_NAME, Club, Player, PublicPage
from core.model_settings import between
from core.names import MOMENT_CHECKS, line_check, name_check
from feeds.models import ChangeKind
from feeds.noting import noted
from tournaments.events.models import Entry, Event, Game, Table


class TableAccess(models.Model):
    """Access changes of a table in the room; there is no row without a change.

    ``renewal`` is part of the table's address: raising it replaces the address. ``code`` is the
    digest of a spoken code, valid until ``code_until`` and for ``code_tries`` more wrong answers.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="table_accesses")
    number = models.PositiveSmallIntegerField()
    renewal = models.PositiveSmallIntegerField(default=0)
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


class EventPage(PublicPage):
    """The public page of an event; there is none until the organiser first turns it on."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="public_page", editable=False)
    is_on = models.BooleanField(
        _("Show the public page"),
        default=False,
        help_text=_(
            "Anyone who has the address sees rounds, standings, bracket, deals and clock, but no "
            "money, notes or history."
        ),
    )

    class Meta:
        verbose_name = _("public page of an event")
        verbose_name_plural = _("public pages of events")

    @property
    def club(self) -> Club:
        return self.event.club


MOST_PLACES: Final = 999


class SignUpPage(PublicPage):
    """The sign-up page of an event; created when the organiser first opens it.

    It accepts sign-ups until ``closes_at``, if set, and until the first round begins. ``places`` is
    the maximum number of entries, if set.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="sign_up_page", editable=False)
    is_on = models.BooleanField(
        _("Open the sign-up"),
        default=False,
        help_text=_(
            "Anyone who has the address sees who is entered and who is on the waiting list, and "
            "can sign up."
        ),
    )
    closes_at = models.DateTimeField(
        _("Until"),
        null=True,
        blank=True,
        validators=MOMENT_CHECKS,
        help_text=_("Empty: until the first round begins, when sign-up ends in any case."),
    )
    places = models.PositiveSmallIntegerField(
        _("Number of places"),
        null=True,
        blank=True,
        validators=between(1, MOST_PLACES),
        help_text=_("How many entries there is room for. Empty: no limit."),
    )

    class Meta:
        verbose_name = _("sign-up page of an event")
        verbose_name_plural = _("sign-up pages of events")

    @property
    def club(self) -> Club:
        return self.event.club


class SignUpState(models.TextChoices):
    OPEN = "open", _("waiting for an answer")
    ACCEPTED = "accepted", _("accepted")
    WAITING = "waiting", _("on the waiting list")
    DECLINED = "declined", _("declined")
    TAKEN_BACK = "taken_back", _("cancelled")


class SignUp(models.Model):
    """A sign-up with the names as typed; ``number`` is the order.

    ``digest`` is that of the key in its address; the key itself is not stored. ``entry`` is the
    entry of an accepted one; two that were paired share one.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="sign_ups")
    number = models.PositiveIntegerField()
    name = models.CharField(_("Your name"), max_length=MAX_NAME, validators=[name_check])
    partner = models.CharField(
        _("Your partner"), max_length=MAX_NAME, blank=True, validators=[name_check]
    )
    seeks_partner = models.BooleanField(_("I am looking for a partner"), default=False)
    note = models.CharField(
        _("Note"),
        max_length=200,
        blank=True,
        validators=[line_check],
        help_text=_("For the organisers only."),
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    state = models.CharField(max_length=10, choices=SignUpState, default=SignUpState.OPEN)
    entry = models.ForeignKey(Entry, models.SET_NULL, related_name="sign_ups", null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_sign_up_a_number"),
            models.CheckConstraint(
                condition=models.Q(partner="") | models.Q(seeks_partner=False),
                name="sign_up_has_partner_or_seeks_one",
            ),
        ]
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they were typed."""
        return (self.name, self.partner) if self.partner else (self.name,)


class SignUpTransition(models.Model):
    """A sign-up was answered or taken back: when and by whom. Append-only.

    ``made_by`` is empty for the person who signed up.
    """

    sign_up = models.ForeignKey(SignUp, models.CASCADE, related_name="transitions")
    state = models.CharField(max_length=10, choices=SignUpState)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.sign_up}: {self.state}"


# Resources, for the feed of changes


noted(
    Event,
    ChangeKind.EVENT,
    "events/{pk}/public/",
    club="club_id",
    own=(),
    of={EventPage: "public_page"},
)
noted(
    Event,
    ChangeKind.EVENT,
    "events/{pk}/sign-up/",
    club="club_id",
    own=(),
    of={SignUpPage: "sign_up_page"},
)
noted(SignUp, ChangeKind.EVENT, "events/{event_id}/sign-ups/{pk}/", club="event__club_id")
