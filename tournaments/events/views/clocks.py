"""The round clock, calling time, and level meetings decided at the table."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import POST, ClubRequest
from clubs.roles import Right
from core.figures import read_whole
from core.pages import act_and_redirect
from tournaments.events.models import DecisionKind, Event
from tournaments.events.services.clocks import (
    clock_extend,
    clock_pause,
    clock_start,
    time_call,
    time_uncall,
)
from tournaments.events.services.consequences import round_is_past
from tournaments.events.services.tables import table_decide, table_decision_undo
from tournaments.events.views.common import address, event_view, round_or_404, table_or_404, weighed


@event_view(Right.RUN, POST)
def clock(request: ClubRequest, event: Event, number: int, action: str) -> HttpResponse:
    """Start, pause, lengthen or shorten a round's clock, call time or take that back."""
    round_ = round_or_404(event, number)
    minutes = _minutes(request.POST.get("minutes", ""))
    more = minutes or 1
    actions: dict[str, tuple[Callable[[], object], str]] = {
        "start": (lambda: clock_start(round=round_, minutes=minutes), _("The clock is running.")),
        "pause": (lambda: clock_pause(round=round_), _("The clock is paused.")),
        "more": (
            lambda: clock_extend(round=round_, minutes=more),
            ngettext("One minute more.", "%(count)d minutes more.", more) % {"count": more},
        ),
        "less": (lambda: clock_extend(round=round_, minutes=-1), _("One minute less.")),
        "call": (
            lambda: time_call(round=round_, by=request.user),
            _("Time has been called: hands in progress are finished and end their matches."),
        ),
        "uncall": (lambda: time_uncall(round=round_), _("The round goes on.")),
    }
    act, message = actions[action]
    return act_and_redirect(request, address("event", event), act, message)


def _minutes(typed: str) -> int | None:
    """Return None for an empty field, 0 (which the service refuses) for nonsense."""
    given = typed.strip()
    if not given:
        return None
    return read_whole(given, most=999) or 0


@event_view(Right.RUN, POST)
def decide(request: ClubRequest, event: Event, number: int, table: int) -> HttpResponse:
    """Record the winner of a level meeting, or revoke it."""
    game_table = table_or_404(event, number, table)
    side, kind = read_whole(request.POST.get("side", ""), most=99), request.POST.get("kind", "")
    if "undo" in request.POST:
        message = _("Table %(number)d is level again.") % {"number": table}
        return weighed(
            request,
            event,
            address("event", event),
            lambda: table_decision_undo(table=game_table),
            message,
            title=_("Before the decision is taken back"),
            past=lambda locked: round_is_past(locked, game_table.round),
        )
    return act_and_redirect(
        request,
        address("event", event),
        lambda: table_decide(
            table=game_table,
            side=-1 if side is None else side,
            kind=DecisionKind(kind) if kind in DecisionKind.values else DecisionKind.HAND,
            by=request.user,
        ),
        _("Table %(number)d is decided.") % {"number": table},
    )
