"""Typing the results of a round from its slips."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from scoring.breadcrumbs import Weighed
from scoring.services.results import MOST_REASON
from tournaments.forms.results import SlipForm, SlipRow, slip_rows
from tournaments.models import Event, EventState
from tournaments.selectors import event_overview
from tournaments.selectors.overview import RoundView
from tournaments.services.consequences import event_weigh, round_is_past
from tournaments.services.locking import event_closed
from tournaments.views.common import address, event_or_404, event_page, refusal_say


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RECORD)
def round_results(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Every game of a begun round with room for its totals; what is right is kept at once.

    What others rely on is corrected with a reason, and once it was read what follows.
    """
    event = event_or_404(request, event_id)
    round_ = _begun(event, number)
    if event.state == EventState.FINISHED:
        refusal_say(request, event_closed(event))
        return redirect(address("event", event))
    is_past = round_is_past(event, round_.round)
    if request.method != "POST":
        return _page(request, event, round_, slip_rows(round_, None), is_past=is_past)
    rows = slip_rows(round_, request.POST)
    typed = [row.form for row in rows if row.form and row.form.is_typed]
    mended = [form for form in typed if is_past and form.corrects]
    entered = sum(form.state(request.user) for form in typed if form not in mended)
    asked = _corrected(request, event, round_, mended) if mended else _Asked()
    entered += asked.kept
    if entered:
        told = ngettext("%(count)d result is entered.", "%(count)d results are entered.", entered)
        messages.success(request, told % {"count": entered})
    if entered < len(typed):
        status = 200 if asked.is_only_asked and not any(form.errors for form in typed) else 422
        return _page(request, event, round_, rows, is_past=is_past, asked=asked, status=status)
    if _begun(event, number).open_tables:
        return redirect(address("round-results", event, number))
    return redirect(address("event", event))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What came of corrections: how many were ``kept``, or what is asked before they are."""

    kept: int = 0
    weighed: Weighed[int] | None = None
    reason_error: str = ""

    @property
    def is_only_asked(self) -> bool:
        """Whether nothing is wrong, and only the consequences are to be read."""
        return self.weighed is not None and not self.reason_error


class _Refused(Exception):
    """One of several corrections cannot be kept, and so none of them is."""


def _corrected(
    request: ClubRequest, event: Event, round_: RoundView, forms: Sequence[SlipForm]
) -> _Asked:
    """Keep all of these corrections, or none: first it is said what follows from them."""
    reason = request.POST.get("reason", "").strip()
    wrong = "" if reason else _("Say why it is corrected.")
    if len(reason) > MOST_REASON:
        wrong = _("At most %(most)d characters.") % {"most": MOST_REASON}

    def corrected() -> int:
        kept = [form.state(request.user, "–" if wrong else reason) for form in forms]
        if not all(kept):
            raise _Refused
        return len(kept)

    try:
        weighed = event_weigh(
            event_id=event.pk,
            act=corrected,
            agreed=request.POST.get("agreed", ""),
            trial=bool(wrong),
            past=lambda locked: round_is_past(locked, round_.round),
        )
    except _Refused:
        return _Asked(reason_error=wrong)
    if weighed.is_kept:
        return _Asked(kept=weighed.outcome)
    return _Asked(weighed=weighed, reason_error=wrong)


def _begun(event: Event, number: int) -> RoundView:
    found = (one for one in event_overview(event).rounds if one.number == number and one.is_begun)
    if (round_ := next(found, None)) is None:
        raise Http404
    return round_


def _page(
    request: ClubRequest,
    event: Event,
    round_: RoundView,
    rows: list[SlipRow],
    *,
    is_past: bool,
    asked: _Asked | None = None,
    status: int = 200,
) -> HttpResponse:
    title = _("Results of round %(number)d") % {"number": round_.number}
    context = {
        "round": round_,
        "rows": rows,
        "is_open": any(row.form for row in rows),
        "asks_why": is_past and any(row.form and row.form.corrects for row in rows),
        "reason": request.POST.get("reason", ""),
        "reason_error": asked.reason_error if asked else "",
        "weighed": asked.weighed if asked else None,
    }
    template = "tournaments/results.html"
    return event_page(request, event, template, context, tab="event", title=title, status=status)
