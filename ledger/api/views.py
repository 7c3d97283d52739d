"""Endpoints of money that belong to no event: books, transfers, statements."""

import secrets
from functools import cached_property
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player
from clubs.rest.idempotent import once
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from core.rest.docs import IDEMPOTENT
from core.rest.filters import DayFilter, Filters, KeyFilter
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
from ledger.models import Book, Transfer, Way
from ledger.selectors import (
    balances_over_all,
    books_of,
    corrections_of,
    settled_books,
    settlement_of,
    statements_of,
)
from ledger.services.books import season_open
from ledger.services.transfers import (
    book_separate,
    books_bring,
    debt_take_over,
    payment_enter,
    payment_take_back,
    transfer_pay,
    transfer_unpay,
    transfers_plan,
)

TAGS = ("Money",)


class BookFilters(Filters):
    """Which books are wanted."""

    since = DayFilter("date", "gte", help_text="Those of this day or later.")
    until = DayFilter("date", "lte", help_text="Those of this day or earlier.")
    settled_with = KeyFilter("settled_with_id", help_text="Those that are settled in this book.")


class BookViewSet(ApiViewSet):
    """The books of a club, which only owners and treasurers see."""

    tags = TAGS
    reads = writes = Right.MONEY
    serializer_class = BookSerializer
    filterset_class = BookFilters
    lookup_url_kwarg = "book"

    def get_queryset(self) -> QuerySet[Book]:
        """Return the club's books, the newest first."""
        return books_of(self.club).prefetch_related("settles")

    def list(self, request: Request, slug: str) -> Response:
        """List books.

        The books of the club's evenings, and those in which evenings are settled together, the
        newest first.
        """
        return self.page(self.get_queryset())

    @operation(body=SettleTogetherIn)
    def create(self, request: Request, slug: str) -> Response:
        """Settle books together.

        Opens a book in which these are settled: balances are taken over all of them, and what
        cancels out is not paid back and forth. For a season's evenings there is
        `seasons/{season}/book/`.
        """
        body = self.validated_body()
        books = list(self.club.books.filter(pk__in=body["books"]).order_by("date", "pk"))
        if len(books) != len(set(body["books"])):
            raise ValidationError({"books": _("There is no such book in this club.")})
        return self.created(season_open(club=self.club, name=body["name"], books=books))

    def retrieve(self, request: Request, slug: str, book: int) -> Response:
        """Show a book.

        A book, with those that are settled in it.
        """
        return self.answer(self.get_object())

    @action(detail=True, methods=["post"])
    @operation()
    def apart(self, request: Request, slug: str, book: int) -> Response:
        """Settle a book by itself.

        Takes a book out of the one in which it was settled; the open transfers of that follow.
        What was paid stays. Sent twice it changes nothing the second time.
        """
        return self.answer(book_separate(book=self.get_object()))

    @action(detail=True)
    @operation(answer=CombinedBalances)
    def balances(self, request: Request, slug: str, book: int) -> Response:
        """Show balances over all.

        What each player is still to receive over the book and all that is settled in it, or owes
        where it is below zero. Pot, prizes and the club's share are in the cash box. Who is even
        is left out; together they are zero.
        """
        settled = self.get_object()
        books = settled_books(settled)
        rows = balances_over_all(books)
        balances = [{"player": player, "amount": amount} for player, amount in rows]
        return self.answer(
            {"currency": settled.currency, "balances": balances, "unknown": gaps_in(books)}
        )

    @action(detail=True)
    @operation(answer=CorrectionSerializer, many=True)
    def corrections(self, request: Request, slug: str, book: int) -> Response:
        """List corrections.

        What was reversed in stakes, prizes and house share of the book and of those settled in
        it, the newest first, with what it changed.
        """
        return self.page(corrections_of(settled_books(self.get_object())))

    @action(detail=True, methods=["post"], url_path="payments")
    @operation(body=BetweenIn, answer=BetweenSerializer, status=201)
    def payments_create(self, request: Request, slug: str, book: int) -> Response:
        """Enter money between two players.

        A payment that one player made to another, or one who pays what another owes. Open
        transfers follow. It is taken back by its number.
        """
        shared: dict[str, Any] = {"book": self.get_object(), "made_by": self.user}
        body = self.validated_body()
        players = self.club.players.in_bulk([body["payer"], body["other"]])
        for name in ("payer", "other"):
            if body[name] not in players:
                raise ValidationError({name: _("There is no such player in this club.")})
        payer, other = players[body["payer"]], players[body["other"]]
        shared |= {"payer": payer, "text": body.get("text", ""), "key": secrets.token_hex(12)}
        if body["what"] == "takes_over":
            entry = debt_take_over(owner=other, amount=body.get("amount"), **shared)
        else:
            entry = payment_enter(payee=other, amount=body["amount"], **shared)
        return self.answer(entry)

    @action(detail=True, methods=["post"], url_path="payments/<number:number>/take-back")
    @operation(answer=BetweenSerializer)
    def payments_take_back(self, request: Request, slug: str, book: int, number: int) -> Response:
        """Take back what was entered between two players.

        Enters the opposite. 400 for another entry, and for one taken back already.
        """
        entry = payment_take_back(book=self.get_object(), number=number, made_by=self.user)
        return self.answer(entry)


