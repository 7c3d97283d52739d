"""What of a season is behind, and the sums of its evenings: by whom, from the score rows.

The score rows do not hold everything that an event counts: byes, meetings given up, games that a
series did not need, penalties and bonuses follow rules of the event's own. Of an event that has any
it is asked what each entry's total has more, or less, than the entry's score rows.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from django.db import connection
from django.db.models import Exists, F, OuterRef

from leagues.models import Evening, Ranks, Season, SubstituteRule
from tournaments.models import Adjustment, ByeRule, EntryPlayer, Event, Table
from tournaments.selectors.sums import results_of

FEW = 20
"""Up to so many evenings behind, only those contenders are added up who were touched."""


class Result(NamedTuple):
    """Whose result of an evening it is; ``partner`` has the higher key of a pair."""

    evening: int
    player: int
    partner: int | None
    as_substitute: bool


class Sums(NamedTuple):
    """What was made of an evening. ``hands`` is none where no game counted them.

    ``rated`` are the points of games whose hands were counted.
    """

    games: int = 0
    games_won: int = 0
    games_drawn: int = 0
    points: int = 0
    rated: int = 0
    hands: int | None = 0

    def plus(self, other: "Sums") -> "Sums":
        """Both together; hands that nobody counted add none to those that somebody did."""
        hands: int | None = (self.hands or 0) + (other.hands or 0)
        if not hands and None in {self.hands, other.hands}:
            hands = None
        return Sums(
            self.games + other.games,
            self.games_won + other.games_won,
            self.games_drawn + other.games_drawn,
            self.points + other.points,
            self.rated + other.rated,
            hands,
        )

    def minus(self, other: "Sums") -> "Sums":
        """What this has more; unknown hands are none."""
        return Sums(
            self.games - other.games,
            self.games_won - other.games_won,
            self.games_drawn - other.games_drawn,
            self.points - other.points,
            self.rated - other.rated,
            (self.hands or 0) - (other.hands or 0),
        )


@dataclass(frozen=True, slots=True)
class Stale:
    """A season that is behind, and its evenings that are: with the events as they were seen."""

    season: Season
    evenings: Mapping[int, Evening]

    @property
    def whole(self) -> bool:
        """Whether every contender is to be added up anew."""
        season = self.season
        return season.version != season.standings_version or len(self.evenings) > FEW


def stale_season(season_id: int) -> Stale | None:
    """Return what is behind in a season, if anything is. Two queries."""
    season = Season.objects.filter(pk=season_id).first()
    if season is None:
        return None
    made = Evening.objects.filter(season=season, event__isnull=False).select_related("event")
    behind = made.exclude(results_version=F("event__version"))
    evenings = {evening.pk: evening for evening in behind}
    if season.version == season.standings_version and not evenings:
        return None
    return Stale(season, evenings)


def results_summed(stale: Stale) -> dict[Result, Sums]:
    """Return the sums of the evenings that are behind. Three queries, and ten an awarded event."""
    season, evenings = stale.season, stale.evenings
    lineups = _lineups(evenings.keys())
    changed = [entry for entry, lineup in lineups.items() if lineup.has_changed]
    played: defaultdict[int, dict[int, Sums]] = defaultdict(dict)
    found: dict[Result, Sums] = {}
    awarded = _awarded(evenings.values())
    for evening, entry, number, forfeits, sums in _score_rows(evenings.keys(), changed):
        if forfeits:
            awarded.add(evening)
        _add(played[evening], entry, sums)
        for who in lineups[entry].counted_for(season, number):
            _add(found, Result(evening, *who), sums)
    for evening in awarded:
        event = evenings[evening].event
        assert event is not None
        for entry, more in _awards(event, played[evening]):
            for who in lineups[entry].counted_for(season, 0):
                _award(found, Result(evening, *who), more)
    return found


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


def _score_rows(
    evenings: Collection[int], changed: Collection[int]
) -> Iterator[tuple[int, int, int, int, Sums]]:
    """Yield evening, entry, round, forfeits and sums of score rows. One query.

    The round is 0 but for entries whose players ``changed``: these are summed round by round.
    """
    query = _SCORE_ROWS.format(changed=_placeholders(changed), evenings=_placeholders(evenings))
    with connection.cursor() as cursor:
        cursor.execute(query, [*changed, *evenings])
        for evening, entry, number, forfeits, *sums in cursor.fetchall():
            yield evening, entry, number, forfeits, Sums._make(sums)


def _placeholders(values: Collection[int]) -> str:
    return ", ".join(["%s"] * len(values)) or "NULL"


Key = TypeVar("Key", int, Result)


def _add(found: dict[Key, Sums], key: Key, sums: Sums) -> None:
    found[key] = found[key].plus(sums) if key in found else sums


def _award(found: dict[Result, Sums], key: Result, more: Sums) -> None:
    """Add what was decided beside the hands; hands that nobody counted stay unknown."""
    before = found.get(key, Sums())
    both = before.plus(more)
    found[key] = both if before.hands is not None else both._replace(hands=None)


@dataclass(slots=True)
class _Lineup:
    """Who sits for an entry, by place: from which round on, in their order."""

    joined: int
    places: defaultdict[int, list[tuple[int, int]]]

    @property
    def has_changed(self) -> bool:
        """Whether somebody sits for another."""
        return any(since != self.joined for stints in self.places.values() for since, _ in stints)

    def counted_for(self, season: Season, number: int) -> list[tuple[int, int | None, bool]]:
        """Return under whose names the entry counts in a round: player, partner, substitute.

        Who was entered first counts for a round before the first.
        """
        apart = season.substitutes == SubstituteRule.APART
        now = {}
        for place, stints in self.places.items():
            begun = [player for since, player in stints if since <= number] if apart else []
            now[place] = (begun[-1] if begun else stints[0][1]), len(begun) > 1
        if season.ranks == Ranks.PLAYERS:
            return [(player, None, substitute) for player, substitute in now.values()]
        if not {0, 1} <= now.keys():
            return []
        (one, substitute), (two, other) = sorted((now[0], now[1]))
        return [(one, two, substitute or other)]


def _lineups(evenings: Collection[int]) -> dict[int, _Lineup]:
    rows = EntryPlayer.objects.filter(entry__event__evenings__in=evenings)
    found: dict[int, _Lineup] = {}
    for entry, joined, place, since, player in rows.order_by(
        "entry", "place", "from_round"
    ).values_list("entry", "entry__joined_round", "place", "from_round", "player"):
        lineup = found.setdefault(entry, _Lineup(joined, defaultdict(list)))
        lineup.places[place].append((since, player))
    return found


def _awarded(evenings: Collection[Evening]) -> set[int]:
    """Return the evenings whose event may count more than score rows, but for forfeits."""
    given = Adjustment.objects.filter(event=OuterRef("event"), revoked_at=None)
    decided = Table.objects.filter(round__event=OuterRef("event"), decided_side__isnull=False)
    found = Evening.objects.filter(
        Exists(given) | Exists(decided), pk__in=[evening.pk for evening in evenings]
    )
    by_rule = {
        evening.pk
        for evening in evenings
        if (event := evening.event) is not None
        and (event.games_per_meeting > 1 or event.best_of or event.bye_rule != ByeRule.NONE)
    }
    return by_rule | set(found.values_list("pk", flat=True))


def _awards(event: Event, played: Mapping[int, Sums]) -> Iterator[tuple[int, Sums]]:
    """Yield what each entry's total has more than its score rows. About ten queries."""
    results = results_of(event)
    keys = dict(event.entries.values_list("number", "pk"))
    for number in results.entries:
        total = results.total(number)
        counted = Sums(
            *(total.games_played, total.games_won, total.games_drawn),
            *(total.marks_for, total.rated, total.hands),
        )
        more = counted.minus(played.get(keys[number], Sums()))
        if more != Sums():
            yield keys[number], more
