"""Money on paper: a player's statement, the settlement of a season."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from ledger.models import AccountKind, Book
from ledger.selectors import settled_books, transfers_open
from ledger.views import statements_asked
from prints.documents import PAGES_AT_ONCE
from prints.money import period_words, statement_sheets
from prints.money_orders import (
    LINES,
    SETTLEMENT,
    STATEMENT,
    book_settlement,
    statement_kept,
    statement_pages,
)
from prints.render_money import render
from prints.scorecards import plain_imprint
from prints.views.matches import Order, order_page, paper_for, pdf_response


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def statement_pdf(request: ClubRequest, pk: int) -> HttpResponse:
    """The statement of the period asked for, a part for each currency; ``?paper=`` as elsewhere.

    Back to the page where nothing was entered in that time. The treasurer orders a long one; a
    player's own is made at once, as documents of money are seen by treasurers alone.
    """
    club = request.membership.club
    player, form, found, since, until = statements_asked(request, pk)
    if not found:
        return redirect(reverse("player-statement", args=[club.slug, pk]))
    title, paper = _("Statement of %(name)s") % {"name": player.name}, paper_for(request, club)
    if statement_pages(found) > PAGES_AT_ONCE and request.membership.may(Right.MONEY):
        season = form.cleaned_data.get("season") if form.is_valid() else None
        books = settled_books(season) if season else None
        kept = statement_kept(player, books, since, until) | {"paper": paper.name.lower()}
        return order_page(request, Order(STATEMENT, title, kept, Right.MONEY))
    words = period_words(since, until)
    sheets = statement_sheets(
        player,
        found,
        plain_imprint(club.name),
        period=words,
        transfers=transfers_open(player),
    )
    return pdf_response(render(sheets, paper=paper), title)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.MONEY)
def settlement_pdf(request: ClubRequest, book_id: int) -> HttpResponse:
    """Who pays whom in a book and what everybody's balance is; a long one is ordered."""
    club = request.membership.club
    book = get_object_or_404(Book.objects.select_related("settled_with"), club=club, pk=book_id)
    title, paper = _("Settlement of %(book)s") % {"book": book.name}, paper_for(request, club)
    people = book.accounts.filter(kind=AccountKind.PLAYER).count()
    if 2 * people > PAGES_AT_ONCE * LINES:
        kept = {"book": book.pk, "paper": paper.name.lower()}
        return order_page(request, Order(SETTLEMENT, title, kept, Right.MONEY))
    return pdf_response(render([book_settlement(club, book)], paper=paper), title)
