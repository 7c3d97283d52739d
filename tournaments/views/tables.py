"""The page that a table's printed code opens: what is being played there."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from games.numbers import read_whole
from tournaments.selectors.tables import match_at
from tournaments.views.common import address, event_or_404


@require_safe
@club_view(Right.SEE)
def table(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """On to the match at a table: of the round begun last, or of the one in ``?round=``.

    Where nothing is set up there, on to the event.
    """
    event = event_or_404(request, event_id)
    round_number = read_whole(request.GET.get("round", ""), most=9999)
    match = match_at(event, number, round_number)
    if match is None:
        return redirect(address("event", event))
    return redirect("match", event.club.slug, match.pk)
