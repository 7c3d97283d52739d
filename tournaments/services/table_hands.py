"""Hands and remarks of players at their own table, through the services for all hands.

Every service locks the match, then its event. Each raises ``RowGone`` if the phone's access was
revoked.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player, User
from clubs.transactions import RowGone, get_or_gone
from scoring.host import host_of
from scoring.models import HandRevision, Match, RevisionKind
from scoring.services.hands import Guest, Written, hand_record, hand_undo
from tournaments.models import (
    DealStart,
    DirectorCall,
    Event,
    Game,
    GameRemark,
    GuestDevice,
    RemarkKind,
    Table,
)
from tournaments.selectors.remarks import (
    Agreement,
    agreement_of,
    asks_back,
    game_of,
    is_waiting,
    others_than,
    sides_at,
)
from tournaments.selectors.table_access import device_found
from tournaments.services.locking import open_event_locked, standings_mark_stale

UNDO_WITHIN: Final = timedelta(minutes=1)
MOST_TEXT: Final = 200


class AgreementMissingError(ValidationError):
    """The other side has to confirm the present record first."""


class TextMissingError(ValidationError):
    """An objection needs a reason."""


def guest_of(device: GuestDevice) -> Guest:
    """Return the author for records of a phone."""
    return Guest(device.player.name, device.number)


@transaction.atomic
def guest_record(
    *,
    device: GuestDevice,
    match_id: int,
    record: dict[str, Any],
    number: int,
    key: str,
    derived_calls: Collection[int] = (),
) -> Written:
    """Record the next hand of a match from a phone.

    Raises the errors of ``hand_record``, and ``AgreementMissingError``.
    """
    match = _match_locked(match_id)
    before = _game(device.event, match)
    must_wait = before.is_disputed or is_waiting(device.event, before, match)
    written = hand_record(
        match_id=match_id,
        record=record,
        derived_calls=derived_calls,
        author=guest_of(device),
        number=number,
        key=key,
    )
    if must_wait and not written.replayed:
        raise AgreementMissingError(_("The other side must first agree to what is recorded."))
    _written_note(device, match_id)
    return written


@transaction.atomic
def guest_undo(
    *, device: GuestDevice, match: Match, number: int, revision: int, key: str
) -> Written:
    """Take the last hand back, within a minute and from the phone that wrote it.

    Raises the errors of ``hand_undo``, and ``ValidationError`` if others have to agree.
    """
    if not may_undo(device, match, number):
        raise ValidationError(
            _("Only the phone that wrote it can take it back, within a minute: ask the other side.")
        )
    return _undo(device, match, number=number, revision=revision, key=key)


def may_undo(device: GuestDevice, match: Match, number: int) -> bool:
    """Whether a phone wrote this hand less than a minute ago. One query."""
    newest = HandRevision.objects.filter(match=match, hand__number=number).order_by("no").last()
    if newest is None or newest.kind != RevisionKind.RECORDED or newest.device != device.number:
        return False
    return timezone.now() - newest.created_at <= UNDO_WITHIN


def _undo(device: GuestDevice, match: Match, *, number: int, revision: int, key: str) -> Written:
    author = guest_of(device)
    weighed = host_of(match).weigh(
        lambda: hand_undo(
            match_id=match.pk,
            author=author,
            number=number,
            revision=revision,
            key=key,
        ),
        agreed="",
    )
    if not weighed.is_kept:
        raise ValidationError(_("Others already rely on this hand: ask the organiser."))
    _written_note(device, match.pk)
    return weighed.outcome


# Remarks of both sides


@transaction.atomic
def take_back_ask(*, device: GuestDevice, match_id: int) -> GameRemark:
    """Ask the other side whether the last hand may be taken back.

    ``ValidationError`` where there is none, or a question is open already.
    """
    match = _match_locked(match_id)
    game = _game_locked(device.event, match)
    newest = HandRevision.objects.filter(match=match).order_by("pk").last()
    if newest is None or not match.hand_count:
        raise ValidationError(_("There is nothing to take back."))
    if agreement_of(device.event, game, match) is Agreement.TAKE_BACK:
        raise ValidationError(_("The other side is asked already."))
    return _remark(game, RemarkKind.TAKE_BACK, newest.pk, device=device, player=device.player)


@transaction.atomic
def game_answer(
    *,
    device: GuestDevice,
    player: Player,
    match_id: int,
    revision: int,
    is_right: bool,
    text: str = "",
) -> GameRemark:
    """Answer a question to another side; ``player`` holds the phone, their own or another's.

    Right confirms the record, or takes the last hand back if that was asked. Not right opens a
    dispute, or keeps the hand. ``ValidationError`` if the question has changed, or the player is
    not of another side.
    """
    match = _match_locked(match_id)
    game = _game_locked(device.event, match)
    agreement = agreement_of(device.event, game, match)
    asked = asks_back(game) if agreement is Agreement.TAKE_BACK else None
    about = asked.revision if asked else game.guest_revision
    if agreement not in {Agreement.WAITING, Agreement.TAKE_BACK} or about != revision:
        raise ValidationError(_("Something has changed in the meantime: check again."))
    asker = asked.player_id if asked else _writer(device.event, revision)
    if player not in others_than(sides_at(game), asker):
        raise ValidationError(_("A player of another side answers this."))
    words = " ".join(text.split())[:MOST_TEXT]
    said = {"device": device, "player": player, "text": words}
    if asked is not None:
        return _take_back_answer(game, match, asked, said, agrees=is_right)
    if is_right:
        game.confirmed_revision = revision
        return _remark(game, RemarkKind.RIGHT, revision, **said)
    if not words:
        raise TextMissingError(_("Say what is not right."))
    game.is_disputed = True
    remark = _remark(game, RemarkKind.WRONG, revision, **said)
    standings_mark_stale(event_id=device.event_id)
    return remark


def _take_back_answer(
    game: Game, match: Match, asked: GameRemark, said: dict[str, Any], *, agrees: bool
) -> GameRemark:
    """Take back the hand in question, or keep it."""
    remark = _remark(game, RemarkKind.RIGHT if agrees else RemarkKind.KEPT, asked.revision, **said)
    if agrees:
        last = HandRevision.objects.select_related("hand").get(pk=asked.revision).hand
        assert asked.device is not None
        _undo(
            asked.device,
            match,
            number=last.number,
            revision=last.revision,
            key=f"back{remark.pk}",
        )
    return remark


@transaction.atomic
def dispute_settle(*, match_id: int, by: User) -> GameRemark:
    """Settle a dispute in favour of the present record.

    ``ValidationError`` if it is no longer disputed.
    """
    match = _match_locked(match_id)
    found = Game.objects.select_related("table__round__event").get(match=match)
    event = open_event_locked(found.table.round.event_id)
    game = Game.objects.select_for_update(of=("self",)).get(pk=found.pk)
    if not game.is_disputed:
        raise ValidationError(_("This is not disputed any more."))
    newest = HandRevision.objects.filter(match=match).aggregate(last=Max("pk"))["last"] or 0
    game.is_disputed, game.confirmed_revision = False, newest
    remark = _remark(game, RemarkKind.SETTLED, newest, made_by=by)
    standings_mark_stale(event_id=event.pk)
    return remark


def _remark(game: Game, kind: RemarkKind, revision: int, **said: Any) -> GameRemark:
    """Add a remark and save the game that it changed."""
    remark = GameRemark.objects.create(game=game, kind=kind, revision=revision, **said)
    game.remark_count += 1
    game.save(update_fields=["remark_count", "confirmed_revision", "is_disputed"])
    return remark


def _writer(event: Event, revision: int) -> int | None:
    written = HandRevision.objects.get(pk=revision)
    devices = event.guest_devices.filter(number=written.device or 0)
    return devices.values_list("player_id", flat=True).first()


# Deals


@transaction.atomic
def deal_begin(*, device: GuestDevice, match_id: int, number: int) -> DealStart:
    """Note that a table has begun a deal, so that its players' phones show their hands.

    Idempotent. ``ValidationError`` if the table plays another deal.
    """
    match = _match_locked(match_id)
    game = _game_locked(device.event, match)
    _still_let_in(device)
    if match.is_over or match.next_deal != number:
        raise ValidationError(_("Your table is already at another deal."))
    start, _is_new = DealStart.objects.get_or_create(
        table=game.table, number=number, defaults={"device": device}
    )
    return start


# The director


@transaction.atomic
def director_call(*, device: GuestDevice, number: int) -> DirectorCall:
    """Call the director to a table; repeated calls before the director has seen it are one."""
    event = open_event_locked(device.event_id)
    _still_let_in(device)
    if not Table.objects.filter(round__event=event).exists():
        raise ValidationError(_("There is no such table."))
    open_calls = event.director_calls.filter(number=number, acknowledged_at=None)
    return open_calls.first() or DirectorCall.objects.create(
        event=event, number=number, device=device
    )


@transaction.atomic
def call_acknowledge(*, event: Event, number: int, by: User) -> int:
    """Note that somebody is on the way to a table; return how many calls that answers."""
    locked = open_event_locked(event.pk)
    calls = locked.director_calls.filter(number=number, acknowledged_at=None)
    return calls.update(acknowledged_at=timezone.now(), acknowledged_by=by)


# Locks


def _match_locked(match_id: int) -> Match:
    return get_or_gone(Match.objects.select_for_update(), match_id)


def _game(event: Event, match: Match) -> Game:
    game = game_of(event, match.pk)
    if game is None:
        raise RowGone
    return game


def _game_locked(event: Event, match: Match) -> Game:
    """The game of a locked match, under its event's lock."""
    open_event_locked(event.pk)
    return _game(event, match)


def _written_note(device: GuestDevice, match_id: int) -> None:
    """Store up to where players wrote the present hands, and check the phone's access."""
    written = HandRevision.objects.filter(
        match=match_id, device__isnull=False, kind=RevisionKind.RECORDED, hand__record__isnull=False
    )
    newest = written.aggregate(last=Max("pk"))["last"] or 0
    Game.objects.filter(match=match_id).update(guest_revision=newest)
    _still_let_in(device)


def _still_let_in(device: GuestDevice) -> None:
    if device_found(device.key) is None:
        raise RowGone
