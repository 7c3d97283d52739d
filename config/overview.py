"""Pages that combine several apps: the start page and a player's page."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import timedelta

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from archive.backups import backup_state
from clubs.access import ClubRequest, UserRequest, club_view, may_name, sees_hidden, signed_in
from clubs.models import Club, Forgetting, Membership, Player, User
from clubs.roles import Right
from clubs.selectors import clubs_of, picture_of
from clubs.views.common import crumbs
from config.tasks import demo_task
from core.transactions import enqueue
from leagues.selectors.seasons import season_places
from rules import GAMES
from seeds.load import demo_find
from stats.selectors.player_evenings import (
    Partner,
    evenings_of,
    events_of,
    matches_without_event,
    partners_of,
)
from tournaments.events.event_hooks import event_hooks
from tournaments.events.models import Event, EventState, WhoWrites
from tournaments.events.selectors.next_step import OutdatedDraw, draw_state
from tournaments.events.selectors.rounds import MyTables, event_overview, my_tables
from tournaments.events.views.common import address
from tournaments.events.views.next_step import (
    StepButton,
    progress_text,
    step_panel_now,
    where_play_is,
)

FEW = 3
"""How many events to come, and how many past ones, a club's page names."""
NEAR = timedelta(days=1)
EVENINGS = 8
"""Evenings on a page of a player."""
PARTNERS = 5


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
class DemoOffer:
    """The demo club if the user is a member of it, and whether the user may load it."""

    club: Club | None
    may_load: bool


@dataclass(frozen=True, slots=True)
class FirstStep:
    """A step of setting a club up, and whether the club's data shows that it is done."""

    label: str
    href: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class EventOnNow:
    """An event on the club's page: how far it is, the next step, and the member's own table."""

    event: Event
    lines: tuple[str, ...] = ()
    button: StepButton | None = None
    my_tables: MyTables | None = None
    outdated: OutdatedDraw | None = None


@signed_in
@require_safe
def home(request: UserRequest) -> HttpResponseBase:
    """Redirect a member of one club to its page; show others their clubs."""
    memberships = list(clubs_of(request.user)[:2])
    if len(memberships) == 1:
        return redirect("club", memberships[0].club.slug)
    return your_clubs(request)


@signed_in
@require_safe
def your_clubs(request: UserRequest) -> HttpResponse:
    """Show the user's clubs and tonight's events of each; those who run events see the backups."""
    memberships = list(clubs_of(request.user))
    events: dict[int, list[Event]] = defaultdict(list)
    for event in _on_now([membership.club_id for membership in memberships]):
        events[event.club_id].append(event)
    cards = [ClubCard(member, events[member.club_id]) for member in memberships]
    context = {"cards": cards, "today": timezone.localdate()}
    if not cards:
        context["demo"] = _demo_offer(request.user)
    if any(member.may(Right.RUN) for member in memberships):
        context["backup"] = backup_state()
    return render(request, "clubs/home.html", context)


@signed_in
@require_POST
def demo_load(request: UserRequest) -> HttpResponse:
    """Have a worker load the demo club, with the user as its owner; only for administrators."""
    if not _demo_offer(request.user).may_load:
        raise PermissionDenied
    enqueue(demo_task, request.user.pk)
    messages.success(
        request, _("The demo club is being loaded. Reload this page in about a minute.")
    )
    return redirect("your-clubs")


@club_view(Right.SEE)
@require_safe
def club(request: ClubRequest) -> HttpResponseBase:
    """Show what is on in the club, with the next step of each event, and what comes next."""
    membership = request.membership
    club, may_run = membership.club, membership.may(Right.RUN)
    on_now = _on_now([club.pk])
    others = Event.objects.filter(club=club).exclude(pk__in=[event.pk for event in on_now])
    today = timezone.localdate()
    first = next((event for event in on_now if event.state != EventState.FINISHED), None)
    lately = list(others.filter(date__lte=today)[:FEW])
    context = {
        "has_events": bool(on_now) or others.exists(),
        "on_now": [_event_on_now(event, membership, is_first=event is first) for event in on_now],
        "coming": list(others.filter(date__gt=today).order_by("date", "pk")[:FEW]),
        "lately": lately,
        "today": today,
        "may_run": may_run,
        "may_record": membership.may(Right.RECORD),
        "picture": picture_of(club),
    }
    if not context["has_events"]:
        context["demo"] = _demo_offer(request.user)
    if may_run:
        is_settled = any(event.state == EventState.FINISHED for event in (*on_now, *lately))
        context["first_steps"] = [] if is_settled else _first_steps(membership)
        context["backup"] = backup_state()
        context["waiting"] = [
            link for game in GAMES for hooks in event_hooks() for link in hooks.waiting(club, game)
        ]
    return render(request, "clubs/club.html", context)


