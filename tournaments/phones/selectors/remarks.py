"""Remarks of both sides on a game recorded by players: its state, and who has to answer."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from clubs.models import Player
from scoring.models import HandRevision, Match, RevisionKind
from scoring.selectors.scores import hand_sentences
from tournaments.events.models import ConfirmBy, Entry, Event, Game, TableSeat, WhoWrites
from tournaments.events.selectors.events import lineup
from tournaments.phones.agreement import VIEWS, Agreement, Question
from tournaments.phones.models import GameRemark, GuestDevice, RemarkKind

_WITH_TAKE_BACK = {
    Agreement.NONE: Agreement.TAKE_BACK,
    Agreement.WAITING: Agreement.WAITING_TAKE_BACK,
    Agreement.DISPUTED: Agreement.DISPUTED_TAKE_BACK,
}


def agreement_of(event: Event, game: Game, match: Match) -> Agreement:
    """Return the state of agreement. No query."""
    if match.entered_totals is not None:
        return Agreement.DECIDED
    state = Agreement.NONE
    if game.is_disputed:
        state = Agreement.DISPUTED
    elif _is_waiting(event, game, match):
        state = Agreement.WAITING
    return _WITH_TAKE_BACK[state] if game.take_back_revision else state


def is_objection_open(game: Game, objection: GameRemark) -> bool:
    """Whether no hand was changed and nothing was settled since an objection. Two queries."""
    if game.remarks.filter(pk__gt=objection.pk, kind=RemarkKind.SETTLED).exists():
        return False
    changed = (RevisionKind.CORRECTED, RevisionKind.UNDONE)
    since = HandRevision.objects.filter(match=game.match_id, pk__gt=objection.revision)
    return not since.filter(kind__in=changed).exists()


def _is_waiting(event: Event, game: Game, match: Match) -> bool:
    is_due = event.confirms == ConfirmBy.HAND or match.is_over
    is_new = game.guest_revision > game.confirmed_revision
    return event.who_writes == WhoWrites.CONFIRMED and is_new and is_due


@dataclass(frozen=True, slots=True)
class StandingHand:
    """The newest revision of a hand that is not taken back; ``by_player`` if a phone wrote it."""

    revision: int
    by_player: bool


def standing_hands(
    matches: Collection[int], *, before: int | None = None
) -> dict[int, dict[int, StandingHand]]:
    """Return the hands of matches by match and number, or those ``before`` a revision. One query.

    Opening what was sealed is not a change of a hand.
    """
    revisions = HandRevision.objects.filter(match__in=matches).exclude(kind=RevisionKind.OPENED)
    if before is not None:
        revisions = revisions.filter(pk__lt=before)
    standing: dict[int, dict[int, StandingHand]] = {match: {} for match in matches}
    for match, number, pk, kind, device in revisions.order_by("pk").values_list(
        "match", "hand__number", "pk", "kind", "device"
    ):
        by_player = kind == RevisionKind.RECORDED and device is not None
        standing[match][number] = StandingHand(pk, by_player)
        if kind == RevisionKind.UNDONE:
            del standing[match][number]
    return standing


def hands_in_question(event: Event, game: Game, hands: Mapping[int, StandingHand]) -> list[int]:
    """Return the numbers of the hands that the other side is asked about: all hands if the match is
    confirmed at its end, otherwise those that players wrote and nobody has confirmed."""
    is_whole = event.confirms == ConfirmBy.MATCH
    return [
        number
        for number, hand in sorted(hands.items())
        if is_whole or (hand.by_player and hand.revision > game.confirmed_revision)
    ]


@dataclass(frozen=True, slots=True)
class DisputedHand:
    """A hand to which somebody objected, in words; ``writer`` wrote it at ``at``."""

    number: int
    words: str
    writer: str
    at: datetime


def disputed_hands(event: Event, games: Collection[Game]) -> dict[int, tuple[DisputedHand, ...]]:
    """Return the hands in question of disputed games, by match. Four queries; none for none."""
    if not games:
        return {}
    standing = standing_hands([game.match_id for game in games])
    questions = {
        game.match_id: hands_in_question(event, game, standing[game.match_id]) for game in games
    }
    keys = [
        standing[match][number].revision for match, hands in questions.items() for number in hands
    ]
    revisions = HandRevision.objects.in_bulk(keys)
    words = hand_sentences([game.match for game in games])

    def hand(match: int, number: int) -> DisputedHand:
        written = revisions[standing[match][number].revision]
        return DisputedHand(number, words[match, number], written.written_by, written.created_at)

    return {
        match: tuple(hand(match, number) for number in hands) for match, hands in questions.items()
    }


def last_asking(game: Game) -> GameRemark:
    """Return the remark that asks for the last hand back. One query."""
    asking = game.remarks.filter(kind=RemarkKind.TAKE_BACK).order_by("-pk")
    return asking.select_related("player", "device")[:1].get()


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


def games_of(event: Event, matches: Collection[int]) -> dict[int, Game]:
    """The games of matches of this event, with table and round, by match. One query."""
    rows = Game.objects.select_related("table__round", "match").order_by()
    games = {
        game.match_id: game for game in rows.filter(match__in=matches, table__round__event=event)
    }
    for game in games.values():
        game.table.round.event, game.match.club = event, event.club
    return games


def game_of(event: Event, match_id: int) -> Game | None:
    """The game of a match of this event, with its table and round. One query."""
    return games_of(event, [match_id]).get(match_id)


@dataclass(frozen=True, slots=True)
class SideQuestion:
    """A question to another side: to confirm the record, or to let a hand be taken back.

    It is about the game up to ``revision``. ``asks`` is who wrote or asks, ``answers`` are those
    who may answer. ``player`` is who answers on this phone: its own, or whoever it was handed to;
    None if it waits for others.
    """

    kind: Question
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
    kind = VIEWS[agreement].question
    if kind is Question.NONE:
        return None
    if kind is Question.MAY_TAKE_BACK:
        asking = last_asking(game)
        revision, asks, asker = game.take_back_revision, str(asking.player), asking.player_id
    else:
        revision = game.guest_revision
        written = HandRevision.objects.get(pk=revision)
        asks, asker = written.author_name, _player_of(device.event, written)
    answers = others_than(sides_at(game), asker)
    keys = {player.pk: player for player in answers}
    answerer, handed = keys.get(device.player_id), keys.get(handed_to or 0)
    return SideQuestion(kind, revision, asks, answers, answerer or handed, answerer is None)


def others_than(sides: Mapping[Player, int], player_id: int | None) -> tuple[Player, ...]:
    """Return the players of other sides than a player's; all, if the player has left the table."""
    own_sides = {side for player, side in sides.items() if player.pk == player_id}
    return tuple(player for player, side in sides.items() if side not in own_sides)


def _player_of(event: Event, revision: HandRevision) -> int | None:
    devices = GuestDevice.objects.filter(event=event, number=revision.device or 0)
    return devices.values_list("player_id", flat=True).first()
