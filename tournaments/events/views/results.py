"""Results typed from slips, and the director's decisions: penalties, play-offs, forfeits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import FORM, POST, READ, ClubRequest
from clubs.roles import Right
from core.cells import UnreadableTableError
from core.pages import refusal_say
from core.tables import ACCEPTED, table_read
from scoring.errors import MatchConflict, ReasonMissing
from scoring.host import Consent, TrialResult
from scoring.models import MOST_REASON, EnteredResult
from scoring.services.results import results_restore
from scoring.views.corrections import reason_problem
from tournaments.events.event_labels import entry_labels
from tournaments.events.forms.results import (
    AdjustmentForm,
    PlayOffForm,
    SlipForm,
    SlipRow,
    slip_rows,
    slips_fill,
    slips_focus,
)
from tournaments.events.models import Adjustment, Entry, Event, EventState, Game, PlayOff
from tournaments.events.results_sheet import results_read
from tournaments.events.selectors.events import Entrant, last_begun_number, lineup
from tournaments.events.selectors.rounds import RoundView, event_overview
from tournaments.events.selectors.standings import (
    Standings,
    changes_of,
    play_offs_of,
    standings_for,
)
from tournaments.events.services.consequences import event_weigh, next_is_drawn, round_is_past
from tournaments.events.services.decisions import (
    adjustment_make,
    play_off_record,
    table_forfeit,
    table_forfeit_undo,
)
from tournaments.events.services.locking import event_closed
from tournaments.events.views.common import (
    address,
    event_page,
    event_view,
    revoked,
    table_or_404,
    weighed,
)


@event_view(Right.RECORD, FORM)
def round_results(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Show every game of a begun round with fields for its totals, and save the valid ones.

    Past results are corrected with a reason, after showing the consequences.
    """
    round_ = _begun(event, number)
    if event.state == EventState.FINISHED:
        refusal_say(request, event_closed(event))
        return redirect(address("event", event))
    is_past = round_is_past(event, round_.round)
    if request.method != "POST":
        return _page(request, event, round_, slip_rows(round_, None), is_past=is_past)
    if READ_FILE in request.POST or "file" in request.FILES:
        return _filled(request, event, round_, is_past=is_past)
    rows = slip_rows(round_, request.POST)
    typed = [row.form for row in rows if row.form and row.form.is_typed]
    mended = [form for form in typed if is_past and form.corrects]
    reason = " ".join(request.POST.get("reason", "").split())[:MOST_REASON]
    entered = sum(
        form.state(request.user, reason if form.over_hands else "")
        for form in typed
        if form not in mended
    )
    corrections = _corrected(request, event, round_, mended) if mended else _Corrections()
    entered += corrections.entered
    if entered:
        message = ngettext(
            "%(count)d result is entered.", "%(count)d results are entered.", entered
        )
        messages.success(request, message % {"count": entered})
    if entered < len(typed):
        status = (
            200 if corrections.awaits_agreement and not any(form.errors for form in typed) else 422
        )
        return _page(
            request, event, round_, rows, is_past=is_past, corrections=corrections, status=status
        )
    here = address("round-results", event, number)
    if FROM_FILE in request.POST and entered:
        here += f"?{urlencode({BATCH: _batch([form.match.pk for form in typed])})}"
    elif not _begun(event, number).open_tables:
        here = address("event", event)
    return redirect(here)


READ_FILE, FROM_FILE, BATCH = "read-file", "from-file", "batch"
_BATCH = "tournaments.results"


def _filled(
    request: ClubRequest, event: Event, round_: RoundView, *, is_past: bool
) -> HttpResponse:
    """Show the round filled from a file of results, with what was typed; nothing is saved yet."""
    try:
        if (file := request.FILES.get("file")) is None:
            raise UnreadableTableError(_("Choose a file first."))
        filled = slips_fill(round_, results_read(table_read(file)), request.POST)
    except (UnreadableTableError, ValidationError) as error:
        wrong = error.messages if isinstance(error, ValidationError) else [str(error)]
        rows = slip_rows(round_, request.POST)
        more: dict[str, Any] = {"file_errors": wrong}
        return _page(request, event, round_, rows, is_past=is_past, status=422, more=more)
    more = {"filled": filled, "is_from_file": True}
    return _page(request, event, round_, filled.rows, is_past=is_past, more=more)


def _batch(matches: Sequence[int]) -> str:
    """Return the newest changes of the matches, signed, to take them back by."""
    newest = EnteredResult.objects.filter(match__in=matches).values("match")
    return signing.dumps(dict(newest.values_list("match").annotate(Max("pk"))), salt=_BATCH)


def _batch_read(text: str) -> dict[int, int]:
    """Return the changes by match; none where they were not signed here."""
    try:
        given = signing.loads(text, salt=_BATCH)
    except signing.BadSignature:
        return {}
    return {int(match): revision for match, revision in given.items()}


