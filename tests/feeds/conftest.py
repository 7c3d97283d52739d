"""The evening of the tests of the API, for the feed and webhooks."""

from django.db import transaction

from feeds.models import ChangeKind
from feeds.noting import changes_note
from tests.api.conftest import api, club, evening, held, no_requests_before, owner, start

__all__ = ["api", "club", "evening", "held", "no_requests_before", "owner", "start"]


@transaction.atomic
def note(club: int, kind: ChangeKind, path: str) -> None:
    """A transaction that notes one change."""
    changes_note(club, (kind, path))
