"""The feed of changes: what changed in a club, in the order in which it was committed.

A row's key says nothing of the order of commits: on PostgreSQL the transaction that took key 7 may
commit after the one with key 8, and a reader that was at 8 would never see 7. So rows are written
without a place in the feed. Who reads the feed first gives the next numbers to all rows that are
committed by then, under the lock of the club's row. A number is therefore higher than every number
that anybody has been shown before. Writers wait for nothing, and their order does not matter.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club
from feeds.models import Change, ChangeKind

RETENTION: Final = timedelta(days=90)
"""How long changes are kept."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

NOW: Final = "now"
"""The mark that asks for the end of the feed."""


NUMBER = """
    UPDATE feeds_change SET number = %s + following.place
    FROM (
        SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM feeds_change
        WHERE club_id = %s AND number IS NULL
    ) following
    WHERE feeds_change.id = following.id
"""


def changes_number(club_id: int) -> None:
    """Give the committed changes of a club their numbers. Locks the club where there are any."""
    if not Change.objects.filter(club=club_id, number=None).exists():
        return
    with transaction.atomic():
        # Foreign keys to the club do not wait for this lock.
        Club.objects.select_for_update(no_key=True).only("pk").get(pk=club_id)
        with connection.cursor() as cursor:
            cursor.execute(NUMBER, [last_number(club_id), club_id])


def last_number(club_id: int) -> int:
    """Return the number of the newest change that has one; 0 without any."""
    newest: int | None = Change.objects.filter(club=club_id).aggregate(last=Max("number"))["last"]
    return newest or 0


def changes_clear() -> None:
    """Delete changes older than ``RETENTION``, but of each club the newest: it has the count."""
    newest = (
        Change.objects.filter(club=OuterRef("club"), number__isnull=False)
        .order_by("-number")
        .values("number")[:1]
    )
    old = Change.objects.filter(made_at__lt=timezone.now() - RETENTION, number__isnull=False)
    old.filter(number__lt=Subquery(newest)).delete()


@dataclass(frozen=True, slots=True)
class ChangePage:
    """Changes after a mark; ``mark`` asks for those that follow, ``more`` says if there are any."""

    changes: list[Change]
    mark: str
    more: bool


def changes_page(
    *, club: Club, since: str = "", size: int = 50, hidden: Collection[ChangeKind] = ()
) -> ChangePage:
    """Return the next ``size`` changes after the mark ``since``, by default the oldest kept,
    without those of ``hidden`` kinds.

    Gives committed changes their numbers first. Raises ``ValidationError`` where this feed never
    gave the mark, or what followed it is no longer kept.
    """
    changes_number(club.pk)
    rows = Change.objects.filter(club=club, number__isnull=False)
    if since == NOW:
        newest = rows.order_by("-number").first()
        return ChangePage([], _mark(newest) if newest else "", more=False)
    following = rows.filter(number__gt=_after(rows, since)).exclude(kind__in=hidden)
    changes = list(following.order_by("number")[: size + 1])
    shown = changes[:size]
    for change in shown:
        change.club = club
    return ChangePage(shown, _mark(shown[-1]) if shown else since, more=len(changes) > size)


def _mark(change: Change) -> str:
    """Return the mark of a change: its number and time, which reveals a feed restored from a
    backup."""
    moment = (change.made_at - EPOCH) // timedelta(microseconds=1)
    return urlsafe_b64encode(f"{change.number}.{moment}".encode()).decode().rstrip("=")


def _after(rows: QuerySet[Change], since: str) -> int:
    """Return the number of the change that a mark stands for."""
    if not since:
        return 0
    wrong = ValidationError(
        {
            "since": ValidationError(
                _("This feed does not know this mark, or no longer does. Read everything again."),
                code="unknown_mark",
            )
        }
    )
    try:
        text = urlsafe_b64decode(since + "=" * (-len(since) % 4)).decode()
        number, moment = map(int, text.split("."))
        made_at = EPOCH + timedelta(microseconds=moment)
    except (ValueError, binascii.Error, OverflowError) as error:
        raise wrong from error
    if not (0 < number < 2**63 and rows.filter(number=number, made_at=made_at).exists()):
        raise wrong
    return number
