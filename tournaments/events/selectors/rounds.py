"""An event's rounds with tables and games, a player's tables, and the reasons of pairings."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from engine.pairings.balance import Balance, balance
from engine.pairings.formats import FORMATS
from engine.pairings.state import PlannedRound
from tournaments.events.event_labels import entry_labels, reason_text
from tournaments.events.lengths import awarded_label, length_label, rules_at
from tournaments.events.models import Entry, Event, EventState, Game, Round, RoundState, Table
from tournaments.events.selectors.events import Entrant, Lineup, field_size, lineup
from tournaments.events.selectors.pairing_state import pairing_state_of, stored_rounds
from tournaments.events.selectors.tables import TableView, Team, in_shifts, seats_of, table_view

MOST_TABLES = 100
"""Maximum number of tables sent with the page of rounds: an evening, not a long league."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its tables, byes last.

    ``left_out`` tables are not among them: all those of a round that is complete or to come.
    """

    round: Round
    tables: tuple[TableView, ...]
    left_out: int = 0

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

    @property
    def is_recorded(self) -> bool:
        """Whether anything was recorded at one of its tables."""
        return any(game.is_begun for table in self.tables for game in table.games)

    @property
    def waiting(self) -> tuple[TableView, ...]:
        """Tables of a later shift that have not finished."""
        return tuple(table for table in self.tables if table.shift > 1 and not table.is_over)

    @property
    def places(self) -> int:
        """How many entries sit at the largest table."""
        return max((len(table.entrants) for table in self.tables), default=0)

    @property
    def sitting_out(self) -> int:
        """How many entries have no table."""
        return sum(table.is_bye for table in self.tables)


@dataclass(frozen=True, slots=True)
class EventOverview:
    """Everything that an event's page shows: entries as they are now, rounds in order."""

    event: Event
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundView, ...]

    @property
    def field_size(self) -> int:
        """How many take part, those that dropped out after a round included."""
        return field_size(self.entrants)

    @property
    def current(self) -> RoundView | None:
        """The last begun round."""
        begun = [round_ for round_ in self.rounds if round_.is_begun]
        return begun[-1] if begun else None

    @property
    def in_order_of_interest(self) -> tuple[RoundView, ...]:
        """The last begun round and others still played, those to come, then those complete.

        Of those begun the last one comes first. Once all are complete the next one comes before it.
        """
        begun = [round_ for round_ in reversed(self.rounds) if round_.is_begun]
        planned = [round_ for round_ in self.rounds if not round_.is_begun]
        first = [round_ for round_ in begun if round_ is begun[0] or not round_.is_over]
        if planned and not self.open_tables:
            first = [planned.pop(0), *first]
        return (*first, *planned, *(round_ for round_ in begun if round_ not in first))

    @property
    def unfolded(self) -> frozenset[int]:
        """The numbers of the rounds shown unfolded: those in play, otherwise the next; all once the
        event is over."""
        if self.event.state == EventState.FINISHED and not self.is_large:
            return frozenset(round_.number for round_ in self.rounds)
        playing = frozenset(round_.number for round_ in self.rounds if round_.open_tables)
        if playing or self.following is None:
            return playing
        return frozenset({self.following.number})

    @property
    def is_large(self) -> bool:
        """Whether the tables of folded rounds are loaded only when opened."""
        count = sum(len(round_.tables) + round_.left_out for round_ in self.rounds)
        return count > MOST_TABLES

    @property
    def following(self) -> RoundView | None:
        """The next round to begin."""
        return next((round_ for round_ in self.rounds if not round_.is_begun), None)

    @property
    def open_tables(self) -> tuple[TableView, ...]:
        """Tables of begun rounds that have not finished."""
        return tuple(table for round_ in self.rounds for table in round_.open_tables)


def event_overview(
    event: Event,
    seated: Lineup | None = None,
    *,
    ahead: bool = True,
    unfolded: Collection[int] | None = None,
) -> EventOverview:
    """An event with all rounds, tables, games and totals. Six queries, however much was played;
    one less where the lineup is known.

    Without ``ahead`` only begun rounds and the next one. With ``unfolded``, numbers of rounds, a
    large event leaves out the tables of other rounds that are complete or to come, where that says
    all about them: two queries more.
    """
    event_tables = Table.objects.filter(round__event=event)
    rounds = list(event.rounds.select_related("clock"))
    if not ahead:
        rounds = _until_following(rounds)
        event_tables = event_tables.filter(round__in=rounds)
    left_out = {} if unfolded is None else _left_out(event, rounds, unfolded)
    if left_out:
        shown = [round_.pk for round_ in rounds if round_.pk not in left_out]
        event_tables = event_tables.filter(round__in=shown)
    entries = list(event.entries.all())
    seated = seated or lineup(event)
    return _overview(event, rounds, event_tables, entries, seated, left_out=left_out)


