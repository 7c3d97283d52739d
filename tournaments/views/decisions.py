"""What the director decides beside the hands: penalties and bonuses, play-offs, forfeits."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from tournaments.forms.decisions import AdjustmentForm, PlayOffForm
from tournaments.models import Adjustment, DecisionKind, Entry, Event, PlayOff, Table
from tournaments.selectors import (
    Entrant,
    Standings,
    last_begun_number,
    lineup,
    standings_for,
)
from tournaments.selectors.decisions import changes_of, play_offs_of
from tournaments.services.consequences import next_is_drawn, round_is_past
from tournaments.services.decisions import (
    adjustment_make,
    adjustment_revoke,
    play_off_record,
    play_off_revoke,
    table_forfeit,
    table_forfeit_undo,
)
from tournaments.views.common import address, event_or_404, event_page, weighed
from tournaments.words import entry_words

Entrants = dict[int, Entrant]


@require_safe
@club_view(Right.SEE)
def decisions(request: ClubRequest, event_id: int) -> HttpResponse:
    """Penalties and bonuses with their reasons, ties, and how they were decided."""
    return _page(request, event_or_404(request, event_id))


@require_POST
@club_view(Right.RUN)
def adjustment_new(request: ClubRequest, event_id: int) -> HttpResponse:
    """A penalty or bonus."""
    event = event_or_404(request, event_id)
    form = _adjustment_form(event, _entrants(event), request.POST)
    if not form.is_valid():
        return _page(request, event, form=form)
    data = form.cleaned_data
    entry = get_object_or_404(Entry, event=event, number=data["entry"])
    return weighed(
        request,
        event,
        address("event-decisions", event),
        lambda: adjustment_make(
            entry=entry,
            by=request.user,
            reason=data["reason"],
            games=data["games"],
            marks=data["marks"],
        ),
        _("It is recorded and counts right away."),
        title=_("Before it counts"),
        refused=lambda error: _page(request, event, form=_with_error(form, error)),
    )


@require_POST
@club_view(Right.RUN)
def adjustment_back(request: ClubRequest, event_id: int, adjustment: int) -> HttpResponse:
    """Take a penalty or bonus back."""
    event = event_or_404(request, event_id)
    found = get_object_or_404(Adjustment, event=event, pk=adjustment)
    return weighed(
        request,
        event,
        address("event-decisions", event),
        lambda: adjustment_revoke(adjustment=found, by=request.user),
        _("It is taken back and no longer counts."),
        title=_("Before it is taken back"),
    )


@require_POST
@club_view(Right.RUN)
def play_off_new(request: ClubRequest, event_id: int) -> HttpResponse:
    """How a tie came out."""
    event = event_or_404(request, event_id)
    tied = _asked_about(request, event)
    if not tied:
        messages.error(request, _("Choose two or more who are tied."))
        return redirect(address("event-decisions", event))
    form = PlayOffForm(request.POST, tied=tied)
    if not form.is_valid():
        return _page(request, event, wrong=form)
    data = form.cleaned_data
    return weighed(
        request,
        event,
        address("event-decisions", event),
        lambda: play_off_record(
            event=event,
            order=data["order"],
            kind=DecisionKind(data["kind"]),
            by=request.user,
            note=data["note"],
        ),
        _("The tie is decided."),
        title=_("Before the tie is decided"),
        past=next_is_drawn,
    )


@require_POST
@club_view(Right.RUN)
def play_off_back(request: ClubRequest, event_id: int, play_off: int) -> HttpResponse:
    """Take a play-off back."""
    event = event_or_404(request, event_id)
    found = get_object_or_404(PlayOff, event=event, pk=play_off)
    return weighed(
        request,
        event,
        address("event-decisions", event),
        lambda: play_off_revoke(play_off=found, by=request.user),
        _("It is taken back and no longer counts."),
        title=_("Before it is taken back"),
    )


@require_POST
@club_view(Right.RUN)
def forfeit(
    request: ClubRequest, event_id: int, number: int, table: int, entry: int
) -> HttpResponse:
    """An entry gives its meeting up."""
    event = event_or_404(request, event_id)
    at = _table(event, number, table)
    who = get_object_or_404(Entry, event=event, number=entry)
    words = _("Table %(table)d is forfeited.") % {"table": table}
    target = address("event", event)
    return weighed(
        request,
        event,
        target,
        lambda: table_forfeit(table=at, entry=who),
        words,
        title=_("Before the table is given up"),
        past=lambda locked: round_is_past(locked, at.round),
    )


@require_POST
@club_view(Right.RUN)
def forfeit_back(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """What was played at a table that was given up counts again."""
    event = event_or_404(request, event_id)
    at = _table(event, number, table)
    words = _("Table %(table)d counts as it was played.") % {"table": table}
    return weighed(
        request,
        event,
        address("event", event),
        lambda: table_forfeit_undo(table=at),
        words,
        title=_("Before the forfeit is taken back"),
        past=lambda locked: round_is_past(locked, at.round),
    )


def _page(
    request: ClubRequest,
    event: Event,
    *,
    form: AdjustmentForm | None = None,
    wrong: PlayOffForm | None = None,
) -> HttpResponse:
    """The page; ``form`` or ``wrong`` is the one that could not be taken as it was."""
    entrants = _entrants(event)
    context: dict[str, Any] = {
        "changes": changes_of(event, entrants),
        "form": form or _adjustment_form(event, entrants, None),
        "play_offs": play_offs_of(event, entrants.values()),
        "ties": _ties(standings_for(event), wrong),
        "wrong": wrong,
        "counts": "play_off" in event.tie_breaks,
    }
    status = 422 if wrong or (form and form.errors) else 200
    return event_page(
        request,
        event,
        "tournaments/decisions.html",
        context,
        tab="event-standings",
        title=_("Penalties and play-offs"),
        status=status,
    )


def _ties(standings: Standings, wrong: PlayOffForm | None) -> list[PlayOffForm]:
    """A form for each tie, the one that was sent as it was filled in."""
    forms = [PlayOffForm(tied=tied) for tied in standings.ties]
    if wrong is None:
        return forms
    return [wrong, *(form for form in forms if form.auto_id != wrong.auto_id)]


def _adjustment_form(event: Event, entrants: Entrants, data: Any) -> AdjustmentForm:
    label = str(entry_words(event).one)
    return AdjustmentForm(data, entrants=entrants.values(), entry_label=label)


def _entrants(event: Event) -> Entrants:
    """Everybody by the key of the entry, in the order of numbers. Three queries."""
    number = max(1, last_begun_number(event))
    return lineup(event).entrants(event.entries.all(), number)


def _asked_about(request: ClubRequest, event: Event) -> list[Entrant]:
    """The entries that the form speaks of; none where they are not two or more of the event."""
    named = {str(entrant.number): entrant for entrant in _entrants(event).values()}
    numbers = list(dict.fromkeys(request.POST.get("entries", "").split(",")))
    if len(numbers) < 2 or not set(numbers) <= named.keys():
        return []
    return [named[number] for number in numbers]


def _with_error(form: AdjustmentForm, error: ValidationError) -> AdjustmentForm:
    form.add_error(None, error)
    return form


def _table(event: Event, number: int, table: int) -> Table:
    return get_object_or_404(
        Table.objects.select_related("round"),
        round__event=event,
        round__number=number,
        number=table,
    )
