"""Pages that look across clubs, matches and events at once: the start page and a player's page."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta

from django.core.paginator import Paginator
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, UserRequest, club_view, signed_in
from clubs.models import Membership, Player
from clubs.roles import Right
from clubs.selectors import clubs_of
from clubs.views import crumbs
from leagues.selectors.seasons import places_of
from scoring.models import Match, Seat, Side
from tournaments.models import Event, EventState

NEAR = timedelta(days=1)
PAGE = 25


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club on the start page with what is on there."""

    membership: Membership
    events: list[Event]

    @property
    def may_run(self) -> bool:
        """Whether a new event may be offered."""
        return self.membership.may(Right.RUN)

    @property
    def may_keep_money(self) -> bool:
        """Whether the club's money may be shown the way to."""
        return self.membership.may(Right.MONEY)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match as seen from one seat: who else sat there, and how it stands for that side."""

    match: Match
    event: Event | None
    own: Side
    partners: list[str]
    opponents: list[str]


@signed_in
@require_safe
def home(request: UserRequest) -> HttpResponse:
    """The user's clubs, and what is on tonight in each."""
    memberships = list(clubs_of(request.user))
    events: dict[int, list[Event]] = defaultdict(list)
    for event in _on_now([membership.club_id for membership in memberships]):
        events[event.club_id].append(event)
    cards = [ClubCard(member, events[member.club_id]) for member in memberships]
    return render(request, "clubs/home.html", {"cards": cards, "today": timezone.localdate()})


@club_view(Right.SEE)
@require_safe
def club(request: ClubRequest) -> HttpResponseBase:
    """A club's own address leads to its events, which members come for."""
    return redirect("events", request.membership.club.slug)


@club_view(Right.SEE)
@require_safe
def player(request: ClubRequest, pk: int) -> HttpResponseBase:
    """A player: seasons, the events taken part in and the matches played, the newest first."""
    club = request.membership.club
    shown = get_object_or_404(Player, club=club, pk=pk)
    page = Paginator(_seats_of(shown), PAGE).get_page(request.GET.get("page"))
    events = Event.objects.filter(entries__lineup__player=shown).distinct()
    context = {
        "player": shown,
        "events": list(events[:PAGE]),
        "event_count": events.count(),
        "page": page,
        "matches": [_played(seat) for seat in page],
        "contends": places_of(shown),
        "may_run": request.membership.may(Right.RUN),
        "may_see_statement": request.membership.may_see_money_of(shown.pk),
        "crumbs": crumbs((_("Players"), reverse("players", args=[club.slug])), here=shown.name),
    }
    return render(request, "clubs/player.html", context)


def _on_now(clubs: list[int]) -> list[Event]:
    """Events under way, and those dated today or a day to either side, the latest first."""
    today = timezone.localdate()
    near = Q(date__range=(today - NEAR, today + NEAR))
    return list(Event.objects.filter(near | Q(state=EventState.RUNNING), club_id__in=clubs))


def _seats_of(shown: Player) -> QuerySet[Seat]:
    """The player's seats, newest match first, with all that a page of them shows."""
    return (
        Seat.objects.filter(player=shown)
        .select_related("match__game_of__table__round__event")
        .prefetch_related(
            Prefetch("match__seats", Seat.objects.order_by("number")),
            Prefetch("match__sides", Side.objects.order_by("number")),
        )
        .order_by("-match_id")
    )


def _played(seat: Seat) -> PlayedMatch:
    match = seat.match
    sides = list(match.sides.all())
    # Sides sit alternately: where there are as many as seats, each seat is its own.
    own = seat.number % len(sides)
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    game = getattr(match, "game_of", None)
    return PlayedMatch(
        match=match,
        event=game.table.round.event if game else None,
        own=sides[own],
        partners=[other.name for other in others if other.number % len(sides) == own],
        opponents=[other.name for other in others if other.number % len(sides) != own],
    )
