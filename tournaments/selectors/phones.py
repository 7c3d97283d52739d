"""What a phone at a table shows: its player's table, the game there, and its last hand."""

import zlib
from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import DealStart, Event, Game, GuestDevice
from tournaments.selectors.clocks import rounds_tag
from tournaments.selectors.rounds import (
    EventOverview,
    MyTable,
    event_overview,
    my_tables,
    own_tables,
)
from tournaments.selectors.tables import GameView


@dataclass(frozen=True, slots=True)
class PhoneTable:
    """Where a phone's player sits: ``mine`` now, or last; ``following`` in the round drawn next.

    ``game`` is the one that is played there, or was played last.
    """

    mine: MyTable | None
    following: MyTable | None
    game: GameView | None

    @property
    def is_open(self) -> bool:
        """Whether a hand is to be recorded."""
        return self.game is not None and self.game.is_offered


def phone_table(overview: EventOverview, player_id: int) -> PhoneTable:
    """Where a player sits."""
    own = own_tables(overview, player_id)
    told = my_tables(overview, player_id)
    mine = (told and told.now) or (own[-1] if own else None)
    return PhoneTable(mine, told.following if told else None, _game(mine) if mine else None)


def _game(mine: MyTable) -> GameView | None:
    counted = [game for game in mine.table.games if game.counts]
    return mine.table.open_game or (counted[-1] if counted else None)


def is_own_match(event: Event, player_id: int, match_id: int) -> bool:
    """Whether a match is played at a table that the player sits at. Six queries."""
    own = own_tables(event_overview(event), player_id)
    return any(game.match.pk == match_id for mine in own for game in mine.table.games)


def phone_tag(device: GuestDevice, match_id: int | None) -> str:
    """What makes a difference to a phone that shows this match. Three queries; five with deals."""
    event = device.event
    games = Game.objects.filter(match=match_id, table__round__event=event)
    shown = games.values_list("match", "match__version", "remark_count").first() or ()
    calls = event.director_calls.filter(device__player=device.player_id).order_by("pk")
    called = calls.values_list("pk", "acknowledged_at").last() or ()
    begun = DealStart.objects.filter(table__games__match=match_id, table__round__event=event)
    starts = begun.count() if event.deals_per_round else 0
    phones = event.guest_devices.filter(sent_away_at=None).count() if event.deals_per_round else 0
    state = f"{starts}-{phones}-{device.pk}-{shown}-{called}-{event.who_writes}-{event.confirms}"
    plan = rounds_tag(event, timezone.now())
    return f"phone-{zlib.crc32(state.encode()):08x}-{plan}"
