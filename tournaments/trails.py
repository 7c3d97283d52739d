"""The way from a match or a book to its event, for pages of apps that do not know events."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Book
from scoring.models import Match
from scoring.trails import Crumb
from tournaments.models import Event, EventMoney


def event_trail(match: Match) -> Sequence[Crumb]:
    """Events, then the event that the match was drawn in; nothing for other matches. One query."""
    event = Event.objects.filter(rounds__tables__games__match=match).first()
    if event is None:
        return ()
    slug = match.club.slug
    return (
        Crumb(_("Events"), reverse("events", args=[slug])),
        Crumb(event.name, reverse("event", args=[slug, event.pk])),
    )


def book_links(books: Sequence[Book]) -> Mapping[int, str]:
    """The page of the event's money for each book that is one's. One query."""
    found = EventMoney.objects.filter(book__in=[book.pk for book in books])
    rows = found.values_list("book", "event", "event__club__slug")
    return {book: reverse("event-money", args=[slug, event]) for book, event, slug in rows}
