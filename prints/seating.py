"""Seating round by round, with everybody's seats."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubs.models import Player
from pairings.format import seat_number
from prints.event_prints import seat_key
from rules import GAMES
from tournaments.models import Event
from tournaments.selectors.events import Entrant
from tournaments.selectors.next_step import draw_state
from tournaments.selectors.rounds import RoundView, event_overview
from tournaments.selectors.tables import TableView


@dataclass(frozen=True, slots=True)
class SeatedSide:
    """A side of a table: its entries, and its players with the letters of their seats."""

    entrants: tuple[Entrant, ...]
    seats: tuple[tuple[str, Player], ...]

    @property
    def keys(self) -> str:
        """The seats in one text."""
        return " · ".join(key for key, _player in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return tuple(player.name for _key, player in self.seats)


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round, by its number in the room; ``games`` are as many as may be played there.

    ``section`` is its part of the draw. A ``shift`` above the first plays when the one before has
    ended there.
    """

    number: int
    sides: tuple[SeatedSide, ...]
    games: int
    best_of: int
    shift: int = 1
    section: str = ""

    @property
    def label(self) -> str:
        """The number, and the shift if it is not the first."""
        return f"{self.number}/{self.shift}" if self.shift > 1 else str(self.number)

    def seats_of(self, entrant: Entrant) -> str:
        """The letters of an entry's seats."""
        players = {player.pk for player in entrant.players}
        seated = (pair for side in self.sides for pair in side.seats)
        return " · ".join(key for key, player in seated if player.pk in players)


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """A round with its tables and byes; ``numbered`` if seats have no letters."""

    number: int
    tables: tuple[SeatedTable, ...]
    resting: tuple[Entrant, ...]
    numbered: bool = False

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
    numbered = any(_takes_turns(event, table) for view in views for table in view.tables)
    return tuple(
        _round(event, view, numbered=numbered)
        for view in views
        if number is None or view.number == number
    )


def _takes_turns(event: Event, view: TableView) -> bool:
    """Whether more sit there than the game has seats."""
    people = sum(len(entrant.players) for entrant in view.entrants)
    return not view.is_bye and people > GAMES[event.game].seats


def _round(event: Event, view: RoundView, *, numbered: bool) -> SeatedRound:
    tables = (table for table in view.tables if not table.is_bye)
    played = tuple(_table(event, table, numbered=numbered) for table in tables)
    resting = (entrant for table in view.tables if table.is_bye for entrant in table.entrants)
    return SeatedRound(view.number, played, tuple(resting), numbered)


def _table(event: Event, view: TableView, *, numbered: bool) -> SeatedTable:
    keys = _keys(event, view, numbered=numbered)
    sides = tuple(_side(team.entrants, keys) for team in view.teams)
    games = len(view.games) or view.best_of or event.games_per_meeting
    return SeatedTable(view.in_room, sides, games, view.best_of, view.shift, view.section)


def _side(entrants: tuple[Entrant, ...], keys: Mapping[int, str]) -> SeatedSide:
    players = [player for entrant in entrants for player in entrant.players]
    seats = sorted(((keys[player.pk], player) for player in players), key=lambda seat: seat[0])
    return SeatedSide(entrants, tuple(seats))


def _keys(event: Event, view: TableView, *, numbered: bool) -> dict[int, str]:
    """The letters of the seats, or their numbers, by the players' keys."""
    seats = {
        seat_number(side=place, place=own, sides=len(view.entrants)): player
        for place, entrant in enumerate(view.entrants)
        for own, player in enumerate(entrant.players)
    }
    return {
        player.pk: seat_key(event, number, numbered=numbered)
        for number, (_seat, player) in enumerate(sorted(seats.items(), key=lambda item: item[0]))
    }
