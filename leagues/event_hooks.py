"""Seasons on pages of events: where an event counts, and which evenings wait for one."""

from collections.abc import Iterable

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club
from core.languages import date_text
from core.text import isolated
from leagues.models import Evening
from leagues.selectors.seasons import seasons_open_to
from tournaments.events.event_hooks import EventHooks, EventLink
from tournaments.events.models import Event


class SeasonsHooks(EventHooks):
    """Where an event counts, an offer to let it count, and the evenings that wait for one."""

    def links(self, event: Event) -> Iterable[EventLink]:
        """Return the evenings as which an event counts, or an offer to add it. Two queries."""
        if links := _evening_links(event):
            return links
        if not seasons_open_to(event).exists():
            return ()
        href = reverse("event-season", args=[event.club.slug, event.pk])
        return (EventLink(_("Add to a season"), href, is_offer=True),)

    def waiting(self, club: Club, game: str) -> Iterable[EventLink]:
        """Return the next evening without an event of each open season of a game. One query."""
        empty = Evening.objects.filter(season=OuterRef("season"), event=None, is_held=False)
        evenings = Evening.objects.filter(
            season__club=club,
            season__game=game,
            season__is_finished=False,
            pk=Subquery(empty.order_by("number").values("pk")[:1]),
        )
        return [_dated(club.slug, evening) for evening in evenings.select_related("season")]

    def reason_to_keep(self, event: Event) -> str:
        """A season in which it counts."""
        counts = Evening.objects.filter(event=event).exists()
        return (
            _("This event is part of a season. Remove it from the season first.") if counts else ""
        )


def _evening_links(event: Event) -> list[EventLink]:
    evenings = Evening.objects.filter(event=event).select_related("season").order_by("season")
    return [_link(event.club.slug, evening) for evening in evenings]


def _link(slug: str, evening: Evening) -> EventLink:
    values = {"season": isolated(evening.season.name), "number": evening.number}
    label = _("%(season)s, evening %(number)d") % values
    href = reverse("season-evening", args=[slug, evening.season_id, evening.number])
    return EventLink(label, href)


def _dated(slug: str, evening: Evening) -> EventLink:
    link = _link(slug, evening)
    day = date_text(evening.date, "weekday_month")
    return EventLink(f"{link.label} · {day}", link.href)
