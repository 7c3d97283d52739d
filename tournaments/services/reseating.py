"""Wrong seats noticed after a round began: who sat there is put right, what was played stays."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Round, RoundState, TableSeat
from tournaments.services.locking import matches_locked, open_event_locked
from tournaments.services.seats import seat_write
from tournaments.services.staleness import standings_mark_stale


@transaction.atomic
def entries_reseat(*, round: Round, one: int, other: int) -> Round:  # noqa: A002 the domain's word
    """Exchange two entries, by their numbers, in a begun round. Locks its matches and the event.

    The hands stay at the seats where they were played and count for who really sat there; whoever
    changes with a bye takes over the table. Exchanging once more takes it back.
    ``ValidationError`` where one of them has no place in the round.
    """
    matches_locked(round.event_id)
    event = open_event_locked(round.event_id)
    current = event.rounds.filter(pk=round.pk, state=RoundState.BEGUN).first()
    if current is None:
        raise ValidationError(_("Seats can be put right only in a round that has begun."))
    found = TableSeat.objects.filter(table__round=current).select_related("table__round", "entry")
    seats = {seat.entry.number: seat for seat in found}
    if one == other or not {one, other} <= seats.keys():
        raise ValidationError(_("Choose two who take part in this round."))
    pair = [seats[one], seats[other]]
    pair[0].entry, pair[1].entry = pair[1].entry, pair[0].entry
    TableSeat.objects.bulk_update(pair, ["entry"])
    for seat in pair:
        seat_write(event, seat)
    standings_mark_stale(event_id=event.pk)
    return current