@club_view(Right.SEE)
@require_safe
def player(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Show how a player is doing: the season, evenings by date with their matches, partners."""
    membership, club = request.membership, request.membership.club
    shown = get_object_or_404(Player, club=club, pk=pk)
    page = Paginator(events_of(shown), EVENINGS).get_page(request.GET.get("page"))
    evenings = evenings_of(shown, list(page))
    places = season_places(shown)
    may_see_numbers = may_name(membership, shown)
    partners: tuple[Partner, ...] = ()
    if may_see_numbers:
        partners = partners_of(shown, names_hidden=not sees_hidden(membership))
    context = {
        "player": shown,
        "page": page,
        "evenings": evenings,
        "latest": next((row.event.pk for row in evenings if row.matches), None),
        "others": matches_without_event(shown, EVENINGS) if page.number == 1 else (),
        "seasons": [place for place in places if not place.season.is_finished],
        "earlier": [place for place in places if place.season.is_finished],
        "partners": partners[:PARTNERS],
        "has_more_partners": len(partners) > PARTNERS,
        "today": timezone.localdate(),
        "may_see_numbers": may_see_numbers,
        "may_run": membership.may(Right.RUN),
        "may_hide_name": membership.may(Right.RUN) or membership.player_id == shown.pk,
        "may_forget": membership.may(Right.ARCHIVE),
        "is_own": membership.player_id == shown.pk,
        "forgetting": Forgetting.objects.filter(player=shown).first(),
        "may_see_statement": membership.may_see_money_of(shown.pk),
        "crumbs": crumbs((_("Players"), reverse("players", args=[club.slug])), here=shown.name),
    }
    return render(request, "clubs/player.html", context)


def _on_now(clubs: list[int]) -> list[Event]:
    """Return running events and those of yesterday, today and tomorrow, the latest first."""
    today = timezone.localdate()
    near = Q(date__range=(today - NEAR, today + NEAR))
    return list(Event.objects.filter(near | Q(state=EventState.RUNNING), club_id__in=clubs))


def _first_steps(membership: Membership) -> list[FirstStep]:
    """Return the steps of setting a club up; nothing once all are done or an event is finished. At
    most five queries."""
    club = membership.club
    events = Event.objects.filter(club=club)
    if events.filter(state=EventState.FINISHED).exists():
        return []
    begun = events.exclude(state=EventState.DRAFT).exists()
    has_phones = events.exclude(who_writes=WhoWrites.SCORERS).exists()
    event, players = events.first(), reverse("players", args=[club.slug])
    listed = reverse("events", args=[club.slug])
    first, phones = (
        address(page, event) if event else listed for page in ("event", "event-settings")
    )
    new = reverse("event-new", args=[club.slug])
    steps = [
        FirstStep(_("Enter the players"), players, club.players.exists()),
        FirstStep(_("Create an event"), new, event is not None),
        FirstStep(_("Begin the first round"), first, begun),
        FirstStep(_("Let players record on their phones"), phones, has_phones),
    ]
    if membership.may(Right.MEMBERS):
        has_helpers = club.memberships.count() > 1
        members = reverse("members", args=[club.slug])
        steps.insert(1, FirstStep(_("Invite a second organiser"), members, has_helpers))
    return [] if all(step.is_done for step in steps) else steps


def _demo_offer(user: User) -> DemoOffer:
    demo = demo_find()
    is_member = demo is not None and demo.memberships.filter(user=user).exists()
    return DemoOffer(demo if is_member else None, demo is None and user.is_superuser)


def _event_on_now(event: Event, membership: Membership, *, is_first: bool) -> EventOnNow:
    """Return how far an event is and what the member may do next; the first has the blue button."""
    if event.state == EventState.FINISHED:
        return EventOnNow(event)
    event.club = membership.club  # without a query
    overview, outdated = event_overview(event, unfolded=()), draw_state(event).outdated
    lines: tuple[str, ...] = (where_play_is(overview),) if overview.rounds else ()
    button = None
    if membership.may(Right.RUN):
        step = step_panel_now(event, overview, outdated)
        lines, button = step.lines, step.next_button
    if button is None and overview.rounds:
        button = StepButton(_("Tables"), address("event", event), "forward", is_link=True)
        lines = (progress_text(overview),) if overview.open_tables else lines
    return EventOnNow(
        event=event,
        lines=lines,
        button=button and replace(button, is_primary=is_first),
        my_tables=my_tables(overview, membership.player_id),
        outdated=outdated,
    )
