"""Books: opening one, naming it, settling it with another."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club
from ledger.models import Book
from rules.money import is_currency


def book_open(*, club: Club, name: str, date: datetime.date, currency: str) -> Book:
    """Open a book in a currency (ISO 4217); ``ValidationError`` where that is none."""
    if not is_currency(currency):
        raise ValidationError({"currency": _("Three capital letters, as in EUR.")})
    return Book.objects.create(club=club, name=name, date=date, currency=currency)


def book_locked(book_id: int) -> Book:
    """The book, locked until the end of the transaction: nothing is entered meanwhile."""
    return Book.objects.select_for_update(of=("self",)).get(pk=book_id)


@transaction.atomic
def book_currency_set(*, book: Book, currency: str) -> Book:
    """Give a book that has no entry yet another currency. Locks the book."""
    locked = book_locked(book.pk)
    if locked.currency == currency:
        return locked
    if locked.transactions.exists():
        raise ValidationError(_("This book has entries: it stays in its currency."))
    locked.currency = currency
    locked.save(update_fields=["currency"])
    return locked


@transaction.atomic
def book_settle_with(*, book: Book, season: Book | None) -> Book:
    """Settle a book's balances in another, as an evening's in its season's; None: by itself.

    Locks both. ``ValidationError`` where they differ in club or currency, where the other is
    itself settled elsewhere or this one settles others, or transfers have been paid in this one.
    """
    locked = book_locked(book.pk)
    if season is not None:
        _must_go_together(locked, book_locked(season.pk))
    locked.settled_with = season
    locked.save(update_fields=["settled_with"])
    locked.transfers.filter(transaction=None).delete()
    return locked


def _must_go_together(book: Book, season: Book) -> None:
    if (book.club_id, book.currency) != (season.club_id, season.currency):
        raise ValidationError(_("Only books of one club and one currency are settled together."))
    if season.settled_with_id or book.settles.exists() or book.pk == season.pk:
        raise ValidationError(_("A season's book is settled by itself."))
