"""Changes at a table: the winner of a level meeting, and reseating."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from engine.pairings.format import seat_number
from engine.pairings.formats import FORMATS
from scoring.models import Match, Seat
from scoring.services.numbers import numbers_write
from tournaments.events.models import (
    DecisionKind,
    Event,
    PlayOff,
    Round,
    RoundState,
    Table,
    TableSeat,
)
from tournaments.events.selectors.events import lineups_at
from tournaments.events.selectors.pairing_state import table_result
from tournaments.events.services.locking import (
    matches_locked,
    open_event_locked,
    round_in_state,
    standings_mark_stale,
    table_again,
)


@transaction.atomic
def table_decide(
    *, table: Table, side: int, by: User, kind: str = DecisionKind.HAND, note: str = ""
) -> PlayOff:
    """Record which side won a level meeting by one hand or a piece drawn. Locks the event.

    It also counts as a play-off. ``ValidationError`` where the table is playing or has a winner, or
    where all forfeited and no bracket needs one of them.
    """
    event = open_event_locked(table.round.event_id)
    current = table_again(event, table)
    seats = list(current.seats.select_related("entry"))
    if current.round.state != RoundState.BEGUN or side not in {seat.side for seat in seats}:
        raise ValidationError(_("Choose one of those who play at this table."), code="not_at_table")
    result = table_result(current, seats, list(current.games.select_related("match")))
    needs_winner = FORMATS[event.format].needs_winner(current.round.stage)
    all_forfeited = all(seat.forfeited for seat in seats)
    if not result.is_over or result.winners or (all_forfeited and not needs_winner):
        raise ValidationError(
            _("Only a meeting that ended level can be decided."), code="not_level"
        )
    current.decided_side = side
    current.save(update_fields=["decided_side"])
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
    """Take a decision back; its play-off stays until revoked. Locks the event."""
    event = open_event_locked(table.round.event_id)
    current = table_again(event, table)
    if current.decided_side is None:
        raise ValidationError(_("Nothing has been decided at this table."), code="not_decided")
    current.decided_side = None
    current.save(update_fields=["decided_side"])
    standings_mark_stale(event_id=event.pk, code="play_off_revoked")
    return current


# Seats in the matches of begun rounds.


def seat_write(event: Event, seat: TableSeat) -> None:
    """Write an entry's players into the matches of its table; these are locked."""
    sides = FORMATS[event.format].entries_a_table(event.game)
    matches = Match.objects.filter(game_of__table=seat.table_id)
    lineup = lineups_at(event, seat.table.round.number)[seat.entry_id]
    for place, player in enumerate(lineup):
        number = seat_number(side=seat.place, place=place, sides=sides)
        Seat.objects.filter(match__in=matches, number=number).update(
            player=player, name=player.name
        )
    for match in matches:
        match.version += 1
        match.save(update_fields=["version", "changed_at"])
    numbers_write(list(matches))


# Correcting the seating after a round began; recorded hands stay.


@transaction.atomic
def entries_reseat(*, round: Round, entry: int, other: int) -> Round:  # noqa: A002 the domain's word
    """Swap two entries, by their numbers, in a begun round. Locks its matches and the event.

    Hands stay at their seats and count for the corrected players; an entry with a bye takes over
    the table. ``ValidationError`` if one of them has no place in the round.
    """
    matches_locked(round.event_id)
    text = _("Seats can be corrected only in a round that has begun.")
    refusal = ValidationError(text, code="not_begun")
    event, current = round_in_state(round, RoundState.BEGUN, refusal)
    round_seats = TableSeat.objects.filter(table__round=current).select_related(
        "table__round", "entry"
    )
    seats = {seat.entry.number: seat for seat in round_seats}
    if entry == other or not {entry, other} <= seats.keys():
        raise ValidationError(_("Choose two who take part in this round."), code="not_in_round")
    pair = [seats[entry], seats[other]]
    pair[0].entry, pair[1].entry = pair[1].entry, pair[0].entry
    TableSeat.objects.bulk_update(pair, ["entry"])
    for seat in pair:
        seat_write(event, seat)
    standings_mark_stale(event_id=event.pk)
    return current
