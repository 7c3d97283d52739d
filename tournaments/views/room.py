"""The tables of the room: one is lost, or back again."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from games.numbers import read_whole
from tournaments.models import Event
from tournaments.services.room import table_find, table_lose
from tournaments.views.common import address, done, event_or_404


@require_POST
@club_view(Right.RUN)
def table_lost(request: ClubRequest, event_id: int) -> HttpResponse:
    """A table cannot be played at any more: what has not begun there is played elsewhere."""
    event, number = event_or_404(request, event_id), _number(request, "table")
    words = _("Table %(number)d is out of use. Its meetings are played at other tables.") % {
        "number": number
    }
    return _done(request, event, lambda: table_lose(event=event, number=number), words)


@require_POST
@club_view(Right.RUN)
def table_back(request: ClubRequest, event_id: int) -> HttpResponse:
    """A lost table can be played at again."""
    event, number = event_or_404(request, event_id), _number(request, "table")
    words = _("Table %(number)d is in use again.") % {"number": number}
    return _done(request, event, lambda: table_find(event=event, number=number), words)


def _done(
    request: ClubRequest, event: Event, action: Callable[[], object], words: str
) -> HttpResponse:
    """Back to the plan of the round that this came from, else to the rounds."""
    number = _number(request, "round")
    known = number and event.rounds.filter(number=number).exists()
    target = address("round-plan", event, number) if known else address("event", event)
    return done(request, target, action, words)


def _number(request: ClubRequest, name: str) -> int:
    """A number that was sent; 0, which no table has, for anything else."""
    return read_whole(request.POST.get(name, ""), most=9999) or 0
