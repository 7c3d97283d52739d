"""Planning what is still to be played. Begun rounds are read and never written."""

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import Q

from tournaments.formats import FORMATS
from tournaments.models import Entry, Event, Lot, Round, RoundState, Table, TableSeat
from tournaments.movements.base import PlannedRound, Situation, Spot
from tournaments.seating import side_of
from tournaments.selectors.situations import situation_of, stored_rounds
from tournaments.services.lots import lot_draw

ROUND_LOT = "round"


def rounds_replan(event: Event) -> None:
    """Plan the rounds not yet begun anew, where a plan has been made. The event is locked.

    The format may keep what it announced, as far as that still holds. Where rounds follow from
    results none is planned before it was asked for.
    """
    planned = event.rounds.filter(state=RoundState.PLANNED)
    follows = FORMATS[event.format].from_results
    if planned.exists() or (event.rounds.exists() and not follows):
        rounds_rewrite(event, announced=stored_rounds(planned))


def rounds_rewrite(event: Event, *, announced: tuple[PlannedRound, ...] = ()) -> Situation:
    """Replace the planned rounds by what the format plans from here. The event is locked.

    Gives back what was planned from, for saying why nothing was.
    """
    entries = {entry.number: entry for entry in event.entries.all()}
    format_ = FORMATS[event.format]
    situation = situation_of(event, announced=announced, lot=_round_lot(event, entries))
    plan = format_.plan(situation)
    planned = event.rounds.filter(state=RoundState.PLANNED)
    Table.objects.filter(round__in=planned).delete()
    planned.delete()
    _write(event, plan, entries, first_number=len(situation.played) + 1)
    return situation


def _round_lot(event: Event, entries: Mapping[int, Entry]) -> tuple[int, ...]:
    """All entries in the order drawn for the next round, where the format wants one drawn.

    The newest lot of the round holds; the first is drawn here.
    """
    if not FORMATS[event.format].draws_rounds or not entries:
        return ()
    number = event.rounds.filter(state=RoundState.BEGUN).count() + 1
    purpose = f"{ROUND_LOT}.{number}"
    same = Q(purpose=purpose) | Q(purpose__startswith=f"{purpose}.")
    newest = Lot.objects.filter(same, event=event).order_by("pk").last()
    lot = lot_draw(
        event=event, purpose=newest.purpose if newest else purpose, options=sorted(entries)
    )
    return tuple(number for number in lot.outcome["order"] if number in entries)


def _write(
    event: Event,
    plan: Sequence[PlannedRound],
    entries: Mapping[int, Entry],
    *,
    first_number: int,
) -> None:
    rounds = Round.objects.bulk_create(
        Round(event=event, number=first_number + index, stage=planned.stage)
        for index, planned in enumerate(plan)
    )
    laid = [
        (table, sitting)
        for round_, planned in zip(rounds, plan, strict=True)
        for table, sitting in _tables(event, round_, planned)
    ]
    Table.objects.bulk_create(table for table, _sitting in laid)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, place=place, side=side_of(event.game, place), entry=entries[number])
        for table, sitting in laid
        for place, number in enumerate(sitting)
    )


def _tables(
    event: Event, round_: Round, planned: PlannedRound
) -> Iterator[tuple[Table, tuple[int, ...]]]:
    """Tables with the numbers of who sits there; from 1, and after them those who sit out."""
    sittings = [*planned.tables, *((entry,) for entry in planned.byes)]
    spots = planned.spots or (Spot(),) * len(sittings)
    for number, (sitting, spot) in enumerate(zip(sittings, spots, strict=True), start=1):
        is_bye = number > len(planned.tables)
        table = Table(
            round=round_,
            number=number,
            is_bye=is_bye,
            section=spot.section,
            slot=spot.slot,
            best_of=0 if is_bye else spot.best_of or series_length(event, round_.number),
        )
        yield table, sitting


def series_length(event: Event, number: int) -> int:
    """The games of a series in a round, as the event has it; 0 where all games are played."""
    lengths: list[int] = event.best_of
    return lengths[min(number, len(lengths)) - 1] if lengths else 0
