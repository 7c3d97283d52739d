"""The room: which tables can be played at, and how a place in it is spoken of."""

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournaments.models import Event, Round, RoundState, Table
from tournaments.selectors.pairing_state import table_results


def room_of(event: Event) -> frozenset[int]:
    """The numbers of the tables that can be played at.

    Where the event does not say how many there are, as many as its largest round has. One query
    then.
    """
    count = event.tables_in_room or _most_tables(event)
    found = frozenset(range(1, count + 1)) - frozenset(event.tables_lost)
    # Of more lost than there are, one must have been put back without anybody saying so.
    return found or frozenset({1})


def open_numbers(event: Event) -> dict[int, frozenset[int]]:
    """The numbers, in the draw, of the tables still playing, by the key of their begun round.

    Five queries.
    """
    begun = list(event.rounds.filter(state=RoundState.BEGUN))
    tables = Table.objects.filter(round__in=begun, is_bye=False).order_by("number")
    by_round: dict[int, list[int]] = {round_.pk: [] for round_ in begun}
    for key, number in tables.values_list("round_id", "number"):
        by_round[key].append(number)
    return {
        round_.pk: frozenset(
            number
            for number, result in zip(by_round[round_.pk], came, strict=True)
            if not result.is_over
        )
        for round_, came in zip(begun, table_results(event, begun), strict=True)
    }


def free_tables(event: Event) -> int | None:
    """How many tables of the room nobody plays at; None where the room has as many as wanted.

    Seven queries, or none.
    """
    if not (event.tables_in_room or event.tables_lost):
        return None
    playing = open_numbers(event)
    taken = {
        table.in_room
        for table in Table.objects.filter(round__in=playing, is_bye=False)
        if table.number in playing[table.round_id]
    }
    return len(room_of(event) - taken)


def game_label(event: Event, round_: Round, table: Table, number: int | None) -> str:
    """What a match is called; ``number`` where its table plays several."""
    values = {"round": round_.number, "table": table.in_room, "game": number}
    if number is None:
        place = _("round %(round)d, table %(table)d") % values
    else:
        place = _("round %(round)d, table %(table)d, game %(game)d") % values
    if table.shift > 1:
        place = _("%(place)s, shift %(shift)d") % {"place": place, "shift": table.shift}
    return f"{event.name}: {place}"


def _most_tables(event: Event) -> int:
    tables = Count("tables", filter=Q(tables__is_bye=False))
    counts = event.rounds.annotate(count=tables).values_list("count", flat=True)
    return max(counts, default=1)
