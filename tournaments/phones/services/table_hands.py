"""Hands and remarks of players at their own table, through the services for all hands.

Every service of a phone runs inside ``_acting``: it locks the match, then its event, and raises
``RowGone`` if the phone's access was revoked.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player, User
from core.transactions import RowGone
from scoring.host import Consent, host_of
from scoring.models import HandRevision, Match, RevisionKind
from scoring.services.hands import Guest, Written, hand_record, hand_undo
from scoring.services.matches import match_locked
from tournaments.events.models import Event, Game, Table
from tournaments.events.services.locking import open_event_locked, standings_mark_stale
from tournaments.phones.agreement import VIEWS, Act, Agreement, Question, is_allowed
from tournaments.phones.models import DealStart, DirectorCall, GameRemark, GuestDevice, RemarkKind
from tournaments.phones.selectors.remarks import (
    agreement_of,
    game_of,
    hands_in_question,
    is_objection_open,
    last_asking,
    last_objection,
    others_than,
    sides_at,
    standing_hands,
)
from tournaments.phones.selectors.table_access import device_of_key

UNDO_WITHIN: Final = timedelta(minutes=1)
MOST_TEXT: Final = 200


class AgreementMissingError(ValidationError):
    """The other side has to confirm the present record first."""


class TextMissingError(ValidationError):
    """An objection needs a reason."""


def guest_of(device: GuestDevice) -> Guest:
    """Return the author for records of a phone."""
    return Guest(device.player.name, device.number)


@contextmanager
def _acting(device: GuestDevice) -> Iterator[None]:
    """Keep a phone's changes only if it is still admitted at the end, when its event is locked.

    A phone that is no longer admitted gets no other refusal.
    """
    with transaction.atomic():
        try:
            yield
        except ValidationError:
            if device_of_key(device.key) is None:
                raise RowGone from None
            raise
        if device_of_key(device.key) is None:
            raise RowGone


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
    with _acting(device):
        match = match_locked(match_id)
        game = _game(device.event, match)
        must_wait = not is_allowed(agreement_of(device.event, game, match), Act.WRITE)
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
        if not written.replayed:
            Game.objects.filter(pk=game.pk).update(guest_revision=written.revision.pk)
        return written


def guest_undo(
    *, device: GuestDevice, match_id: int, number: int, revision: int, key: str
) -> Written:
    """Take the last hand back, within a minute and from the phone that wrote it.

    Raises the errors of ``hand_undo``, and ``ValidationError`` if others have to agree.
    """
    with _acting(device):
        match = match_locked(match_id)
        if not may_undo(device, _game(device.event, match), match, number):
            raise ValidationError(
                _(
                    "Only the phone that recorded it can take it back, within a minute: ask the "
                    "other side."
                ),
                code="not_its_own",
            )
        return _undo(device, match, number=number, revision=revision, key=key)


def may_undo(device: GuestDevice, game: Game, match: Match, number: int) -> bool:
    """Whether a phone wrote this hand within a minute, and nobody confirmed it. One query."""
    if not is_allowed(agreement_of(device.event, game, match), Act.UNDO):
        return False
    newest = HandRevision.objects.filter(match=match, hand__number=number).order_by("no").last()
    if newest is None or newest.kind != RevisionKind.RECORDED or newest.device != device.number:
        return False
    if newest.pk <= game.confirmed_revision:
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
        agreed=Consent(),
    )
    if not weighed.is_kept:
        raise ValidationError(_("Later hands have been recorded since. Ask the organiser."))
    return weighed.outcome


# What both sides agree on: the acts of ``tournaments.phones.agreement``


def agreement_follow(*, match: Match, revision: HandRevision | None, asked_back: int) -> None:
    """Update the players' agreement after a change of a match; the match is locked.

    ``revision`` is that of the hand, None for a result that was entered or withdrawn;
    ``asked_back`` the key of the one that may be taken back, 0 for none. No query for a further
    hand unless one is asked back; four at most.
    """
    if revision is not None and revision.kind == RevisionKind.RECORDED:
        if asked_back:
            Game.objects.filter(match=match.pk).update(take_back_revision=0)
        return
    game = Game.objects.filter(match=match.pk).select_related("table__round__event").get()
    game.take_back_revision = 0
    if revision is None:
        _result_follow(game, match)
    else:
        _change_follow(game, revision)
    game.save(
        update_fields=["guest_revision", "confirmed_revision", "is_disputed", "take_back_revision"]
    )


def _change_follow(game: Game, revision: HandRevision) -> None:
    """A hand was corrected or taken back: it is no longer in question, and disputes of it end."""
    match = game.match_id
    before = standing_hands([match], before=revision.pk)[match]
    in_question = hands_in_question(game.table.round.event, game, before)
    if game.is_disputed and revision.hand.number in in_question:
        game.is_disputed = False
        if revision.kind == RevisionKind.CORRECTED:
            game.confirmed_revision = revision.pk
    hands = standing_hands([match])[match].values()
    game.guest_revision = max((hand.revision for hand in hands if hand.by_player), default=0)


def _result_follow(game: Game, match: Match) -> None:
    """Typed totals end every question; without them the hands are what they were."""
    if match.entered_totals is not None:
        game.is_disputed = False
    elif objection := last_objection(game):
        game.is_disputed = is_objection_open(game, objection)


def take_back_ask(*, device: GuestDevice, match_id: int) -> GameRemark:
    """Ask the other side whether the last hand may be taken back.

    ``ValidationError`` without a last hand, or while another question is open.
    """
    with _acting(device):
        match = match_locked(match_id)
        game = _game_locked(device.event, match)
        state = agreement_of(device.event, game, match)
        if state is Agreement.DECIDED or not match.hand_count:
            raise ValidationError(_("There is nothing to take back."), code="nothing_to_undo")
        if not is_allowed(state, Act.ASK_BACK):
            raise ValidationError(_("The other side has already been asked."), code="asked_already")
        last = HandRevision.objects.filter(match=match, hand__number=match.hand_count)
        game.take_back_revision = last.order_by("-pk").values_list("pk", flat=True)[0]
        said = {"device": device, "player": device.player}
        return _remark(game, RemarkKind.TAKE_BACK, game.take_back_revision, **said)


def game_answer(
    *,
    device: GuestDevice,
    player: Player,
    match_id: int,
    question: Question,
    revision: int,
    is_right: bool,
    text: str = "",
) -> GameRemark:
    """Answer a question to another side; ``player`` holds the phone, their own or another's.

    Right confirms the record, or takes the last hand back if that was asked. Not right opens a
    dispute, or keeps the hand. ``ValidationError`` if the question has changed, or the player is
    not of another side.
    """
    with _acting(device):
        return _answer(device, player, match_id, question, revision, is_right=is_right, text=text)


def _answer(
    device: GuestDevice,
    player: Player,
    match_id: int,
    question: Question,
    revision: int,
    *,
    is_right: bool,
    text: str,
) -> GameRemark:
    match = match_locked(match_id)
    game = _game_locked(device.event, match)
    shown = VIEWS[agreement_of(device.event, game, match)].question
    is_back = shown is Question.MAY_TAKE_BACK
    about = game.take_back_revision if is_back else game.guest_revision
    if question is not shown or question is Question.NONE or about != revision:
        raise ValidationError(
            _("Something has changed in the meantime: check again."), code="question_changed"
        )
    asking = last_asking(game) if is_back else None
    asker = asking.player_id if asking else _writer(device.event, revision)
    if player not in others_than(sides_at(game), asker):
        raise ValidationError(_("A player of another side has to answer this."), code="own_side")
    words = " ".join(text.split())[:MOST_TEXT]
    said = {"device": device, "player": player, "text": words}
    if asking is not None:
        return _take_back_answer(game, match, asking, said, agrees=is_right)
    if is_right:
        game.confirmed_revision = revision
        return _remark(game, RemarkKind.RIGHT, revision, **said)
    if not words:
        raise TextMissingError(_("Say what is wrong."), code="no_text")
    game.is_disputed = True
    remark = _remark(game, RemarkKind.WRONG, revision, **said)
    standings_mark_stale(event_id=device.event_id)
    return remark


def _take_back_answer(
    game: Game, match: Match, asking: GameRemark, said: dict[str, Any], *, agrees: bool
) -> GameRemark:
    """Take back the last hand, or keep it."""
    game.take_back_revision = 0
    kind = RemarkKind.GIVEN_BACK if agrees else RemarkKind.KEPT
    remark = _remark(game, kind, asking.revision, **said)
    if agrees:
        last = HandRevision.objects.select_related("hand").get(pk=asking.revision).hand
        assert asking.device is not None
        _undo(
            asking.device,
            match,
            number=last.number,
            revision=last.revision,
            key=f"back{remark.pk}",
        )
    return remark


@transaction.atomic
def dispute_settle(*, match_id: int, by: User) -> GameRemark:
    """Settle what is open at a table, a dispute or a question, in favour of the present record.

    ``ValidationError`` if nothing is open.
    """
    match = match_locked(match_id)
    row = Game.objects.select_related("table__round__event").get(match=match)
    event = open_event_locked(row.table.round.event_id)
    game = Game.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if not is_allowed(agreement_of(event, game, match), Act.SETTLE):
        raise ValidationError(
            _("There is nothing left to settle at this table."), code="nothing_open"
        )
    newest = HandRevision.objects.filter(match=match).aggregate(last=Max("pk"))["last"] or 0
    game.is_disputed, game.confirmed_revision, game.take_back_revision = False, newest, 0
    remark = _remark(game, RemarkKind.SETTLED, newest, made_by=by)
    standings_mark_stale(event_id=event.pk)
    return remark


def _remark(game: Game, kind: RemarkKind, revision: int, **said: Any) -> GameRemark:
    """Add a remark and save the game that it changed."""
    remark = GameRemark.objects.create(game=game, kind=kind, revision=revision, **said)
    game.remark_count += 1
    game.save(
        update_fields=["remark_count", "confirmed_revision", "is_disputed", "take_back_revision"]
    )
    return remark


def _writer(event: Event, revision: int) -> int | None:
    written = HandRevision.objects.get(pk=revision)
    devices = event.guest_devices.filter(number=written.device or 0)
    return devices.values_list("player_id", flat=True).first()


# Deals


def deal_begin(*, device: GuestDevice, match_id: int, number: int) -> DealStart:
    """Note that a table has begun a deal, so that its players' phones show their hands.

    Idempotent. ``ValidationError`` if the table plays another deal.
    """
    with _acting(device):
        match = match_locked(match_id)
        game = _game_locked(device.event, match)
        if match.is_over or match.next_deal != number:
            raise ValidationError(_("Your table is already at another deal."))
        start, _is_new = DealStart.objects.get_or_create(
            table=game.table, number=number, defaults={"device": device}
        )
        return start


# The director


def director_call(*, device: GuestDevice, number: int) -> DirectorCall:
    """Call the director to a table; repeated calls before the director has seen it are one."""
    with _acting(device):
        event = open_event_locked(device.event_id)
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


def _game(event: Event, match: Match) -> Game:
    game = game_of(event, match.pk)
    if game is None:
        raise RowGone
    return game


def _game_locked(event: Event, match: Match) -> Game:
    """The game of a locked match, under its event's lock."""
    open_event_locked(event.pk)
    return _game(event, match)
