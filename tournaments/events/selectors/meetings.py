"""Meetings that standings cannot read off single games: series, forfeits and byes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

from django.db.models import Q

from engine.pairings.groups import GROUP, byes_count
from engine.standings.awards import Bye, RunningSums, Score, bye_sums
from engine.standings.results import NOTHING, Outcome, Sums
from engine.standings.series import (
    SeriesGame,
    counting,
    draws,
    meeting_state,
    wins,
    wins_needed,
)
from tournaments.events.lengths import worth_at
from tournaments.events.models import ByeRule, Event, Game, RoundState, TableSeat

Sides = dict[int, tuple[int, ...]]


TABLE = (
    *("table", "table__round", "table__is_bye", "table__best_of", "table__decided_side"),
    *("table__target", "table__section"),
)


class TableRow(NamedTuple):
    key: int
    round_id: int
    is_bye: bool
    best_of: int
    decided: int | None
    target: int | None
    section: str


class SidePlayers(NamedTuple):
    """The players on each side of a table."""

    side: int
    forfeited: bool
    entry: int


class MatchPlayed(NamedTuple):
    """A game by the key of its match, and whether anything is known of how it went."""

    match: int
    played: SeriesGame
    is_begun: bool

    @property
    def was_left(self) -> bool:
        """Whether time was called before its first hand: it was not played."""
        return self.played.is_over and not self.is_begun


@dataclass(frozen=True, slots=True)
class BegunMeeting:
    """A table of a begun round: entries by side, who gave up, games in order.

    ``decided`` is the side that won a level meeting by a decision at the table; a meeting of one
    game is won by it too.
    """

    round_id: int
    is_bye: bool
    best_of: int
    decided: int | None
    target: int | None
    section: str
    sides: Sides
    given_up: frozenset[int]
    games: tuple[MatchPlayed, ...]

    @property
    def length(self) -> int:
        return wins_needed(self.best_of) or len(self.games)

    @property
    def counted(self) -> tuple[bool, ...]:
        """Whether each game counts; none of a meeting that was given up."""
        if self.given_up:
            return (False,) * len(self.games)
        counts = counting(self.best_of, [game.played for game in self.games])
        return tuple(
            is_needed and not game.was_left
            for game, is_needed in zip(self.games, counts, strict=True)
        )

    def void(self) -> Iterator[int]:
        """Yield the matches that were begun or ended, and do not count."""
        for game, counts in zip(self.games, self.counted, strict=True):
            if not counts and (game.is_begun or game.played.is_over):
                yield game.match


def meetings_of(event: Event, *, stage: str | None = None) -> list[BegunMeeting]:
    """Return byes, series, and meetings given up or decided; all if they have several games.

    Two queries. A meeting of one game that was played out is left out: its game says all.
    """
    wanted = Q(table__is_bye=True) | _several(event)
    seats = TableSeat.objects.filter(
        wanted, table__round__event=event, table__round__state=RoundState.BEGUN
    )
    if stage is not None:
        seats = seats.filter(table__round__stage=stage)
    rows = seats.order_by("table", "place").values_list(
        *TABLE, "side", "forfeited", "entry__number"
    )
    sitting: dict[TableRow, list[SidePlayers]] = defaultdict(list)
    for row in rows:
        sitting[TableRow(*row[: len(TABLE)])].append(SidePlayers(*row[len(TABLE) :]))
    games = _games(event) if any(not table.is_bye for table in sitting) else {}
    return [_meeting(table, seated, games.get(table.key, ())) for table, seated in sitting.items()]


def _meeting(
    table: TableRow, seated: list[SidePlayers], games: Iterable[MatchPlayed]
) -> BegunMeeting:
    sides: Sides = {}
    for seat in seated:
        sides[seat.side] = (*sides.get(seat.side, ()), seat.entry)
    given_up = frozenset(seat.side for seat in seated if seat.forfeited)
    return BegunMeeting(*table[1:], sides, given_up, tuple(games))


def _several(event: Event) -> Q:
    """Return the condition for tables whose result needs more than one game."""
    if event.games_per_meeting > 1:
        return Q(table__is_bye=False)
    given_up = TableSeat.objects.filter(table__round__event=event, forfeited=True)
    decided = Q(table__decided_side__isnull=False)
    return Q(table__best_of__gt=0) | decided | Q(table__in=given_up.values("table"))


def _games(event: Event) -> dict[int, list[MatchPlayed]]:
    by_table: dict[int, list[MatchPlayed]] = defaultdict(list)
    games = Game.objects.filter(_several(event), table__round__event=event)
    columns = ("table", "match", "is_disputed", "match__is_over", "match__winner", "match__totals")
    known_columns = ("match__hand_count", "match__entered_totals")
    rows = games.order_by("number").values_list(*columns, *known_columns)
    for table, match, disputed, is_over, winner, totals, *known in rows:
        played = SeriesGame(is_over and not disputed, None if disputed else winner, totals)
        by_table[table].append(MatchPlayed(match, played, any(known)))
    return by_table


def byes_of(event: Event, meetings: Iterable[BegunMeeting]) -> list[Bye]:
    """Return the byes, with the number of games per meeting of that round.

    Byes in groups are left out if they do not count, with one more query.
    """
    all_meetings = list(meetings)
    void = _void_groups(event)
    series: dict[int, int] = defaultdict(int)
    for meeting in all_meetings:
        series[meeting.round_id] = max(series[meeting.round_id], meeting.best_of)
    return [
        Bye(
            entry,
            wins_needed(series[meeting.round_id]) or event.games_per_meeting,
            meeting.target,
        )
        for meeting in all_meetings
        if meeting.is_bye and meeting.section not in void
        for entries in meeting.sides.values()
        for entry in entries
    ]


def _void_groups(event: Event) -> frozenset[str]:
    """Return the sections of groups in which a bye does not count."""
    if not event.format_options.get("unequal", 0):
        return frozenset()
    seats = TableSeat.objects.filter(
        table__round__event=event, table__round__number=1, table__section__startswith=GROUP
    )
    sizes = Counter(seats.values_list("table__section", flat=True))
    options, all_sizes = event.format_options, tuple(sizes.values())
    return frozenset(
        section for section, size in sizes.items() if not byes_count(size, all_sizes, options)
    )


def bye_award(event: Event, bye: Bye, average: Score | None) -> Sums:
    """Return what a bye counts for; ``average`` is the entry's own average game, if there is one.

    Standings and the draw read it alike.
    """
    by_average = event.bye_rule == ByeRule.AVERAGE
    score = average if by_average else _bye_score(event, bye.target)
    is_win = event.bye_rule in {ByeRule.WIN, ByeRule.FIXED}
    return bye_sums(bye.games, score, event.cap, is_win=is_win)


def _bye_score(event: Event, target: int | None) -> Score | None:
    """Return the score of a game by a bye, in games to this ``target``; None for nothing."""
    match ByeRule(event.bye_rule):
        case ByeRule.WIN | ByeRule.HALF:
            return Score(0, 0)
        case ByeRule.FIXED:
            return Score(*worth_at(event, event.bye_for, event.bye_against, target))
        case ByeRule.NONE | ByeRule.AVERAGE:
            return None


def meetings_won_add(account: RunningSums, meetings: Iterable[BegunMeeting]) -> None:
    """Count meetings won and drawn instead of games, where several games make a meeting.

    A meeting of one level game that was decided at the table is a game won, not drawn.
    """
    for meeting in meetings:
        games = list(compress((game.played for game in meeting.games), meeting.counted))
        won, drawn = wins(games), draws(games)
        played, sides = [game.played for game in meeting.games], meeting.sides
        undecided = meeting_state(meeting.best_of, played, sides, meeting.given_up)
        state = meeting_state(meeting.best_of, played, sides, meeting.given_up, meeting.decided)
        by_decision = undecided.winner != state.winner
        winner = state.winner
        is_drawn = state.is_over and winner is None and bool(games)
        for side, entries in meeting.sides.items():
            change = Sums(
                {
                    Outcome.MEETINGS_WON: (side == winner) - won[side],
                    Outcome.MEETINGS_DRAWN: is_drawn - drawn,
                }
            )
            one_game = by_decision and drawn == len(games) == 1
            decided = _decided(won=side == winner) if one_game else NOTHING
            for entry in entries:
                account.add(entry, change.plus(decided))
                if decided:
                    _against_add(account, meeting, side, entry, decided)


def _decided(*, won: bool) -> Sums:
    """Return the effect of a decision at the table on a drawn game."""
    return Sums(
        {
            Outcome.GAMES_WON: int(won),
            Outcome.GAMES_LOST: int(not won),
            Outcome.GAMES_DRAWN: -1,
        }
    )


def _against_add(
    account: RunningSums, meeting: BegunMeeting, side: int, entry: int, sums: Sums
) -> None:
    for number, others in meeting.sides.items():
        for other in others if number != side else ():
            account.add_against(entry, other, sums)
