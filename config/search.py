"""One search of a club: its players, events and seasons by name."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.models import Club
from clubs.roles import Right
from clubs.selectors import players_suggest
from core.languages import date_text
from core.names import folded
from leagues.selectors.seasons import seasons_named
from tournaments.events.models import Event
from tournaments.events.selectors.events import events_named

MOST = 12
"""How many are shown of each kind, as ``players_suggest`` finds."""


class Found(NamedTuple):
    """Something found: its name, what tells it from others, and its page."""

    name: str
    about: str
    href: str


class FoundKind(NamedTuple):
    """What was found of one kind; ``more`` is where all of it is listed, if that is elsewhere."""

    title: str
    rows: Sequence[Found]
    more: str = ""


@club_view(Right.SEE)
@require_safe
def search(request: ClubRequest) -> HttpResponse:
    """Find players, events and seasons of the club: ``?q=`` has words that their names hold."""
    text = " ".join(request.GET.get("q", "").split())
    kinds = found_in(request.membership.club, text) if folded(text) else []
    return render(request, "clubs/search.html", {"text": text, "kinds": kinds})


def found_in(club: Club, text: str) -> list[FoundKind]:
    """Return what the words find, players first, at most twelve of each kind. Five queries."""
    players = (
        Found(player.name, player.note, reverse("player", args=[club.slug, player.pk]))
        for player in players_suggest(club=club, text=text)
    )
    events = (
        Found(event.name, date_text(event.date), reverse("event", args=[club.slug, event.pk]))
        for event in events_named(Event.objects.filter(club=club), club, text)[: MOST + 1]
    )
    seasons = (
        Found(row.name, date_text(row.starts_on), reverse("season", args=[club.slug, row.pk]))
        for row in seasons_named(club, text)[: MOST + 1]
    )
    query = urlencode({"q": text})
    kinds = (
        (_("Players"), players, f"{reverse('players', args=[club.slug])}?{query}"),
        (_("Events"), events, f"{reverse('events', args=[club.slug])}?{query}"),
        (_("Seasons"), seasons, reverse("seasons", args=[club.slug])),
    )
    return [kind for each in kinds if (kind := _shown(*each)).rows]


def _shown(title: str, found: Iterable[Found], more: str) -> FoundKind:
    rows = list(found)
    return FoundKind(title, rows[:MOST], more if len(rows) >= MOST else "")
