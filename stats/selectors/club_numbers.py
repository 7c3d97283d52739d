"""The numbers of a club in one game: shares of bids, declarations by year, meetings."""

import datetime
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db import connection
from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import ExtractYear
from django.utils.translation import get_language

from clubs.models import Club, Player
from core.transactions import enqueue
from games import PRESENTERS
from games.measures import HandRole
from scoring.models import HandSeat, Match
from scoring.selectors.numbers import (
    Share,
    count_and_keep,
    counted_of_club,
    hand_seats,
)
from stats.selectors.order_of_play import dated
from stats.selectors.records import (
    ClubRecord,
    disputed_matches,
    grouped,
    matches_of,
    records,
    sides_modulus,
)
from tournaments.events.models import Event

LEAST: Final = 20
"""Hands that a player must have declared to be ranked by the share of bids made."""


@dataclass(frozen=True, slots=True)
class RankedDeclarer:
    """A player ranked by the share of their bids made; ``rank`` may be shared."""

    rank: int
    player_id: int
    name: str
    share: Share


@dataclass(frozen=True, slots=True)
class Declared:
    """How often something was declared in a year, and how often that was made."""

    declaration: str
    by_year: Mapping[int, Share]
    total: Share


@dataclass(frozen=True, slots=True)
class PlayersMet:
    """Matches that two players played with and against each other, and the first one's wins."""

    player_id: int
    name: str
    other_id: int
    other_name: str
    together: int
    won_together: int
    against: int
    won_against: int

    @property
    def matches(self) -> int:
        """How often they sat at the same table."""
        return self.together + self.against


@dataclass(frozen=True, slots=True)
class Attendance:
    """An evening: an event in which somebody had a seat, and how many different people did."""

    event_id: int
    name: str
    day: datetime.date
    people: int


@dataclass(frozen=True, slots=True)
class ClubNumbers:
    """A club in one game. ``totals_only`` matches have no hands and are left out of figures of
    hands."""

    matches: int
    totals_only: int
    hands: int
    records: tuple[ClubRecord, ...]
    declarers: tuple[RankedDeclarer, ...]
    unranked: int
    years: tuple[int, ...]
    declared: tuple[Declared, ...]
    evenings: tuple[Attendance, ...]


def games_played(club: Club) -> list[str]:
    """Return the games of which the club has matches, in the order of all games. One query."""
    games = set(
        Match.objects.filter(club=club).order_by().values_list("game", flat=True).distinct()
    )
    return [game for game in PRESENTERS if game in games]


def club_numbers(club: Club, game: str) -> ClubNumbers:
    """Return what the page of a club shows of a game; of many hands up to ten minutes late.

    At most 20 queries. Where it is late, the worker is asked to count it again.
    """

    def recount() -> None:
        enqueue("stats.tasks.numbers_recount", club.pk, game, get_language())

    return counted_of_club(
        _key(club, game),
        club,
        count=lambda: club_numbers_count(club, game),
        hands=_hands,
        recount=recount,
    )


def club_numbers_recount(club: Club, game: str) -> None:
    """Count what the page of a club shows of a game in the current language, and keep it."""
    count_and_keep(
        _key(club, game), club, count=lambda: club_numbers_count(club, game), hands=_hands
    )


def _hands(numbers: ClubNumbers) -> int:
    return numbers.hands


def club_numbers_count(club: Club, game: str) -> ClubNumbers:
    """Count what the page of a club shows of a game. At most 19 queries."""
    disputed = disputed_matches(club)
    matches = matches_of(club, game, disputed)
    rows = hand_seats(club, game).exclude(match__in=disputed)
    counted = matches.aggregate(
        begun=Count("pk", filter=Q(hand_count__gt=0) | Q(entered_totals__isnull=False)),
        totals_only=Count("pk", filter=Q(hand_count=0, entered_totals__isnull=False)),
        hands=Sum("hand_count", default=0),
    )
    declarers, unranked = ranked_declarers(rows)
    years, declared = declarations(rows, matches)
    return ClubNumbers(
        counted["begun"],
        counted["totals_only"],
        counted["hands"],
        records(club, game, matches, rows=rows),
        declarers,
        unranked,
        years,
        declared,
        attendance(club, game),
    )


def _key(club: Club, game: str) -> str:
    hidden = club.players.filter(name_hidden=True).count()  # a name must not stay for minutes
    return f"club:{club.pk}:{game}:{get_language()}:{hidden}"


def attendance(club: Club, game: str) -> tuple[Attendance, ...]:
    """Return the evenings on which a game was played, the oldest first. One query."""
    events = Event.objects.filter(club=club, game=game, rounds__tables__games__isnull=False)
    people = Count("rounds__tables__games__match__seats__player", distinct=True)
    counted = events.annotate(people=people).order_by("date", "pk")
    return tuple(Attendance(*row) for row in counted.values_list("pk", "name", "date", "people"))


