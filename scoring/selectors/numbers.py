"""Statistics of players' hands, counted by the database from derived rows.

Every function takes the rows to count, so that a player, an event, a season and a club are counted
by the same code. Matches entered as totals have no rows. See ``docs/developing.md``.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final, Self, TypeVar

from django.core.cache import caches
from django.db.models import Count, F, Max, Q, QuerySet, Sum

from clubs.models import Club, Player
from engine.standings.rounding import rounded
from feeds.models import Change
from games import PRESENTERS
from games.measures import HandRole, Measure
from scoring.models import DealState, HandSeat, KnownDeal, Match, Occurrence

T = TypeVar("T")

FEW: Final = 10
"""A share of fewer hands is hardly significant and is shown in grey."""
Z95: Final = 1.959964
"""The quantile of the normal distribution for a 95% interval."""
CACHE: Final = "numbers"
"""The cache of what is counted of whole clubs, shared by web servers and workers."""
MANY: Final = 50_000
CACHE_SECONDS: Final = 600
"""Seconds for which counts of a club with more than ``MANY`` hands are shown after a change."""
FRESH: Final = 60
"""Seconds for which they are not asked whether anything has changed."""
STORED_SECONDS: Final = 7 * 24 * 3600
"""Seconds for which they are kept where nothing changes."""

# Not of keys, which the indexes lack: so PostgreSQL counts from an index alone.
MADE: Final = Count("game", filter=Q(outcome="made"))
WAS_SET: Final = Count("game", filter=Q(outcome="set"))
TEAM: Final = (HandRole.DECLARER, HandRole.PARTNER)


@dataclass(frozen=True, slots=True)
class Share:
    """Hands made out of hands played."""

    made: int = 0
    hands: int = 0

    def __add__(self, other: Self) -> "Share":
        return Share(self.made + other.made, self.hands + other.hands)

    @property
    def was_set(self) -> int:
        """How many were not made."""
        return self.hands - self.made

    @property
    def failed(self) -> "Share":
        """The share of those that were not made."""
        return Share(self.was_set, self.hands)

    @property
    def is_few(self) -> bool:
        """Whether so few hands say little."""
        return self.hands < FEW

    @property
    def percent(self) -> int | None:
        """The share in whole percent; None of no hands."""
        return rounded(Fraction(100 * self.made, self.hands)) if self.hands else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of Wilson, in percent; all of it for no hands.

        >>> [round(end, 1) for end in Share(7, 10).interval]
        [39.7, 89.2]
        """
        if not self.hands:
            return 0.0, 100.0
        count, share, square = self.hands, self.made / self.hands, Z95 * Z95
        middle = share + square / (2 * count)
        reach = Z95 * sqrt(share * (1 - share) / count + square / (4 * count * count))
        ends = ((middle + sign * reach) / (1 + square / count) for sign in (-1, 1))
        low, high = (100 * min(1.0, max(0.0, end)) for end in ends)
        return low, high


NONE: Final = Share()
Row = TypeVar("Row", HandSeat, Occurrence)


@dataclass(frozen=True, slots=True)
class Bids:
    """Declarers' results, by the codes of bid and declaration."""

    shares: Mapping[tuple[str, str], Share]

    @property
    def total(self) -> Share:
        return sum(self.shares.values(), NONE)

    @property
    def by_bid(self) -> dict[str, Share]:
        return self._by(0)

    @property
    def by_declaration(self) -> dict[str, Share]:
        return self._by(1)

    def _by(self, part: int) -> dict[str, Share]:
        by_code: dict[str, Share] = defaultdict(Share)
        for codes, share in self.shares.items():
            by_code[codes[part]] += share
        return dict(by_code)


@dataclass(frozen=True, slots=True)
class RoleCount:
    """Hands in a role; ``points`` are those of the player's side, None if unknown."""

    role: HandRole
    share: Share
    hands: int
    points: int | None

    @property
    def counted(self) -> str:
        """The outcome that the share is of: a defender's is that the bid was set."""
        return "set" if self.role is HandRole.DEFENDER else "made"


