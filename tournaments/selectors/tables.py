"""A table of a round as pages show it: sides, games, series, who gave up."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scoring.models import Match
from standings.series import counting, meeting_state, wins
from tournaments.models import Event, Game, Table, TableSeat
from tournaments.selectors.events import Entrant
from tournaments.selectors.pairing_state import games_played


@dataclass(frozen=True, slots=True)
class Side:
    """An entry in a game: its marks or points, and whether it has won.

    ``number`` is that of its side; partners who are entries of their own share one.
    """

    entrant: Entrant
    total: int
    won: bool
    number: int


@dataclass(frozen=True, slots=True)
class Team:
    """A side of a table with its entries: marks or points of a game, or games won of a meeting."""

    entrants: tuple[Entrant, ...]
    total: int
    won: bool
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of a meeting as it stands, its sides in the order of their places.

    ``counts`` is false where a decided series did not need it, or the meeting was given up.
    """

    number: int
    match: Match
    sides: tuple[Side, ...]
    counts: bool = True

    @property
    def winners(self) -> tuple[Entrant, ...]:
        """Who won, where somebody has: both partners, where partners change."""
        return tuple(side.entrant for side in self.sides if side.won)

    @property
    def winner(self) -> Entrant | None:
        """The first who won, where somebody has."""
        return next(iter(self.winners), None)

    @property
    def teams(self) -> tuple[Team, ...]:
        """Partners together."""
        found: dict[int, Team] = {}
        for side in self.sides:
            before = found[side.number].entrants if side.number in found else ()
            found[side.number] = Team((*before, side.entrant), side.total, side.won)
        return tuple(found.values())

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
        """Whether something is known of it: a hand, or the result."""
        return self.match.is_begun

    @property
    def minutes_ago(self) -> int:
        """Whole minutes since something last changed here."""
        return int((timezone.now() - self.match.changed_at).total_seconds() // 60)


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round with the entries in their places, or one that sits out.

    ``number`` is that of the draw, ``in_room`` that of the table in the room. In a ``shift`` above
    the first it is played at when the meeting ``after`` which it comes has ended; none once it has.
    ``section`` is its part of the draw, as the movement names it.
    ``teams`` are its sides with games won. ``best_of`` games make its series; 0 plays them all.
    ``is_over`` once nothing more is to be played: all games, as many as decide the series, or
    after somebody gave up. A bye always is. ``length`` says to what its games are played where
    that is not what the event's rules say; ``awarded`` what a forfeit there counts, or a fixed bye
    where that is not what the event gives.
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
        """Where and when it is played: the table of the room, and the shift."""
        return self.in_room, self.shift

    @property
    def given_up(self) -> tuple[Entrant, ...]:
        """Those who gave up."""
        return tuple(entrant for team in self.teams if team.gave_up for entrant in team.entrants)

    @property
    def winners(self) -> tuple[Entrant, ...]:
        """Who won the meeting, where somebody has."""
        return tuple(entrant for team in self.teams if team.won for entrant in team.entrants)

    @property
    def is_series(self) -> bool:
        """Whether several games make the meeting, so that it has a score of its own."""
        return len(self.games) > 1 and len(self.teams) == 2

    @property
    def open_game(self) -> GameView | None:
        """The game that is being played."""
        return next((game for game in self.games if game.is_offered), None)


def seats_of(event: Event) -> dict[int, list[TableSeat]]:
    """The seats of all its tables, by the table's key, in the order of their places. One query.

    Asked for at once: a prefetch takes as long again for every table.
    """
    found: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__round__event=event).order_by("place"):
        found[seat.table_id].append(seat)
    return found


def table_view(
    table: Table,
    seats: Sequence[TableSeat],
    games: Sequence[Game],
    entrants: Mapping[int, Entrant],
) -> TableView:
    """A table with its seats and games as they were read; entrants by the keys of entries."""
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
    """The tables of a round; who plays in a later shift knows whom he waits for."""
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
        Side(
            entrants[seat.entry_id],
            totals.get(seat.side, 0),
            match.winner is not None and match.winner == seat.side,
            seat.side,
        )
        for seat in seats
    )
    return GameView(game.number, match, sides, counts)


def match_at(event: Event, number: int, round_number: int | None = None) -> Match | None:
    """What is played at a table of the room, in the round begun last or in that one.

    The first game that is open and needed, of the first shift that has one and was not given up,
    else the last needed one; none where no match is set up. One query.
    """
    stands = Q(game_of__table__stands_at=number)
    own = Q(game_of__table__stands_at=None, game_of__table__number=number)
    found = Match.objects.filter(stands | own, game_of__table__round__event=event)
    if round_number is not None:
        found = found.filter(game_of__table__round__number=round_number)
    gave_up = TableSeat.objects.filter(table=OuterRef("game_of__table"), forfeited=True)
    told = found.annotate(given_up=Exists(gave_up)).select_related("game_of__table__round")
    order = "game_of__table__round__number", "game_of__table__shift", "game_of__number"
    matches = list(told.order_by(*order))
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
    """What is written down after a game: the first that is open and needed, in the order of play.

    First at its own table, then at the next ones of its round, from the first again, and last in
    other rounds that have begun. Two queries.
    """
    table = game.table
    gave_up = TableSeat.objects.filter(table=OuterRef("game_of__table"), forfeited=True)
    found = Match.objects.filter(game_of__table__round__event=table.round.event_id)
    found = found.exclude(Exists(gave_up)).select_related("club", "game_of__table__round")
    found = found.order_by("game_of__table__round__number", "game_of__table", "game_of__number")
    tables = groupby(found, key=lambda match: match.game_of.table)
    needed = (match for _table, games in tables for match in _needed(list(games)))

    def distance(match: Match) -> tuple[bool, bool, tuple[int, ...]]:
        other = match.game_of.table
        place, own = (other.shift, other.in_room), (table.shift, table.in_room)
        return other.round_id != table.round_id, other != table and place <= own, place

    return min((match for match in needed if not match.is_over), key=distance, default=None)


def _needed(matches: Sequence[Match]) -> Iterable[Match]:
    """Of the matches of one table those that its series needs."""
    best_of = matches[0].game_of.table.best_of
    return compress(matches, counting(best_of, games_played(match.game_of for match in matches)))
