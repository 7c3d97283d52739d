"""The stale evenings of a season, and their sums from the score rows.

Score rows do not contain everything that an event counts: byes, forfeits, unneeded games of a
series, penalties and bonuses follow the event's own rules. For an event that has any, the
difference between each entry's total and its score rows is added.
"""

from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeVar

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from engine.standings.results import Outcome
from leagues.models import (
    BEHIND,
    Evening,
    Ranks,
    Season,
    SeasonMeasure,
    SubstituteRule,
    place_points_read,
)
from leagues.totals import EveningSums, places_shared
from tournaments.events.models import (
    Adjustment,
    ByeRule,
    EntryPlayer,
    Event,
    RoundState,
    RoundTotal,
    Standing,
    Table,
)
from tournaments.events.selectors.pairing_state import table_result
from tournaments.events.selectors.sums import results_of

FEW = 20
"""With more stale evenings, every contender is added up again."""


class ResultKey(NamedTuple):
    """The player or pair of an evening's result; ``partner`` has the higher key of a pair."""

    evening: int
    player: int
    partner: int | None
    as_substitute: bool


@dataclass(frozen=True, slots=True)
class Stale:
    """A stale season, and its stale evenings by key, with their events."""

    season: Season
    evenings: Mapping[int, Evening]

    @property
    def affects_all(self) -> bool:
        """Whether every contender is to be added up again."""
        season = self.season
        return season.version != season.standings_version or len(self.evenings) > FEW


def stale_season(season_id: int) -> Stale | None:
    """Return what is stale in a season, or None. Two queries."""
    season = Season.objects.filter(pk=season_id).first()
    if season is None:
        return None
    behind = Evening.objects.filter(BEHIND, season=season).select_related("event")
    evenings = {row.pk: row for row in behind}
    if season.version == season.standings_version and not evenings:
        return None
    return Stale(season, evenings)


def results_summed(stale: Stale) -> dict[ResultKey, EveningSums]:
    """Return the sums of the stale evenings. Three queries, and ten for each awarded event.

    One more for places of evenings, and six for each event for places at tables.
    """
    season, evenings = stale.season, stale.evenings
    lineups = lineups_of([evening.event_id for evening in evenings.values()])
    changed = [entry for entry, rows in lineups.items() if not all(row.is_original for row in rows)]
    played: defaultdict[int, dict[int, EveningSums]] = defaultdict(dict)
    summed: dict[ResultKey, EveningSums] = {}
    names: defaultdict[tuple[int, int], set[_Name]] = defaultdict(set)
    awarded = _awarded(evenings.values())
    for evening, entry, number, forfeits, sums in score_rows(evenings.keys(), changed):
        if forfeits:
            awarded.add(evening)
        _add(played[evening], entry, sums)
        for who in counted_for(season, lineups[entry], number):
            _add(summed, ResultKey(evening, *who), sums)
            if sums.is_played:
                names[evening, entry].add(who)
    for evening in awarded:
        event = evenings[evening].event
        assert event is not None
        for entry, more in _awards(event, played[evening]):
            for who in _awarded_to(season, lineups[entry], evening, summed):
                _award(summed, ResultKey(evening, *who), more)
                names[evening, entry].add(who)
    for key, points in _placed(stale, lineups, names):
        _add(summed, key, EveningSums(placed=points))
    return summed


_SCORE_ROWS = """
    SELECT evening.id, seat.entry_id,
        CASE WHEN seat.entry_id IN ({changed}) THEN played.number ELSE 0 END,
        COUNT(CASE WHEN seat.forfeited THEN 1 END),
        COUNT(CASE WHEN side.is_over THEN 1 END),
        COUNT(CASE WHEN side.won THEN 1 END),
        COUNT(CASE WHEN side.drawn THEN 1 END),
        COALESCE(SUM(side.total), 0),
        COALESCE(SUM(CASE WHEN side.hands IS NOT NULL THEN side.total END), 0),
        CASE WHEN SUM(side.hands) > 0 OR COUNT(side.hands) = COUNT(side.id)
            THEN COALESCE(SUM(side.hands), 0) END
    FROM leagues_evening evening
    JOIN tournaments_round played ON played.event_id = evening.event_id
    JOIN tournaments_table place ON place.round_id = played.id
    JOIN tournaments_game game ON game.table_id = place.id
    JOIN tournaments_tableseat seat ON seat.table_id = place.id
    LEFT JOIN scoring_side side ON side.match_id = game.match_id AND side.number = seat.side
        AND NOT game.is_disputed
    WHERE evening.id IN ({evenings})
    GROUP BY 1, 2, 3
"""


