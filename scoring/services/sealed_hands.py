"""Opening the hands of a match whose deals were secret."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from rules import verdict
from scoring.models import Hand, HandRevision, Match, RevisionKind
from scoring.sealing import unseal
from scoring.services.matches import match_locked
from scoring.services.numbers import numbers_write


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
