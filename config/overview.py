"""Pages that combine several apps: the start page and a player's page."""

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

from archive.backups import backup_state
from clubs.access import ClubRequest, UserRequest, club_view, may_name, signed_in
from clubs.models import Forgetting, Membership, Player
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
    """A club on the start page with its current events."""

    membership: Membership
    events: list[Event]

    @property
    def may_run(self) -> bool:
        """Say whether the user may create an event."""
        return self.membership.may(Right.RUN)

    @property
    def may_keep_money(self) -> bool:
        """Say whether the user may see the club's money."""
        return self.membership.may(Right.MONEY)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match as seen from one seat: the own side, partners and opponents."""

    match: Match
    event: Event | None
    side: Side
    partners: list[str]
    opponents: list[str]


@signed_in
@require_safe
def home(request: UserRequest) -> HttpResponse:
    """Show the user's clubs and tonight's events of each; those who run events see the backups."""
    memberships = list(clubs_of(request.user))
    events: dict[int, list[Event]] = defaultdict(list)
    for event in _on_now([membership.club_id for membership in memberships]):
        events[event.club_id].append(event)
    cards = [ClubCard(member, events[member.club_id]) for member in memberships]
    context = {"cards": cards, "today": timezone.localdate()}
    if any(member.may(Right.RUN) for member in memberships):
        context["backup"] = backup_state()
    return render(request, "clubs/home.html", context)


@club_view(Right.SEE)
@require_safe
def club(request: ClubRequest) -> HttpResponseBase:
    """Redirect from a club's address to its events."""
    return redirect("events", request.membership.club.slug)


@club_view(Right.SEE)
@require_safe
def player(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Show a player's seasons, events and matches, the newest first."""
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
        "may_see_numbers": may_name(request.membership, shown),
        "may_run": request.membership.may(Right.RUN),
        "may_hide_name": request.membership.may(Right.RUN)
        or request.membership.player_id == shown.pk,
        "may_forget": request.membership.may(Right.ARCHIVE),
        "is_own": request.membership.player_id == shown.pk,
        "forgetting": Forgetting.objects.filter(player=shown).first(),
        "may_see_statement": request.membership.may_see_money_of(shown.pk),
        "crumbs": crumbs((_("Players"), reverse("players", args=[club.slug])), here=shown.name),
    }
    return render(request, "clubs/player.html", context)


def _on_now(clubs: list[int]) -> list[Event]:
    """Return running events and those of yesterday, today and tomorrow, the latest first."""
    today = timezone.localdate()
    near = Q(date__range=(today - NEAR, today + NEAR))
    return list(Event.objects.filter(near | Q(state=EventState.RUNNING), club_id__in=clubs))


def _seats_of(shown: Player) -> QuerySet[Seat]:
    """Return the player's seats, newest match first, with everything the page shows prefetched."""
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
    # Sides alternate around the table; with as many sides as seats, each seat is a side.
    side = seat.number % len(sides)
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    game = getattr(match, "game_of", None)
    return PlayedMatch(
        match=match,
        event=game.table.round.event if game else None,
        side=sides[side],
        partners=[other.name for other in others if other.number % len(sides) == side],
        opponents=[other.name for other in others if other.number % len(sides) != side],
    )