def score_rows(
    evenings: Collection[int], changed: Collection[int]
) -> Iterator[tuple[int, int, int, int, EveningSums]]:
    """Yield evening, entry, round, forfeits and sums of score rows. One query.

    The round is 0 but for entries whose players ``changed``: these are summed round by round.
    """
    query = _SCORE_ROWS.format(changed=_placeholders(changed), evenings=_placeholders(evenings))
    with connection.cursor() as cursor:
        cursor.execute(query, [*changed, *evenings])
        for evening, entry, number, forfeits, *sums in cursor.fetchall():
            yield evening, entry, number, forfeits, EveningSums(*sums)


def _placeholders(values: Collection[int]) -> str:
    return ", ".join(["%s"] * len(values)) or "NULL"


Key = TypeVar("Key", int, ResultKey)


def _add(summed: dict[Key, EveningSums], key: Key, sums: EveningSums) -> None:
    summed[key] = summed[key].plus(sums) if key in summed else sums


def _award(summed: dict[ResultKey, EveningSums], key: ResultKey, more: EveningSums) -> None:
    """Add adjustments and awards without hands; unknown hands stay unknown."""
    before = summed.get(key, EveningSums())
    both = before.plus(more)
    summed[key] = both if before.hands is not None else both._replace(hands=None)


class LineupRow(NamedTuple):
    """The player at a place of an entry from a round on; the original player's row is first."""

    place: int
    since: int
    player: int
    is_original: bool


_Name = tuple[int, int | None, bool]
"""Under whose name something counts: player, partner, whether as a substitute."""


def counted_for(season: Season, rows: Sequence[LineupRow], number: int) -> list[_Name]:
    """Return under whose names an entry counts in a round, by the season's rule."""
    original = {row.place: row.player for row in rows if row.is_original}
    sitting = original | {row.place: row.player for row in rows if row.since <= number}
    match SubstituteRule(season.substitutes):
        case SubstituteRule.APART:
            return _names(season, original, sitting)
        case SubstituteRule.COUNT:
            return _names(season, original, original)
        case SubstituteRule.OWN:
            return _names(season, sitting, sitting)
        case SubstituteRule.BOTH:
            both = [*_names(season, original, original), *_names(season, sitting, sitting)]
            return list(dict.fromkeys(both))


def _names(season: Season, ranked: Mapping[int, int], sitting: Mapping[int, int]) -> list[_Name]:
    """Return the names of those who sit; those who are not ``ranked`` there are substitutes."""
    if season.ranks == Ranks.PLAYERS:
        return [(player, None, player != ranked[place]) for place, player in sitting.items()]
    if not {0, 1} <= sitting.keys():
        return []
    first, second = sorted((sitting[0], sitting[1]))
    return [(first, second, sitting != ranked)]


def _awarded_to(
    season: Season, rows: Sequence[LineupRow], evening: int, played: Collection[ResultKey]
) -> list[_Name]:
    """Return the players to whom an entry's byes, penalties and bonuses count: the original players
    if they played, otherwise those who sat first."""
    first = min(row.since for row in rows)
    names = [counted_for(season, rows, number) for number in (first - 1, first)]
    return next(
        (
            counted
            for counted in names
            if any(ResultKey(evening, *name) in played for name in counted)
        ),
        names[0],
    )


_EntryKey = tuple[int, int]
"""An evening and an entry of its event, by their keys."""


def _placed(
    stale: Stale,
    lineups: Mapping[int, Sequence[LineupRow]],
    names: Mapping[_EntryKey, Collection[_Name]],
) -> Iterator[tuple[ResultKey, Fraction]]:
    """Yield points by place, if the season counts them.

    Everyone under whose name an entry played has its place of the evening; places at tables count
    as other results of the round do.
    """
    season, evenings = stale.season, stale.evenings.values()
    by_event = {evening.event_id: evening.pk for evening in evenings if evening.event_id}
    points = place_points_read(season.place_points)
    match SeasonMeasure(season.measure):
        case SeasonMeasure.PLACES:
            for evening, groups in _ranked_entries(by_event, names):
                for entry, share in places_shared(points, groups):
                    for who in names[evening, entry]:
                        yield ResultKey(evening, *who), share
        case SeasonMeasure.TABLE_PLACES:
            for table in _tables_played(by_event):
                evening = by_event[table.round.event_id]
                number, seats = table.round.number, table.seats.all()
                for side, share in places_shared(points, _ranked_sides(table)):
                    for entry in (seat.entry_id for seat in seats if seat.side == side):
                        for who in counted_for(season, lineups[entry], number):
                            yield ResultKey(evening, *who), share
        case _:
            return


