"""Who sits in the matches of begun rounds, as entries, seats and substitutes have it."""

from scoring.models import Match, Seat
from tournaments.formats import FORMATS
from tournaments.models import Event, TableSeat
from tournaments.seating import seat_number
from tournaments.selectors.lineups import lineups_at


def seat_write(event: Event, seat: TableSeat) -> None:
    """Write who plays for the entry at a seat into the matches of its table; these are locked."""
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
