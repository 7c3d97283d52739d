"""Tables of a round: sides, games, series, forfeits; and the next game to record."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.standings.series import counting, meeting_state, wins
from scoring.models import Match
from tournaments.events.models import Event, Game, Table, TableSeat
from tournaments.events.selectors.events import Entrant
from tournaments.events.selectors.pairing_state import games_played


@dataclass(frozen=True, slots=True)
class GameSide:
    """An entry in a game; ``number`` is its side, which partners with own entries share."""

    entrant: Entrant
    total: int
    won: bool
    number: int


@dataclass(frozen=True, slots=True)
class Team:
    """The entries of a side, with marks or points of a game or games won of a meeting."""

    entrants: tuple[Entrant, ...]
    total: int
    won: bool
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of a meeting, its sides in the order of their places.

    ``counts`` is false if a decided series did not need it, or the meeting was forfeited. A
    disputed game has no winner.
    """

    row: Game
    sides: tuple[GameSide, ...]
    counts: bool = True

    @property
    def number(self) -> int:
        """Its number in the meeting, from 1."""
        return self.row.number

    @property
    def match(self) -> Match:
        """What is played in it."""
        return self.row.match

    @property
    def is_disputed(self) -> bool:
        """Whether the other side says that it is not right."""
        return self.row.is_disputed

    @property
    def winners(self) -> tuple[Entrant, ...]:
        """The winners; both partners in formats with changing partners."""
        return tuple(side.entrant for side in self.sides if side.won)

    @property
    def winner(self) -> Entrant | None:
        return next(iter(self.winners), None)

    @property
    def teams(self) -> tuple[Team, ...]:
        """Partners together."""
        teams_by_number: dict[int, Team] = {}
        for side in self.sides:
            before = teams_by_number[side.number].entrants if side.number in teams_by_number else ()
            teams_by_number[side.number] = Team((*before, side.entrant), side.total, side.won)
        return tuple(teams_by_number.values())

    @property
    def is_offered(self) -> bool:
        """Whether hands are to be recorded here."""
        return self.counts and not self.is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """Marks or points by side."""
        return tuple(side.total for side in self.sides)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be played."""
        return self.match.is_over

    @property
    def is_begun(self) -> bool:
        """Whether a hand or the result was recorded."""
        return self.match.is_begun


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round with the entries in their places, or one that sits out.

    ``number`` is that of the draw, ``in_room`` that of the table in the room. In a ``shift`` above
    the first it plays when the meeting of the sides ``after`` which it comes has ended.
    ``section`` is its part of the draw. ``teams`` are its sides with games won. ``best_of`` games
    make its series; 0 plays them all. ``is_over`` once nothing more is to be played; a bye always
    is. ``length`` describes games of another length than the event's, ``awarded`` the score of a
    forfeit, or of a fixed bye that is not the event's.
    """

    number: int
    is_bye: bool
    entrants: tuple[Entrant, ...]
    games: tuple[GameView, ...]
    teams: tuple[Team, ...]
    best_of: int
    is_over: bool
    section: str
    in_room: int
    shift: int = 1
    after: tuple[Team, ...] = ()
    length: str = ""
    awarded: str = ""

    @property
    def place(self) -> tuple[int, int]:
        return self.in_room, self.shift

    @property
    def label(self) -> str:
        """The number of the table in the room, and the shift if it is not the first."""
        return f"{self.in_room}/{self.shift}" if self.shift > 1 else str(self.in_room)

    @property
    def given_up(self) -> tuple[Entrant, ...]:
        """The entries that forfeited."""
        return tuple(entrant for team in self.teams if team.gave_up for entrant in team.entrants)

    @property
    def winners(self) -> tuple[Entrant, ...]:
        return tuple(entrant for team in self.teams if team.won for entrant in team.entrants)

    @property
    def is_series(self) -> bool:
        """Whether several games of two sides make the meeting."""
        return len(self.games) > 1 and len(self.teams) == 2

    @property
    def open_game(self) -> GameView | None:
        """The game that is being played."""
        return next((game for game in self.games if game.is_offered), None)


def seats_of(tables: QuerySet[Table] | Sequence[Table]) -> dict[int, list[TableSeat]]:
    """Return the seats of tables in the order of places, by the table's key. One query.

    A prefetch would take twice as long.
    """
    by_table: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__in=tables).order_by("place"):
        by_table[seat.table_id].append(seat)
    return by_table


