"""Books of a club: those of its evenings, and those in which several are settled together."""

import secrets
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import CREATING, IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import ClubView, paged, sent
from clubs.services.idempotency import Answer
from ledger.api.base import MONEY, BookView, transfer_marked, transfers_answer
from ledger.api.serializers import (
    BetweenIn,
    BetweenSerializer,
    BookSerializer,
    CorrectionSerializer,
    OverAllBalances,
    PaidIn,
    TogetherIn,
    TransferSerializer,
    TransfersSerializer,
    WayIn,
)
from ledger.models import Book, Way
from ledger.selectors.balances import balances_over_all, settled_books
from ledger.selectors.journal import corrections_of
from ledger.selectors.statements import books_of
from ledger.services.books import season_open
from ledger.services.transfers import (
    book_part,
    books_bring,
    debt_take_over,
    payment_enter,
    payment_take_back,
    transfers_plan,
)

TAGS = ["Money"]


class BookList(ClubView):
    """The books of a club."""

    pagination_class = Pages
    rights: ClassVar = MONEY

    @extend_schema(
        operation_id="books_list",
        tags=TAGS,
        summary="List books",
        description="The books of the club's evenings, and those in which evenings are settled "
        "together, the newest first.",
        responses=BookSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All of them."""
        return paged(self, books_of(self.club).prefetch_related("settles"), BookSerializer)

    @extend_schema(
        operation_id="books_create",
        tags=TAGS,
        summary="Settle books together",
        description="Opens a book in which these are settled: balances are taken over all of "
        "them, and what cancels out is not paid back and forth. For a season's evenings there is "
        "`seasons/{season}/book/`.",
        parameters=CREATING,
        request=TogetherIn,
        responses={201: BookSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Settle them together."""
        body = sent(request, TogetherIn)
        return once(request, lambda: self._opened(body))

    def _opened(self, body: dict[str, Any]) -> Answer:
        keys = set(body["books"])
        books = list(Book.objects.filter(club=self.club, pk__in=keys).order_by("date", "pk"))
        if len(books) != len(keys):
            raise ValidationError({"books": _("There is no such book in this club.")})
        book = season_open(club=self.club, name=body["name"], books=books)
        address = reverse("api-book", args=[self.club.slug, book.pk])
        return Answer(201, dict(BookSerializer(book).data), address)


class BookDetail(BookView):
    """One book."""

    @extend_schema(
        operation_id="books_retrieve",
        tags=TAGS,
        summary="Show a book",
        description="A book, with those that are settled in it.",
        responses=BookSerializer,
    )
    def get(self, request: Request, slug: str, book: int) -> Response:
        """The book."""
        return Response(BookSerializer(self.book).data)


class BookApart(BookView):
    """A book that is settled by itself again."""

    @extend_schema(
        operation_id="books_apart",
        tags=TAGS,
        summary="Settle a book by itself",
        description="Takes a book out of the one in which it was settled; the open transfers of "
        "that follow. What was paid stays. Sent twice it changes nothing the second time.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=BookSerializer,
    )
    def post(self, request: Request, slug: str, book: int) -> Response:
        """Take it out."""
        return once(request, lambda: Answer(200, dict(BookSerializer(self._apart()).data)))

    def _apart(self) -> Book:
        return book_part(book=self.book)


class BookBalances(BookView):
    """Who owes and who is owed over all."""

    @extend_schema(
        operation_id="books_balances",
        tags=TAGS,
        summary="Show balances over all",
        description="What each player is still to receive over the book and all that is settled "
        "in it, or owes where it is below zero. Pot, prizes and the club's share are in the cash "
        "box. Who is even is left out; together they are zero.",
        responses=OverAllBalances,
    )
    def get(self, request: Request, slug: str, book: int) -> Response:
        """The balances."""
        rows = balances_over_all(settled_books(self.book))
        balances = [{"player": player, "amount": amount} for player, amount in rows]
        body = {"currency": self.book.currency, "balances": balances}
        return Response(OverAllBalances(body).data)


class BookCorrections(BookView):
    """What was corrected after it was entered."""

    pagination_class = Pages

    @extend_schema(
        operation_id="books_corrections",
        tags=TAGS,
        summary="List corrections",
        description="What was reversed in stakes, prizes and house share of the book and of those "
        "settled in it, the newest first, with what it changed.",
        responses=CorrectionSerializer(many=True),
    )
    def get(self, request: Request, slug: str, book: int) -> Response:
        """The corrections."""
        return paged(self, corrections_of(settled_books(self.book)), CorrectionSerializer)


class BookTransfers(BookView):
    """Settling up."""

    @extend_schema(
        operation_id="books_transfers_list",
        tags=TAGS,
        summary="List a book's transfers",
        description="Who pays whom so that nobody owes anything, as it was last worked out.",
        responses=TransfersSerializer,
    )
    def get(self, request: Request, slug: str, book: int) -> Response:
        """The transfers."""
        return Response(transfers_answer(self.book))

    @extend_schema(
        operation_id="books_transfers_plan",
        tags=TAGS,
        summary="Work out a book's transfers",
        description="What its evenings came to since is entered first; then from the "
        "balances as they are. What was paid stays. 400 for a book that is settled in another.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=WayIn,
        responses=TransfersSerializer,
    )
    def post(self, request: Request, slug: str, book: int) -> Response:
        """Work them out."""
        way = sent(request, WayIn).get("way")
        books_bring(book=self.book, made_by=self.user)  # before the transaction of the answer
        return once(request, lambda: self._planned(Way(way) if way else None))

    def _planned(self, way: Way | None) -> Answer:
        transfers_plan(book=self.book, way=way)
        return Answer(200, transfers_answer(self.book))


class BookTransfer(BookView):
    """One transfer."""

    @extend_schema(
        operation_id="books_transfers_update",
        tags=TAGS,
        summary="Mark a book's transfer as paid, or not",
        description="A transfer that is paid is entered in the book; one that is not after all is "
        "taken back by a reversing entry. The same sent twice has one effect.",
        request=PaidIn,
        responses=TransferSerializer,
    )
    def put(self, request: Request, slug: str, book: int, transfer: int) -> Response:
        """Mark it."""
        return Response(transfer_marked(request, self.book, transfer, by=self.user))


class BookPayments(BookView):
    """Money between players, outside what was worked out."""

    @extend_schema(
        operation_id="books_payments_create",
        tags=TAGS,
        summary="Enter money between two players",
        description="A payment that one player made to another, or one who pays what another "
        "owes. Open transfers follow. It is taken back by its number.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=BetweenIn,
        responses={201: BetweenSerializer},
    )
    def post(self, request: Request, slug: str, book: int) -> Response:
        """Enter it."""
        body = sent(request, BetweenIn)
        return once(request, lambda: self._entered(body))

    def _entered(self, body: dict[str, Any]) -> Answer:
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
            made = debt_take_over(owner=other, amount=amount, **shared)
        else:
            made = payment_enter(payee=other, amount=body["amount"], **shared)
        return Answer(201, dict(BetweenSerializer(made).data))


class BookPaymentBack(BookView):
    """Taking such a payment back."""

    @extend_schema(
        operation_id="books_payments_take_back",
        tags=TAGS,
        summary="Take back what was entered between two players",
        description="Enters the opposite. 400 for another entry, and for one taken back already.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=BetweenSerializer,
    )
    def post(self, request: Request, slug: str, book: int, number: int) -> Response:
        """Take it back."""
        return once(request, lambda: self._undone(number))

    def _undone(self, number: int) -> Answer:
        undone = payment_take_back(book=self.book, number=number, made_by=self.user)
        return Answer(200, dict(BetweenSerializer(undone).data))
