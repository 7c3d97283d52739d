"""Sign-ups before an evening: the public page, and the organiser's answers."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import MAX_NAME, Club, PublicPage
from core.model_settings import between
from core.names import MOMENT_CHECKS, line_check, name_check
from feeds.models import ChangeKind
from feeds.noting import noted
from tournaments.models import Entry, Event

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
    """The state of a sign-up."""

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


class SignUpTurn(models.Model):
    """A sign-up was answered or taken back: when and by whom. Append-only.

    ``made_by`` is empty for the person who signed up.
    """

    sign_up = models.ForeignKey(SignUp, models.CASCADE, related_name="turns")
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
    "events/{pk}/sign-up/",
    club="club_id",
    own=(),
    of={SignUpPage: "sign_up_page"},
)
noted(SignUp, ChangeKind.EVENT, "events/{event_id}/sign-ups/{pk}/", club="event__club_id")
