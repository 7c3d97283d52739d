"""What the endpoints of money share."""

from typing import Any, ClassVar

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.models import User
from clubs.rest.views import ClubView, sent
from clubs.roles import Right
from ledger.api.serializers import PaidIn, TransferSerializer, TransfersSerializer
from ledger.models import Book, Transfer
from ledger.selectors.balances import settlement_of
from ledger.services.transfers import transfer_pay, transfer_unpay

MONEY = dict.fromkeys(("GET", "HEAD", "POST", "PUT", "PATCH"), Right.MONEY)
"""What every endpoint of money needs that is not one's own; only owners and treasurers have it."""


class BookView(ClubView):
    """An endpoint of one book; another club's book is not found."""

    rights: ClassVar = MONEY
    book: Book

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the book of that club."""
        super().initial(request, *args, **kwargs)
        known = Book.objects.select_related("club", "settled_with")
        self.book = get_object_or_404(known, club=self.club, pk=kwargs["book"])


def transfers_answer(book: Book) -> dict[str, Any]:
    """Who pays whom, as it was last worked out."""
    view = settlement_of(book)
    body = {
        "currency": book.currency,
        "way": view.way.value,
        "is_current": view.is_current,
        "transfers": (*view.open, *view.paid),
    }
    return dict(TransfersSerializer(body).data)


def transfer_marked(request: Request, book: Book, transfer_id: int, *, by: User) -> dict[str, Any]:
    """Mark a transfer of the book as the body says; 404 where it is another's."""
    found = get_object_or_404(Transfer, book=book, pk=transfer_id)
    paid = sent(request, PaidIn)["paid"]
    if paid != found.is_paid:
        service = transfer_pay if paid else transfer_unpay
        found = service(transfer=found, made_by=by)
    return dict(TransferSerializer(found).data)
