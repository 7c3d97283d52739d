"""A book that no event keeps, as a season's: what it settles, balances over all, transfers."""

from collections.abc import Callable, Sequence
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from clubs.views.pages import crumbs
from ledger.downloads import csv_response
from ledger.forms import WayForm
from ledger.links import links_to
from ledger.models import Book, Transfer, Way
from ledger.selectors.balances import balances_over_all, settlement_of
from ledger.selectors.journal import corrections_of
from ledger.services.transfers import (
    book_part,
    books_bring,
    transfer_pay,
    transfer_unpay,
    transfers_plan,
)
from ledger.tables import Table, people_table, transfers_table

TABLES: Final[dict[str, Callable[[Book], Table]]] = {
    "balances": people_table,
    "transfers": transfers_table,
}


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.MONEY)
def book_money(request: ClubRequest, book_id: int) -> HttpResponse:
    """Who owes and who is owed over all that is settled here; sent: work out who pays whom."""
    book = _book(request, book_id)
    view = settlement_of(book)
    form = WayForm(request.POST or None, initial={"way": view.way})
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            books_bring(book=book, made_by=request.user)
            transfers_plan(book=book, way=Way(form.cleaned_data["way"]))
            messages.success(request, _("The transfers are worked out."))
            return redirect("book-money", book.club.slug, book.pk)
    evenings = list(book.settles.select_related("club"))
    links = links_to(evenings)
    corrections = corrections_of([book, *evenings])
    since = view.settlement.planned_at if view.settlement else None
    context = {
        "book": book,
        "currency": book.currency,
        "form": form,
        "view": view,
        "open": _marked(book, "book-transfer-paid", view.open),
        "paid": _marked(book, "book-transfer-unpaid", view.paid),
        "balances": balances_over_all([book, *evenings]),
        "evenings": [(evening, links.get(evening.pk, "")) for evening in evenings],
        "corrections": [(row, links.get(row.reversal.book_id, "")) for row in corrections],
        "fresh": [row for row in corrections if since and row.reversal.made_at > since],
        "crumbs": crumbs(
            (_("Money"), reverse("club-money", args=[book.club.slug])), here=book.name
        ),
    }
    return render(request, "money/season.html", context, status=422 if form.errors else 200)


@require_safe
@club_view(Right.MONEY)
def book_csv(request: ClubRequest, book_id: int, kind: str) -> HttpResponse:
    """Transfers, or balances over all, for a spreadsheet."""
    book = _book(request, book_id)
    if kind not in TABLES:
        raise Http404
    title, head, rows = TABLES[kind](book)
    return csv_response(_("%(table)s, %(book)s") % {"table": title, "book": book.name}, head, rows)


@require_POST
@club_view(Right.MONEY)
def book_transfer_paid(request: ClubRequest, book_id: int, transfer_id: int) -> HttpResponse:
    """Mark one as paid."""
    return _mark(request, book_id, transfer_id, transfer_pay, _("Marked as paid."))


@require_POST
@club_view(Right.MONEY)
def book_transfer_unpaid(request: ClubRequest, book_id: int, transfer_id: int) -> HttpResponse:
    """Take back that one was paid."""
    return _mark(request, book_id, transfer_id, transfer_unpay, _("It is open again."))


@require_POST
@club_view(Right.MONEY)
def book_apart(request: ClubRequest, book_id: int) -> HttpResponse:
    """Settle an evening by itself again."""
    book = _book(request, book_id)
    season = book.settled_with
    if season is None:
        return redirect("club-money", book.club.slug)
    book_part(book=book)
    messages.success(request, _("“%(name)s” is settled by itself again.") % {"name": book.name})
    return redirect("book-money", book.club.slug, season.pk)


def _book(request: ClubRequest, book_id: int) -> Book:
    books = Book.objects.select_related("club", "settled_with")
    return get_object_or_404(books, club=request.membership.club, pk=book_id)


def _mark(
    request: ClubRequest,
    book_id: int,
    transfer_id: int,
    service: Callable[..., Transfer],
    words: str,
) -> HttpResponse:
    book = _book(request, book_id)
    transfer = get_object_or_404(Transfer, book=book, pk=transfer_id)
    try:
        service(transfer=transfer, made_by=request.user)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, words)
    return redirect("book-money", book.club.slug, book.pk)


def _marked(book: Book, name: str, transfers: Sequence[Transfer]) -> list[tuple[Transfer, str]]:
    """Transfers with the address by which each is marked."""
    slug = book.club.slug
    return [(row, reverse(name, args=[slug, book.pk, row.pk])) for row in transfers]
