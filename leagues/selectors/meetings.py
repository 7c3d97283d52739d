"""The matches that contenders of a season played against each other."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from engine.pairings.format import sides_of
from engine.standings.criteria import Group
from leagues.models import Season
from leagues.selectors.sums import counted_for, lineups_of
from leagues.totals import Meetings
from scoring.models import Side
from tournaments.events.models import EntryPlayer, TableSeat


class _PlayedFor(NamedTuple):
    """A finished match of a contender: the side, and what it made."""

    contender: int
    side: int
    halves: int
    points: int


def meetings_of(
    season: Season, groups: Sequence[Group], counting: Collection[tuple[int, int]]
) -> Meetings:
    """Return the finished matches of contenders of one group against each other, at evenings that
    count for both: those of ``counting``, by contender and evening. Five queries.

    A side is that of those for whom its results count, by the season's rule on substitutes.
    """
    group_of = {key: place for place, group in enumerate(groups) for key in group}
    teams = sides_of(season.game) == 2
    matches: dict[tuple[int, int], int] = defaultdict(int)
    made: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for players in _matches(season, group_of.keys(), counting):
        for one, other in permutations(players, 2):
            if one.side != other.side and group_of[one.contender] == group_of[other.contender]:
                pair = one.contender, other.contender
                matches[pair] += 1
                made[pair] += Fraction(one.halves, 2) if teams else one.points - other.points
    return {pair: (count, made[pair]) for pair, count in matches.items()}


def _matches(
    season: Season, contenders: Collection[int], counting: Collection[tuple[int, int]]
) -> Iterator[list[_PlayedFor]]:
    """Yield who of these played each finished match of the season."""
    names: dict[tuple[int, int | None], int] = {
        (player, partner): key
        for key, player, partner in season.contenders.values_list("pk", "player", "partner")
        if key in contenders
    }
    held = season.evenings.filter(event__isnull=False, pk__in={key for _who, key in counting})
    evenings = dict(held.values_list("event", "pk"))
    lineups = lineups_of(evenings)
    sitting: Mapping[tuple[int, int], set[int]] = defaultdict(set)
    people = {player for pair in names for player in pair if player}
    entries = EntryPlayer.objects.filter(entry__event__in=evenings, player__in=people)
    seats = TableSeat.objects.filter(entry__in=entries.order_by().values("entry"))
    columns = ("table", "side", "entry", "table__round__number", "table__round__event")
    for table, side, entry, number, event in seats.values_list(*columns):
        for player, partner, as_substitute in counted_for(season, lineups[entry], number):
            key = names.get((player, partner))
            if key and not as_substitute and (key, evenings[event]) in counting:
                sitting[table, side].add(key)
    played: dict[int, list[_PlayedFor]] = defaultdict(list)
    sides = Side.objects.filter(
        is_over=True,
        match__game_of__is_disputed=False,
        match__game_of__table__in=seats.order_by().values("table"),
    )
    made = ("match", "match__game_of__table", "number", "won", "drawn", "total")
    for match, table, side, won, drawn, total in sides.order_by().values_list(*made):
        halves = 2 * won + drawn
        played[match] += [
            _PlayedFor(key, side, halves, total) for key in sitting.get((table, side), ())
        ]
    yield from played.values()
