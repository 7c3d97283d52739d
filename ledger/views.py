"""Pages of money that belong to no event: books, open accounts, statements."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.models import Player
from clubs.roles import Right
from clubs.views.common import crumbs
from core.cells import CellValue
from core.figures import UNKNOWN
from core.pages import act_and_redirect, submit
from core.tables import Table, table_response
from core.text import isolated
from ledger.forms import PeriodForm, SeasonBooksForm, WayForm
from ledger.hooks import gaps_in, links_to
from ledger.models import Book, Transfer, Way
from ledger.selectors import (
    Statement,
    balances_over_all,
    books_of,
    corrections_of,
    open_accounts,
    settled_books,
    settlement_of,
    statements_of,
)
from ledger.services.books import season_open
from ledger.services.transfers import (
    book_separate,
    books_bring,
    transfer_pay,
    transfer_unpay,
    transfers_plan,
)
from ledger.tables import amount_cell, people_table, transfers_table


class StatementQuery(NamedTuple):
    """A player's statements; all periods by default."""

    player: Player
    form: PeriodForm
    statements: tuple[Statement, ...]
    since: datetime.date | None
    until: datetime.date | None


def statement_query(request: ClubRequest, pk: int) -> StatementQuery:
    """Return the statements of a player of the club, in the period or season of the query.

    403 for who neither keeps the club's money nor is this player.
    """
    if not request.membership.may_see_money_of(pk):
        raise PermissionDenied(_("Only owners and treasurers see money that is not their own."))
    player = get_object_or_404(
        Player.objects.select_related("club"), club=request.membership.club, pk=pk
    )
    form = PeriodForm(request.GET, club=request.membership.club)
    period = form.cleaned_data if form.is_valid() else {}
    season, since, until = (period.get(name) for name in ("season", "since", "until"))
    books = settled_books(season) if season else None
    statements = statements_of(player, books=books, since=since, until=until)
    return StatementQuery(player, form, statements, since, until)


TABLES: Final[dict[str, Callable[[Book], Table]]] = {
    "balances": people_table,
    "transfers": transfers_table,
}


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.MONEY)
def book_money(request: ClubRequest, book_id: int) -> HttpResponse:
    """Show the balances over all books settled here; on POST compute transfers."""
    book = _book(request, book_id)
    view = settlement_of(book)
    form = WayForm(request.POST or None, initial={"way": view.way})
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            # Each evening is entered in a transaction of its own.
            books_bring(book=book, made_by=request.user)
            transfers_plan(book=book, way=Way(form.cleaned_data["way"]))
            messages.success(request, _("The transfers have been worked out."))
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
        "season_key": book.pk if evenings else None,
        "gaps": gaps_in([book, *evenings]),
        "evenings": [(evening, links.get(evening.pk, "")) for evening in evenings],
        "corrections": [(row, links.get(row.reversal.book_id, "")) for row in corrections],
        "fresh": [row for row in corrections if since and row.reversal.made_at > since],
        "crumbs": crumbs(
            (_("Money"), reverse("club-money", args=[book.club.slug])), here=book.name
        ),
    }
    return render(request, "ledger/season.html", context, status=422 if form.errors else 200)


@require_safe
@club_view(Right.MONEY)
def book_file(request: ClubRequest, book_id: int, kind: str, form: str) -> HttpResponse:
    """Transfers, or balances over all, for a spreadsheet."""
    book = _book(request, book_id)
    if kind not in TABLES:
        raise Http404
    title, head, rows = TABLES[kind](book)
    return table_response(
        form, _("%(table)s, %(book)s") % {"table": title, "book": book.name}, head, rows
    )


@require_POST
@club_view(Right.MONEY)
def book_transfer_paid(request: ClubRequest, book_id: int, transfer_id: int) -> HttpResponse:
    return _mark(request, book_id, transfer_id, transfer_pay, _("Marked as paid."))


@require_POST
@club_view(Right.MONEY)
def book_transfer_unpaid(request: ClubRequest, book_id: int, transfer_id: int) -> HttpResponse:
    """Take back that one was paid."""
    return _mark(request, book_id, transfer_id, transfer_unpay, _("It is open again."))


