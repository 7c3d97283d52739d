"""Stored standings, the director's decisions, and the crosstable."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, permutations
from operator import attrgetter

from engine.standings.metric import Metric, StoredValue
from engine.standings.metrics import METRICS
from engine.standings.results import UNKNOWN, GamesKnown
from engine.standings.series import counting
from games.wording import MetricLabel
from tournaments.events.event_labels import line_name, line_seats, metric_label
from tournaments.events.lengths import worth_at
from tournaments.events.models import (
    Adjustment,
    Event,
    EventState,
    Game,
    PlayOff,
    RoundState,
    Table,
    TableSeat,
)
from tournaments.events.selectors.events import Entrant, Lineup, last_begun_number, lineup
from tournaments.events.selectors.pairing_state import games_played
from tournaments.events.selectors.ranking import ranks_by_totals
from tournaments.events.selectors.tables import seats_of

# Decisions of the director.


MOST_TIED = 6
"""Larger groups are not offered a play-off: it is too early, or a lot is drawn."""


@dataclass(frozen=True, slots=True)
class AdjustmentView:
    """A penalty or bonus with its entry."""

    adjustment: Adjustment
    entrant: Entrant

    @property
    def holds(self) -> bool:
        """Whether it was not revoked."""
        return self.adjustment.revoked_at is None

    @property
    def is_penalty(self) -> bool:
        """Whether it takes something away."""
        return self.adjustment.games < 0 or self.adjustment.marks < 0


@dataclass(frozen=True, slots=True)
class PlayOffView:
    """A tie decided at a table, with its entries, the best first."""

    play_off: PlayOff
    order: tuple[Entrant, ...]

    @property
    def holds(self) -> bool:
        """Whether it was not revoked."""
        return self.play_off.revoked_at is None


def changes_of(event: Event, entrants: Mapping[int, Entrant]) -> tuple[AdjustmentView, ...]:
    """Return all penalties and bonuses, revoked ones too. One query; entrants by entry keys."""
    adjustments = event.adjustments.select_related("entry", "made_by", "revoked_by").order_by("pk")
    return tuple(
        AdjustmentView(adjustment, entrants[adjustment.entry_id])
        for adjustment in adjustments
        if adjustment.entry_id in entrants
    )


def play_offs_of(event: Event, entrants: Iterable[Entrant]) -> tuple[PlayOffView, ...]:
    """Return all ties decided at a table, revoked ones too. One query."""
    named = {entrant.number: entrant for entrant in entrants}
    return tuple(
        PlayOffView(play_off, tuple(named[number] for number in play_off.order if number in named))
        for play_off in event.play_offs.select_related("made_by", "revoked_by").order_by("pk")
    )


@dataclass(frozen=True, slots=True)
class StandingsColumn:
    """A metric shown; ``decides`` if the event ranks by it."""

    metric: Metric
    label: MetricLabel
    decides: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entry's place; ``tied`` where others share the rank; ``cells`` as the columns.

    ``line`` is the number of the line that the entry is ranked in, ``field_size`` how many take
    part there; 0 and all in one ranking. ``known`` are the numbers of games with known hands;
    ``changes`` the adjustments that hold.
    """

    rank: int
    tied: bool
    entrant: Entrant
    cells: tuple[StoredValue, ...]
    changes: tuple[AdjustmentView, ...] = ()
    known: GamesKnown = UNKNOWN
    line: int = 0
    field_size: int = 0

    def share(self, metric: Metric) -> tuple[int, int] | None:
        """Return the number of games known for a figure and the number begun, if they differ."""
        looked_at: int = getattr(self.known, metric.looks_at) if metric.looks_at else 0
        return (looked_at, self.known.begun) if 0 < looked_at < self.known.begun else None


