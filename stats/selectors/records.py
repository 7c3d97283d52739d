"""Records of a club, a season or an event.

Every function takes the matches to examine. The database finds the record and its holders; of
several, ``SHOWN`` are named. Players hidden in public are in no record of a player and have no name
in others.
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from django.db import connection
from django.db.models import BigIntegerField, Count, ExpressionWrapper, F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from core.figures import figure
from core.text import by_side
from engine.pairings.brackets import FINAL
from games import PRESENTERS, GamePresenter
from games.measures import HandRole
from scoring.models import HandSeat, Match, Seat, Side
from scoring.selectors.numbers import hand_seats
from stats.selectors.order_of_play import ORDER, dated, order_of_play
from tournaments.events.models import Game

SHOWN: Final = 5
"""Maximum number of named holders of a shared record."""

EVENT: Final = "game_of__table__round__event"
LEAST_RUN: Final = 2
"""A single win is no run."""


class RecordKind(StrEnum):
    HIGHEST_BID = "highest_bid"
    MOST_SETS = "most_sets"
    LONGEST_MATCH = "longest_match"
    LONGEST_RUN = "longest_run"
    CLOSEST_FINAL = "closest_final"


ALL: Final = tuple(RecordKind)


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where something was played: the match, its day, the event if it has one, perhaps a hand."""

    match_id: int
    day: datetime.date
    event_id: int | None = None
    event_name: str = ""
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a record, a name for each side, and the place; ``since`` is the first day of a
    run.

    For a run ``place`` is that of its last match, and ``player_id`` the player. ``result`` are the
    totals of a match by side; empty if irrelevant.
    """

    names: tuple[str, ...]
    place: RecordPlace
    player_id: int | None = None
    since: datetime.date | None = None
    result: tuple[int, ...] = ()

    @property
    def result_words(self) -> str:
        """The totals in the order of the sides, with a dash between two and points between more."""
        return by_side(map(figure, self.result), "–" if len(self.result) == 2 else " · ")


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A record: its value as a number, a bid as a label, its holders and the number of further
    ones.
    """

    kind: RecordKind
    value: int
    bid: str
    holders: tuple[Holder, ...]
    others: int = 0


def name_shown(player: Player) -> str:
    """Return the name of a player, or that there is none to be shown."""
    return _("not named") if player.name_hidden else player.name


def disputed_matches(club: Club) -> list[int]:
    """Return the keys of a club's matches that are in dispute, so that other queries need not look
    for them among all matches. One query.
    """
    disputed = Game.objects.order_by().filter(is_disputed=True, match__club=club)
    return list(disputed.values_list("match", flat=True))


def matches_of(club: Club, game: str, disputed: Collection[int] | None = None) -> QuerySet[Match]:
    """Return the matches of a game in a club that count: those ``disputed`` are left out. One query
    for these unless they are given.
    """
    matches = Match.objects.filter(club=club, game=game).order_by()
    return matches.exclude(pk__in=disputed_matches(club) if disputed is None else disputed)


def grouped(key: str) -> Any:
    """Return the expression of a key to group many rows of a club by.

    By the key itself SQLite would choose an index in its order, and look up each row.
    """
    return ExpressionWrapper(F(key) + 0, BigIntegerField())


def records(
    club: Club,
    game: str,
    matches: QuerySet[Match],
    *,
    kinds: Collection[RecordKind] = ALL,
    rows: QuerySet[HandSeat] | None = None,
) -> tuple[ClubRecord, ...]:
    """Return the records of these kinds that the matches have. At most 12 queries for all kinds.

    ``rows`` are those of the hands of the matches, where a shorter query finds them.
    """
    rows = hand_seats(club, game, matches=matches) if rows is None else rows
    find: Mapping[RecordKind, Callable[[], _UnloadedRecord | None]] = {
        RecordKind.HIGHEST_BID: lambda: _highest_bid(PRESENTERS[game], rows),
        RecordKind.MOST_SETS: lambda: _most_sets(club, rows),
        RecordKind.LONGEST_MATCH: lambda: _longest_match(club, matches),
        RecordKind.LONGEST_RUN: lambda: _longest_run(club, game, matches),
        RecordKind.CLOSEST_FINAL: lambda: _closest_final(club, matches),
    }
    held = [(kind, record) for kind in kinds if (record := find[kind]()) is not None]
    keys = {match for _kind, record in held for match, *_rest in record.where}
    places, teams = _places(keys), _teams(game, keys)
    return tuple(
        ClubRecord(
            kind,
            record.value,
            record.bid,
            tuple(_holder(places[where[0]], teams[where[0]], *where) for where in record.where),
            record.others,
        )
        for kind, record in held
    )


