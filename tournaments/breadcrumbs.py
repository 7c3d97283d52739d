"""What pages of apps that know no events show of one: the way to it, and how a series stands."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Book
from scoring.breadcrumbs import Crumb, NextMatch, Note
from scoring.models import Match
from scoring.selectors.seating import against_words
from standings.series import counting, wins
from tournaments.models import Event, EventMoney, Game
from tournaments.selectors.pairing_state import games_played
from tournaments.selectors.tables import match_after


def event_breadcrumbs(match: Match) -> Sequence[Crumb]:
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


def event_note(match: Match) -> Note | None:
    """How the series that a match belongs to stands, and whether it counts. Three queries."""
    game = Game.objects.filter(match=match).select_related("table").first()
    if game is None:
        return None
    table = game.table
    if table.seats.filter(forfeited=True).exists():
        text = _("This meeting was forfeited. What is recorded here does not count.")
        return Note(text, is_void=True)
    if not table.best_of:
        return None
    games = list(table.games.select_related("match"))
    played = games_played(games)
    won = wins(played)
    values = {"game": game.number, "count": table.best_of, "home": won[0], "away": won[1]}
    if not counting(table.best_of, played)[games.index(game)]:
        text = _("The series is decided. What is recorded here does not count.")
        return Note(text, is_void=True)
    return Note(_("Game %(game)d, best of %(count)d: it stands %(home)d–%(away)d.") % values)


def event_next(match: Match) -> NextMatch | None:
    """The game that wants a result next, or the rounds once none does. Four queries at most."""
    game = Game.objects.filter(match=match).select_related("table__round").first()
    if game is None:
        return None
    slug, event = match.club.slug, game.table.round.event_id
    following = match_after(game)
    if following is None:
        return NextMatch(_("On to the rounds"), reverse("event", args=[slug, event]))
    href = reverse("match", args=[slug, following.pk])
    table = following.game_of.table
    if table == game.table:
        label = _("Next: game %(number)d at this table") % {"number": following.game_of.number}
        return NextMatch(label, href)
    about = against_words(following)
    return NextMatch(_("Next: table %(number)d") % {"number": table.in_room}, href, about)
