"""The public page of an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, PublicPage
from feeds.models import ChangeKind
from feeds.noting import noted
from tournaments.models import Event


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


# Resources, for the feed of changes


noted(
    Event,
    ChangeKind.EVENT,
    "events/{pk}/public/",
    club="club_id",
    own=(),
    of={EventPage: "public_page"},
)
