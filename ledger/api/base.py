"""What the endpoints of money share."""

from typing import Any, ClassVar

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.models import User
from clubs.rest.views import ClubView
from clubs.roles import Right
from ledger.models import Book, Transfer
from ledger.selectors.balances import settlement_of
from ledger.services.transfers import transfer_pay, transfer_unpay

Transfers = dict[str, Any]
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


def transfers_of(book: Book) -> Transfers:
    """Return who pays whom, as it was last worked out."""
    view = settlement_of(book)
    return {
        "currency": book.currency,
        "way": view.way.value,
        "is_current": view.is_current,
        "transfers": (*view.open, *view.paid),
    }


def transfer_mark(book: Book, transfer_id: int, *, paid: bool, by: User) -> Transfer:
    """Mark a transfer of the book as paid or not; 404 where it is another book's."""
    found = get_object_or_404(Transfer, book=book, pk=transfer_id)
    if paid == found.is_paid:
        return found
    return (transfer_pay if paid else transfer_unpay)(transfer=found, made_by=by)
