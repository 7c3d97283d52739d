"""A planned round before it is announced: its balance, manual changes, and seeds."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.access import FORM, POST, READ, ClubRequest
from clubs.roles import Right
from core.figures import read_whole
from core.pages import act_and_redirect, submit
from tournaments.events.forms.entries import SeedsForm
from tournaments.events.models import Event, EventState, Round, RoundState, Table
from tournaments.events.selectors.next_step import draw_state
from tournaments.events.selectors.pairing_state import room_of
from tournaments.events.selectors.plans import balance_of_plan, matrices_of, plan_view
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.consequences import round_is_past
from tournaments.events.services.plan_changes import (
    entries_seed,
    plan_undo,
    round_redraw,
    seats_swap,
    series_set,
    table_pin,
)
from tournaments.events.services.tables import entries_reseat
from tournaments.events.views.common import address, event_page, event_view, round_or_404, weighed


@event_view(Right.RUN, READ)
def plan_page(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Show the tables of a planned round with repeated meetings, and the balance of the plan."""
    return _page(request, round_or_404(event, number))


@event_view(Right.RUN, POST)
def plan_swap(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Swap the places of the two entries that were ticked."""
    round_ = round_or_404(event, number)
    chosen = _ticked(request)
    if len(chosen) != 2:
        error = _("Tick the two who are to swap places.")
        return _page(request, round_, error=error, ticked=chosen)
    first, other = chosen
    try:
        changed = seats_swap(round=round_, entry=first, other=other, by=request.user)
    except ValidationError as refused:
        return _page(request, round_, error=" ".join(refused.messages), ticked=chosen)
    message = _("%(first)d and %(other)d have swapped places; their tables are pinned.")
    if changed.event.groups != event.groups:
        message = _("%(first)d and %(other)d have swapped groups in all rounds.")
    return _done(request, round_, lambda: None, message % {"first": first, "other": other})


@event_view(Right.RUN, POST)
def round_reseat(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Correct the seating of a round that has begun."""
    round_ = round_or_404(event, number)
    chosen = _ticked(request)
    if len(chosen) != 2:
        error = _("Tick the two who sat in each other's places.")
        return _page(request, round_, error=error, ticked=chosen)
    first, other = chosen
    message = _(
        "%(first)d and %(other)d have swapped places; the hands stay where they were played."
    )
    return weighed(
        request,
        event,
        address("round-plan", event, round_.number),
        lambda: entries_reseat(round=round_, entry=first, other=other),
        message % {"first": first, "other": other},
        title=_("Before they change places"),
        past=lambda locked: round_is_past(locked, round_),
        refused=lambda error: _page(request, round_, error=" ".join(error.messages), ticked=chosen),
    )


@event_view(Right.RUN, POST)
def plan_pin(request: ClubRequest, event: Event, number: int, table: int) -> HttpResponse:
    round_ = round_or_404(event, number)
    planned_table = get_object_or_404(Table, round=round_, number=table)
    pinned = "pinned" in request.POST
    message = _("Table %(number)d is pinned.") if pinned else _("Table %(number)d is free again.")
    return _done(
        request,
        round_,
        lambda: table_pin(table=planned_table, pinned=pinned, by=request.user),
        message % {"number": planned_table.in_room},
    )


@event_view(Right.RUN, POST)
def plan_series(request: ClubRequest, event: Event, number: int, table: int) -> HttpResponse:
    """Set how many games a table's series has."""
    round_ = round_or_404(event, number)
    planned_table = get_object_or_404(Table, round=round_, number=table)
    best_of = read_whole(request.POST.get("best_of", ""), most=99)
    if best_of is None:
        return _page(request, round_, error=_("A series has an odd number of games."))
    return _done(
        request,
        round_,
        lambda: series_set(table=planned_table, best_of=best_of, by=request.user),
        _("Table %(number)d: the series is set.") % {"number": planned_table.in_room},
    )


@event_view(Right.RUN, POST)
def plan_back(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Take back the last change by hand."""
    round_ = round_or_404(event, number)
    message = _("The change has been taken back.")
    return _done(request, round_, lambda: plan_undo(round=round_), message)


@event_view(Right.RUN, POST)
def plan_redraw(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Draw the round's lot again."""
    round_ = round_or_404(event, number)
    message = _("Drawn again; the first lot stays on record.")
    return _done(request, round_, lambda: round_redraw(event=event), message)


def _ticked(request: ClubRequest) -> list[int]:
    """The entries that were ticked, by their numbers."""
    numbers = (read_whole(text, most=99_999) for text in request.POST.getlist("entry"))
    return [number for number in numbers if number is not None]


def _done(
    request: ClubRequest, round_: Round, action: Callable[[], object], message: str
) -> HttpResponse:
    return act_and_redirect(
        request, address("round-plan", round_.event, round_.number), action, message
    )


def _page(
    request: ClubRequest,
    round_: Round,
    *,
    error: str = "",
    ticked: list[int] | None = None,
) -> HttpResponse:
    event = round_.event
    is_open = event.state != EventState.FINISHED
    balance, plan = balance_of_plan(event), plan_view(event, round_)
    context = {
        "plan": plan,
        "outdated": draw_state(event).outdated if round_.state == RoundState.PLANNED else None,
        "balance": balance,
        "matrices": matrices_of(balance) if balance else (),
        "has_groups": any(table.group for table in plan.tables),
        "room": sorted(room_of(event)) if is_open else (),
        "may_reseat": is_open and round_.state == RoundState.BEGUN,
        "error": error,
        "ticked": ticked or (),
        "lengths": (1, 3, 5, 7, 9),
        "neighbours": _neighbours(round_),
    }
    title = _("Plan of round %(number)d")
    if round_.state == RoundState.BEGUN:
        title = _("Who sat where in round %(number)d")
    return event_page(
        request,
        event,
        "tournaments/plan.html",
        context,
        tab="event",
        title=title % {"number": round_.number},
        status=422 if error else 200,
    )


def _neighbours(round_: Round) -> tuple[int | None, int | None]:
    """Return the numbers of the rounds before and after."""
    numbers = set(round_.event.rounds.values_list("number", flat=True))
    before, after = round_.number - 1, round_.number + 1
    return before if before in numbers else None, after if after in numbers else None


# Seeding the entries before the draw.


@event_view(Right.RUN, FORM)
def entries_seeds(request: ClubRequest, event: Event) -> HttpResponse:
    overview = event_overview(event)
    entrants = [entrant for entrant in overview.entrants if entrant.is_active]
    data = request.POST if request.method == "POST" else None
    form = SeedsForm(data, event=event, entrants=entrants)

    def seeded() -> None:
        seeds = dict.fromkeys(form.seeds) if "clear" in request.POST else form.seeds
        entries_seed(event=event, seeds=seeds, version=form.version)

    target = address("event-entries", event)
    if answer := submit(request, form, target, seeded, _("The seeds are set.")):
        return answer
    context = {
        "form": form,
        "overview": overview,
        "rows": list(zip(entrants, form.seed_fields(), strict=True)),
    }
    template, title = "tournaments/seeds.html", _("Seeds")
    return event_page(request, event, template, context, tab="event-entries", title=title)
