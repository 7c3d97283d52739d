"""Changes of clubs, members and players are noted in the feed."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Model
from django.dispatch import receiver

from clubs.models import Club, Membership, Player
from clubs.signals import rows_changed
from feeds.changes import changes_note
from feeds.models import ChangeKind

KINDS: Final[dict[type[Model], ChangeKind]] = {
    Club: ChangeKind.CLUB,
    Membership: ChangeKind.MEMBER,
    Player: ChangeKind.PLAYER,
}


@receiver(rows_changed)
def note(sender: type[Model], *, club_id: int, paths: Sequence[str], **_signal: Any) -> None:
    """Note each row."""
    changes_note(club_id, *((KINDS[sender], path) for path in paths))