@require_POST
@club_view(Right.MONEY)
def book_apart(request: ClubRequest, book_id: int) -> HttpResponse:
    """Settle an evening separately again."""
    book = _book(request, book_id)
    season = book.settled_with
    if season is None:
        return redirect("club-money", book.club.slug)
    book_separate(book=book)
    messages.success(
        request, _("“%(name)s” is settled separately again.") % {"name": isolated(book.name)}
    )
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
    target = reverse("book-money", args=[book.club.slug, book.pk])
    return act_and_redirect(
        request, target, lambda: service(transfer=transfer, made_by=request.user), words
    )


def _marked(book: Book, name: str, transfers: Sequence[Transfer]) -> list[tuple[Transfer, str]]:
    """Transfers with the address by which each is marked."""
    slug = book.club.slug
    return [(row, reverse(name, args=[slug, book.pk, row.pk])) for row in transfers]


PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.MONEY)
def club_money(request: ClubRequest) -> HttpResponse:
    """Show open balances and the club's books; on POST settle books together."""
    club = request.membership.club
    form = SeasonBooksForm(request.POST or None, club=club)
    answer = submit(
        request,
        form,
        lambda book: reverse("book-money", args=[club.slug, book.pk]),
        lambda: season_open(
            club=club, name=form.cleaned_data["name"], books=list(form.cleaned_data["books"])
        ),
    )
    if answer:
        return answer
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
    return render(request, "ledger/club.html", context, status=422 if form.errors else 200)


@require_safe
@club_view(Right.SEE)
def statement(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a player's transactions, with the balance after each.

    The member linked to this player sees it too, without links to other people's money.
    """
    player, form, statements, _since, _until = statement_query(request, pk)
    may_keep_money = request.membership.may(Right.MONEY)
    books = {
        line.entry.book_id: line.entry.book for statement in statements for line in statement.lines
    }
    links = links_to(list(books.values())) if may_keep_money else {}
    context = {
        "player": player,
        "form": form,
        "query": request.GET.urlencode(),
        "statements": [(statement, _with_links(statement, links)) for statement in statements],
        "is_own": request.membership.player_id == player.pk,
        "step_count": sum(len(statement.steps) for statement in statements),
        "crumbs": _way(player, may_keep_money=may_keep_money),
    }
    return render(request, "ledger/statement.html", context)


@require_safe
@club_view(Right.SEE)
def statement_file(request: ClubRequest, pk: int, form: str) -> HttpResponse:
    """The same for a spreadsheet."""
    player, _form, statements, _since, _until = statement_query(request, pk)
    head = [_("Date"), _("Book"), _("No."), _("Entry"), _("Currency"), _("Amount"), _("Balance")]
    rows = [row for statement in statements for row in _rows(statement)]
    return table_response(form, _("Statement of %(name)s") % {"name": player.name}, head, rows)


def _own_page(book: Book) -> str:
    return reverse("book-money", args=[book.club.slug, book.pk])


def _way(player: Player, *, may_keep_money: bool) -> list[dict[str, str]]:
    """Return the breadcrumb: from the club's money, or without that right the player's page."""
    slug = player.club.slug
    if may_keep_money:
        return crumbs((_("Money"), reverse("club-money", args=[slug])), here=player.name)
    page = (player.name, reverse("player", args=[slug, player.pk]))
    return crumbs((_("Players"), reverse("players", args=[slug])), page, here=_("Statement"))


def _with_links(statement: Statement, links: dict[int, str]) -> list[Any]:
    return [(line, links.get(line.entry.book_id, "")) for line in statement.lines]


def _rows(statement: Statement) -> Iterator[list[CellValue]]:
    currency = statement.currency

    def outside(text: str, amount: int, balance: int) -> list[CellValue]:
        left = amount_cell(balance, currency)
        return ["", "", "", text, currency, amount_cell(amount, currency), left]

    if statement.opening:
        yield outside(_("Balance before"), statement.opening, statement.opening)
    for line in statement.lines:
        yield [
            line.entry.book.date,
            line.entry.book.name,
            line.entry.number,
            line.description,
            statement.currency,
            amount_cell(line.amount, statement.currency),
            amount_cell(line.balance, statement.currency),
        ]
    for gap in statement.gaps:
        yield ["", "", "", gap.text, currency, UNKNOWN, UNKNOWN]
    if statement.later:
        yield outside(_("All other entries up to now"), statement.later, statement.balance)
