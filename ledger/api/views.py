"""Endpoints of money that belong to no event: books, transfers, statements."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils.translation import gettext as _
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player, User
from clubs.rest.actions import action, reading
from clubs.rest.idempotent import once
from clubs.rest.views import ClubView
from clubs.roles import Right
from clubs.services.idempotency import Answer
from core.rest.filters import Day, Filters, Key
from core.rest.pages import Pages
from ledger.api.serializers import (
    BetweenIn,
    BetweenSerializer,
    BookSerializer,
    CombinedBalances,
    CorrectionSerializer,
    PaidIn,
    PeriodQuery,
    SettleTogetherIn,
    StatementSerializer,
    TransferSerializer,
    TransfersSerializer,
    WayIn,
)
from ledger.hooks import gaps_in
from ledger.models import Book, Transaction, Transfer, Way
from ledger.selectors import (
    Statement,
    balances_over_all,
    books_of,
    corrections_of,
    settled_books,
    settlement_of,
    statements_of,
)
from ledger.services.books import season_open
from ledger.services.transfers import (
    book_part,
    books_bring,
    debt_take_over,
    payment_enter,
    payment_take_back,
    transfer_pay,
    transfer_unpay,
    transfers_plan,
)

TAGS = ["Money"]
Transfers = dict[str, Any]
MONEY = dict.fromkeys(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"), Right.MONEY)
"""Permission of endpoints about other people's money; only owners and treasurers have it."""