@event_view(Right.RECORD, POST)
def round_results_undo(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Take back at once what was entered from one file, with a reason once others rely on it."""
    round_ = _begun(event, number).round
    revisions = _batch_read(batch := request.POST.get("batch", ""))
    known_count = Game.objects.filter(table__round=round_, match__in=revisions).count()
    back = address("round-results", event, number)
    if not revisions or known_count != len(revisions):
        messages.error(request, _("There are no results from a file to take back."))
        return redirect(back)
    reason = " ".join(request.POST.get("reason", "").split())[:MOST_REASON]

    def words(count: int) -> str:
        message = ngettext(
            "%(count)d result is as it was before.",
            "%(count)d results are as they were before.",
            count,
        )
        return message % {"count": count}

    try:
        return weighed(
            request,
            event,
            back,
            lambda: results_restore(revisions=revisions, author=request.user, reason=reason),
            words,
            title=_("Before these results are taken back"),
            past=lambda locked: round_is_past(locked, round_),
        )
    except MatchConflict:
        messages.error(
            request, _("One of them was changed in the meantime. Nothing has been taken back.")
        )
    except ReasonMissing:
        messages.error(
            request, _("The round is already over: say why you take these results back.")
        )
        return redirect(f"{back}?{urlencode({BATCH: batch})}")
    return redirect(back)


@dataclass(frozen=True, slots=True)
class _Corrections:
    """The outcome of corrections: how many were ``entered``, or the consequences to confirm."""

    entered: int = 0
    weighed: TrialResult[int] | None = None
    reason_error: str = ""

    @property
    def awaits_agreement(self) -> bool:
        """Whether nothing is wrong and only the consequences are to be confirmed."""
        return self.weighed is not None and not self.reason_error


class _Refused(Exception):
    """One of several corrections is refused, so none is kept."""


def _corrected(
    request: ClubRequest, event: Event, round_: RoundView, forms: Sequence[SlipForm]
) -> _Corrections:
    """Keep all of these corrections or none, after showing their consequences."""
    reason = request.POST.get("reason", "").strip()
    wrong = reason_problem(reason, _("Say why it is corrected."))

    def corrected() -> int:
        entered = [form.state(request.user, "" if wrong else reason) for form in forms]
        if not all(entered):
            raise _Refused
        return len(entered)

    try:
        weighed = event_weigh(
            event_id=event.pk,
            act=corrected,
            agreed=Consent.of(request),
            trial=bool(wrong),
            past=lambda locked: round_is_past(locked, round_.round),
        )
    except _Refused:
        return _Corrections(reason_error=wrong)
    if weighed.is_kept:
        return _Corrections(entered=weighed.outcome)
    return _Corrections(weighed=weighed, reason_error=wrong)


def _begun(event: Event, number: int) -> RoundView:
    rounds = (
        view for view in event_overview(event).rounds if view.number == number and view.is_begun
    )
    if (round_ := next(rounds, None)) is None:
        raise Http404
    return round_


def _page(
    request: ClubRequest,
    event: Event,
    round_: RoundView,
    rows: list[SlipRow],
    *,
    is_past: bool,
    corrections: _Corrections | None = None,
    status: int = 200,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    title = _("Results of round %(number)d") % {"number": round_.number}
    slips_focus(rows)
    context = {
        "round": round_,
        "rows": rows,
        "is_open": any(row.form for row in rows),
        "pays_for_sets": any(row.form and row.form.set_names for row in rows),
        "asks_why": is_past and any(row.form and row.form.corrects for row in rows),
        "over_hands": any(row.form and row.form.over_hands for row in rows),
        "with_hands": [row for row in rows if row.game.match.hand_count],
        "reason": request.POST.get("reason", ""),
        "reason_error": corrections.reason_error if corrections else "",
        "weighed": corrections.weighed if corrections else None,
        "is_from_file": FROM_FILE in request.POST,
        "is_past": is_past,
        "accepted": ACCEPTED,
        "batch": request.GET.get(BATCH, ""),
        "batch_count": len(_batch_read(request.GET.get(BATCH, ""))),
        **(more or {}),
    }
    template = "tournaments/results.html"
    return event_page(request, event, template, context, tab="event", title=title, status=status)


# Decisions of the director.


Entrants = dict[int, Entrant]


@event_view(Right.SEE, READ)
def decisions(request: ClubRequest, event: Event) -> HttpResponse:
    """Penalties and bonuses with their reasons, ties, and how they were decided."""
    return _decisions_page(request, event)


@event_view(Right.RUN, POST)
def adjustment_new(request: ClubRequest, event: Event) -> HttpResponse:
    """Record a penalty or bonus."""
    form = _adjustment_form(event, _entrants(event), request.POST)
    if not form.is_valid():
        return _decisions_page(request, event, form=form)
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
        refused=lambda error: _decisions_page(request, event, form=_with_error(form, error)),
    )


@event_view(Right.RUN, POST)
def adjustment_back(request: ClubRequest, event: Event, adjustment: int) -> HttpResponse:
    """Take a penalty or bonus back."""
    decision = get_object_or_404(Adjustment, event=event, pk=adjustment)
    return revoked(request, event, decision, address("event-decisions", event))


@event_view(Right.RUN, POST)
def play_off_new(request: ClubRequest, event: Event) -> HttpResponse:
    """Record how a tie was decided."""
    tied = _requested_entrants(request, event)
    if not tied:
        messages.error(request, _("Choose two or more who are tied."))
        return redirect(address("event-decisions", event))
    form = PlayOffForm(request.POST, tied=tied)
    if not form.is_valid():
        return _decisions_page(request, event, wrong=form)
    data = form.cleaned_data
    return weighed(
        request,
        event,
        address("event-decisions", event),
        lambda: play_off_record(
            event=event,
            order=data["order"],
            kind=data["kind"],
            by=request.user,
            note=data["note"],
        ),
        _("The tie is decided."),
        title=_("Before the tie is decided"),
        past=next_is_drawn,
    )


@event_view(Right.RUN, POST)
def play_off_back(request: ClubRequest, event: Event, play_off: int) -> HttpResponse:
    decision = get_object_or_404(PlayOff, event=event, pk=play_off)
    return revoked(request, event, decision, address("event-decisions", event))


@event_view(Right.RUN, POST)
def forfeit(
    request: ClubRequest, event: Event, number: int, table: int, entry: int
) -> HttpResponse:
    """Let an entry forfeit its meeting."""
    at = table_or_404(event, number, table)
    who = get_object_or_404(Entry, event=event, number=entry)
    return weighed(
        request,
        event,
        address("event", event),
        lambda: table_forfeit(table=at, entry=who, deals_stand="without_deals" not in request.POST),
        _("Table %(table)d is forfeited.") % {"table": table},
        title=_("Before the table is given up"),
        past=lambda locked: round_is_past(locked, at.round),
    )


@event_view(Right.RUN, POST)
def forfeit_back(request: ClubRequest, event: Event, number: int, table: int) -> HttpResponse:
    """Undo a forfeit: the played hands count again."""
    at = table_or_404(event, number, table)
    return weighed(
        request,
        event,
        address("event", event),
        lambda: table_forfeit_undo(table=at),
        _("Table %(table)d counts as it was played.") % {"table": table},
        title=_("Before the forfeit is taken back"),
        past=lambda locked: round_is_past(locked, at.round),
    )


def _decisions_page(
    request: ClubRequest,
    event: Event,
    *,
    form: AdjustmentForm | None = None,
    wrong: PlayOffForm | None = None,
) -> HttpResponse:
    """Render the page; ``form`` or ``wrong`` is a form that was refused."""
    entrants = _entrants(event)
    context: dict[str, Any] = {
        "changes": changes_of(event, entrants),
        "form": form or _adjustment_form(event, entrants, None),
        "play_offs": play_offs_of(event, entrants.values()),
        "ties": _ties(standings_for(event), wrong),
        "wrong": wrong,
        "counts": "play_off" in event.tie_breaks,
    }
    template, title = "tournaments/decisions.html", _("Penalties and play-offs")
    return event_page(request, event, template, context, tab="event-standings", title=title)


def _ties(standings: Standings, wrong: PlayOffForm | None) -> list[PlayOffForm]:
    """A form for each tie; the submitted one keeps its input."""
    forms = [PlayOffForm(tied=tied) for tied in standings.ties]
    if wrong is None:
        return forms
    return [wrong, *(form for form in forms if form.auto_id != wrong.auto_id)]


def _adjustment_form(event: Event, entrants: Entrants, data: Any) -> AdjustmentForm:
    label = str(entry_labels(event).singular)
    return AdjustmentForm(data, entrants=entrants.values(), entry_label=label)


def _entrants(event: Event) -> Entrants:
    """Everybody by the key of the entry, in the order of numbers. Three queries."""
    number = max(1, last_begun_number(event))
    return lineup(event).entrants(event.entries.all(), number)


def _requested_entrants(request: ClubRequest, event: Event) -> list[Entrant]:
    """Return the entries named in the form; none unless they are two or more of the event."""
    named = {str(entrant.number): entrant for entrant in _entrants(event).values()}
    numbers = list(dict.fromkeys(request.POST.get("entries", "").split(",")))
    if len(numbers) < 2 or not set(numbers) <= named.keys():
        return []
    return [named[number] for number in numbers]


def _with_error(form: AdjustmentForm, error: ValidationError) -> AdjustmentForm:
    form.add_error(None, error)
    return form
