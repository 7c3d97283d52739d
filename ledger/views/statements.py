"""A club's open accounts, and the statement of one player over a season or all events."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from clubs.views.pages import crumbs
from ledger.downloads import Cell, amount_cell, csv_response
from ledger.forms import SeasonForm
from ledger.links import links_to
from ledger.models import Book
from ledger.selectors.statements import Statement, books_of, open_accounts
from ledger.services.books import season_open
from ledger.views.asked import statements_asked

PAGE = 30


@require_http_methods(["GET", "POST"])
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
    context = {
        "form": form,
        "open_accounts": open_accounts(club),
        "page": page,
        "books": [(book, links.get(book.pk) or _own_page(book)) for book in page],
    }
    return render(request, "money/club.html", context, status=422 if form.errors else 200)


@require_GET
@club_view(Right.MONEY)
def statement(request: ClubRequest, pk: int) -> HttpResponse:
    """What a player owed and was owed, entry by entry, with what is open after each."""
    player, form, statements, _since, _until = statements_asked(request, pk)
    club = request.membership.club
    entries = [line.entry for found in statements for line in found.lines]
    books = {entry.book_id: entry.book for entry in entries}
    links = links_to(list(books.values()))
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
    player, _form, statements, _since, _until = statements_asked(request, pk)
    head = [_("Date"), _("Book"), _("No."), _("Entry"), _("Currency"), _("Amount"), _("Balance")]
    rows = [row for found in statements for row in _rows(found)]
    return csv_response(_("Statement of %(name)s") % {"name": player.name}, head, rows)


def _own_page(book: Book) -> str:
    return reverse("book-money", args=[book.club.slug, book.pk])


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
