"""Recording, correcting, undoing and unsealing hands: the one way in for pages, API and imports.

Every service locks the match, appends one revision, updates the derived rows and sends
``match_changed``, all in one transaction. A receiver may raise ``Closed`` where the host of the
match is finished; then nothing is written.
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubs.models import User
from core.queries import CompiledQuery
from core.transactions import is_trial
from feeds.models import ChangeKind
from feeds.noting import changes_note
from rules import explain, verdict
from rules.problems import Code, Problem, SeatInText, problem
from scoring.errors import (
    HandConflict,
    HandRejected,
    KeyReused,
    MatchConflict,
    NothingToUndo,
    ReasonMissing,
)
from scoring.host import Stage, host_of
from scoring.models import Hand, HandRevision, Match, RevisionKind
from scoring.running_score import match_rotation
from scoring.sealing import seal, unseal, without_pieces
from scoring.services.matches import match_advance, match_locked, match_refold
from scoring.services.numbers import numbers_write
from scoring.signals import match_changed

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody without an account: the name, and the number of the device it was written on."""

    shown_name: str
    device: int


Author = User | Guest


@dataclass(frozen=True, slots=True)
class Written:
    """The result of a service; ``replayed`` if the same request was answered before."""

    match: Match
    hand: Hand
    revision: HandRevision
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class _Request:
    """The author, key and reason of a request; equal requests have equal digests."""

    author: Author
    key: str
    digest: str
    reason: str = ""


@transaction.atomic
def hand_record(
    *,
    match_id: int,
    record: Record,
    author: Author,
    number: int | None = None,
    version: int | None = None,
    key: str = "",
    derived_calls: Collection[int] = (),
) -> Written:
    """Record the next hand of a match. Locks the match.

    ``record`` is a hand record; format, game and rules default to the match's. ``derived_calls``
    are the places in its auction of calls that nobody wrote. ``number`` is the next hand and
    ``version`` the match's version as the sender saw them, if known. The same ``key`` with the same
    record is the same hand. Pieces are sealed while the match is.

    Raises ``HandRejected`` with every problem, ``HandConflict`` if hand ``number`` is already
    recorded, ``MatchConflict`` if the version differs, ``KeyReused``.
    """
    match = match_locked(match_id)
    request = _Request(author, key, _digest("record", record))
    if earlier := _answered(match, request):
        return earlier
    if version is not None and version != match.version:
        raise MatchConflict(current=match)
    following = match.hand_count + 1
    if number is not None and number != following:
        raise HandConflict(current=_hand(match, number), submitted=record)
    full = _completed(match, record)
    if match.is_over:
        raise HandRejected(
            match.game, [problem(Code.MATCH_AFTER_END, "", "The match is already over.")]
        )
    judged = _judged(full)
    _must_deal(match, full["dealer"])
    _must_be_dealt(match, following, full)
    used_before = following <= match.numbers_used
    hand = (_hand(match, following) if used_before else None) or Hand(match=match, number=following)
    derived = sorted(derived_calls)
    written = RevisionKind.RECORDED
    return _append(hand, written, request, record=full, judged=judged, derived_calls=derived)


@transaction.atomic
def hand_correct(
    *,
    match_id: int,
    number: int,
    record: Record,
    author: Author,
    reason: str,
    revision: int,
    key: str = "",
    derived_calls: Collection[int] = (),
) -> Written:
    """Replace the record of a hand. Locks the match.

    ``revision`` is the one that the sender saw. The dealer cannot change. Later hands stay; those
    after a new end of the match no longer count.

    Raises ``ReasonMissing``, ``HandConflict`` where the hand has changed since, ``HandRejected``,
    ``KeyReused``.
    """
    match = match_locked(match_id)
    reason = reason.strip()
    request = _Request(author, key, _digest(f"correct {number} {reason}", record), reason)
    if earlier := _answered(match, request):
        return earlier
    if not reason and not is_trial():
        raise ReasonMissing
    hand = _hand(match, number)
    if hand is None or hand.record is None or hand.revision != revision:
        raise HandConflict(current=hand, submitted=record)
    full = _completed(match, record)
    if full.get("dealer") != hand.record["dealer"]:
        raise HandRejected(match.game, [_wrong_dealer(hand.record["dealer"])])
    judged = _judged(full)
    _must_be_dealt(match, number, full)
    derived = sorted(derived_calls)
    written = RevisionKind.CORRECTED
    return _append(hand, written, request, record=full, judged=judged, derived_calls=derived)


