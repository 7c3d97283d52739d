"""The hall: the tables of the rounds in play, how far each is, and whom it waits for."""

import datetime
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, Q, Sum, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Event, Game
from tournaments.events.selectors.rounds import EventOverview, RoundView
from tournaments.events.selectors.tables import GameView, TableView, Team

SILENT_AFTER: Final = datetime.timedelta(minutes=15)


class HallState(TextChoices):
    NOT_BEGUN = "not_begun", _("not begun")
    PLAYING = "playing", _("playing")
    WAITING = "waiting", _("to be confirmed")
    DISPUTED = "disputed", _("disputed")
    DONE = "done", _("finished")


class TableWaits(NamedTuple):
    """Whom tables wait for: the matches with a question to the other side, those with a dispute,
    and the tables of the room that call the director.
    """

    asked: frozenset[int]
    disputed: frozenset[int]
    calling: frozenset[int]


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of a round in the hall; ``game`` is the one to open: in play, in question, or last.

    ``is_late`` if its round is not the current one, ``is_silent`` if nothing was recorded for 15
    minutes during play.
    """

    round: int
    table: TableView
    state: HallState
    game: GameView | None = None
    is_late: bool = False
    is_calling: bool = False
    is_silent: bool = False

    @property
    def hand(self) -> int:
        """The number of the hand in play."""
        return self.game.match.hand_count + 1 if self.game else 0

    @property
    def sides(self) -> tuple[Team, ...]:
        """Who plays, with games won of a meeting, else with the score of the game."""
        if self.game is None or self.table.is_series or self.table.given_up:
            return self.table.teams
        return self.game.teams

    @property
    def has_score(self) -> bool:
        if self.table.is_series:
            return not self.table.given_up
        return bool(self.game and self.game.is_begun and not self.table.given_up)

    @property
    def other_games(self) -> tuple[GameView, ...]:
        """The games played at the table, without the one to open."""
        return tuple(game for game in self.table.games if game is not self.game and game.is_begun)

    @property
    def tone(self) -> str:
        """What colours it: whatever waits comes before how far it is."""
        if self.is_calling or self.state is HallState.DISPUTED:
            return "bad"
        if self.state is HallState.WAITING:
            return "accent"
        if self.is_silent:
            return "warn"
        return "done" if self.state is HallState.DONE else ""


def hall_of(overview: EventOverview, waits: TableWaits) -> tuple[HallTable, ...]:
    """Return the tables of the current round and of earlier ones still in play, by their numbers
    in the room, byes last. No query.
    """
    rounds = [view for view in overview.rounds if view is overview.current or view.open_tables]
    places = [
        hall_table(view, table, waits, is_late=view is not overview.current)
        for view in rounds
        for table in view.tables
    ]
    return tuple(sorted(places, key=lambda place: (place.table.is_bye, *place.table.place)))


def hall_table(
    round_: RoundView, table: TableView, waits: TableWaits, *, is_late: bool = False
) -> HallTable:
    """Return how a table of a round stands. No query."""
    state, game = _state(table, waits)
    is_open = round_.is_begun and state is not HallState.DONE
    return HallTable(
        round_.number,
        table,
        state,
        game,
        is_late=is_late,
        is_calling=is_open and table.in_room in waits.calling,
        is_silent=is_open and game is not None and _is_silent(game),
    )


def _state(table: TableView, waits: TableWaits) -> tuple[HallState, GameView | None]:
    for game in table.games:
        if game.match.pk in waits.disputed:
            return HallState.DISPUTED, game
    for game in table.games:
        if game.counts and game.match.pk in waits.asked:
            return HallState.WAITING, game
    if not table.is_bye and not table.games:
        return HallState.NOT_BEGUN, None
    if table.is_over or (playing := table.open_game) is None:
        needed = [game for game in table.games if game.counts] or [*table.games]
        return HallState.DONE, needed[-1] if needed else None
    is_begun = any(game.is_begun for game in table.games)
    return (HallState.PLAYING if is_begun else HallState.NOT_BEGUN), playing


def _is_silent(game: GameView) -> bool:
    return timezone.now() - game.match.changed_at >= SILENT_AFTER


def hall_tag(event: Event, calling: Collection[int]) -> str:
    """Return a tag that changes with what the hall shows besides the event's version. One query."""
    games = Game.objects.filter(table__round__event=event)
    silent = Q(match__is_over=False, match__changed_at__lte=timezone.now() - SILENT_AFTER)
    said = games.aggregate(said=Sum("remark_count"), silent=Count("pk", filter=silent))
    state = f"{said}-{sorted(calling)}-{event.who_writes}-{event.confirms}-{event.state}"
    return f"{zlib.crc32(state.encode()):08x}"
