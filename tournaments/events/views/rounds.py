"""An event's rounds, draw, standings, tables and room."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.access import POST, READ, ClubRequest
from clubs.models import Heartbeat
from clubs.roles import Right
from core.figures import read_whole
from core.pages import act_and_redirect
from tournaments.events.event_labels import entry_labels, time_text
from tournaments.events.models import Event, EventState, Round
from tournaments.events.selectors.clocks import ClockView, clock_view, usual_minutes
from tournaments.events.selectors.events import disputed_tables
from tournaments.events.selectors.lots import lots_of
from tournaments.events.selectors.next_step import (
    draw_state,
)
from tournaments.events.selectors.rounds import (
    EventOverview,
    RoundView,
    balance_of,
    event_overview,
    round_reasons,
)
from tournaments.events.selectors.standings import cross_table, standings_for
from tournaments.events.selectors.tables import match_at
from tournaments.events.services.room import table_find, table_lose
from tournaments.events.services.rounds import round_begin, round_undo_begin, rounds_plan
from tournaments.events.views.common import (
    address,
    audience,
    entry_context,
    event_page,
    event_view,
    round_or_404,
    shared,
    tagged,
    unchanged,
)


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round in play, or of the last one for which time was called."""

    round: RoundView
    clock: ClockView | None
    minutes: int
    time_text: str


def round_clocks(event: Event, overview: EventOverview) -> list[RoundClock]:
    """The clocks of the current round and of earlier ones at which somebody still plays."""
    now = timezone.now()
    clocks = []
    for view in overview.rounds:
        if not view.is_begun or not (view.open_tables or view is overview.current):
            continue
        clock = clock_view(view.round, now)
        if view is not overview.current and clock is None:
            continue
        if view.open_tables or (clock and clock.is_called):
            minutes = usual_minutes(event, view.round)
            text = time_text(event, view.round)
            clocks.append(RoundClock(view, clock, minutes, text))
    return clocks


@event_view(Right.SEE, READ)
def draw(request: ClubRequest, event: Event) -> HttpResponse:
    """All rounds on one page, to be printed and hung up; with the lots that were drawn."""
    overview = event_overview(event)
    context = {
        "overview": overview,
        "lots": lots_of(event, overview),
        "balance": balance_of(overview),
        "reasons": round_reasons(overview),
        "outdated": draw_state(event).outdated,
    }
    template, title = "tournaments/draw.html", _("The draw")
    return event_page(request, event, template, context, tab="event", title=title)


@event_view(Right.RUN, POST)
def plan(request: ClubRequest, event: Event) -> HttpResponse:
    """Draw the rounds that have not begun."""
    shuffle, repeats = "shuffle" in request.POST, request.POST.get("repeats", "")
    without = "without_waiting" in request.POST
    return act_and_redirect(
        request,
        address("event", event),
        lambda: rounds_plan(event=event, shuffle=shuffle, repeats=repeats, without_waiting=without),
        _drawn_words,
    )


def _drawn_words(drawn: Sequence[Round]) -> str:
    if len(drawn) == 1:
        return _("Round %(number)d is drawn.") % {"number": drawn[0].number}
    return _("The rounds are drawn.")


@event_view(Right.RUN, POST)
def begin(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Begin a round: its tables are set up."""
    round_ = round_or_404(event, number)
    drawn = event.presenter.words.dealers_drawn
    message = entry_labels(event).round_begun % {"number": number, "drawn": drawn}
    return act_and_redirect(
        request, address("event", event), lambda: round_begin(round=round_), message
    )


@event_view(Right.RUN, POST)
def begin_undo(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Take the beginning of a round back."""
    round_ = round_or_404(event, number)
    message = _("Round %(number)d is planned again.") % {"number": number}
    return act_and_redirect(
        request, address("event", event), lambda: round_undo_begin(round=round_), message
    )


# Standings.


@event_view(Right.SEE, READ)
def standings(request: ClubRequest, event: Event) -> HttpResponse:
    """Show the standings with every tie-break, and the crosstable."""
    context = {"standings_html": _standings_html(request, event)}
    return event_page(request, event, "tournaments/standings.html", context, tab="event-standings")


@event_view(Right.SEE, READ)
def standings_live(request: ClubRequest, event: Event) -> HttpResponse:
    """Return the tables alone, for the page to refresh."""
    silent = event.is_stale and worker_is_silent()
    tag = f"standings-{event.pk}-{event.version}-{event.standings_version}-{silent:d}"
    tag += f"-{audience(request)}"
    return unchanged(request, tag) or tagged(HttpResponse(_standings_html(request, event)), tag)


def _standings_html(request: ClubRequest, event: Event) -> SafeString:
    """The tables as everybody of one role sees them."""

    def rendered() -> SafeString:
        context = _context(event) | {"event": event, "cross": cross_table(event)}
        context["disputed"] = disputed_tables(event)
        if request.membership.may(Right.RUN) and event.state != EventState.FINISHED:
            context["order_href"] = address("event-settings", event) + "#ranking"
        return render_to_string("tournaments/_standings.html", context, request)

    return shared(request, event, "standings", rendered)


def worker_is_silent() -> bool:
    """Whether the worker has shown no sign of life for a while."""
    beat = Heartbeat.objects.filter(name="worker").first()
    return beat is None or beat.age.total_seconds() > settings.WORKER_SILENT_AFTER


def _context(event: Event) -> dict[str, Any]:
    standings = standings_for(event)
    silent = standings.is_stale and worker_is_silent()
    return entry_context(event) | {"standings": standings, "worker_silent": silent}


# The page that a table's printed code opens.


@event_view(Right.SEE, READ)
def table(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Redirect to the match at a table, of the round begun last or of ``?round=``.

    Redirect to the event if no match is set up there.
    """
    round_number = read_whole(request.GET.get("round", ""), most=9999)
    match = match_at(event, number, round_number)
    if match is None:
        return redirect(address("event", event))
    return redirect("match", event.club.slug, match.pk)


# Tables of the room.


@event_view(Right.RUN, POST)
def table_lost(request: ClubRequest, event: Event) -> HttpResponse:
    """Take a table out of use; meetings that have not begun move to other tables."""
    number = _number(request, "table")
    message = _("Table %(number)d is out of use. Its meetings are played at other tables.") % {
        "number": number
    }
    return _done(request, event, lambda: table_lose(event=event, number=number), message)


@event_view(Right.RUN, POST)
def table_back(request: ClubRequest, event: Event) -> HttpResponse:
    """Put a table back into use."""
    number = _number(request, "table")
    message = _("Table %(number)d is in use again.") % {"number": number}
    return _done(request, event, lambda: table_find(event=event, number=number), message)


def _done(
    request: ClubRequest, event: Event, action: Callable[[], object], message: str
) -> HttpResponse:
    """Act and go back to the plan it was sent from, by default to the rounds."""
    number = _number(request, "round")
    known = number and event.rounds.filter(number=number).exists()
    target = address("round-plan", event, number) if known else address("event", event)
    return act_and_redirect(request, target, action, message)


def _number(request: ClubRequest, name: str) -> int:
    """Return a number that was sent; 0, which no table has, for nonsense."""
    return read_whole(request.POST.get(name, ""), most=9999) or 0