def ranked_declarers(
    rows: QuerySet[HandSeat], least: int = LEAST
) -> tuple[tuple[RankedDeclarer, ...], int]:
    """Rank declarers by the share of bids made; return how many had too few hands. Two queries.

    Those level share a rank and stand in the order of their hands, the most first.
    """
    counts = (
        rows.filter(role=HandRole.DECLARER, outcome__in=("made", "set"))
        .values_list(grouped("player_id"))
        .annotate(made=Count("game", filter=Q(outcome="made")), hands=Count("game"))
    )
    shares = {pk: Share(made, hands) for pk, made, hands in counts}
    named = Player.objects.filter(pk__in=shares, name_hidden=False).values_list("pk", "name")
    known = [(pk, name, shares[pk]) for pk, name in named]
    enough = [item for item in known if item[2].hands >= least]
    enough.sort(key=lambda item: (-item[2].made / item[2].hands, -item[2].hands, item[1]))
    ranks: dict[Fraction, int] = {}
    ranked = []
    for place, (pk, name, share) in enumerate(enough, start=1):
        exact = Fraction(share.made, share.hands)
        ranked.append(RankedDeclarer(ranks.setdefault(exact, place), pk, name, share))
    return tuple(ranked), len(known) - len(enough)


# The ORM would look up the year of each hand: the database is to find those of the matches once.
BY_YEAR: Final = """
    WITH years AS MATERIALIZED ({years})
    SELECT declared.declaration, years.year,
        SUM(CASE WHEN declared.outcome = 'made' THEN 1 ELSE 0 END), COUNT(*)
    FROM ({declared}) declared JOIN years ON years.pk = declared.played
    GROUP BY declared.declaration, years.year
"""


def declarations(
    rows: QuerySet[HandSeat], matches: QuerySet[Match]
) -> tuple[tuple[int, ...], tuple[Declared, ...]]:
    """Count declarations in the hands of these matches by year, the most frequent first. One query.

    The year is that of the event, or of the beginning of a match without an event.
    """
    declared = rows.filter(role=HandRole.DECLARER, outcome__in=("made", "set"))
    columns = declared.values("declaration", "outcome", played=grouped("match_id"))
    years_sql, years_params = (
        dated(matches).values("pk", year=ExtractYear("day")).query.sql_with_params()
    )
    declared_sql, of_hands = columns.query.sql_with_params()
    shares: dict[str, dict[int, Share]] = defaultdict(dict)
    with connection.cursor() as cursor:
        query = BY_YEAR.format(years=years_sql, declared=declared_sql)
        cursor.execute(query, [*years_params, *of_hands])
        for declaration, year, made, hands in cursor.fetchall():
            shares[declaration][int(year)] = Share(int(made), int(hands))
    years = sorted({year for by_year in shares.values() for year in by_year})
    declared_rows = [
        Declared(code, by_year, sum(by_year.values(), Share())) for code, by_year in shares.items()
    ]
    declared_rows.sort(key=lambda row: (-row.total.hands, row.declaration))
    return tuple(years), tuple(declared_rows)


# Joins every seat with every other of its match; the ORM would join the sides once more.
MEETINGS: Final = """
    SELECT own.player_id, other.player_id,
        SUM(CASE WHEN own.number %% %s = other.number %% %s THEN 1 ELSE 0 END),
        SUM(CASE WHEN own.number %% %s = other.number %% %s AND side.won THEN 1 ELSE 0 END),
        SUM(CASE WHEN own.number %% %s <> other.number %% %s THEN 1 ELSE 0 END),
        SUM(CASE WHEN own.number %% %s <> other.number %% %s AND side.won THEN 1 ELSE 0 END)
    FROM scoring_seat own
    JOIN scoring_seat other ON other.match_id = own.match_id AND other.player_id <> own.player_id
    JOIN scoring_side side ON side.match_id = own.match_id AND side.number = own.number %% %s
    WHERE own.match_id IN ({matches}) AND {whose}
    GROUP BY own.player_id, other.player_id
"""


def meetings(club: Club, game: str, player: Player | None = None) -> tuple[PlayersMet, ...]:
    """Return meetings of one player or of all pairs, the most frequent first.

    Finished matches count, including those entered as totals. Three queries.
    """
    matches = matches_of(club, game).filter(is_over=True)
    if player is not None:
        matches = matches.filter(seats__player=player)
    sql, params = matches.values("pk").query.sql_with_params()
    whose, key = (
        ("own.player_id = %s", [player.pk]) if player else ("own.player_id < other.player_id", [])
    )
    with connection.cursor() as cursor:
        query = MEETINGS.format(matches=sql, whose=whose)
        cursor.execute(query, [*[sides_modulus(game)] * 9, *params, *key])
        rows = cursor.fetchall()
    names = dict(club.players.filter(name_hidden=False).values_list("pk", "name"))
    met = (
        PlayersMet(player_key, names[player_key], other, names[other], *counts)
        for player_key, other, *counts in rows
        if player_key in names and other in names
    )
    return tuple(
        sorted(met, key=lambda meeting: (-meeting.matches, meeting.name, meeting.other_name))
    )