def _left_out(event: Event, rounds: Sequence[Round], unfolded: Collection[int]) -> dict[int, int]:
    """Return the number of tables of each round that a page leaves out, by the round's key.

    Where pairings follow from results, or a level meeting needs a winner, the page says more of a
    table than that it is over.
    """
    format_ = FORMATS[event.format]
    if format_.from_results or not format_.by_hand:
        return {}
    tables = Table.objects.filter(round__event=event).order_by()
    counts = dict(tables.values_list("round").annotate(count=Count("pk")))
    if sum(counts.values()) <= MOST_TABLES:
        return {}
    is_open = Q(games__match__is_over=False) | Q(games__is_disputed=True) | Q(games=None)
    playing = set(tables.filter(is_open, is_bye=False).values_list("round", flat=True))
    begun = [round_ for round_ in rounds if round_.state == RoundState.BEGUN]
    following = [round_ for round_ in rounds if round_.state != RoundState.BEGUN][:1]
    first = {round_.pk for round_ in (*begun[-1:], *following)}
    return {
        round_.pk: counts.get(round_.pk, 0)
        for round_ in rounds
        if round_.pk not in first
        and round_.number not in unfolded
        and not (round_.state == RoundState.BEGUN and round_.pk in playing)
    }


def player_overview(event: Event, player_id: int) -> EventOverview:
    """What ``own_tables`` and ``my_tables`` need of an event for one player: rounds that have begun
    and the next one, of these the player's own tables, and who meets there. Five queries.
    """
    rounds = _until_following(list(event.rounds.only("event", "number", "stage", "state")))
    seated_at = Table.objects.filter(round__in=rounds, seats__entry__lineup__player=player_id)
    tables = list({table.pk: table for table in seated_at}.values())
    here = Entry.objects.filter(table_seats__table__in=[table.pk for table in tables]).distinct()
    seated = lineup(event, here)
    entries = sorted({row.entry for row in seated.rows}, key=lambda entry: entry.number)
    return _overview(event, rounds, tables, entries, seated, left_out={})


