"""What anybody may print of an event's public page."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import public_view
from pages.public import player_of
from phones.models import EventPage
from prints.matches import matches_for_print
from prints.printouts import Printout, PrintTooLongError
from prints.scorecard import public_scorecard_build
from prints.views import paper_for, pdf_response
from scoring.models import Match
from tournaments.selectors.public import matches_of_player, names_tag, public_lineup
from tournaments.views.common import shared_by_all

MOST_MATCHES: Final = 20
"""Maximum number of a player's scorecards made at once."""


@require_safe
@public_view(EventPage.objects.select_related("event__club").all)
def own_scorecards(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Return the scorecards of finished games of this browser's player.

    Under public names, without money and notes; only the last ones if there are many.
    """
    event, player = page.event, player_of(request, page)
    over = matches_for_print(Match.objects.filter(is_over=True, hand_count__gt=0))
    own_matches = matches_of_player(event, player or 0, public_lineup(event), over)[-MOST_MATCHES:]
    if not own_matches:
        raise Http404
    title, paper = _("Scorecard %(match)s") % {"match": event.name}, paper_for(request, event.club)
    printout = Printout(
        title, len(own_matches), lambda: map(public_scorecard_build, own_matches), paper
    )
    tag = f"card-{page.code}-{event.version}-{player}-{names_tag(event)}-{paper.name}"
    try:
        answer = pdf_response(shared_by_all(tag, printout.render), title)
    except PrintTooLongError:
        raise Http404 from None
    answer["Cache-Control"] = "private, no-cache"
    return answer
