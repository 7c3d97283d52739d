"""Events, and small questions about one."""

from django.db.models import Count, F, Max, Q, QuerySet

from clubs.models import Club
from clubs.names import folded
from scoring.models.matches import GameName
from tournaments.models import Event, Game, RoundState
from tournaments.models.entries import taking_part
from tournaments.selectors.lineups import lineups_at


def events_of(club: Club) -> QuerySet[Event]:
    """A club's events, newest first, with ``entry_count`` and ``begun_count``."""
    counted = Event.objects.filter(club=club).annotate(
        entry_count=Count("entries", filter=taking_part("entries__"), distinct=True),
        begun_count=Count("rounds", filter=Q(rounds__state=RoundState.BEGUN), distinct=True),
    )
    # Grouping drops the order that the model itself gives.
    return counted.order_by("-date", "-pk")


def events_found(
    club: Club, *, q: str = "", game: str = "", year: int | None = None
) -> QuerySet[Event]:
    """The same of those whose name holds every word, of a game, of a year."""
    found = events_of(club)
    if wanted := folded(q).split():
        names = Event.objects.filter(club=club).values_list("pk", "name")
        known = [(key, folded(name)) for key, name in names]
        found = found.filter(
            pk__in=[key for key, name in known if all(word in name for word in wanted)]
        )
    if game:
        found = found.filter(game=game)
    return found.filter(date__year=year) if year else found


def event_kinds(club: Club) -> tuple[list[str], list[int]]:
    """The games a club has events of, and their years, newest first. Two queries."""
    events = Event.objects.filter(club=club).order_by()
    games = events.values_list("game", flat=True).distinct()
    years = events.dates("date", "year", order="DESC")
    return sorted(games), [day.year for day in years]


def last_begun_number(event: Event) -> int:
    """The number of the last begun round, 0 before the first. One query."""
    begun = event.rounds.filter(state=RoundState.BEGUN).aggregate(last=Max("number"))
    return begun["last"] or 0


def next_round_number(event: Event) -> int:
    """The number of the next round not yet begun, planned or not. One query."""
    return last_begun_number(event) + 1


def game_of_match(match_id: int) -> Game | None:
    """Where a match belongs: its game with table, round and event; none for others. One query."""
    found = Game.objects.select_related("table__round__event")
    return found.filter(match_id=match_id).first()


def entered_player_ids(event: Event) -> frozenset[int]:
    """The keys of all who have a place in the event now, for leaving them out of a choice."""
    active = frozenset(event.entries.filter(left_after_round=None).values_list("pk", flat=True))
    lineups = lineups_at(event, next_round_number(event))
    return frozenset(
        player.pk for entry, players in lineups.items() if entry in active for player in players
    )


def stale_event_ids() -> list[int]:
    """The events whose standings lack a change. One query."""
    stale = Event.objects.exclude(version=F("standings_version")).order_by("pk")
    return list(stale.values_list("pk", flat=True))


def last_game(club: Club) -> str:
    """The game of the club's newest event; that of 42 before the first. One query."""
    newest = events_of(club).values_list("game", flat=True).first()
    return newest or GameName.TEXAS42.value
