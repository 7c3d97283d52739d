"""Wrong seats noticed after a round began: who sat there is put right, what was played stays."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.models import Match, Seat
from scoring.signals import match_changed
from tournaments.formats import FORMATS
from tournaments.models import Event, Round, RoundState, TableSeat
from tournaments.seating import seat_number
from tournaments.selectors.lineups import lineups_at
from tournaments.services.locking import matches_locked, open_event_locked
from tournaments.services.staleness import standings_outdate


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
        raise ValidationError(_("Only in a round that has begun can somebody sit wrongly."))
    found = TableSeat.objects.filter(table__round=current).select_related("table", "entry")
    seats = {seat.entry.number: seat for seat in found}
    if one == other or not {one, other} <= seats.keys():
        raise ValidationError(_("Choose two who take part in this round."))
    pair = [seats[one], seats[other]]
    pair[0].entry, pair[1].entry = pair[1].entry, pair[0].entry
    TableSeat.objects.bulk_update(pair, ["entry"])
    for seat in pair:
        _names_write(event, current, seat)
    standings_outdate(event_id=event.pk)
    return current


def _names_write(event: Event, round_: Round, seat: TableSeat) -> None:
    """Write who plays for the entry now into the matches of its table."""
    sides = FORMATS[event.format].entries_a_table(event.game)
    matches = Match.objects.filter(game_of__table=seat.table_id)
    for place, player in enumerate(lineups_at(event, round_.number)[seat.entry_id]):
        number = seat_number(side=seat.place, place=place, sides=sides)
        Seat.objects.filter(match__in=matches, number=number).update(
            player=player, name=player.name
        )
    for match in matches:
        match.version += 1
        match.save(update_fields=["version", "changed_at"])
        match_changed.send(sender=Match, match=match)
