"""The organiser's desk: the state of every table, what blocks the next round, calls."""

import datetime
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import Count, Max, Q, Sum, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from phones.agreement import VIEWS, Agreement
from phones.models import DirectorCall, GameRemark, RemarkKind
from phones.selectors.remarks import DisputedHand, agreement_of, disputed_hands
from scoring.models import Match
from tournaments.models import Event, Game, RoundState
from tournaments.selectors.clocks import rounds_tag
from tournaments.selectors.rounds import EventOverview, RoundView
from tournaments.selectors.tables import GameView, TableView

SILENT_AFTER: Final = datetime.timedelta(minutes=15)


class DeskState(TextChoices):
    """The state of a table."""

    NOT_BEGUN = "not_begun", _("not begun")
    PLAYING = "playing", _("playing")
    WAITING = "waiting", _("waiting for confirmation")
    DISPUTED = "disputed", _("disputed")
    DONE = "done", _("done")


CHIPS: Final = {
    DeskState.WAITING: "chip--accent",
    DeskState.DISPUTED: "chip--bad",
    DeskState.DONE: "chip--good",
}


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table of a begun round; ``hand`` is the hand in play, ``match`` the one to link to.

    ``objection`` is the reason of a dispute, and ``disputed`` are the hands that it is to.
    ``is_silent`` if nothing was recorded for 15 minutes during play.
    """

    round: int
    table: TableView
    state: DeskState
    game: int = 1
    hand: int = 0
    match: Match | None = None
    objection: GameRemark | None = None
    disputed: tuple[DisputedHand, ...] = ()
    is_silent: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the organiser can settle something."""
        return self.state in {DeskState.WAITING, DeskState.DISPUTED}

    @property
    def chip(self) -> str:
        """How the chip of the state is drawn."""
        return CHIPS.get(self.state, "")


@dataclass(frozen=True, slots=True)
class Desk:
    """Every table of the incomplete rounds, and the unanswered calls."""

    tables: tuple[DeskTable, ...]
    calls: tuple[DirectorCall, ...]

    def of(self, *states: DeskState) -> list[DeskTable]:
        """Return the tables in this state."""
        return [table for table in self.tables if table.state in states]

    @property
    def playing(self) -> list[DeskTable]:
        """Return the tables in play."""
        return self.of(DeskState.NOT_BEGUN, DeskState.PLAYING)

    @property
    def waiting(self) -> list[DeskTable]:
        """Return the tables waiting for confirmation."""
        return self.of(DeskState.WAITING)

    @property
    def disputed(self) -> list[DeskTable]:
        """Return the disputed tables."""
        return self.of(DeskState.DISPUTED)

    @property
    def is_clear(self) -> bool:
        """Whether nothing is missing for the next round."""
        return not (self.playing or self.waiting or self.disputed)


def desk_of(event: Event, overview: EventOverview) -> Desk:
    """The desk of an event as its overview has it. Three queries; four more with a dispute."""
    rows = Game.objects.filter(table__round__event=event, table__round__state=RoundState.BEGUN)
    games = {game.match_id: game for game in rows}
    views = [
        (games[view.match.pk], view)
        for round_ in overview.rounds
        if round_.is_begun
        for table in round_.tables
        for view in table.games
    ]
    states = {game.match_id: agreement_of(event, game, view.match) for game, view in views}
    disputed = [game for game, _ in views if VIEWS[states[game.match_id]].needs_organiser]
    wrong = GameRemark.objects.filter(game__in=disputed, kind=RemarkKind.WRONG)
    said = wrong.select_related("player", "game").order_by("pk")
    disputes = Disputes(
        states,
        {remark.game.match_id: remark for remark in said},
        disputed_hands(event, disputed),
    )
    tables = (
        _table(round_, table, disputes)
        for round_ in overview.rounds
        if round_.is_begun
        for table in round_.tables
        if not table.is_bye
    )
    current = overview.current.number if overview.current else 0
    shown = [
        table for table in tables if table.round == current or table.state is not DeskState.DONE
    ]
    calls = event.director_calls.filter(acknowledged_at=None).select_related("device__player")
    return Desk(tuple(shown), tuple(calls))


@dataclass(frozen=True, slots=True)
class Disputes:
    """What is open by match: the state of each, the objections, and the hands that they are to."""

    states: Mapping[int, Agreement]
    objections: Mapping[int, GameRemark]
    hands: Mapping[int, tuple[DisputedHand, ...]]


def _table(round_: RoundView, table: TableView, disputes: Disputes) -> DeskTable:
    opened = {view.match.pk: VIEWS[disputes.states[view.match.pk]] for view in table.games}
    for view in table.games:
        key = view.match.pk
        if opened[key].needs_organiser:
            shown = _shown(round_, table, DeskState.DISPUTED, view)
            objection, hands = disputes.objections.get(key), disputes.hands[key]
            return replace(shown, objection=objection, disputed=hands)
    for view in table.games:
        if view.counts and opened[view.match.pk].question.asks:
            return _shown(round_, table, DeskState.WAITING, view)
    if table.is_over or (playing := table.open_game) is None:
        return _shown(round_, table, DeskState.DONE, table.games[-1] if table.games else None)
    is_begun = any(game.is_begun for game in table.games)
    return _shown(round_, table, DeskState.PLAYING if is_begun else DeskState.NOT_BEGUN, playing)


def _shown(
    round_: RoundView,
    table: TableView,
    state: DeskState,
    view: GameView | None,
) -> DeskTable:
    if view is None:
        return DeskTable(round_.number, table, state)
    since = timezone.now() - view.match.changed_at
    is_silent = state is not DeskState.DONE and since >= SILENT_AFTER
    hand = view.match.hand_count + (state in {DeskState.PLAYING, DeskState.NOT_BEGUN})
    return DeskTable(
        round_.number, table, state, view.number, hand, view.match, is_silent=is_silent
    )


def desk_tag(event: Event) -> str:
    """Return a tag that changes with everything the desk shows. Three queries."""
    now = timezone.now()
    games = Game.objects.filter(table__round__event=event)
    silent = Q(match__is_over=False, match__changed_at__lte=now - SILENT_AFTER)
    said = games.aggregate(said=Sum("remark_count"), silent=Count("pk", filter=silent))
    calls = event.director_calls.aggregate(
        last=Max("pk"), open=Count("pk", filter=Q(acknowledged_at=None))
    )
    settings = event.who_writes, event.confirms, event.state
    state = f"{event.pk}-{event.version}-{said}-{calls}-{settings}"
    return f"desk-{zlib.crc32(state.encode()):08x}-{rounds_tag(event, now)}"