@dataclass(frozen=True, slots=True)
class StandingsRanking:
    """The rows that are ranked among each other. ``name`` is that of their line and ``seats`` where
    it sits; both are empty in the only ranking."""

    name: str
    seats: str
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """A table of standings.

    ``rows`` are those of all ``rankings``: one, or one for each line of entries that are compared.
    ``is_stale`` where a change is not in it yet; ``as_of`` is when it was computed, None before the
    first time; ``version`` the event's version it was computed from; ``is_final`` once the event is
    finished and not stale. ``unequal_hands`` are the fewest and the most hands anybody has played,
    where these differ although totals decide.
    """

    columns: tuple[StandingsColumn, ...]
    rows: tuple[StandingRow, ...]
    is_stale: bool
    as_of: datetime.datetime | None
    version: int
    is_final: bool
    changes: tuple[AdjustmentView, ...] = ()
    unequal_hands: tuple[int, int] | None = None
    game: str = ""

    @property
    def rankings(self) -> tuple[StandingsRanking, ...]:
        """The rows by line, each with its name."""
        parts = groupby(self.rows, key=attrgetter("line"))
        return tuple(
            StandingsRanking(line_name(self.game, line), line_seats(self.game, line), tuple(rows))
            for line, rows in parts
        )

    @property
    def has_lines(self) -> bool:
        """Whether lines are ranked apart."""
        return any(row.line for row in self.rows)

    @property
    def holding(self) -> tuple[AdjustmentView, ...]:
        """The penalties and bonuses that hold."""
        return tuple(change for change in self.changes if change.holds)

    @property
    def adjusted(self) -> tuple[Adjustment, ...]:
        """The same without names."""
        return tuple(change.adjustment for change in self.holding)

    @property
    def is_partial(self) -> bool:
        """Whether any figure is worked out from some games only."""
        return any(row.share(column.metric) for row in self.rows for column in self.columns)

    @property
    def has_unplayed(self) -> bool:
        """Whether some entries have played nothing, and others something."""
        at = [place for place, column in enumerate(self.columns) if column.metric.of_games]
        played = {any(row.cells[place] is not None for place in at) for row in self.rows}
        return len(played) == 2

    @property
    def ties(self) -> tuple[tuple[Entrant, ...], ...]:
        """Entries that share a rank, once anything was played, few enough to be played off."""
        if not self.rows or not any(any(row.cells) for row in self.rows):
            return ()
        places = groupby(self.rows, key=attrgetter("line", "rank"))
        groups = (tuple(group) for _place, group in places)
        return tuple(
            tuple(row.entrant for row in group) for group in groups if 2 <= len(group) <= MOST_TIED
        )


def standings_for(
    event: Event, *, begun: int | None = None, seated: Lineup | None = None
) -> Standings:
    """Return the stored standings with the current lineups. Four queries; one less with ``begun``,
    the number of the last begun round, and one less with the lineup.

    Columns: games played, the metrics that the event ranks by, then the others. Penalties and
    bonuses are current, and may be newer than the standings.
    """
    columns = _columns(event)
    seated = seated or lineup(event)
    number = max(1, last_begun_number(event) if begun is None else begun)
    stored = list(event.standings.select_related("entry"))
    by_entry = seated.entrants_of_all([standing.entry for standing in stored], number)
    changes = changes_of(event, by_entry)
    sizes = Counter(standing.line for standing in stored if standing.entry.takes_part)
    rows = tuple(
        StandingRow(
            standing.rank,
            standing.tied,
            by_entry[standing.entry_id],
            tuple(standing.values.get(column.metric.key) for column in columns),
            tuple(
                change
                for change in changes
                if change.holds and change.entrant.entry_id == standing.entry_id
            ),
            GamesKnown(*(standing.values.get(name, 0) for name in GamesKnown._fields)),
            standing.line,
            sizes[standing.line],
        )
        for standing in stored
    )
    columns, rows = _known_columns(columns, rows)
    return Standings(
        columns,
        rows,
        is_stale=event.is_stale,
        as_of=event.standings_at,
        version=event.standings_version,
        is_final=event.state == EventState.FINISHED and not event.is_stale,
        changes=changes,
        unequal_hands=_unequal_hands(event, columns, rows),
        game=event.game,
    )


def _unequal_hands(
    event: Event, columns: Sequence[StandingsColumn], rows: Sequence[StandingRow]
) -> tuple[int, int] | None:
    """Return the fewest and the most hands, where they differ although totals decide.

    None while a table is still playing. At most one query.
    """
    keys = [column.metric.key for column in columns]
    if not ranks_by_totals(event) or "hands_played" not in keys:
        return None
    at = keys.index("hands_played")
    played = {cell for row in rows if isinstance(cell := row.cells[at], int)}
    if len(played) < 2:
        return None
    begun = Game.objects.filter(table__round__event=event, table__round__state=RoundState.BEGUN)
    if event.state != EventState.FINISHED and begun.filter(match__is_over=False).exists():
        return None
    return min(played), max(played)


def _known_columns(
    columns: tuple[StandingsColumn, ...], rows: tuple[StandingRow, ...]
) -> tuple[tuple[StandingsColumn, ...], tuple[StandingRow, ...]]:
    """Leave out columns without known values, if not even the games are known."""
    keys = [column.metric.key for column in columns]
    played = keys.index("games_played") if "games_played" in keys else None
    if not rows or played is None or any(row.cells[played] is not None for row in rows):
        return columns, rows
    places = [at for at in range(len(columns)) if any(row.cells[at] is not None for row in rows)]
    return (
        tuple(columns[at] for at in places),
        tuple(replace(row, cells=tuple(row.cells[at] for at in places)) for row in rows),
    )


