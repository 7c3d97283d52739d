"""Marking standings stale: the mark is the truth, the message on commit only a hint."""

from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.models import F

from tournaments.adapters import refresh_enqueue_on_commit
from tournaments.models import Event, EventChange, EventState
from tournaments.services.locking import event_closed

# One statement, because it runs with every hand: the ORM would take two and ten times as long.
MATCH_CHANGED = """
    UPDATE tournaments_event SET version = version + 1, rules_frozen = %s
    WHERE id = (
        SELECT round.event_id FROM tournaments_game game
        JOIN tournaments_table place ON place.id = game.table_id
        JOIN tournaments_round round ON round.id = place.round_id
        WHERE game.match_id = %s
    )
    RETURNING id, version, standings_version, state
"""


def standings_mark_stale(
    *, event_id: int, code: str = "", matches: Iterable[int] = (), **values: Any
) -> None:
    """Raise an event's version and, where its standings were fresh, send for the worker.

    ``code`` with ``values`` notes what was done, for books to name as a cause. Two queries, one
    more with a code, inside the caller's transaction. The update takes the row's lock, so what is
    read after it is exact: whoever finds the standings stale already knows that a message is on
    its way or the running task will look again.
    """
    Event.objects.filter(pk=event_id).update(version=F("version") + 1)
    if code:
        EventChange.objects.create(
            event_id=event_id, code=code, values=values, matches=list(matches)
        )
    found = Event.objects.filter(pk=event_id)
    _hint_if_fresh(found.values_list("pk", "version", "standings_version").first())


def standings_mark_stale_by_match(*, match_id: int) -> None:
    """The same for the event that a match belongs to, if it does; its rules are frozen now.

    One query, inside the transaction that changed the match: it takes the lock of the event, and
    what it tells of it is exact. Raises ``Closed`` where the event is finished.
    """
    with connection.cursor() as cursor:
        cursor.execute(MATCH_CHANGED, [True, match_id])
        row = cursor.fetchone()
    if row is None:
        return
    *versions, state = row
    if state == EventState.FINISHED:
        raise event_closed(Event.objects.select_related("club").get(pk=row[0]))
    _hint_if_fresh(tuple(versions))


def _hint_if_fresh(row: tuple[Any, ...] | None) -> None:
    """Send for the worker where nobody has since the standings were computed."""
    if row is None:
        return
    event_id, version, computed = row
    if version - 1 == computed:
        refresh_enqueue_on_commit(event_id)
