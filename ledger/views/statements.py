"""A club's open accounts, and the statement of one player over a season or all events."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import ClubRequest, club_view
from clubs.models import Player
from clubs.roles import Right
from clubs.views.pages import crumbs
from ledger.downloads import Cell, amount_cell, csv_response
from ledger.forms import PeriodForm
from ledger.links import links_to
from ledger.selectors.statements import Statement, books_of, open_accounts, statements_of

PAGE = 30


@require_GET
@club_view(Right.MONEY)
def club_money(request: ClubRequest) -> HttpResponse:
    """Who still owes or is owed something, and the club's books."""
    club = request.membership.club
    page = Paginator(books_of(club), PAGE).get_page(request.GET.get("page"))
    links = links_to(list(page))
    context = {
        "open_accounts": open_accounts(club),
        "page": page,
        "books": [(book, links.get(book.pk, "")) for book in page],
    }
    return render(request, "money/club.html", context)


@require_GET
@club_view(Right.MONEY)
def statement(request: ClubRequest, pk: int) -> HttpResponse:
    """What a player owed and was owed, entry by entry, with what is open after each."""
    player, form, statements = _asked(request, pk)
    club = request.membership.club
    entries = [line.entry for found in statements for line in found.lines]
    links = links_to(list({entry.book_id: entry.book for entry in entries}.values()))
    context = {
        "player": player,
        "form": form,
        "query": request.GET.urlencode(),
        "statements": [(found, _with_links(found, links)) for found in statements],
        "crumbs": crumbs((_("Money"), reverse("club-money", args=[club.slug])), here=player.name),
    }
    return render(request, "money/statement.html", context)


@require_GET
@club_view(Right.MONEY)
def statement_csv(request: ClubRequest, pk: int) -> HttpResponse:
    """The same for a spreadsheet."""
    player, _form, statements = _asked(request, pk)
    head = [_("Date"), _("Book"), _("No."), _("Entry"), _("Currency"), _("Amount"), _("Balance")]
    rows = [row for found in statements for row in _rows(found)]
    return csv_response(_("Statement of %(name)s") % {"name": player.name}, head, rows)


_Asked = tuple[Player, PeriodForm, tuple[Statement, ...]]


def _asked(request: ClubRequest, pk: int) -> _Asked:
    """The player, and the statements of the period asked for; all of them where it is none."""
    player = get_object_or_404(Player, club=request.membership.club, pk=pk)
    form = PeriodForm(request.GET)
    period = form.cleaned_data if form.is_valid() else {}
    found = statements_of(player, since=period.get("since"), until=period.get("until"))
    return player, form, found


def _with_links(found: Statement, links: dict[int, str]) -> list[Any]:
    return [(line, links.get(line.entry.book_id, "")) for line in found.lines]


def _rows(found: Statement) -> list[list[Cell]]:
    return [
        [
            line.entry.book.date.isoformat(),
            line.entry.book.name,
            line.entry.number,
            line.entry.text,
            found.currency,
            amount_cell(line.amount, found.currency),
            amount_cell(line.balance, found.currency),
        ]
        for line in found.lines
    ]