@dataclass(frozen=True, slots=True)
class MeasureCount:
    """The occurrences of a game's measure; its share if it has successes."""

    measure: Measure
    times: int
    share: Share


def hand_seats(
    club: Club,
    game: str,
    *,
    player: Player | None = None,
    matches: QuerySet[Match] | None = None,
) -> QuerySet[HandSeat]:
    """Return the rows of a game in a club: one for each player of each counted hand.

    ``matches`` narrows them to matches of an event or a season.
    """
    return _narrowed(HandSeat.objects.order_by(), club, game, player, matches)


def occurrences(
    club: Club,
    game: str,
    *,
    player: Player | None = None,
    matches: QuerySet[Match] | None = None,
) -> QuerySet[Occurrence]:
    """Return the rows of the game's own measures."""
    return _narrowed(Occurrence.objects.order_by(), club, game, player, matches)


def _narrowed(
    rows: QuerySet[Row],
    club: Club,
    game: str,
    player: Player | None,
    matches: QuerySet[Match] | None,
) -> QuerySet[Row]:
    # A player belongs to one club; naming both would have the database choose the wrong index.
    rows = rows.filter(club=club) if player is None else rows.filter(player=player)
    rows = rows.filter(game=game)
    return rows if matches is None else rows.filter(match__in=matches)


def games_of(player: Player) -> tuple[str, ...]:
    """Return the games that the player has a seat in, in the order of all games."""
    sat = Match.objects.filter(seats__player=player).order_by()
    games = set(sat.values_list("game", flat=True).distinct())
    return tuple(name for name in PRESENTERS if name in games)


def bids(rows: QuerySet[HandSeat]) -> Bids:
    """Count declarers' results, made or set. One query."""
    results = (
        rows.filter(role=HandRole.DECLARER)
        .values("bid", "declaration", "outcome")
        .annotate(hands=Count("game"))
    )
    return _bids((row["bid"], row["declaration"], row["outcome"], row["hands"]) for row in results)


def _bids(counts: Iterable[tuple[str, str, str, int]]) -> Bids:
    shares: dict[tuple[str, str], Share] = defaultdict(Share)
    for bid, declaration, outcome, hands in counts:
        if outcome in {"made", "set"}:
            made = hands if outcome == "made" else 0
            shares[bid, declaration] += Share(made, hands)
    return Bids(dict(shares))


def bids_of_club(club: Club, game: str) -> Bids:
    """Return the results of the whole club's declarers, up to ten minutes old for many hands."""
    return counted_of_club(
        f"bids:{club.pk}:{game}",
        club,
        count=lambda: bids(hand_seats(club, game)),
        hands=lambda counted: counted.total.hands,
    )


def counted_of_club(
    key: str,
    club: Club,
    *,
    count: Callable[[], T],
    hands: Callable[[T], int],
    recount: Callable[[], None] | None = None,
) -> T:
    """Return what is counted of a club: kept from before, if it is of many hands, or counted now.

    What was kept is shown while nothing has changed in the club, and for ten minutes after that;
    meanwhile ``recount`` is called, so that a page seldom waits. One query more if it is kept.
    """
    entry: tuple[float, int | None, T] | None = caches[CACHE].get(key)
    if entry is not None:
        at, newest, value = entry
        age = time.time() - at
        if age < FRESH or newest == _newest_change(club):
            return value
        if age < CACHE_SECONDS:
            if recount and caches[CACHE].add(f"{key}:asked", True, FRESH):  # noqa: FBT003 a value
                recount()
            return value
    return count_and_keep(key, club, count=count, hands=hands)


def count_and_keep(key: str, club: Club, *, count: Callable[[], T], hands: Callable[[T], int]) -> T:
    """Count something of a club, and keep it if it is of many hands."""
    newest = _newest_change(club)
    counted = count()
    if hands(counted) > MANY:
        caches[CACHE].set(key, (time.time(), newest, counted), STORED_SECONDS)
    return counted


def _newest_change(club: Club) -> int | None:
    newest: int | None = Change.objects.filter(club=club).aggregate(newest=Max("pk"))["newest"]
    return newest


