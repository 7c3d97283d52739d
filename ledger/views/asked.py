"""What a page, a file or a print of a statement is asked for: whose, and of which time."""

import datetime
from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.access import ClubRequest
from clubs.models import Player
from ledger.forms import PeriodForm
from ledger.selectors.balances import settled_books
from ledger.selectors.statements import Statement, statements_of


class Asked(NamedTuple):
    """A player's statements; everything where the period asked for is none."""

    player: Player
    form: PeriodForm
    statements: tuple[Statement, ...]
    since: datetime.date | None
    until: datetime.date | None


def statements_asked(request: ClubRequest, pk: int) -> Asked:
    """The statements of a player of the club, in the period or season of the query.

    403 for who neither keeps the club's money nor is this player.
    """
    if not request.membership.may_see_money_of(pk):
        raise PermissionDenied(_("Only owners and treasurers see money that is not their own."))
    player = get_object_or_404(
        Player.objects.select_related("club"), club=request.membership.club, pk=pk
    )
    form = PeriodForm(request.GET, club=request.membership.club)
    asked = form.cleaned_data if form.is_valid() else {}
    season, since, until = (asked.get(name) for name in ("season", "since", "until"))
    books = settled_books(season) if season else None
    found = statements_of(player, books=books, since=since, until=until)
    return Asked(player, form, found, since, until)
