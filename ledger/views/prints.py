"""The statement of a player on paper."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from ledger.pdf.render import render
from ledger.services.printing import period_words, statement_sheets
from ledger.views.asked import statements_asked
from scoring.services.scorecards import plain_imprint
from scoring.views.prints import paper_for, pdf_response


@require_GET
@club_view(Right.SEE)
def statement_pdf(request: ClubRequest, pk: int) -> HttpResponse:
    """The statement of the period asked for, a part for each currency; ``?paper=`` as elsewhere.

    Back to the page where nothing was entered in that time.
    """
    club = request.membership.club
    player, _form, found, since, until = statements_asked(request, pk)
    if not found:
        return redirect(reverse("player-statement", args=[club.slug, pk]))
    words = period_words(since, until)
    sheets = statement_sheets(player, found, plain_imprint(club.name), period=words)
    content = render(sheets, paper=paper_for(request, club))
    return pdf_response(content, _("Statement of %(name)s") % {"name": player.name})