@transaction.atomic
def hand_undo(
    *, match_id: int, author: Author, number: int, revision: int, reason: str = "", key: str = ""
) -> Written:
    """Undo the last hand of a match; its history stays. Locks the match.

    Raises ``NothingToUndo``; ``HandConflict`` if ``number`` is no longer the last hand or has
    changed; ``ReasonMissing`` if others rely on it; ``KeyReused``.
    """
    match = match_locked(match_id)
    request = _Request(author, key, _digest(f"undo {number} {revision}", {}), reason.strip())
    if earlier := _answered(match, request):
        return earlier
    if match.hand_count == 0:
        raise NothingToUndo
    hand = _hand(match, number)
    if hand is None or number != match.hand_count or hand.revision != revision:
        raise HandConflict(current=_hand(match, match.hand_count), submitted=None)
    if not (request.reason or is_trial()) and host_of(match).stage() is Stage.PAST:
        raise ReasonMissing
    return _append(hand, RevisionKind.UNDONE, request)


_KEYED = CompiledQuery(
    lambda match, key, author: (
        HandRevision.objects.order_by()
        .filter(match=match, key=key, author=author)
        .values_list("pk")
    )
)
_KEYED_BY_GUEST = CompiledQuery(
    lambda match, key, device: (
        HandRevision.objects.order_by()
        .filter(match=match, key=key, device=device)
        .values_list("pk")
    )
)


def _hand(match: Match, number: int) -> Hand | None:
    """The hand, with the locked instance of the match."""
    hand = Hand.objects.filter(match=match, number=number).first()
    if hand is not None:
        hand.match = match
    return hand


