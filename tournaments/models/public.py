"""What anybody may read of an event, or send to it, who has the address of its public page."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import PublicPage
from tournaments.models.events import Event


class EventPage(PublicPage):
    """The public page of an event; there is none until the organiser first turns it on."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="public_page")

    class Meta:
        verbose_name = _("public page of an event")
        verbose_name_plural = _("public pages of events")
