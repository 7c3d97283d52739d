"""What documents are about: clubs, events, matches, seasons, books, players."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from django.db.models import Model, Sum
from django.urls import reverse
from django.utils.translation import gettext_lazy

from clubs.models import Club, Player
from leagues.models import Season
from ledger.models import Book
from paper.documents.rows import Subject, SubjectSummary
from scoring.models import Match
from tournaments.events.models import Event, RoundState
from tournaments.events.selectors.next_step import draw_state

S = TypeVar("S", bound=Model)
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSummary(SubjectSummary):
    """A summary of an event, read once for all rows in three queries.

    ``hands`` is how many are recorded.
    """

    event: Event
    entries: int
    hands: int
    answers: dict[Callable[[Event], Any], Any] = field(default_factory=dict, compare=False)

    def read(self, question: Callable[[Event], T]) -> T:
        """Return what a question about the event says, asked once for all rows."""
        if question not in self.answers:
            self.answers[question] = question(self.event)
        answer: T = self.answers[question]
        return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSummary(SubjectSummary):
    """A summary of a book."""

    book: Book


def event_summary(event: Event) -> EventSummary:
    rounds = list(event.rounds.order_by("number").values_list("number", "state"))
    if outdated := draw_state(event).outdated:
        # An outdated draw is not printed.
        rounds = [row for row in rounds if row[0] < outdated.number]
    matches = Match.objects.filter(game_of__table__round__event=event)
    return EventSummary(
        club=event.club,
        event=event,
        entries=event.entries.filter(left_after_round=None).count(),
        rounds=tuple(number for number, _state in rounds),
        begun=tuple(number for number, state in rounds if state == RoundState.BEGUN),
        hands=matches.aggregate(all=Sum("hand_count"))["all"] or 0,
    )


def match_summary(match: Match) -> SubjectSummary:
    """Return the numbers of its recorded hands. One query."""
    hands = match.hands.filter(record__isnull=False).order_by("number")
    return SubjectSummary(club=match.club, numbers=tuple(hands.values_list("number", flat=True)))


def player_summary(player: Player) -> SubjectSummary:
    """Return the seasons whose books a statement can be limited to. One query."""
    seasons = Book.objects.filter(club=player.club, settles__isnull=False).distinct()
    return SubjectSummary(club=player.club, seasons=tuple(seasons.values_list("pk", "name")))


def _in_club(model: type[S]) -> Callable[[Club, int], S | None]:
    """Return how a row of a model is found by its key, in its own club alone."""

    def find(club: Club, key: int) -> S | None:
        rows = model._default_manager.select_related("club")
        return rows.filter(club=club, pk=key).first()

    return find


CLUB: Final = Subject(
    "club",
    "club",
    gettext_lazy("The club no longer exists."),
    lambda club, key: club if club.pk == key else None,
    lambda club: SubjectSummary(club=club),
    lambda club: reverse("events", args=[club.slug]),
)
EVENT: Final = Subject(
    "event",
    "events",
    gettext_lazy("The event no longer exists."),
    _in_club(Event),
    event_summary,
    lambda event: reverse("event-prints", args=[event.club.slug, event.pk]),
)
MATCH: Final = Subject(
    "match",
    "matches",
    gettext_lazy("The match no longer exists."),
    _in_club(Match),
    match_summary,
    lambda match: reverse("match", args=[match.club.slug, match.pk]),
)
SEASON: Final = Subject(
    "season",
    "seasons",
    gettext_lazy("The season no longer exists."),
    _in_club(Season),
    lambda season: SubjectSummary(club=season.club),
    lambda season: reverse("season", args=[season.club.slug, season.pk]),
)
BOOK: Final = Subject(
    "book",
    "books",
    gettext_lazy("The book no longer exists."),
    _in_club(Book),
    lambda book: BookSummary(club=book.club, book=book),
    lambda book: reverse("book-money", args=[book.club.slug, book.pk]),
)
PLAYER: Final = Subject(
    "player",
    "players",
    gettext_lazy("The player no longer exists."),
    _in_club(Player),
    player_summary,
    lambda player: reverse("player-statement", args=[player.club.slug, player.pk]),
)

SUBJECTS: Final = {subject.key: subject for subject in (CLUB, EVENT, MATCH, SEASON, BOOK, PLAYER)}
