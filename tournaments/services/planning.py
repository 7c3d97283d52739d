"""Planning what is still to be played. Begun rounds are read and never written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from tournaments.formats import FORMATS, Format
from tournaments.models import Entry, Event, Round, RoundState, Table, TableSeat
from tournaments.movements.base import PlannedRound, Situation, Spot
from tournaments.movements.base import Table as TableOf
from tournaments.seating import side_of
from tournaments.selectors.situations import newest_round_lot, situation_of, stored_rounds
from tournaments.services.lots import lot_draw
from tournaments.services.room import tables_place


def rounds_replan(event: Event) -> None:
    """Plan the rounds not yet begun anew, where a plan has been made. The event is locked.

    The format may keep what it announced, as far as that still holds. Where rounds follow from
    results none is planned before it was asked for.
    """
    planned = event.rounds.filter(state=RoundState.PLANNED)
    follows = FORMATS[event.format].from_results
    if planned.exists() or (event.rounds.exists() and not follows):
        rounds_rewrite(event, announced=stored_rounds(planned))


def rounds_rewrite(
    event: Event, *, announced: tuple[PlannedRound, ...] = (), kept: int = 0
) -> Situation:
    """Replace the planned rounds by what the format plans from here. The event is locked.

    Planned rounds up to number ``kept`` stay as they are, pinned tables in later ones too, unless
    somebody who sits there has gone. Gives back what was planned from, for saying why nothing was.
    """
    entries = {entry.number: entry for entry in event.entries.all()}
    situation = situation_of(event, announced=announced, lot=_round_lot(event, entries), kept=kept)
    rewritten = event.rounds.filter(state=RoundState.PLANNED, number__gt=kept)
    pins = _pins(rewritten, frozenset(situation.active))
    plan = planned_around(FORMATS[event.format], situation, pins)
    Table.objects.filter(round__in=rewritten).delete()
    rewritten.delete()
    _write(event, plan, entries, first_number=len(situation.played) + 1, pins=pins)
    tables_place(event)
    return situation


def planned_around(
    format_: Format, situation: Situation, pins: Mapping[int, Sequence[TableOf]]
) -> tuple[PlannedRound, ...]:
    """What the format plans, with ``pins`` (tables by number of their round) as they are.

    A round with pinned tables is planned for the others alone, and the later ones after it. Others
    for whom the format has no table sit out. Where rounds follow from results, pins hold in the
    next one alone, and not while a table is playing again.
    """
    begun = len(situation.played)
    done: tuple[PlannedRound, ...] = ()
    if format_.from_results:
        coming = pins.get(begun + 1)
        pins = {begun + 1: coming} if coming and not situation.is_waiting else {}
    for number in range(begun + 1, max(pins, default=0) + 1):
        pinned = tuple(pins.get(number, ()))
        sitting = frozenset(entry for table in pinned for entry in table)
        now = _after(situation, done)
        plan = format_.plan(replace(now, absent=now.absent | sitting))
        if not plan and not pinned:
            break
        others = tuple(entry for entry in now.active if entry not in sitting)
        planned = plan[0] if plan else PlannedRound((), others)
        spots = planned.spots and ((Spot(),) * len(pinned) + planned.spots)
        done += (replace(planned, tables=pinned + planned.tables, spots=spots),)
    if done and format_.from_results:
        return done[:1]
    return done + format_.plan(_after(situation, done))


def _after(situation: Situation, done: tuple[PlannedRound, ...]) -> Situation:
    """The situation once these rounds are as good as played."""
    return replace(
        situation,
        played=situation.played + done,
        announced=situation.announced[len(done) :],
    )


def _pins(rounds: QuerySet[Round], active: frozenset[int]) -> dict[int, list[TableOf]]:
    """The pinned tables by the number of their round, of those who are all still here."""
    pins: dict[int, list[TableOf]] = {}
    tables = Table.objects.filter(round__in=rounds, is_pinned=True).select_related("round")
    for table in tables.order_by("round__number", "number").prefetch_related("seats__entry"):
        sitting = tuple(seat.entry.number for seat in table.seats.all())
        if active.issuperset(sitting):
            pins.setdefault(table.round.number, []).append(sitting)
    return pins


def _round_lot(event: Event, entries: Mapping[int, Entry]) -> tuple[int, ...]:
    """All entries in the order drawn for the next round, where the format wants one drawn.

    The newest lot of the round holds; the first is drawn here.
    """
    if not FORMATS[event.format].draws_rounds or not entries:
        return ()
    purpose, newest = newest_round_lot(event)
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
    pins: Mapping[int, Sequence[TableOf]],
) -> None:
    rounds = Round.objects.bulk_create(
        Round(event=event, number=first_number + index, stage=planned.stage)
        for index, planned in enumerate(plan)
    )
    laid = [
        (table, sitting)
        for round_, planned in zip(rounds, plan, strict=True)
        for table, sitting in _tables(event, round_, planned, pins.get(round_.number, ()))
    ]
    Table.objects.bulk_create(table for table, _sitting in laid)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, place=place, side=side_of(event.game, place), entry=entries[number])
        for table, sitting in laid
        for place, number in enumerate(sitting)
    )


def _tables(
    event: Event, round_: Round, planned: PlannedRound, pinned: Sequence[TableOf]
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
            is_pinned=sitting in pinned,
            best_of=0 if is_bye else spot.best_of or series_length(event, round_.number),
        )
        yield table, sitting


def series_length(event: Event, number: int) -> int:
    """The games of a series in a round, as the event has it; 0 where all games are played."""
    lengths: list[int] = event.best_of
    return lengths[min(number, len(lengths)) - 1] if lengths else 0
