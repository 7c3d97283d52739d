"""A club's open accounts, and the statement of one player over a season or all events."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import ClubRequest, club_view
from clubs.models import Player
from clubs.roles import Right
from clubs.views.pages import crumbs
from ledger.downloads import Cell, amount_cell, csv_response
from ledger.forms import SeasonForm
from ledger.links import links_to
from ledger.models import Book
from ledger.selectors.statements import Statement, books_of, open_accounts, steps_of, transfers_open
from ledger.services.books import season_open
from ledger.views.asked import statements_asked

PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.MONEY)
def club_money(request: ClubRequest) -> HttpResponse:
    """Who still owes or is owed something, and the club's books; sent: books settled together."""
    club = request.membership.club
    form = SeasonForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            given = form.cleaned_data
            season = season_open(club=club, name=given["name"], books=list(given["books"]))
            return redirect("book-money", club.slug, season.pk)
    page = Paginator(books_of(club), PAGE).get_page(request.GET.get("page"))
    links = links_to(list(page))
    accounts = open_accounts(club)
    currencies = {row.currency for row in accounts}
    context = {
        "form": form,
        "open_accounts": accounts,
        "one_currency": currencies.pop() if len(currencies) == 1 else "",
        "page": page,
        "books": [(book, links.get(book.pk) or _own_page(book)) for book in page],
    }
    return render(request, "money/club.html", context, status=422 if form.errors else 200)


@require_safe
@club_view(Right.SEE)
def statement(request: ClubRequest, pk: int) -> HttpResponse:
    """What a player owed and was owed, entry by entry, with what is open after each.

    A member who is this player sees it too, without the ways to everybody's money.
    """
    player, form, statements, _since, _until = statements_asked(request, pk)
    keeps = request.membership.may(Right.MONEY)
    is_own, transfers = request.membership.player_id == player.pk, transfers_open(player)
    books = {line.entry.book_id: line.entry.book for found in statements for line in found.lines}
    links = links_to(list(books.values())) if keeps else {}
    context = {
        "player": player,
        "form": form,
        "query": request.GET.urlencode(),
        "statements": [(found, _with_links(found, links)) for found in statements],
        "transfers": transfers,
        "is_own": is_own,
        "steps": [
            step
            for found in statements
            for step in (steps_of(player, (found,), transfers, found.currency) if is_own else ())
        ],
        "crumbs": _way(player, keeps=keeps),
    }
    return render(request, "money/statement.html", context)


@require_safe
@club_view(Right.SEE)
def statement_csv(request: ClubRequest, pk: int) -> HttpResponse:
    """The same for a spreadsheet."""
    player, _form, statements, _since, _until = statements_asked(request, pk)
    head = [_("Date"), _("Book"), _("No."), _("Entry"), _("Currency"), _("Amount"), _("Balance")]
    rows = [row for found in statements for row in _rows(found)]
    return csv_response(_("Statement of %(name)s") % {"name": player.name}, head, rows)


def _own_page(book: Book) -> str:
    return reverse("book-money", args=[book.club.slug, book.pk])


def _way(player: Player, *, keeps: bool) -> list[dict[str, str]]:
    """From the club's money to a player's; from his page where the club's is not shown."""
    slug = player.club.slug
    if keeps:
        return crumbs((_("Money"), reverse("club-money", args=[slug])), here=player.name)
    own = (player.name, reverse("player", args=[slug, player.pk]))
    return crumbs((_("Players"), reverse("players", args=[slug])), own, here=_("Statement"))


def _with_links(found: Statement, links: dict[int, str]) -> list[Any]:
    return [(line, links.get(line.entry.book_id, "")) for line in found.lines]


def _rows(found: Statement) -> list[list[Cell]]:
    return [
        [
            line.entry.book.date.isoformat(),
            line.entry.book.name,
            line.entry.number,
            line.words,
            found.currency,
            amount_cell(line.amount, found.currency),
            amount_cell(line.balance, found.currency),
        ]
        for line in found.lines
    ]
