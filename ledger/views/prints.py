"""The statement of a player on paper."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import ClubRequest, club_view
from clubs.models import Player
from clubs.roles import Right
from ledger.forms import PeriodForm
from ledger.pdf.render import render
from ledger.selectors.statements import statements_of
from ledger.services.printing import period_words, statement_sheets
from scoring.services.scorecards import plain_imprint
from scoring.views.prints import paper_for, pdf_response


@require_GET
@club_view(Right.MONEY)
def statement_pdf(request: ClubRequest, pk: int) -> HttpResponse:
    """The statement of the period asked for, a part for each currency; ``?paper=`` as elsewhere.

    Back to the page where nothing was entered in that time.
    """
    club = request.membership.club
    player = get_object_or_404(Player, club=club, pk=pk)
    form = PeriodForm(request.GET)
    period = form.cleaned_data if form.is_valid() else {}
    since, until = period.get("since"), period.get("until")
    found = statements_of(player, since=since, until=until)
    if not found:
        return redirect(reverse("player-statement", args=[club.slug, pk]))
    words = period_words(since, until)
    sheets = statement_sheets(player, found, plain_imprint(club.name), period=words)
    content = render(sheets, paper=paper_for(request, club))
    return pdf_response(content, _("Statement of %(name)s") % {"name": player.name})
