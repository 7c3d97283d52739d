"""An event's rounds with their tables and games."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.models import Match
from tournaments.models import Entry, Event, Game, Round, RoundState, Table
from tournaments.selectors.lineups import Lineup, Pair, lineup


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of a meeting as it stands; ``home`` and ``away`` are marks or points.

    ``winner`` is the pair that won, where somebody has.
    """

    number: int
    match: Match
    home: int
    away: int
    winner: Pair | None

    @property
    def home_won(self) -> bool:
        """Whether the home pair has won it."""
        return self.match.winner == 0

    @property
    def away_won(self) -> bool:
        """Whether the away pair has won it."""
        return self.match.winner == 1

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be played."""
        return self.match.is_over

    @property
    def is_begun(self) -> bool:
        """Whether a hand has been recorded."""
        return self.match.hand_count > 0


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round; ``away`` is none for a pair that sits out."""

    number: int
    home: Pair
    away: Pair | None
    games: tuple[GameView, ...]

    @property
    def is_bye(self) -> bool:
        """Whether the pair sits out."""
        return self.away is None

    @property
    def is_over(self) -> bool:
        """Whether all its games are; a bye always is."""
        return all(game.is_over for game in self.games) and (self.is_bye or bool(self.games))


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its tables, byes last."""

    round: Round
    tables: tuple[TableView, ...]

    @property
    def number(self) -> int:
        """The round's number, from 1."""
        return self.round.number

    @property
    def is_begun(self) -> bool:
        """Whether its matches are set up."""
        return self.round.state == RoundState.BEGUN

    @property
    def open_tables(self) -> tuple[TableView, ...]:
        """Tables of a begun round that have not finished."""
        return tuple(table for table in self.tables if self.is_begun and not table.is_over)

    @property
    def is_over(self) -> bool:
        """Whether it was begun and every table has finished."""
        return self.is_begun and not self.open_tables


@dataclass(frozen=True, slots=True)
class EventOverview:
    """Everything that an event's page shows: pairs as they are now, rounds in order."""

    event: Event
    pairs: tuple[Pair, ...]
    rounds: tuple[RoundView, ...]

    @property
    def current(self) -> RoundView | None:
        """The last begun round."""
        begun = [round_ for round_ in self.rounds if round_.is_begun]
        return begun[-1] if begun else None

    @property
    def in_order_of_interest(self) -> tuple[RoundView, ...]:
        """The round being played, those still to come, then those played, the last one first."""
        begun = [round_ for round_ in self.rounds if round_.is_begun]
        planned = [round_ for round_ in self.rounds if not round_.is_begun]
        return (*begun[-1:], *planned, *reversed(begun[:-1]))

    @property
    def following(self) -> RoundView | None:
        """The next round to begin."""
        return next((round_ for round_ in self.rounds if not round_.is_begun), None)

    @property
    def open_tables(self) -> tuple[TableView, ...]:
        """Tables of begun rounds that have not finished."""
        return tuple(table for round_ in self.rounds for table in round_.open_tables)


def event_overview(event: Event) -> EventOverview:
    """An event with all rounds, tables, games and totals. Five queries, however much was played."""
    entries = list(event.entries.all())
    rounds = list(event.rounds.all())
    seated = lineup(event)
    tables: dict[int, list[Table]] = defaultdict(list)
    for table in Table.objects.filter(round__event=event):
        tables[table.round_id].append(table)
    games: dict[int, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(table__round__event=event).select_related("match"):
        games[game.table_id].append(game)
    views = tuple(
        _round_view(round_, tables[round_.pk], games, seated.pairs(entries, round_.number))
        for round_ in rounds
    )
    return EventOverview(event, _pairs_now(entries, seated, rounds), views)


def _pairs_now(
    entries: Sequence[Entry], seated: Lineup, rounds: Sequence[Round]
) -> tuple[Pair, ...]:
    begun = [round_.number for round_ in rounds if round_.state == RoundState.BEGUN]
    return tuple(seated.pairs(entries, max(begun, default=1)).values())


def _round_view(
    round_: Round,
    tables: Sequence[Table],
    games: Mapping[int, Sequence[Game]],
    pairs: Mapping[int, Pair],
) -> RoundView:
    return RoundView(round_, tuple(_table_view(table, games[table.pk], pairs) for table in tables))


def _table_view(table: Table, games: Sequence[Game], pairs: Mapping[int, Pair]) -> TableView:
    home = pairs[table.home_id]
    away = pairs[table.away_id] if table.away_id else None
    return TableView(
        table.number, home, away, tuple(_game_view(game, (home, away)) for game in games)
    )


def _game_view(game: Game, sides: tuple[Pair, Pair | None]) -> GameView:
    match = game.match
    home, away = match.totals or (0, 0)
    winner = None if match.winner is None else sides[match.winner]
    return GameView(game.number, match, home, away, winner)
