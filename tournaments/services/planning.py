"""Planning what is still to be played. Begun rounds are read and never written."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tournaments.formats import FORMATS
from tournaments.models import Entry, Event, Lot, Round, RoundState, Table, TableSeat
from tournaments.movements.base import PlannedRound, Situation

ORDER_LOT = "order"


def rounds_replan(event: Event) -> None:
    """Plan the rounds not yet begun anew, where a plan has been made. The event is locked.

    The format may keep what it announced, as far as that still holds.
    """
    if event.rounds.exists():
        announced = stored_rounds(event.rounds.filter(state=RoundState.PLANNED))
        rounds_rewrite(event, announced=announced)


def rounds_rewrite(event: Event, *, announced: tuple[PlannedRound, ...] = ()) -> None:
    """Replace the planned rounds by what the format plans from here. The event is locked."""
    entries = {entry.number: entry for entry in event.entries.all()}
    format_ = FORMATS[event.format]
    played = stored_rounds(event.rounds.filter(state=RoundState.BEGUN))
    plan = format_.plan(
        Situation(
            entries=draw_order(event, entries),
            absent=frozenset(number for number, entry in entries.items() if not entry.is_active),
            played=played,
            options=event.format_options,
            size=format_.entries_a_table(event.game),
            announced=announced,
        )
    )
    planned = event.rounds.filter(state=RoundState.PLANNED)
    Table.objects.filter(round__in=planned).delete()
    planned.delete()
    _write(event, plan, entries, first_number=len(played) + 1)


def stored_rounds(rounds: Iterable[Round]) -> tuple[PlannedRound, ...]:
    """Stored rounds in the words of the movements. Two queries."""
    by_round: dict[int, list[TableSeat]] = {round_.pk: [] for round_ in rounds}
    seats = TableSeat.objects.filter(table__round__in=by_round).select_related("table", "entry")
    for seat in seats.order_by("table__number", "place"):
        by_round[seat.table.round_id].append(seat)
    return tuple(_as_planned(seats) for seats in by_round.values())


def draw_order(event: Event, numbers: Iterable[int]) -> tuple[int, ...]:
    """The entries' numbers in the order drawn, latecomers behind; by number without a lot."""
    lot = Lot.objects.filter(event=event, purpose__startswith=ORDER_LOT).order_by("pk").last()
    drawn = {number: place for place, number in enumerate(lot.outcome["order"])} if lot else {}
    return tuple(sorted(sorted(numbers), key=lambda number: drawn.get(number, len(drawn))))


def _as_planned(seats: Iterable[TableSeat]) -> PlannedRound:
    tables: dict[int, list[int]] = defaultdict(list)
    byes = []
    for seat in seats:
        if seat.table.is_bye:
            byes.append(seat.entry.number)
        else:
            tables[seat.table_id].append(seat.entry.number)
    return PlannedRound(tuple(map(tuple, tables.values())), tuple(byes))


def _write(
    event: Event,
    plan: Sequence[PlannedRound],
    entries: Mapping[int, Entry],
    *,
    first_number: int,
) -> None:
    rounds = Round.objects.bulk_create(
        Round(event=event, number=first_number + index) for index in range(len(plan))
    )
    laid = [
        (table, sitting)
        for round_, planned in zip(rounds, plan, strict=True)
        for table, sitting in _tables(round_, planned)
    ]
    Table.objects.bulk_create(table for table, _sitting in laid)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, place=place, entry=entries[number])
        for table, sitting in laid
        for place, number in enumerate(sitting)
    )


def _tables(round_: Round, planned: PlannedRound) -> Iterator[tuple[Table, tuple[int, ...]]]:
    """Tables with the numbers of who sits there; from 1, and after them those who sit out."""
    for number, sitting in enumerate(planned.tables, start=1):
        yield Table(round=round_, number=number), sitting
    for number, entry in enumerate(planned.byes, start=len(planned.tables) + 1):
        yield Table(round=round_, number=number, is_bye=True), (entry,)