def _digest(what: str, record: Record) -> str:
    text = json.dumps([what, record], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _answered(match: Match, request: _Request) -> Written | None:
    """Return the result stored under this key; ``KeyReused`` if the request differs."""
    if not request.key:
        return None
    author = request.author
    if isinstance(author, Guest):
        found = _KEYED_BY_GUEST(match.pk, request.key, author.device)
    else:
        found = _KEYED(match.pk, request.key, author.pk)
    if not found:
        return None
    earlier = HandRevision.objects.select_related("hand").get(pk=found[0][0])
    if earlier.digest != request.digest:
        raise KeyReused(current=earlier.hand)
    return Written(match, earlier.hand, earlier, replayed=True)


def _completed(match: Match, record: Record) -> Record:
    """The record with the match's format, game and rules, which it may repeat."""
    stated: Record = {"format": "hand-record/1", "game": match.game, "rules": match.rules}
    for name, value in stated.items():
        if record.get(name, value) != value:
            raise HandRejected(
                match.game,
                [problem(Code.RULES_BAD_VALUE, f"/{name}", "The match is set up differently.")],
            )
    return stated | record


def _wrong_dealer(seat: int) -> Problem:
    return problem(
        Code.MATCH_WRONG_DEALER, "/dealer", "{seat} has the deal.", seat=SeatInText(seat)
    )


def _must_deal(match: Match, dealer: int) -> None:
    """Check the dealer: any for the first hand, unless players take turns or deals are given."""
    if dealer == match.next_dealer:
        return
    if match_rotation(match).rotates:
        raise HandRejected(match.game, [_deals_aside(match.next_dealer)])
    if match.hand_count or match.first_deal is not None:
        raise HandRejected(match.game, [_wrong_dealer(match.next_dealer)])


def _must_be_dealt(match: Match, number: int, record: Record) -> None:
    """Refuse hands that are not those of the deal that is played."""
    dealt = match.deal_number(number) is not None
    if dealt and (problems := host_of(match).deal_problems(number, record)):
        raise HandRejected(match.game, problems)


def _deals_aside(seat: int) -> Problem:
    return problem(
        Code.MATCH_WRONG_DEALER,
        "/dealer",
        "The dealer sits out and is recorded as the last seat, {number}.",
        number=seat,
    )


def _judged(record: Record) -> dict[str, Any]:
    judged = verdict(record)
    if not judged["ok"]:
        raise HandRejected(record["game"], explain(record))
    return judged


def _append(
    hand: Hand,
    kind: RevisionKind,
    request: _Request,
    *,
    record: Record | None = None,
    judged: dict[str, Any] | None = None,
    derived_calls: list[int] | None = None,
) -> Written:
    """Append a revision, copy it to the hand, and update the match, which is locked."""
    match, author = hand.match, request.author
    was_over = match.is_over
    sealed: Record | None = None
    if match.is_sealed and record is not None and judged is not None:
        (record, sealed), judged = seal(record), without_pieces(judged)
    hand.revision += 1
    hand.record, hand.verdict, hand.derived_calls = record, judged, derived_calls
    hand.sealed = sealed
    if kind is RevisionKind.RECORDED:
        hand.counted = True
    hand.save()
    revision = HandRevision.objects.create(
        hand=hand,
        match=match,
        no=hand.revision,
        kind=kind,
        record=record,
        derived_calls=derived_calls,
        sealed=sealed,
        verdict=judged,
        reason=request.reason,
        author=None if isinstance(author, Guest) else author,
        author_name=author.shown_name,
        device=author.device if isinstance(author, Guest) else None,
        created_at=timezone.now(),
        key=request.key or None,
        digest=request.digest if request.key else "",
    )
    if kind is RevisionKind.RECORDED:
        match_advance(match, hand=hand)
    else:
        match_refold(match)
    if was_over or match.is_over:
        changes_note(match.club_id, (ChangeKind.RESULT, match.api_path))
    match_changed.send(sender=Match, match=match, revision=revision)
    return Written(match, hand, revision)


@transaction.atomic
def match_open(*, match_id: int, deals: Mapping[int, dict[str, Any]]) -> None:
    """Put the pieces of a sealed match back into its records, with the hands as dealt.

    ``deals`` are the keys of records by deal number. Each hand gets a revision in the name of its
    author. A record that contradicts its deal stays without it. Locks the match; does nothing if it
    is already open.
    """
    match = match_locked(match_id)
    if not match.is_sealed:
        return
    for hand in match.hands.filter(record__isnull=False):
        number = match.deal_number(hand.number)
        _open(hand, {} if number is None else deals.get(number, {}))
    numbers_write([match])
    # The time of the last change stays, because nobody at the table acted.
    Match.objects.filter(pk=match.pk).update(is_sealed=False, version=F("version") + 1)


def _open(hand: Hand, deal: dict[str, Any]) -> None:
    assert hand.record is not None
    written = HandRevision.objects.get(hand=hand, no=hand.revision)
    whole = unseal(hand.record, hand.sealed)
    full = whole | deal
    judged = verdict(full)
    if not judged["ok"]:
        full, judged = whole, verdict(whole)
    hand.revision += 1
    hand.record, hand.verdict, hand.sealed = full, judged, None
    hand.save(update_fields=["revision", "record", "verdict", "sealed"])
    HandRevision.objects.create(
        hand=hand,
        match_id=hand.match_id,
        no=hand.revision,
        kind=RevisionKind.OPENED,
        record=full,
        derived_calls=hand.derived_calls,
        verdict=judged,
        reason=written.reason,
        author_id=written.author_id,
        author_name=written.author_name,
        device=written.device,
        created_at=timezone.now(),
    )
