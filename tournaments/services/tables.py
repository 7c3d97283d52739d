"""What a director decides at a table: who won a meeting that ended level."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from tournaments.models import DecisionKind, PlayOff, RoundState, Table
from tournaments.selectors.pairing_state import table_result
from tournaments.services.locking import open_event_locked, table_again
from tournaments.services.staleness import standings_mark_stale


@transaction.atomic
def table_decide(
    *, table: Table, side: int, kind: DecisionKind, by: User, note: str = ""
) -> PlayOff:
    """Note which side won a level meeting by one hand or a piece drawn. Locks the event.

    It goes on where a winner is needed, and is a play-off for the tie-break of that name.
    ``ValidationError`` where the table is playing, or has a winner.
    """
    event = open_event_locked(table.round.event_id)
    found = table_again(event, table)
    seats = list(found.seats.select_related("entry"))
    if found.round.state != RoundState.BEGUN or side not in {seat.side for seat in seats}:
        raise ValidationError(_("Choose one of those who play at this table."))
    result = table_result(found, seats, list(found.games.select_related("match")))
    if not result.is_over or result.winners:
        raise ValidationError(_("Only a meeting that ended level can be decided."))
    found.decided_side = side
    found.save(update_fields=["decided_side"])
    order = sorted(seats, key=lambda seat: (seat.side != side, seat.place))
    standings_mark_stale(event_id=event.pk, code="table_decided")
    return PlayOff.objects.create(
        event=event,
        kind=kind,
        order=[seat.entry.number for seat in order],
        note=note.strip(),
        made_by=by,
    )


@transaction.atomic
def table_decision_undo(*, table: Table) -> Table:
    """Take back who won a level meeting. Locks the event. The play-off stays until revoked."""
    event = open_event_locked(table.round.event_id)
    found = table_again(event, table)
    if found.decided_side is None:
        raise ValidationError(_("Nothing has been decided at this table."))
    found.decided_side = None
    found.save(update_fields=["decided_side"])
    standings_mark_stale(event_id=event.pk, code="play_off_revoked")
    return found
