"""A season's money: its evenings settled together, in a book of the season's own."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from leagues.models import Season
from leagues.selectors.money import season_books
from leagues.services.locking import season_locked
from ledger.models import Book
from ledger.services.books import book_settle_with, season_open
from ledger.services.transfers import transfers_renew


@transaction.atomic
def season_settle(*, season: Season) -> Book:
    """The book in which the season's evenings are settled together.

    Opened where there is none yet; evenings whose money is kept since are taken in, and open
    transfers follow. Locks the season, then the books. ``ValidationError`` where fewer than two
    evenings have money, they differ in currency, or some are settled elsewhere.
    """
    locked = season_locked(season.pk)
    books = season_books(locked)
    apart = [book for book in books if book.settled_with is None]
    homes = {book.settled_with for book in books if book.settled_with is not None}
    if not homes:
        if len(books) < 2:
            raise ValidationError(_("Money has to be kept for two evenings of this season first."))
        return season_open(club=locked.club, name=locked.name, books=books)
    home = homes.pop()
    if homes or (apart and _settles_others(home, books)):
        raise ValidationError(
            _("Some of these evenings are settled with others: settle them by themselves first.")
        )
    for book in apart:
        book_settle_with(book=book, season=home)
    if apart:
        transfers_renew(book=home)
    return home


def _settles_others(home: Book, books: Sequence[Book]) -> bool:
    """Whether evenings that are not this season's are settled in the book."""
    return home.settles.exclude(pk__in=[book.pk for book in books]).exists()
