"""Receivers: matches of events that change."""

from typing import Any

from django.dispatch import receiver

from scoring.models import HandRevision, Match
from tournaments.events.signals import play_changed
from tournaments.phones.services.table_hands import agreement_follow


@receiver(play_changed, dispatch_uid="phones.agreement_follow")
def table_agrees(
    *, match: Match, revision: HandRevision | None, asked_back: int, **_extra: Any
) -> None:
    """See to what the players of a match agree on. No query for a further hand."""
    agreement_follow(match=match, revision=revision, asked_back=asked_back)
