"""The way back from a match to its event, for the pages of ``scoring`` that do not know events."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Match
from scoring.trails import Crumb
from tournaments.models import Event


def event_trail(match: Match) -> Sequence[Crumb]:
    """Events, then the event that the match was drawn in; nothing for other matches. One query."""
    event = Event.objects.filter(rounds__tables__games__match=match).first()
    if event is None:
        return ()
    slug = match.club.slug
    return (
        Crumb(_("Events"), reverse("events", args=[slug])),
        Crumb(event.name, reverse("event", args=[slug, event.pk])),
    )
