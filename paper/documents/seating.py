"""Seating round by round, with everybody's seats."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubs.models import Player
from engine.pairings.format import seat_number
from tournaments.events.models import Event
from tournaments.events.selectors.events import Entrant
from tournaments.events.selectors.next_step import draw_state
from tournaments.events.selectors.rounds import RoundView, event_overview
from tournaments.events.selectors.tables import TableView


@dataclass(frozen=True, slots=True)
class SeatedSide:
    """A side of a table: its entries, and its players with the letters of their seats."""

    entrants: tuple[Entrant, ...]
    seats: tuple[tuple[str, Player], ...]

    @property
    def keys(self) -> str:
        return " · ".join(key for key, _player in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return tuple(player.name for _key, player in self.seats)


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round with everybody's seats; ``games`` are as many as may be played there."""

    view: TableView
    sides: tuple[SeatedSide, ...]
    games: int

    @property
    def number(self) -> int:
        return self.view.in_room

    @property
    def section(self) -> str:
        return self.view.section

    def seats_of(self, entrant: Entrant) -> str:
        """The letters of an entry's seats."""
        players = {player.pk for player in entrant.players}
        seated = (pair for side in self.sides for pair in side.seats)
        return " · ".join(key for key, player in seated if player.pk in players)


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """A round with its tables and byes."""

    number: int
    tables: tuple[SeatedTable, ...]
    resting: tuple[Entrant, ...]

    def place_of(self, entry_id: int) -> tuple[SeatedTable, SeatedSide, Entrant] | None:
        """Return the table and the side of an entry, with its players; None for a bye."""
        for table in self.tables:
            for side in table.sides:
                for entrant in side.entrants:
                    if entrant.entry_id == entry_id:
                        return table, side, entrant
        return None


def rounds_seated(event: Event, number: int | None = None) -> tuple[SeatedRound, ...]:
    """All rounds planned or begun, or one of them; not those whose draw no longer holds.

    Six queries, and those of ``draw_state``.
    """
    outdated = draw_state(event).outdated
    views = [
        view
        for view in event_overview(event).rounds
        if outdated is None or view.number < outdated.number
    ]
    return tuple(_round(event, view) for view in views if number is None or view.number == number)


def _round(event: Event, view: RoundView) -> SeatedRound:
    tables = (table for table in view.tables if not table.is_bye)
    played = tuple(_table(event, table) for table in tables)
    resting = (entrant for table in view.tables if table.is_bye for entrant in table.entrants)
    return SeatedRound(view.number, played, tuple(resting))


def _table(event: Event, view: TableView) -> SeatedTable:
    keys = _keys(event, view)
    sides = tuple(_side(team.entrants, keys) for team in view.teams)
    games = len(view.games) or view.best_of or event.games_per_meeting
    return SeatedTable(view, sides, games)


def _side(entrants: tuple[Entrant, ...], keys: Mapping[int, str]) -> SeatedSide:
    players = [player for entrant in entrants for player in entrant.players]
    seats = sorted(((keys[player.pk], player) for player in players), key=lambda seat: seat[0])
    return SeatedSide(entrants, tuple(seats))


def _keys(event: Event, view: TableView) -> dict[int, str]:
    """The letters of the seats by the players' keys."""
    seats = {
        seat_number(side=place, place=place_in_pair, sides=len(view.entrants)): player
        for place, entrant in enumerate(view.entrants)
        for place_in_pair, player in enumerate(entrant.players)
    }
    keys = event.presenter.player_keys(len(seats))
    seated = (player for _seat, player in sorted(seats.items(), key=lambda item: item[0]))
    return {player.pk: key for player, key in zip(seated, keys, strict=True)}