class BookView(ClubView):
    """An endpoint of one book; another club's book is not found."""

    rights: ClassVar = MONEY
    book: Book

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the book of that club."""
        super().initial(request, *args, **kwargs)
        known = Book.objects.select_related("club", "settled_with")
        self.book = get_object_or_404(known, club=self.club, pk=kwargs["book"])


def transfers_of(book: Book) -> Transfers:
    """Return the transfers as last computed."""
    view = settlement_of(book)
    return {
        "currency": book.currency,
        "way": view.way.value,
        "is_current": view.is_current,
        "transfers": (*view.open, *view.paid),
        "unknown": gaps_in(settled_books(book)),
    }


def transfer_mark(book: Book, transfer_id: int, *, paid: bool, by: User) -> Transfer:
    """Mark a transfer of the book as paid or not; 404 for a transfer of another book."""
    found = get_object_or_404(Transfer, book=book, pk=transfer_id)
    if paid == found.is_paid:
        return found
    return (transfer_pay if paid else transfer_unpay)(transfer=found, made_by=by)


class BookFilters(Filters):
    """Which books are wanted."""

    since = Day("date", "gte", help_text="Those of this day or later.")
    until = Day("date", "lte", help_text="Those of this day or earlier.")
    settled_with = Key("settled_with_id", help_text="Those that are settled in this book.")


class BookList(ClubView):
    """The books of a club."""

    pagination_class = Pages
    rights: ClassVar = MONEY

    @reading(
        "books_list",
        "List books",
        "The books of the club's evenings, and those in which evenings are settled "
        "together, the newest first.",
        tags=TAGS,
        filters=BookFilters,
        answer=BookSerializer,
        many=True,
    )
    def get(self) -> Iterable[Book]:
        return books_of(self.club).prefetch_related("settles")

    @action(
        "books_create",
        "Settle books together",
        "Opens a book in which these are settled: balances are taken over all of "
        "them, and what cancels out is not paid back and forth. For a season's evenings there is "
        "`seasons/{season}/book/`.",
        tags=TAGS,
        body=SettleTogetherIn,
        answer=BookSerializer,
        status=201,
        location="api-book",
    )
    def post(self, *, name: str, books: list[int]) -> Book:
        found = list(Book.objects.filter(club=self.club, pk__in=books).order_by("date", "pk"))
        if len(found) != len(set(books)):
            raise ValidationError({"books": _("There is no such book in this club.")})
        return season_open(club=self.club, name=name, books=found)


class BookDetail(BookView):
    """One book."""

    @reading(
        "books_retrieve",
        "Show a book",
        "A book, with those that are settled in it.",
        tags=TAGS,
        answer=BookSerializer,
    )
    def get(self) -> Book:
        return self.book


class BookApart(BookView):
    """Settle a book on its own again."""

    @action(
        "books_apart",
        "Settle a book by itself",
        "Takes a book out of the one in which it was settled; the open transfers of "
        "that follow. What was paid stays. Sent twice it changes nothing the second time.",
        tags=TAGS,
        answer=BookSerializer,
    )
    def post(self) -> Book:
        return book_part(book=self.book)


class BookBalances(BookView):
    """The balances over all books."""

    @reading(
        "books_balances",
        "Show balances over all",
        "What each player is still to receive over the book and all that is settled "
        "in it, or owes where it is below zero. Pot, prizes and the club's share are in the cash "
        "box. Who is even is left out; together they are zero.",
        tags=TAGS,
        answer=CombinedBalances,
    )
    def get(self) -> dict[str, Any]:
        rows = balances_over_all(settled_books(self.book))
        balances = [{"player": player, "amount": amount} for player, amount in rows]
        gaps = gaps_in(settled_books(self.book))
        return {"currency": self.book.currency, "balances": balances, "unknown": gaps}


class BookCorrections(BookView):
    """Corrections after entry."""

    pagination_class = Pages

    @reading(
        "books_corrections",
        "List corrections",
        "What was reversed in stakes, prizes and house share of the book and of those "
        "settled in it, the newest first, with what it changed.",
        tags=TAGS,
        answer=CorrectionSerializer,
        many=True,
    )
    def get(self) -> Any:
        return corrections_of(settled_books(self.book))


def _brought_then_once(view: BookView, request: Request, effect: Callable[[], Answer]) -> Response:
    # Evenings are entered before the answer's transaction, each in its own.
    books_bring(book=view.book, made_by=view.user)
    return once(request, effect)


class BookTransfers(BookView):
    """Settling up."""

    @reading(
        "books_transfers_list",
        "List a book's transfers",
        "Who pays whom so that nobody owes anything, as it was last worked out.",
        tags=TAGS,
        answer=TransfersSerializer,
    )
    def get(self) -> Transfers:
        return transfers_of(self.book)

    @action(
        "books_transfers_plan",
        "Work out a book's transfers",
        "What its evenings came to since is entered first; then from the "
        "balances as they are. What was paid stays. 400 for a book that is settled in another.",
        tags=TAGS,
        body=WayIn,
        answer=TransfersSerializer,
        run=_brought_then_once,
    )
    def post(self, *, way: str | None = None) -> Transfers:
        transfers_plan(book=self.book, way=Way(way) if way else None)
        return transfers_of(self.book)


class BookTransfer(BookView):
    """One transfer."""

    @action(
        "books_transfers_update",
        "Mark a book's transfer as paid, or not",
        "A transfer that is paid is entered in the book; one that is not after all is "
        "taken back by a reversing entry. The same sent twice has one effect.",
        tags=TAGS,
        body=PaidIn,
        answer=TransferSerializer,
    )
    def put(self, *, paid: bool) -> Transfer:
        return transfer_mark(self.book, self.kwargs["transfer"], paid=paid, by=self.user)


class BookPayments(BookView):
    """Payments between players outside the computed transfers."""

    @action(
        "books_payments_create",
        "Enter money between two players",
        "A payment that one player made to another, or one who pays what another "
        "owes. Open transfers follow. It is taken back by its number.",
        tags=TAGS,
        body=BetweenIn,
        answer=BetweenSerializer,
        status=201,
    )
    def post(self, **body: Any) -> Transaction:
        keys = {body["payer"], body["other"]}
        players = {player.pk: player for player in self.club.players.filter(pk__in=keys)}
        for name in ("payer", "other"):
            if body[name] not in players:
                raise ValidationError({name: _("There is no such player in this club.")})
        shared: dict[str, Any] = {
            "book": self.book,
            "payer": players[body["payer"]],
            "made_by": self.user,
            "key": secrets.token_hex(12),
            "text": body.get("text", ""),
        }
        other, amount = players[body["other"]], body.get("amount")
        if body["what"] == "takes_over":
            return debt_take_over(owner=other, amount=amount, **shared)
        return payment_enter(payee=other, amount=body["amount"], **shared)


class BookPaymentBack(BookView):
    """Reverse such a payment."""

    @action(
        "books_payments_take_back",
        "Take back what was entered between two players",
        "Enters the opposite. 400 for another entry, and for one taken back already.",
        tags=TAGS,
        answer=BetweenSerializer,
    )
    def post(self) -> Transaction:
        return payment_take_back(book=self.book, number=self.kwargs["number"], made_by=self.user)


class StatementView(ClubView):
    """A player's statement."""

    @reading(
        "statement_retrieve",
        "Show a player's statement",
        "What a player owed and was owed over all the club's books, one statement a "
        "currency, with what was open after each entry. Others than owners and treasurers are "
        "shown the statement of the player whom they are, and of no other.",
        tags=TAGS,
        query=PeriodQuery,
        answer=StatementSerializer,
        many=True,
    )
    def get(self, **period: Any) -> Sequence[Statement]:
        player = self.kwargs["player"]
        if not self.membership.may_see_money_of(player):
            raise PermissionDenied(_("Only owners and treasurers see money that is not their own."))
        return statements_of(get_object_or_404(Player, club=self.club, pk=player), **period)