def table_view(
    table: Table,
    seats: Sequence[TableSeat],
    games: Sequence[Game],
    entrants: Mapping[int, Entrant],
) -> TableView:
    """Return a table with its seats and games; entrants by the keys of entries."""
    sides: dict[int, tuple[Entrant, ...]] = {}
    for seat in seats:
        sides[seat.side] = (*sides.get(seat.side, ()), entrants[seat.entry_id])
    given_up = frozenset(seat.side for seat in seats if seat.forfeited)
    played = games_played(games)
    state = meeting_state(table.best_of, played, sides, given_up, table.decided_side)
    won = Counter() if given_up else wins(state.counted)
    winner = None if table.is_bye else state.winner
    return TableView(
        table.number,
        table.is_bye,
        tuple(entrants[seat.entry_id] for seat in seats),
        tuple(
            _game_view(game, seats, entrants, counts=count and not given_up)
            for game, count in zip(games, counting(table.best_of, played), strict=True)
        ),
        tuple(
            Team(who, won[side], won=side == winner, gave_up=side in given_up)
            for side, who in sides.items()
        ),
        table.best_of,
        table.is_bye or state.is_over,
        table.section,
        table.in_room,
        table.shift,
    )


def in_shifts(tables: Sequence[TableView]) -> tuple[TableView, ...]:
    """Return the tables of a round; those of a later shift with the meetings they wait for."""
    playing = {
        table.place: table.teams for table in tables if not table.is_bye and not table.is_over
    }
    return tuple(
        replace(table, after=playing.get((table.in_room, table.shift - 1), ()))
        if table.shift > 1 and not table.is_over
        else table
        for table in tables
    )


def _game_view(
    game: Game, seats: Sequence[TableSeat], entrants: Mapping[int, Entrant], *, counts: bool
) -> GameView:
    match = game.match
    totals = dict(enumerate(match.totals or ()))
    sides = tuple(
        GameSide(
            entrants[seat.entry_id],
            totals.get(seat.side, 0),
            match.winner is not None and match.winner == seat.side and not game.is_disputed,
            seat.side,
        )
        for seat in seats
    )
    return GameView(game, sides, counts)


def match_at(event: Event, number: int, round_number: int | None = None) -> Match | None:
    """Return the match at a table of the room, in the last begun round or in the given one.

    The first open game that is needed, by shift, else the last needed one. One query.
    """
    stands = Q(game_of__table__stands_at=number)
    unmoved = Q(game_of__table__stands_at=None, game_of__table__number=number)
    at_table = Match.objects.filter(stands | unmoved, game_of__table__round__event=event)
    if round_number is not None:
        at_table = at_table.filter(game_of__table__round__number=round_number)
    gave_up = TableSeat.objects.filter(table=OuterRef("game_of__table"), forfeited=True)
    marked = at_table.annotate(given_up=Exists(gave_up)).select_related("game_of__table__round")
    order = "game_of__table__round__number", "game_of__table__shift", "game_of__number"
    matches = list(marked.order_by(*order))
    if not matches:
        return None
    last = matches[-1].game_of.table.round_id
    needed = [
        match
        for _table, together in groupby(matches, key=lambda match: match.game_of.table)
        for match in _needed(list(together))
        if match.game_of.table.round_id == last
    ]
    ended = {match.pk for match in matches if match.is_over or match.given_up}
    going = (match for match in needed if match.pk not in ended)
    return next(going, needed[-1])


def match_after(game: Game) -> Match | None:
    """Return the match to record after a game: the next open and needed one. Two queries.

    First at its own table, then at the next tables of its round, then at the earlier ones, last in
    other begun rounds.
    """
    table = game.table
    gave_up = TableSeat.objects.filter(table=OuterRef("game_of__table"), forfeited=True)
    others = Match.objects.filter(game_of__table__round__event=table.round.event_id)
    others = others.exclude(Exists(gave_up)).select_related("club", "game_of__table__round")
    others = others.order_by("game_of__table__round__number", "game_of__table", "game_of__number")
    tables = groupby(others, key=lambda match: match.game_of.table)
    needed = (match for _table, games in tables for match in _needed(list(games)))

    def distance(match: Match) -> tuple[bool, bool, tuple[int, ...]]:
        other = match.game_of.table
        place, here = (other.shift, other.in_room), (table.shift, table.in_room)
        return other.round_id != table.round_id, other != table and place <= here, place

    return min((match for match in needed if not match.is_over), key=distance, default=None)


def matches_beside(game: Game) -> tuple[Match | None, Match | None]:
    """Return the matches at the tables before and after a game's in the room, of its round.

    At each table the open match, otherwise the last needed. One query.
    """
    matches = Match.objects.filter(game_of__table__round=game.table.round_id)
    matches = matches.select_related("game_of__table").order_by("game_of__table", "game_of__number")
    tables = {
        table: list(_needed(list(games)))
        for table, games in groupby(matches, key=lambda match: match.game_of.table)
    }
    row = sorted(tables, key=lambda table: (table.in_room, table.shift))
    here = row.index(game.table)

    def shown(table: Table) -> Match:
        needed = tables[table]
        return next((match for match in needed if not match.is_over), needed[-1])

    before, after = row[:here][-1:], row[here + 1 :][:1]
    return (
        next((shown(table) for table in before), None),
        next((shown(table) for table in after), None),
    )


def _needed(matches: Sequence[Match]) -> Iterable[Match]:
    """Yield the matches of one table that its series needs."""
    best_of = matches[0].game_of.table.best_of
    return compress(matches, counting(best_of, games_played(match.game_of for match in matches)))
