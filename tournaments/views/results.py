"""Typing the results of a round from its slips."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from tournaments.forms.results import SlipRow, slip_rows
from tournaments.models import Event
from tournaments.selectors import event_overview
from tournaments.selectors.overview import RoundView
from tournaments.views.common import address, event_or_404, event_page


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RECORD)
def round_results(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Every game of a begun round with room for its totals; what is right is kept at once."""
    event = event_or_404(request, event_id)
    round_ = _begun(event, number)
    if request.method != "POST":
        return _page(request, event, round_, slip_rows(round_, None))
    rows = slip_rows(round_, request.POST)
    typed = [row.form for row in rows if row.form and row.form.is_typed]
    entered = sum(form.state(request.user) for form in typed)
    if entered:
        told = ngettext("%(count)d result is entered.", "%(count)d results are entered.", entered)
        messages.success(request, told % {"count": entered})
    if entered < len(typed):
        return _page(request, event, round_, rows, status=422)
    if _begun(event, number).open_tables:
        return redirect(address("round-results", event, number))
    return redirect(address("event", event))


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
    status: int = 200,
) -> HttpResponse:
    title = _("Results of round %(number)d") % {"number": round_.number}
    context = {"round": round_, "rows": rows, "is_open": any(row.form for row in rows)}
    template = "tournaments/results.html"
    return event_page(request, event, template, context, tab="event", title=title, status=status)
