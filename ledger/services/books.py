"""Books: opening one, naming it, settling it with another."""

import datetime
from collections.abc import Sequence

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

    Locks both. Open transfers of the book go; what was paid in it stays and counts.
    ``ValidationError`` where they differ in club or currency, where the other is itself settled
    elsewhere, or this one settles others.
    """
    locked = book_locked(book.pk)
    if season is not None:
        _must_go_together(locked, book_locked(season.pk))
    locked.settled_with = season
    locked.save(update_fields=["settled_with"])
    locked.transfers.filter(transaction=None).delete()
    return locked


@transaction.atomic
def season_open(*, club: Club, name: str, books: Sequence[Book]) -> Book:
    """Open a book in which these are settled together, dated as the last of them. Locks them.

    ``ValidationError`` where there are fewer than two, or they do not go together.
    """
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > 160:
        raise ValidationError({"name": _("A name of at most 160 characters.")})
    if len(books) < 2:
        raise ValidationError({"books": _("Choose two books or more.")})
    last = max(book.date for book in books)
    season = book_open(club=club, name=tidy, date=last, currency=books[0].currency)
    for book in books:
        if book.settled_with_id:
            raise ValidationError({"books": _("One of these is settled with others already.")})
        book_settle_with(book=book, season=season)
    return season


def _must_go_together(book: Book, season: Book) -> None:
    if (book.club_id, book.currency) != (season.club_id, season.currency):
        raise ValidationError(_("Only books of one club and one currency are settled together."))
    if season.settled_with_id or book.settles.exists() or book.pk == season.pk:
        raise ValidationError(_("A season's book is settled by itself."))