def _until_following(rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds that have begun, and the first that has not."""
    following = next((round_ for round_ in rounds if round_.state != RoundState.BEGUN), None)
    return [round_ for round_ in rounds if round_.state == RoundState.BEGUN or round_ is following]


def _overview(
    event: Event,
    rounds: Sequence[Round],
    event_tables: QuerySet[Table] | Sequence[Table],
    entries: Sequence[Entry],
    seated: Lineup,
    *,
    left_out: Mapping[int, int],
) -> EventOverview:
    """Return the overview of these rounds and tables. Three queries, two for a list of tables."""
    tables: dict[int, list[Table]] = defaultdict(list)
    for table in event_tables:
        tables[table.round_id].append(table)
    seats = seats_of(event_tables)
    games: dict[int, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(table__in=event_tables).select_related("match"):
        games[game.table_id].append(game)
    views = []
    for round_ in rounds:
        entrants = seated.entrants(entries, round_.number) if tables[round_.pk] else {}
        shown = (
            replace(
                table_view(table, seats[table.pk], games[table.pk], entrants),
                length=_length(event, round_, table, games[table.pk]),
                awarded=awarded_label(event, table.target, is_bye=table.is_bye),
            )
            for table in tables[round_.pk]
            if seats[table.pk]  # else the round was drawn again between two of these queries
        )
        views.append(RoundView(round_, in_shifts(tuple(shown)), left_out.get(round_.pk, 0)))
    return EventOverview(event, _entrants_now(entries, seated, rounds), tuple(views))


def _length(event: Event, round_: Round, table: Table, games: Sequence[Game]) -> str:
    """Describe the length of a table's games, by the rules of its matches or those to come."""
    if table.is_bye:
        return ""
    if games:
        return length_label(event, games[0].match.rules)
    part = {"stage": round_.stage, "section": table.section}
    return length_label(event, rules_at(event, number=round_.number, **part))


def _entrants_now(
    entries: Sequence[Entry], seated: Lineup, rounds: Sequence[Round]
) -> tuple[Entrant, ...]:
    begun = [round_.number for round_ in rounds if round_.state == RoundState.BEGUN]
    return tuple(seated.entrants(entries, max(begun, default=1)).values())


# Balance of single players.


def balance_of(overview: EventOverview) -> Balance | None:
    """Return the balance of all rounds of single players; None before the draw."""
    if FORMATS[overview.event.format].lineup > 1 or not overview.rounds:
        return None
    rounds = [
        PlannedRound(
            tuple(
                tuple(entrant.number for entrant in table.entrants)
                for table in round_.tables
                if not table.is_bye
            ),
            tuple(table.entrants[0].number for table in round_.tables if table.is_bye),
        )
        for round_ in overview.rounds
    ]
    return balance([entrant.number for entrant in overview.entrants], rounds)


# The tables of one player.


@dataclass(frozen=True, slots=True)
class MyTable:
    """A player's table in a round, or bye."""

    round: RoundView
    table: TableView
    player_id: int

    @property
    def is_playing(self) -> bool:
        """Whether the player has still something to play there."""
        table = self.table
        has_more = not table.is_over and table.open_game is not None
        return self.round.is_begun and not table.is_bye and has_more

    @property
    def partners(self) -> tuple[Entrant, ...]:
        teams = (team.entrants for team in self.table.teams if self._is_own(team))
        return tuple(
            entrant for side in teams for entrant in side if not _sits(entrant, self.player_id)
        )

    @property
    def others(self) -> tuple[Team, ...]:
        return tuple(team for team in self.table.teams if not self._is_own(team))

    def _is_own(self, team: Team) -> bool:
        return any(_sits(entrant, self.player_id) for entrant in team.entrants)


@dataclass(frozen=True, slots=True)
class MyTables:
    """``now`` in the round that is played, ``following`` in the one that is drawn after it."""

    now: MyTable | None
    following: MyTable | None

    @property
    def first(self) -> MyTable | None:
        """The table to go to: the one being played at, otherwise the next one."""
        if self.now and (self.now.is_playing or not self.following):
            return self.now
        return self.following


def my_tables(overview: EventOverview, player_id: int | None) -> MyTables | None:
    """Return where a player plays; None without a place in the present or a later round.

    An unfinished table of an earlier round comes before the current one.
    """
    if player_id is None:
        return None
    playing = [table for table in own_tables(overview, player_id) if table.is_playing]
    now = playing[0] if playing else None
    if now is None and overview.open_tables and overview.current:
        now = _table_of(overview.current, player_id)
    following = _table_of(overview.following, player_id) if overview.following else None
    return MyTables(now, following) if now or following else None


def own_tables(overview: EventOverview, player_id: int) -> list[MyTable]:
    """The tables that a player sits or sat at in rounds that have begun, in their order."""
    begun = (_table_of(round_, player_id) for round_ in overview.rounds if round_.is_begun)
    return [table for table in begun if table]


def _table_of(round_: RoundView, player_id: int) -> MyTable | None:
    tables = (
        table
        for table in round_.tables
        if any(_sits(entrant, player_id) for entrant in table.entrants)
    )
    table = next(tables, None)
    return MyTable(round_, table, player_id) if table else None


def _sits(entrant: Entrant, player_id: int) -> bool:
    return any(player.pk == player_id for player in entrant.players)


# Reasons of pairings.


class TableReason(NamedTuple):
    """A table or a bye with the sentence that explains it."""

    table: TableView
    why: str


class RoundReasons(NamedTuple):
    """A round's number and its tables with their reasons, byes last."""

    number: int
    tables: tuple[TableReason, ...]


def pairing_reasons(event: Event, rounds: Sequence[Round]) -> dict[tuple[int, int], str]:
    """Return the reason of each table and bye of these rounds, by numbers of round and table.

    Fourteen queries at most; none, and nothing, where the format gives no reasons.
    """
    format_ = FORMATS[event.format]
    if not format_.by_score or not rounds:
        return {}
    pairing_state = pairing_state_of(event)
    numbers: dict[int, list[int]] = {round_.pk: [] for round_ in rounds}
    tables = Table.objects.filter(round__in=rounds).order_by("is_bye", "number")
    for round_key, number in tables.values_list("round_id", "number"):
        numbers[round_key].append(number)
    words = entry_labels(event)
    return {
        (round_.number, number): reason_text(reason, words)
        for round_, planned in zip(rounds, stored_rounds(rounds), strict=True)
        for number, reason in zip(
            numbers[round_.pk], format_.reasons(pairing_state, round_.number, planned), strict=True
        )
    }


def round_reasons(overview: EventOverview) -> tuple[RoundReasons, ...]:
    """Return all rounds with their reasons; empty for formats without reasons."""
    why = pairing_reasons(overview.event, [view.round for view in overview.rounds])
    if not why:
        return ()
    return tuple(
        RoundReasons(
            view.number,
            tuple(TableReason(table, why[view.number, table.number]) for table in view.tables),
        )
        for view in overview.rounds
    )
