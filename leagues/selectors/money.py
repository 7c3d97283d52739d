"""The books of a season's evenings."""

from leagues.models import Season
from ledger.models import Book


def season_books(season: Season) -> list[Book]:
    """The books of the evenings whose money is kept, with where they are settled. One query."""
    found = Book.objects.filter(event_money__event__evenings__season=season)
    return list(found.select_related("settled_with").order_by("date", "pk"))
