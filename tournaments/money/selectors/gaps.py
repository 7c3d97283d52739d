"""Money of matches that nobody knows: totals were entered, but not what the stakes need."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any, NamedTuple

from rules import GAMES
from rules.matches import read_stakes
from scoring.running_score import standing_read
from tournaments.events.models import Game
from tournaments.money.models import EventMoney


class Missing(StrEnum):
    """What has to be known before the money of a match is."""

    SETS = "sets"
    HANDS = "hands"


class StakeGap(NamedTuple):
    """A match of which the money is not known; ``message`` describes it, as its entry would."""

    money: EventMoney
    game: Game
    missing: Missing
    message: dict[str, Any]

    @property
    def players(self) -> frozenset[int]:
        """The keys of those whose money it is."""
        return frozenset(seat.player_id for seat in self.game.match.seats.all())


def stake_gaps(books: Collection[int], player: int | None = None) -> list[StakeGap]:
    """Return the matches in events of these books of which the money is not known.

    All of them, or those of a ``player``, by key.

    One query, two where any match was entered by its totals.
    """
    games = Game.objects.filter(
        table__round__event__money__book__in=books, match__entered_totals__isnull=False
    ).select_related("match", "table__round__event__money__book__club")
    if player is not None:
        games = games.filter(match__seats__player=player)
    ordered = games.order_by("table__round__event__date", "table__round__number", "table", "number")
    gaps = (
        _gap(game.table.round.event.money, game)
        for game in ordered.prefetch_related("match__seats")
    )
    return [gap for gap in gaps if gap is not None]


def has_pot_of_cents(money: EventMoney) -> bool:
    """Whether every hand is paid from a pot of cents."""
    return bool(money.ante) and money.event.presenter.has_pot


def game_message(code: str, game: Game) -> dict[str, Any]:
    """Return a game's place, players by side, and totals."""
    match = game.match
    sides: list[list[list[Any]]] = [[] for _total in match.totals]
    for seat in sorted(match.seats.all(), key=lambda seat: seat.number):
        sides[seat.number % len(sides)].append([seat.player_id, seat.name])
    return {
        "code": code,
        "round": game.table.round.number,
        "table": game.table.in_room,
        "game": game.number,
        "sides": sides,
        "facts": {"totals": list(match.totals)},
    }


def _gap(money: EventMoney, game: Game) -> StakeGap | None:
    if has_pot_of_cents(money):
        return StakeGap(money, game, Missing.HANDS, game_message("cents", game))
    match = game.match
    stakes = read_stakes(GAMES[match.game], match.stakes)
    if stakes is None or stakes.currency != money.book.currency or match.winner is None:
        return None
    if not GAMES[match.game].match.unknown_stakes(standing_read(match.standing), stakes.amounts):
        return None
    return StakeGap(money, game, Missing.SETS, game_message("stakes", game))
