"""The director's decisions: penalties and bonuses, ties played off, forfeits.

All of them can be taken back; nothing is deleted.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from core.transactions import get_or_gone
from tournaments.events.models import (
    Adjustment,
    Decision,
    DecisionKind,
    Entry,
    Event,
    PlayOff,
    RoundState,
    Table,
    TableSeat,
)
from tournaments.events.services.locking import open_event_locked, standings_mark_stale, table_again

Revoked = TypeVar("Revoked", bound=Decision)


@transaction.atomic
def adjustment_make(
    *, entry: Entry, by: User, reason: str, games: int = 0, marks: int = 0
) -> Adjustment:
    """Add games and marks (or points) to an entry (negative: deduct). Locks the event.

    Until the event is finished. ``ValidationError`` by field.
    """
    event = open_event_locked(entry.event_id)
    current = get_or_gone(event.entries.all(), entry.pk)
    why = " ".join(reason.split())
    adjustment = Adjustment(
        event=event, entry=current, games=games, marks=marks, reason=why, made_by=by
    )
    wrong: dict[str, Any] = {}
    try:
        adjustment.clean_fields(exclude={"event", "entry", "made_by", "revoked_by", "revoked_at"})
    except ValidationError as error:
        wrong = error.update_error_dict(wrong)
    if not games and not marks:
        wrong["marks"] = ValidationError(_("Give games, marks or both."), code="nothing_given")
    if wrong:
        raise ValidationError(wrong)
    standings_mark_stale(event_id=event.pk, code="penalty", number=current.number, reason=why)
    adjustment.save()
    return adjustment


@transaction.atomic
def play_off_record(
    *, event: Event, order: Sequence[int], by: User, kind: str = DecisionKind.HAND, note: str = ""
) -> PlayOff:
    """Note how a tie came out: entries by their numbers, the best first. Locks the event.

    An event that did not rank by play-offs does from now on, before any lot. ``ValidationError``
    where these are not two or more different entries of the event.
    """
    locked = open_event_locked(event.pk)
    known = set(locked.entries.values_list("number", flat=True))
    if len(order) < 2 or len(set(order)) < len(order) or not set(order) <= known:
        raise ValidationError(
            _("A play-off is between two or more, each named once."), code="too_few_named"
        )
    if "play_off" not in locked.tie_breaks:
        keys = [key for key in locked.tie_breaks if key != "lot"]
        locked.tie_breaks = [*keys, "play_off", *locked.tie_breaks[len(keys) :]]
        locked.save(update_fields=["tie_breaks"])
    standings_mark_stale(event_id=locked.pk, code="play_off")
    return PlayOff.objects.create(
        event=locked, kind=kind, order=list(order), note=note.strip(), made_by=by
    )


@transaction.atomic
def decision_revoke(*, decision: Revoked, by: User) -> Revoked:
    """Take a penalty, a bonus, a play-off or a ruling back; it stays on record. Locks the event."""
    open_event_locked(decision.event_id)
    decision.refresh_from_db()
    if decision.revoked_at is not None:
        raise ValidationError(_("This has been taken back already."), code="revoked_already")
    decision.revoked_by, decision.revoked_at = by, timezone.now()
    decision.save(update_fields=["revoked_by", "revoked_at"])
    standings_mark_stale(event_id=decision.event_id, code=f"{decision.code}_revoked")
    return decision


@transaction.atomic
def table_forfeit(*, table: Table, entry: Entry, deals_stand: bool = True) -> Table:
    """Note that an entry gave its meeting up: it counts as the event's forfeit. Locks the event.

    Deals that were played there stand in their comparison unless ``deals_stand`` is false.
    ``ValidationError`` unless the entry sits at a begun table where two sides meet.
    """
    event = open_event_locked(table.round.event_id)
    current = table_again(event, table)
    seats = _seats(current)
    side = next((seat.side for seat in seats if seat.entry_id == entry.pk), None)
    if side is None or current.is_bye:
        raise ValidationError(_("Choose one of those who play at this table."), code="not_at_table")
    if len({seat.side for seat in seats}) != 2:
        raise ValidationError(
            _("Only a meeting of two sides can be forfeited."), code="not_two_sides"
        )
    if any(seat.forfeited for seat in seats if seat.side == side):
        raise ValidationError(_("This meeting is already forfeited."), code="forfeited_already")
    current.seats.filter(side=side).update(forfeited=True)
    current.deals_stand = deals_stand
    current.save(update_fields=["deals_stand"])
    standings_mark_stale(event_id=event.pk, code="forfeit")
    return current


@transaction.atomic
def table_forfeit_undo(*, table: Table) -> Table:
    """Undo a forfeit: the played hands count again. Locks the event."""
    event = open_event_locked(table.round.event_id)
    current = table_again(event, table)
    if not any(seat.forfeited for seat in _seats(current)):
        raise ValidationError(_("Nobody forfeited at this table."), code="not_forfeited")
    current.seats.update(forfeited=False)
    current.deals_stand = True
    current.save(update_fields=["deals_stand"])
    standings_mark_stale(event_id=event.pk, code="forfeit_undone")
    return current


def _seats(table: Table) -> list[TableSeat]:
    """The seats of a table whose round has begun."""
    if table.round.state != RoundState.BEGUN:
        raise ValidationError(_("This round has not begun."), code="not_begun")
    return list(table.seats.all())
