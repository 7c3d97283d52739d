"""What an event's page tells one of those who play: his table now, and where he plays next."""

from dataclasses import dataclass

from tournaments.selectors.lineups import Entrant
from tournaments.selectors.overview import EventOverview, RoundView
from tournaments.selectors.tables import TableView, Team


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A player's place in a round: his table, or that he sits out."""

    round: RoundView
    table: TableView
    player_id: int

    @property
    def is_playing(self) -> bool:
        """Whether he plays there and has not finished."""
        return self.round.is_begun and not self.table.is_bye and not self.table.is_over

    @property
    def partners(self) -> tuple[Entrant, ...]:
        """Who plays on his side as an entry of his own."""
        own = (team.entrants for team in self.table.teams if self._is_own(team))
        return tuple(one for side in own for one in side if not _sits(one, self.player_id))

    @property
    def others(self) -> tuple[Team, ...]:
        """The other sides at his table."""
        return tuple(team for team in self.table.teams if not self._is_own(team))

    def _is_own(self, team: Team) -> bool:
        return any(_sits(entrant, self.player_id) for entrant in team.entrants)


@dataclass(frozen=True, slots=True)
class OwnTables:
    """``now`` in the round that is played, ``following`` in the one that is drawn after it."""

    now: OwnTable | None
    following: OwnTable | None

    @property
    def first(self) -> OwnTable | None:
        """Where to go: the table he plays at, else the next one."""
        if self.now and (self.now.is_playing or not self.following):
            return self.now
        return self.following


def own_tables(overview: EventOverview, player_id: int | None) -> OwnTables | None:
    """Where a player plays; none for who is not one, or has no place in what is to come.

    A table still to be finished in an earlier round comes before the current one.
    """
    if player_id is None:
        return None
    begun = [_own(round_, player_id) for round_ in overview.rounds if round_.is_begun]
    playing = [own for own in begun if own and own.is_playing]
    now = playing[0] if playing else None
    if now is None and overview.open_tables and overview.current:
        now = _own(overview.current, player_id)
    following = _own(overview.following, player_id) if overview.following else None
    return OwnTables(now, following) if now or following else None


def _own(round_: RoundView, player_id: int) -> OwnTable | None:
    tables = (
        table
        for table in round_.tables
        if any(_sits(entrant, player_id) for entrant in table.entrants)
    )
    table = next(tables, None)
    return OwnTable(round_, table, player_id) if table else None


def _sits(entrant: Entrant, player_id: int) -> bool:
    return any(player.pk == player_id for player in entrant.players)
