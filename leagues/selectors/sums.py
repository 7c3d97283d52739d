"""The stale evenings of a season, and their sums from the score rows.

Score rows do not contain everything that an event counts: byes, forfeits, unneeded games of a
series, penalties and bonuses follow the event's own rules. For an event that has any, the
difference between each entry's total and its score rows is added.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypeVar

from django.db import connection
from django.db.models import Exists, F, OuterRef

from leagues.models import Evening, Ranks, Season, SubstituteRule
from leagues.totals import EveningSums
from standings.results import Outcome
from tournaments.models import Adjustment, ByeRule, EntryPlayer, Event, RoundTotal, Table
from tournaments.selectors.sums import results_of

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
    def whole(self) -> bool:
        """Whether every contender is to be added up again."""
        season = self.season
        return season.version != season.standings_version or len(self.evenings) > FEW


def stale_season(season_id: int) -> Stale | None:
    """Return what is stale in a season, or None. Two queries."""
    season = Season.objects.filter(pk=season_id).first()
    if season is None:
        return None
    made = Evening.objects.filter(season=season, event__isnull=False).select_related("event")
    evenings = {row.pk: row for row in made.exclude(results_version=F("event__version"))}
    if season.version == season.standings_version and not evenings:
        return None
    return Stale(season, evenings)


def results_summed(stale: Stale) -> dict[ResultKey, EveningSums]:
    """Return the sums of the stale evenings. Three queries, and ten for each awarded event."""
    season, evenings = stale.season, stale.evenings
    lineups = _lineups([evening.event_id for evening in evenings.values()])
    changed = [entry for entry, rows in lineups.items() if not all(row.is_original for row in rows)]
    played: defaultdict[int, dict[int, EveningSums]] = defaultdict(dict)
    summed: dict[ResultKey, EveningSums] = {}
    awarded = _awarded(evenings.values())
    for evening, entry, number, forfeits, sums in score_rows(evenings.keys(), changed):
        if forfeits:
            awarded.add(evening)
        _add(played[evening], entry, sums)
        for who in _counted_for(season, lineups[entry], number):
            _add(summed, ResultKey(evening, *who), sums)
    for evening in awarded:
        event = evenings[evening].event
        assert event is not None
        for entry, more in _awards(event, played[evening]):
            for who in _awarded_to(season, lineups[entry], evening, summed):
                _award(summed, ResultKey(evening, *who), more)
    return summed


_SCORE_ROWS = """
    SELECT evening.id, seat.entry_id,
        CASE WHEN seat.entry_id IN ({changed}) THEN played.number ELSE 0 END,
        COUNT(CASE WHEN seat.forfeited THEN 1 END),
        COUNT(CASE WHEN side.is_over THEN 1 END),
        COUNT(CASE WHEN side.won THEN 1 END),
        COUNT(CASE WHEN side.drawn THEN 1 END),
        SUM(side.total),
        COALESCE(SUM(CASE WHEN side.hands IS NOT NULL THEN side.total END), 0),
        CASE WHEN SUM(side.hands) > 0 OR COUNT(side.hands) = COUNT(*) THEN SUM(side.hands) END
    FROM leagues_evening evening
    JOIN tournaments_round played ON played.event_id = evening.event_id
    JOIN tournaments_table place ON place.round_id = played.id
    JOIN tournaments_game game ON game.table_id = place.id
    JOIN tournaments_tableseat seat ON seat.table_id = place.id
    JOIN scoring_side side ON side.match_id = game.match_id AND side.number = seat.side
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
            yield evening, entry, number, forfeits, EveningSums._make(sums)


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


class _LineupRow(NamedTuple):
    """The player at a place of an entry from a round on; the original player's row is first."""

    place: int
    since: int
    player: int
    is_original: bool


_Name = tuple[int, int | None, bool]
"""Under whose name something counts: player, partner, whether as a substitute."""


def _counted_for(season: Season, rows: Sequence[_LineupRow], number: int) -> list[_Name]:
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
    season: Season, rows: Sequence[_LineupRow], evening: int, played: Collection[ResultKey]
) -> list[_Name]:
    """Return under whose names what an entry is awarded counts: byes, penalties, bonuses.

    For the original players if they played, else for those who sat first.
    """
    first = min(row.since for row in rows)
    names = [_counted_for(season, rows, number) for number in (first - 1, first)]
    return next(
        (
            counted
            for counted in names
            if any(ResultKey(evening, *name) in played for name in counted)
        ),
        names[0],
    )


def _lineups(events: Collection[int | None]) -> dict[int, list[_LineupRow]]:
    """Return the lineups of each entry, in the order of places and rounds. One query."""
    rows = EntryPlayer.objects.filter(entry__event__in=events)
    columns = ("entry", "place", "from_round", "player", "is_original")
    ordered = rows.order_by(*columns[:3], "-is_original").values_list(*columns)
    return {
        entry: [_LineupRow(*row[1:]) for row in group]
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
            *(total[Outcome.MARKS_FOR], total[Outcome.MARKS_IN_HANDS], total[Outcome.HANDS]),
        )
        more = counted.minus(played.get(keys[number], EveningSums()))
        if total[Outcome.BARE_ROUNDS]:
            more = more._replace(hands=None)
        if more != EveningSums():
            yield keys[number], more