def _ranked_entries(
    by_event: Mapping[int, int], played: Container[_EntryKey]
) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield for each evening, and line of its event, the entries that played, grouped by rank. One
    query."""
    rows = Standing.objects.filter(event__in=by_event).order_by("event", "line", "rank", "entry")
    placed = [row for row in rows if (by_event[row.event_id], row.entry_id) in played]
    for (event, _line), line in groupby(placed, key=attrgetter("event_id", "line")):
        level = groupby(line, key=attrgetter("rank"))
        yield by_event[event], [[row.entry_id for row in group] for _rank, group in level]


def _tables_played(events: Collection[int]) -> QuerySet[Table]:
    """Return the tables of begun rounds with seats and games. Four queries."""
    begun = {"round__event__in": events, "round__state": RoundState.BEGUN}
    tables = Table.objects.filter(**begun, is_bye=False).select_related("round")
    return tables.prefetch_related("seats__entry", "games__match")


def _ranked_sides(table: Table) -> list[list[int]]:
    """Return the sides of a table grouped by place: the winner of the meeting, then by games won,
    then by marks or points. Empty until it is over; a side that forfeited has no place."""
    seats = table.seats.all()
    result = table_result(table, seats, list(table.games.all()))
    if not result.is_over or (result.is_void and not result.winners):
        return []

    def worth(side: int) -> tuple[bool, int, int]:
        number = numbers[side]
        return number in result.winners, result.won[number], result.marks[number]

    numbers = {seat.side: seat.entry.number for seat in seats if not seat.forfeited}
    best_first = sorted(numbers, key=worth, reverse=True)
    return [list(level) for _worth, level in groupby(best_first, key=worth)]


def lineups_of(events: Collection[int | None]) -> dict[int, list[LineupRow]]:
    """Return the lineups of each entry, in the order of places and rounds. One query."""
    rows = EntryPlayer.objects.filter(entry__event__in=events)
    columns = ("entry", "place", "from_round", "player", "is_original")
    ordered = rows.order_by(*columns[:3], "-is_original").values_list(*columns)
    return {
        entry: [LineupRow(*row[1:]) for row in group]
        for entry, group in groupby(ordered, key=itemgetter(0))
    }


def _awarded(evenings: Collection[Evening]) -> set[int]:
    """Return the evenings whose event may count more than score rows, but for forfeits."""
    given = Adjustment.objects.filter(event=OuterRef("event"), revoked_at=None)
    decided = Table.objects.filter(round__event=OuterRef("event"), decided_side__isnull=False)
    bare = RoundTotal.objects.filter(entry__event=OuterRef("event"))
    adjusted = Evening.objects.filter(
        Exists(given) | Exists(decided) | Exists(bare), pk__in=[evening.pk for evening in evenings]
    )
    by_rule = {
        evening.pk
        for evening in evenings
        if (event := evening.event) is not None
        and (event.games_per_meeting > 1 or event.best_of or event.bye_rule != ByeRule.NONE)
    }
    return by_rule | set(adjusted.values_list("pk", flat=True))


def _awards(event: Event, played: Mapping[int, EveningSums]) -> Iterator[tuple[int, EveningSums]]:
    """Yield the difference between each entry's total and its score rows. About ten queries."""
    results = results_of(event)
    keys = dict(event.entries.values_list("number", "pk"))
    for number in results.entries:
        total = results.total(number)
        counted = EveningSums(
            *(total[Outcome.GAMES_PLAYED], total[Outcome.GAMES_WON], total[Outcome.GAMES_DRAWN]),
            *(total[Outcome.POINTS], total[Outcome.POINTS_IN_HANDS], total[Outcome.HANDS]),
        )
        more = counted.minus(played.get(keys[number], EveningSums()))
        if total[Outcome.BARE_ROUNDS]:
            more = more._replace(hands=None)
        if more != EveningSums():
            yield keys[number], more