class Transfers(ApiViewSet):
    """How ``book`` is settled: the actions that a club's books and an event's book share."""

    tags = TAGS
    reads = writes = Right.MONEY
    serializer_class = TransfersSerializer
    pagination_class = None
    lookup_url_kwarg = "transfer"
    book: Book

    def list(self, request: Request, **address: Any) -> Response:
        """List transfers.

        Who pays whom so that nobody owes anything, as it was last worked out.
        """
        view = settlement_of(self.book)
        return self.answer(
            {
                "currency": self.book.currency,
                "way": view.way.value,
                "is_current": view.is_current,
                "transfers": (*view.open, *view.paid),
                "unknown": gaps_in(settled_books(self.book)),
            }
        )

    @extend_schema(parameters=[IDEMPOTENT])
    @operation(body=WayIn, status=200, name="plan", keyed=False, stays_open=True)
    def create(self, request: Request, **address: Any) -> Response:
        """Work out transfers.

        What was played since is entered first; then from the balances as they are. What was paid
        stays; what is open is worked out anew: as few transfers as possible, with nobody paying
        more than two people, or everything through the cash box. 400 for a book that is settled
        in another.
        """
        book, way = self.book, self.validated_body().get("way")
        # Each evening has its own transaction, so this comes before the one that keeps the answer.
        books_bring(book=book, made_by=self.user)

        def plan() -> Response:
            transfers_plan(book=book, way=Way(way) if way else None)
            return self.list(request)

        return once(request, plan)

    @operation(body=PaidIn, answer=TransferSerializer, stays_open=True)
    def update(self, request: Request, **address: Any) -> Response:
        """Mark a transfer as paid, or not.

        A transfer that is paid is entered in the book; one that is not after all is taken back
        by a reversing entry. The same sent twice has one effect.
        """
        transfer = get_object_or_404(Transfer, book=self.book, pk=address["transfer"])
        is_paid = self.validated_body()["paid"]
        if is_paid != transfer.is_paid:
            change = transfer_pay if is_paid else transfer_unpay
            transfer = change(transfer=transfer, made_by=self.user)
        return self.answer(transfer)


class TransferViewSet(Transfers):
    """How one of the club's books is settled."""

    @cached_property
    def book(self) -> Book:  # type: ignore[override] # read when it is asked for
        """Return the book that the address names; 404 for none."""
        return get_object_or_404(books_of(self.club), pk=self.kwargs["book"])


class StatementViewSet(ApiViewSet):
    """A player's statement."""

    tags = TAGS
    serializer_class = StatementSerializer
    pagination_class = None

    @operation(query=PeriodQuery, many=True)
    def retrieve(self, request: Request, slug: str, player: int) -> Response:
        """Show a player's statement.

        What a player owed and was owed over all the club's books, one statement a currency, with
        what was open after each entry. Others than owners and treasurers are shown the statement
        of the player whom they are, and of no other.
        """
        if not self.membership.may_see_money_of(player):
            raise PermissionDenied(_("Only owners and treasurers see money that is not their own."))
        period = self.queried()
        shown = get_object_or_404(Player, club=self.club, pk=player)
        return self.answer(statements_of(shown, **period))