def _columns(event: Event) -> tuple[StandingsColumn, ...]:
    decides = [key for key in event.tie_breaks if key in METRICS]
    known = event.presenter.metrics
    shown = [key for key in known if key not in decides and METRICS[key].is_shown_always]
    first = [key for key in shown if key == "games_played"]
    rest = [key for key in shown if key != "games_played"]
    return tuple(
        StandingsColumn(METRICS[key], metric_label(key, event.game), key in decides)
        for key in [*first, *decides, *rest]
    )


# The cross table.


MOST = 64
"""Maximum entries of a crosstable: a larger one is megabytes that nobody reads."""


@dataclass(frozen=True, slots=True)
class CrossGame:
    """One game from the row's side: its total, and that against it.

    ``counts`` is false where a decided series did not need it. A meeting that was given up is one
    game, ``by_forfeit``, with the score that the event gives for it.
    """

    match_id: int
    round_number: int
    total: int
    against: int
    is_over: bool
    won: bool
    lost: bool
    counts: bool = True
    by_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entry's games against everybody, in the order of the rows.

    ``met`` are those it met with the games against them, ``unmet`` the others.
    """

    entrant: Entrant
    cells: tuple[tuple[CrossGame, ...], ...]
    met: tuple[tuple[Entrant, tuple[CrossGame, ...]], ...] = ()
    unmet: tuple[Entrant, ...] = ()


def cross_table(event: Event) -> tuple[CrossRow, ...]:
    """Return everybody's games against everybody. Five queries.

    Empty for too many, and for a finished event of which no game is known.
    """
    entries = list(event.entries.all())
    if len(entries) > MOST:
        return ()
    entrants = lineup(event).entrants(entries, max(1, last_begun_number(event)))
    cells = _cells(event)
    if not cells and event.state == EventState.FINISHED:
        return ()
    order = [entrants[entry.pk] for entry in entries]
    return tuple(
        _row(
            entrant,
            order,
            [tuple(cells.get((entrant.entry_id, other.entry_id), ())) for other in order],
        )
        for entrant in order
    )


def _row(
    entrant: Entrant, order: Sequence[Entrant], cells: Sequence[tuple[CrossGame, ...]]
) -> CrossRow:
    against = list(zip(order, cells, strict=True))
    return CrossRow(
        entrant,
        tuple(cells),
        met=tuple((other, games) for other, games in against if games),
        unmet=tuple(other for other, games in against if not games and other is not entrant),
    )


def _cells(event: Event) -> dict[tuple[int, int], list[CrossGame]]:
    cells: dict[tuple[int, int], list[CrossGame]] = defaultdict(list)
    seats_at = seats_of(Table.objects.filter(round__event=event))
    games = Game.objects.filter(table__round__event=event).select_related("table__round", "match")
    games = games.order_by("table__round__number", "table__number", "number")
    for key, at_table in groupby(games, key=attrgetter("table_id")):
        played, seats = list(at_table), seats_at[key]
        table = played[0].table
        given_up = {seat.side for seat in seats if seat.forfeited}
        for seat, other in permutations(seats, 2):
            if seat.side == other.side:
                continue
            if given_up:
                cell = _forfeit(event, played[0], gave_up=seat.side in given_up)
                cells[seat.entry_id, other.entry_id].append(cell)
            else:
                cells[seat.entry_id, other.entry_id].extend(_games(table, played, seat, other))
    return cells


def _games(
    table: Table, games: Sequence[Game], seat: TableSeat, other: TableSeat
) -> Iterator[CrossGame]:
    """Yield the begun games of a meeting; the first, if none was begun."""
    begun = [game for game in games if game.match.is_begun] or list(games[:1])
    counts = counting(table.best_of, games_played(games))
    needed = {game.pk for game, count in zip(games, counts, strict=True) if count}
    for game in begun:
        match = game.match
        totals = dict(enumerate(match.totals or ()))
        yield CrossGame(
            match.pk,
            game.table.round.number,
            total=totals.get(seat.side, 0),
            against=totals.get(other.side, 0),
            is_over=match.is_over and not game.is_disputed,
            won=match.winner == seat.side and not game.is_disputed,
            lost=match.winner not in {None, seat.side} and not game.is_disputed,
            counts=game.pk in needed,
        )


def _forfeit(event: Event, game: Game, *, gave_up: bool) -> CrossGame:
    best, worst = worth_at(event, event.forfeit_for, event.forfeit_against, game.table.target)
    return CrossGame(
        game.match_id,
        game.table.round.number,
        total=worst if gave_up else best,
        against=best if gave_up else worst,
        is_over=True,
        won=not gave_up,
        lost=gave_up,
        by_forfeit=True,
    )