def roles(rows: QuerySet[HandSeat]) -> tuple[RoleCount, ...]:
    """Count hands by role. A defender's share is of the hands in which the declarer was set. One
    query."""
    counts = rows.values("role").annotate(
        hands=Count("game"), made=MADE, was_set=WAS_SET, scored=Sum("points")
    )
    by_role = {row["role"]: row for row in counts}
    counted = []
    for role in HandRole:
        if row := by_role.get(role):
            share = Share(row["made"], row["made"] + row["was_set"])
            share = share.failed if role is HandRole.DEFENDER else share
            counted.append(RoleCount(role, share, row["hands"], row["scored"]))
    return tuple(counted)


def measures(game: str, rows: QuerySet[Occurrence]) -> tuple[MeasureCount, ...]:
    """Count the game's own measures, in their order, including those without an occurrence.

    One query, none for a game without measures.
    """
    declared = PRESENTERS[game].measures.measures
    if not declared:
        return ()
    counts = rows.values("measure").annotate(
        times=Count("game"),
        made_times=Count("game", filter=Q(made=True)),
        failed=Count("game", filter=Q(made=False)),
    )
    by_code = {row["measure"]: row for row in counts}
    counted = []
    for measure in declared:
        row = by_code.get(measure.code, {"times": 0, "made_times": 0, "failed": 0})
        share = Share(row["made_times"], row["made_times"] + row["failed"])
        counted.append(MeasureCount(measure, row["times"], share))
    return tuple(counted)


def deals_waiting(player: Player, game: str) -> int:
    """Return the number of the player's bids whose deal is known and not yet compared with best
    play. One query, none for a game without a solver.
    """
    if PRESENTERS[game].best_play is None:
        return 0
    left = KnownDeal.objects.filter(declarer=player, match__game=game)
    return left.exclude(state=DealState.COUNTED).count()


def with_partners(rows: QuerySet[HandSeat]) -> dict[int, Share]:
    """Count a player's hands on the declaring side by the key of their partner. One query."""
    counts = (
        rows.filter(role__in=TEAM, partner__isnull=False)
        .values("partner")
        .annotate(made=MADE, was_set=WAS_SET)
    )
    return {row["partner"]: Share(row["made"], row["made"] + row["was_set"]) for row in counts}


def against_declarers(rows: QuerySet[HandSeat]) -> dict[int, Share]:
    """Count other declarers' results against a player, by the key of the declarer. One query."""
    counts = (
        rows.filter(role=HandRole.DEFENDER).values("declarer").annotate(made=MADE, was_set=WAS_SET)
    )
    return {row["declarer"]: Share(row["made"], row["made"] + row["was_set"]) for row in counts}


def against_defenders(player: Player, game: str) -> dict[int, Share]:
    """Count a player's results as declarer, by the key of each defender. One query."""
    counts = (
        HandSeat.objects.order_by()
        .filter(declarer=player, game=game, role=HandRole.DEFENDER)
        .values("player")
        .annotate(made=MADE, was_set=WAS_SET)
    )
    return {row["player"]: Share(row["made"], row["made"] + row["was_set"]) for row in counts}


def declared_by_match(rows: QuerySet[HandSeat]) -> dict[int, Share]:
    """Count declarers' results by the key of the match. One query."""
    declared = rows.filter(role=HandRole.DECLARER).values_list("match")
    counts = declared.annotate(made=MADE, was_set=WAS_SET)
    return {match: Share(made, made + was_set) for match, made, was_set in counts}


def names_of(keys: Iterable[int]) -> dict[int, Player]:
    """Return players by key. One query."""
    return Player.objects.in_bulk(list(keys))


def seat_side(game: str) -> Any:
    """Return the expression of the side of a seat: seats alternate in games of teams."""
    presenter = PRESENTERS[game]
    return F("number") % presenter.laws.sides if presenter.in_teams else F("number")


def ranked(shares: Mapping[int, Share], *, least: int = FEW) -> Sequence[tuple[int, Share]]:
    """Return keys with at least this many hands, the highest share first, then by more hands."""
    enough = [(key, share) for key, share in shares.items() if share.hands >= max(least, 1)]
    return sorted(enough, key=lambda item: (-item[1].made / item[1].hands, -item[1].hands, item[0]))
