"""The rounds of an event, with the hall of the one that is played, and what refreshes them."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from clubs.access import READ, ClubRequest
from clubs.roles import Right
from core.figures import read_whole
from engine.pairings.formats import FORMATS
from tournaments.events.models import DecisionKind, Event
from tournaments.events.selectors.clocks import rounds_tag
from tournaments.events.selectors.hall import hall_of, hall_tag
from tournaments.events.selectors.next_step import (
    DrawState,
    OutdatedDraw,
    draw_state,
    level_tables,
    next_step_of,
    too_many_rounds_text,
)
from tournaments.events.selectors.rounds import EventOverview, event_overview, my_tables
from tournaments.events.selectors.totals import round_totals
from tournaments.events.views.common import (
    audience,
    entry_context,
    event_page,
    event_view,
    shared,
    tagged,
    unchanged,
)
from tournaments.events.views.next_step import step_panel
from tournaments.events.views.rounds import RoundClock, round_clocks
from tournaments.phones.selectors.desk import calling_tables, table_waits


@event_view(Right.SEE, READ)
def event(request: ClubRequest, event: Event) -> HttpResponse:
    """Show the rounds of an event with their tables, and the next step."""
    context = _rounds_shared(request, event, *_plan(event))
    return event_page(request, event, "tournaments/event.html", context, tab="event")


@event_view(Right.SEE, READ)
def rounds_live(request: ClubRequest, event: Event) -> HttpResponse:
    """Return the rounds alone, for the page to refresh."""
    unfolded = "-".join(map(str, sorted(_requested_rounds(request))))
    plan, calling = _plan(event)
    tag = f"rounds-{event.pk}-{event.version}-{plan}-{unfolded}"
    tag += f"-{audience(request)}-{request.membership.player_id}"
    if answer := unchanged(request, tag):
        return answer
    parts = _rounds_shared(request, event, plan, calling)
    context = {"event": event, **entry_context(event), **parts}
    own_html = render_to_string("tournaments/_my_tables.html", context, request)
    return tagged(HttpResponse(own_html + parts["rounds_html"]), tag)


def _plan(event: Event) -> tuple[str, frozenset[int]]:
    """A tag that changes with rounds, clocks and the hall; the tables that call. Three queries."""
    calling = calling_tables(event)
    return f"{rounds_tag(event, timezone.now())}-{hall_tag(event, calling)}", calling


def _rounds_shared(
    request: ClubRequest, event: Event, plan: str, calling: frozenset[int]
) -> dict[str, Any]:
    """The rounds as everybody of one role sees them, and one's own tables."""
    unfolded = _requested_rounds(request)
    unfolded_tag = "-".join(map(str, sorted(unfolded)))
    make_overview = partial(event_overview, event, unfolded=unfolded)
    overview = shared(request, event, f"overview-{plan}-{unfolded_tag}", make_overview)

    def rendered() -> SafeString:
        context = {
            "event": event,
            **entry_context(event),
            **_rounds_context(request, event, overview),
            "hall": hall_of(overview, table_waits(event, overview, calling)),
            "may_run": request.membership.may(Right.RUN),
            "may_record": request.membership.may(Right.RECORD),
        }
        return render_to_string("tournaments/_rounds.html", context, request)

    return {
        "overview": overview,
        "my_tables": my_tables(overview, request.membership.player_id),
        "outdated": draw_state(event).outdated,
        "rounds_html": shared(request, event, f"rounds-{plan}-{unfolded_tag}", rendered),
    }


def _requested_rounds(request: ClubRequest) -> frozenset[int]:
    """Return the rounds to show unfolded: ``?round=5&round=6``."""
    given = (read_whole(text, most=9999) for text in request.GET.getlist("round"))
    return frozenset(number for number in given if number is not None)


def _rounds_context(request: ClubRequest, event: Event, overview: EventOverview) -> dict[str, Any]:
    clocks, drawn = round_clocks(event, overview), draw_state(event)
    parts = {
        "outdated": drawn.outdated,
        "overruled": _overruled(overview, drawn),
        "overview": overview,
        "rounds_in_all": 0 if FORMATS[event.format].from_results else len(overview.rounds),
        "unfolded": overview.unfolded | _requested_rounds(request),
        "totals": None if overview.rounds else round_totals(event),
        "clocks": clocks,
    }
    if request.membership.may(Right.RUN):
        return parts | _next_context(event, overview, clocks, drawn.outdated)
    return parts


def _next_context(
    event: Event,
    overview: EventOverview,
    clocks: list[RoundClock],
    outdated: OutdatedDraw | None,
) -> dict[str, Any]:
    """What an organiser does next, and whom the event waits for."""
    step = next_step_of(event, overview, outdated)
    level = level_tables(event, overview)
    return {
        "step": step_panel(event, overview, step, outdated, is_level=bool(level)),
        "may_repeat": step.may_repeat,
        "level": level,
        "too_many_rounds": too_many_rounds_text(event),
        "decisions": DecisionKind.choices,
    }


def _overruled(overview: EventOverview, drawn: DrawState) -> list[tuple[int, int]]:
    """Rounds with tables of the room whose result was corrected after the next one had begun."""
    in_room = {
        (round_.number, table.number): table.in_room
        for round_ in overview.rounds
        for table in round_.tables
    }
    return [(place[0], in_room.get(place, place[1])) for place in drawn.overruled]
