"""The lock of an event, its row, and the mark that its standings are stale.

Every change of entries, rounds or state takes the lock first. Matches are locked before the event.
"""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from core.transactions import Closed, enqueue_on_commit, get_or_gone
from feeds.noting import rows_note
from scoring.models import Match
from tournaments.events.models import Event, EventChange, EventState, Round, RoundState, Table


def event_locked(event_id: int) -> Event:
    """Return the event, locked until the end of the transaction. Raises ``RowGone``."""
    events = Event.objects.select_for_update(of=("self",)).select_related("club")
    return get_or_gone(events, event_id)


def open_event_locked(event_id: int) -> Event:
    """Return the event, locked; raise ``Closed`` if it is finished."""
    event = event_locked(event_id)
    if event.state == EventState.FINISHED:
        raise event_closed(event)
    return event


def event_closed(event: Event) -> Closed:
    """Return the error for a change of a finished event, with what reopens it."""
    slug = event.club.slug
    href = reverse("event-reopen", args=[slug, event.pk])
    operation = f"{reverse('api-clubs-detail', args=[slug])}{event.api_path}reopen/"
    text = _("This event is finished. Open it again to change anything.")
    return Closed(text, href=href, action=_("Reopen this event"), operation=operation)


def matches_locked(event_id: int) -> list[Match]:
    """Return the event's matches, locked: no hand is recorded until the transaction ends."""
    matches = Match.objects.select_for_update(of=("self",))
    return list(matches.filter(game_of__table__round__event=event_id).order_by("pk"))


def round_again(event: Event, round_: Round) -> Round:
    """Reload a round under the event's lock.

    ``ValidationError`` if the rounds have been redrawn since it was read.
    """
    current = event.rounds.filter(pk=round_.pk).first()
    if current is None:
        raise ValidationError(
            _("The rounds have been redrawn in the meantime. Check them again."),
            code="rounds_changed",
        )
    return current


def round_in_state(
    round_: Round, state: RoundState, refusal: ValidationError
) -> tuple[Event, Round]:
    """Return a round and its event, locked and open; raise the refusal if it is in another state.

    A round that has gone since it was read is refused likewise.
    """
    event = open_event_locked(round_.event_id)
    current = event.rounds.filter(pk=round_.pk, state=state).first()
    if current is None:
        raise refusal
    return event, current


def table_again(event: Event, table: Table) -> Table:
    """Return a table and its round under the event's lock; ``ValidationError`` likewise."""
    tables = Table.objects.filter(round__event=event).select_related("round")
    current = tables.filter(pk=table.pk).first()
    if current is None:
        raise ValidationError(
            _("The tables have changed in the meantime. Check them again."), code="tables_changed"
        )
    return current


def refresh_enqueue_on_commit(event_id: int) -> None:
    enqueue_on_commit("tournaments.events.tasks.standings_refresh_task", event_id)


# One statement, as it runs with every hand: the ORM takes two, and ten times as long.
MATCH_CHANGED = """
    UPDATE tournaments_event SET version = version + 1, rules_frozen = %s
    WHERE id = (
        SELECT round.event_id FROM tournaments_game game
        JOIN tournaments_table place ON place.id = game.table_id
        JOIN tournaments_round round ON round.id = place.round_id
        WHERE game.match_id = %s
    )
    RETURNING id, version, standings_version, state, (
        SELECT take_back_revision FROM tournaments_game WHERE match_id = %s
    )
"""


def standings_mark_stale(
    *,
    event_id: int,
    code: str = "",
    matches: Iterable[int] = (),
    **values: Any,
) -> None:
    """Raise an event's version and, where its standings were fresh, enqueue their refresh.

    ``code`` with ``values`` records what was done, as a cause for entries of the book. Two
    queries, one more with a code, inside the caller's transaction. The update takes the row's lock,
    so the version read after it is exact: where the standings were stale before, a message is on
    its way or the running task will look again.
    """
    Event.objects.filter(pk=event_id).update(version=F("version") + 1)
    if code:
        EventChange.objects.create(
            event_id=event_id, code=code, values=values, matches=list(matches)
        )
    event = Event.objects.only("version", "standings_version").filter(pk=event_id).first()
    if event is not None:
        _enqueue_if_fresh((event.pk, event.version, event.standings_version))


def standings_mark_stale_by_match(*, match_id: int, begins: bool = False) -> int | None:
    """Do the same for the event of a match, if it has one, and freeze its rules.

    ``begins`` if they may not have been frozen before. Return the key of the revision that its
    players are asked to take back, 0 for none. One query, inside the transaction that changed the
    match. Raises ``Closed`` if the event is finished.
    """
    with connection.cursor() as cursor:
        cursor.execute(MATCH_CHANGED, [True, match_id, match_id])
        row = cursor.fetchone()
    if row is None:
        return None
    *versions, state, asked_back = row
    if begins:
        rows_note(Event, [Event(pk=row[0])], ["rules_frozen"])
    if state == EventState.FINISHED:
        raise event_closed(Event.objects.select_related("club").get(pk=row[0]))
    _enqueue_if_fresh(tuple(versions))
    return int(asked_back)


def _enqueue_if_fresh(row: tuple[Any, ...]) -> None:
    """Enqueue a refresh unless one was enqueued since the standings were computed."""
    event_id, version, computed = row
    if version - 1 == computed:
        refresh_enqueue_on_commit(event_id)