@dataclass(frozen=True, slots=True)
class _UnloadedRecord:
    """A record before its matches are loaded: ``where`` has, for each holder, the match, a hand or
    0, the players (none for both sides) and the first day of a run."""

    value: int
    where: Sequence[tuple[int, int, tuple[Player, ...], datetime.date | None]]
    bid: str = ""
    others: int = 0


def _holder(
    place: RecordPlace,
    teams: tuple[tuple[str, ...], tuple[int, ...]],
    _match: int,
    hand: int,
    players: tuple[Player, ...],
    since: datetime.date | None,
) -> Holder:
    if not players:
        return Holder(teams[0], place, result=teams[1])
    names = (" · ".join(map(name_shown, players)),)
    key = players[0].pk if since else None
    return Holder(names, replace(place, hand=hand), player_id=key, since=since)


def _highest_bid(presenter: GamePresenter, rows: QuerySet[HandSeat]) -> _UnloadedRecord | None:
    made = rows.filter(role=HandRole.DECLARER, outcome="made")
    order = presenter.measures.bid_order
    counts = dict(made.values_list("bid").annotate(hands=Count("game"))) if order else {}
    if order is None or not counts:
        return None
    top = max(map(order, counts))
    bids = sorted(bid for bid in counts if order(bid) == top)
    level = made.filter(bid__in=bids).select_related("player", "partner", "hand")
    hands = level.order_by(*order_of_play("match__"), "hand__number")[:SHOWN]
    where = [
        (
            hand.match_id,
            hand.hand.number,
            tuple(holder for holder in (hand.player, hand.partner) if holder is not None),
            None,
        )
        for hand in hands
    ]
    others = sum(counts[bid] for bid in bids) - len(where)
    return _UnloadedRecord(top, where, presenter.bid_words(bids[0]), others)


def _most_sets(club: Club, rows: QuerySet[HandSeat]) -> _UnloadedRecord | None:
    was_set = rows.filter(role=HandRole.DECLARER, outcome="set")
    by_match = was_set.values(played=grouped("match_id")).annotate(sets=Count("game"))
    return _first_of(club, by_match.order_by("-sets"), "sets", "played")


def _longest_match(club: Club, matches: QuerySet[Match]) -> _UnloadedRecord | None:
    long = matches.filter(is_over=True, hand_count__gt=0).values("pk", "hand_count")
    return _first_of(club, long.order_by("-hand_count"), "hand_count", "pk")


def _closest_final(club: Club, matches: QuerySet[Match]) -> _UnloadedRecord | None:
    # By the club's events PostgreSQL finds its tables without reading those of all clubs.
    of_events = matches.filter(is_over=True, **{f"{EVENT}__club": club})
    finals = of_events.filter(game_of__table__section=FINAL)
    sides = Side.objects.filter(match__in=finals, won=True).annotate(
        margin=F("total") - F("against")
    )
    ordered = sides.values("match", "margin").order_by("margin")
    return _first_of(club, ordered, "margin", "match")


