"""Seasons on pages of events: where an event counts, and which evenings wait for one."""

from collections.abc import Sequence

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club
from core.languages import date_text
from leagues.models import Evening
from leagues.selectors.seasons import seasons_open_to
from tournaments.event_links import EventLink
from tournaments.models import Event


def event_links(event: Event) -> Sequence[EventLink]:
    """Return the evenings as which an event counts, or an offer to add it. At most two queries."""
    slug = event.club.slug
    evenings = Evening.objects.filter(event=event).select_related("season").order_by("season")
    if found := [_link(slug, evening) for evening in evenings]:
        return found
    if not seasons_open_to(event).exists():
        return ()
    href = reverse("event-season", args=[slug, event.pk])
    return (EventLink(_("Let it count in a season"), href, is_offer=True),)


def evenings_waiting(club: Club, game: str) -> Sequence[EventLink]:
    """Return the next evening without an event of each open season of a game. One query."""
    empty = Evening.objects.filter(season=OuterRef("season"), event=None, is_held=False)
    found = Evening.objects.filter(
        season__club=club,
        season__game=game,
        season__is_finished=False,
        pk=Subquery(empty.order_by("number").values("pk")[:1]),
    )
    return [_dated(club.slug, evening) for evening in found.select_related("season")]


def _link(slug: str, evening: Evening) -> EventLink:
    values = {"season": evening.season.name, "number": evening.number}
    label = _("%(season)s, evening %(number)d") % values
    href = reverse("season-evening", args=[slug, evening.season_id, evening.number])
    return EventLink(label, href)


def _dated(slug: str, evening: Evening) -> EventLink:
    link = _link(slug, evening)
    day = date_text(evening.date, "weekday_month")
    return EventLink(f"{link.label} · {day}", link.href)
