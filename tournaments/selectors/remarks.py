"""Remarks of both sides on a game recorded by players: its state, and who has to answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from clubs.models import Player
from scoring.models import HandRevision, Match
from tournaments.models import (
    ConfirmBy,
    Entry,
    Event,
    Game,
    GameRemark,
    GuestDevice,
    RemarkKind,
    TableSeat,
    WhoWrites,
)
from tournaments.selectors.events import lineup


class Agreement(StrEnum):
    """The state of agreement on the recorded hands."""

    NONE = "none"
    WAITING = "waiting"
    DISPUTED = "disputed"
    TAKE_BACK = "take_back"


def agreement_of(event: Event, game: Game, match: Match) -> Agreement:
    """Return the state of agreement; one query if a hand may be asked back, else none."""
    if game.is_disputed:
        return Agreement.DISPUTED
    if asks_back(game):
        return Agreement.TAKE_BACK
    return Agreement.WAITING if is_waiting(event, game, match) else Agreement.NONE


def is_waiting(event: Event, game: Game, match: Match) -> bool:
    """Return whether the other side has to confirm the record."""
    asked = event.confirms == ConfirmBy.HAND or match.is_over
    is_new = game.guest_revision > game.confirmed_revision
    return event.who_writes == WhoWrites.CONFIRMED and is_new and asked


def asks_back(game: Game) -> GameRemark | None:
    """Return the last remark, if it asks for the last hand back and nothing has happened since."""
    if not game.remark_count:
        return None
    last = game.remarks.select_related("player", "device").last()
    if last is None or last.kind != RemarkKind.TAKE_BACK:
        return None
    newest = HandRevision.objects.filter(match=game.match_id).order_by("pk").last()
    return last if newest is not None and newest.pk == last.revision else None


def last_objection(game: Game) -> GameRemark | None:
    """Why a game is disputed. One query."""
    wrong = game.remarks.filter(kind=RemarkKind.WRONG)
    return wrong.select_related("player", "device").last()


def sides_at(game: Game) -> dict[Player, int]:
    """The players of a game's table with the numbers of their sides. Two queries."""
    table = game.table
    here = Entry.objects.filter(table_seats__table=table)
    seated = lineup(table.round.event, here).at(table.round.number)
    seats = TableSeat.objects.filter(table=table).values_list("entry_id", "side")
    return {player: side for entry, side in seats for player in seated.get(entry, ())}


def game_of(event: Event, match_id: int) -> Game | None:
    """The game of a match of this event, with its table and round. One query."""
    games = Game.objects.select_related("table__round", "match").order_by()
    game = next(iter(games.filter(match=match_id, table__round__event=event)), None)
    if game is not None:
        game.table.round.event, game.match.club = event, event.club
    return game


@dataclass(frozen=True, slots=True)
class SideQuestion:
    """A question to another side: to confirm the record, or to let a hand be taken back.

    It is about the game up to ``revision``. ``asks`` is who wrote or asks, ``answers`` are those
    who may answer. ``player`` is who answers on this phone: its own, or whoever it was handed to;
    None if it waits for others.
    """

    agreement: Agreement
    revision: int
    asks: str
    answers: tuple[Player, ...]
    player: Player | None
    is_handed_over: bool = False


def question_for(
    device: GuestDevice, game: Game, agreement: Agreement, handed_to: int | None
) -> SideQuestion | None:
    """Return the question shown on a phone; ``handed_to`` is the key of its present holder.

    At most four queries, none without a question.
    """
    if agreement is Agreement.WAITING:
        revision = game.guest_revision
        written = HandRevision.objects.get(pk=revision)
        asks, asker = written.author_name, _player_of(device.event, written)
    elif agreement is Agreement.TAKE_BACK and (asked := asks_back(game)) is not None:
        revision, asks, asker = asked.revision, str(asked.player), asked.player_id
    else:
        return None
    answers = others_than(sides_at(game), asker)
    keys = {player.pk: player for player in answers}
    own, handed = keys.get(device.player_id), keys.get(handed_to or 0)
    return SideQuestion(agreement, revision, asks, answers, own or handed, own is None)


def others_than(sides: Mapping[Player, int], player_id: int | None) -> tuple[Player, ...]:
    """Return the players of other sides than a player's; all, if the player has left the table."""
    own = {side for player, side in sides.items() if player.pk == player_id}
    return tuple(player for player, side in sides.items() if side not in own)


def _player_of(event: Event, revision: HandRevision) -> int | None:
    devices = GuestDevice.objects.filter(event=event, number=revision.device or 0)
    return devices.values_list("player_id", flat=True).first()


def disputed_tables(event: Event) -> list[tuple[int, int]]:
    """Return round and table of disputed games. One query, none if players do not record."""
    if event.who_writes == WhoWrites.SCORERS:
        return []
    games = Game.objects.filter(table__round__event=event, is_disputed=True)
    tables = games.select_related("table__round").order_by("table__round__number", "table__number")
    return [(game.table.round.number, game.table.in_room) for game in tables]