def _first_of(
    club: Club, ordered: QuerySet[Any, Any], value: str, key: str
) -> _UnloadedRecord | None:
    """Return the record that the first of these rows holds, and the matches that share it, those
    played first in front. Two queries."""
    first = ordered.first()
    if first is None:
        return None
    level = ordered.filter(**{value: first[value]}).order_by()
    # By the club PostgreSQL finds them without reading the matches of all clubs.
    level_matches = Match.objects.filter(club=club, pk__in=level.values(key))
    sharing = dated(level_matches).order_by(*ORDER)
    counted = sharing.annotate(sharing=Window(Count("pk"))).values_list("pk", "sharing")
    rows = list(counted[:SHOWN])
    shown = [(pk, 0, (), None) for pk, _sharing in rows]
    return _UnloadedRecord(first[value], shown, others=rows[0][1] - len(shown))


def _places(keys: Collection[int]) -> dict[int, RecordPlace]:
    """Return the places of matches. One query."""
    rows = dated(Match.objects.filter(pk__in=keys)).values_list(
        "pk", "day", f"{EVENT}__pk", f"{EVENT}__name"
    )
    return {pk: RecordPlace(pk, day, event, name or "") for pk, day, event, name in rows}


def _teams(game: str, keys: Collection[int]) -> dict[int, tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return the names of the sides and the totals of matches. One query."""
    seats = Seat.objects.filter(match__in=keys).select_related("player", "match")
    names: dict[Match, list[str]] = defaultdict(list)
    for seat in seats.order_by("match", "number"):
        names[seat.match].append(name_shown(seat.player))
    return {
        match.pk: (
            tuple(" · ".join(side.players) for side in PRESENTERS[game].sides(seated)),
            tuple(match.totals),
        )
        for match, seated in names.items()
    }


def sides_modulus(game: str) -> int:
    """Return the divisor of a seat's number whose remainder is its side's number.

    Single players are their own sides, one more than seats where they take turns.
    """
    laws = PRESENTERS[game].laws
    return laws.sides if PRESENTERS[game].in_teams else laws.seats + 1


# The ORM cannot group by the result of a window function.
RUNS: Final = """
    WITH dated AS MATERIALIZED ({dated}), played AS (
        SELECT seat.player_id, dated.pk AS match_id, side.won, dated.day, dated.played
        FROM scoring_seat seat
        JOIN clubs_player player ON player.id = seat.player_id
            AND player.club_id = %s AND NOT player.name_hidden
        JOIN dated ON dated.pk = seat.match_id
        JOIN scoring_side side ON side.match_id = seat.match_id AND side.number = seat.number %% %s
    ), parted AS (
        SELECT player_id, match_id, day, played, won,
            SUM(CASE WHEN won THEN 0 ELSE 1 END)
                OVER (PARTITION BY player_id ORDER BY played) AS part
        FROM played
    ), runs AS (
        SELECT player_id, part, COUNT(*) AS wins, MIN(day) AS since, MAX(day) AS until
        FROM parted WHERE won GROUP BY player_id, part
    )
    SELECT runs.player_id, runs.wins, runs.since, (
        SELECT parted.match_id FROM parted
        WHERE parted.player_id = runs.player_id AND parted.part = runs.part AND parted.won
        ORDER BY parted.played DESC LIMIT 1
    )
    FROM runs WHERE runs.wins = (SELECT MAX(wins) FROM runs)
    ORDER BY runs.until, runs.player_id
"""


def _longest_run(club: Club, game: str, matches: QuerySet[Match]) -> _UnloadedRecord | None:
    place = Window(RowNumber(), order_by=list(ORDER))
    over = dated(matches.filter(is_over=True)).annotate(played=place).values("pk", "day", "played")
    sql, params = over.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(RUNS.format(dated=sql), [*params, club.pk, sides_modulus(game)])
        rows = cursor.fetchall()
    if not rows or rows[0][1] < LEAST_RUN:
        return None
    shown = rows[:SHOWN]
    players = Player.objects.in_bulk([row[0] for row in shown])
    where = [(last, 0, (players[key],), _day(since)) for key, _wins, since, last in shown]
    return _UnloadedRecord(int(rows[0][1]), where, others=len(rows) - len(shown))


def _day(value: Any) -> datetime.date:
    """Return a date of raw SQL, which SQLite gives as text."""
    if isinstance(value, datetime.date):
        return value
    return datetime.date.fromisoformat(str(value))
