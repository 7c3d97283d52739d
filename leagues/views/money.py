"""A season's money, for whoever keeps the club's."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from leagues.services.settling import season_settle
from leagues.views.common import address, season_or_404


@require_POST
@club_view(Right.MONEY)
def season_money(request: ClubRequest, season_id: int) -> HttpResponse:
    """Settle the season's evenings together, and lead to where that is done."""
    season = season_or_404(request, season_id)
    try:
        book = season_settle(season=season)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect(address("season", season))
    return redirect("book-money", season.club.slug, book.pk)
