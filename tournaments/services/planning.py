"""Planning what is still to be played. Begun rounds are read and never written."""

from collections.abc import Iterable, Sequence

from tournaments.formats import FORMATS
from tournaments.models import Entry, Event, Lot, Round, RoundState, Table
from tournaments.movements.base import Meeting, PlannedRound, Situation

ORDER_LOT = "order"


def rounds_replan(event: Event) -> None:
    """Plan the rounds not yet begun anew, where a plan has been made. The event is locked."""
    if event.rounds.exists():
        rounds_rewrite(event)


def rounds_rewrite(event: Event) -> None:
    """Replace the planned rounds by what the format plans from here. The event is locked."""
    entries = {entry.number: entry for entry in event.entries.all()}
    begun = event.rounds.filter(state=RoundState.BEGUN)
    played = played_rounds(begun)
    plan = FORMATS[event.format].plan(_situation(event, entries.values(), played))
    planned = event.rounds.filter(state=RoundState.PLANNED)
    Table.objects.filter(round__in=planned).delete()
    planned.delete()
    _write(event, plan, entries, first_number=len(played) + 1)


def played_rounds(rounds: Iterable[Round]) -> tuple[PlannedRound, ...]:
    """Stored rounds in the words of the movements."""
    by_round: dict[int, list[Table]] = {round_.pk: [] for round_ in rounds}
    tables = Table.objects.filter(round__in=by_round).select_related("home", "away")
    for table in tables.order_by("number"):
        by_round[table.round_id].append(table)
    return tuple(_as_played(tables) for tables in by_round.values())


def draw_order(event: Event, entries: Iterable[Entry]) -> tuple[int, ...]:
    """The entries' numbers in the order drawn, latecomers behind; by number without a lot."""
    lot = Lot.objects.filter(event=event, purpose__startswith=ORDER_LOT).order_by("pk").last()
    drawn = {number: place for place, number in enumerate(lot.outcome["order"])} if lot else {}
    numbers = sorted(entry.number for entry in entries)
    return tuple(sorted(numbers, key=lambda number: drawn.get(number, len(drawn))))


def _situation(
    event: Event, entries: Iterable[Entry], played: tuple[PlannedRound, ...]
) -> Situation:
    entries = list(entries)
    return Situation(
        entries=draw_order(event, entries),
        absent=frozenset(entry.number for entry in entries if not entry.is_active),
        played=played,
        options=event.format_options,
    )


def _as_played(tables: Sequence[Table]) -> PlannedRound:
    return PlannedRound(
        tuple(Meeting(table.home.number, table.away.number) for table in tables if table.away),
        tuple(table.home.number for table in tables if not table.away),
    )


def _write(
    event: Event,
    plan: Sequence[PlannedRound],
    entries: dict[int, Entry],
    *,
    first_number: int,
) -> None:
    rounds = Round.objects.bulk_create(
        Round(event=event, number=first_number + index) for index in range(len(plan))
    )
    Table.objects.bulk_create(
        table
        for round_, planned in zip(rounds, plan, strict=True)
        for table in _tables(round_, planned, entries)
    )


def _tables(round_: Round, planned: PlannedRound, entries: dict[int, Entry]) -> list[Table]:
    """Playing tables are numbered from 1; those who sit out follow."""
    sides: list[tuple[int, int | None]] = [
        *planned.meetings,
        *((bye, None) for bye in planned.byes),
    ]
    return [
        Table(round=round_, number=number, home=entries[home], away=entries[away] if away else None)
        for number, (home, away) in enumerate(sides, start=1)
    ]
