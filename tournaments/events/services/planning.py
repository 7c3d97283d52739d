"""Plan rounds that have not begun, and preview changes of the plan."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import QuerySet

from engine.pairings.balance import repeats_of
from engine.pairings.format import Format, side_of
from engine.pairings.formats import FORMATS
from engine.pairings.groups import groups_of
from engine.pairings.keeping import unchanged_tables
from engine.pairings.state import CATCH_UP, PairingState, PlannedRound, Slot, bye_counts
from engine.pairings.state import Table as TableOf
from engine.pairings.tables import meetings, partnerships
from tournaments.events.event_labels import byes_text, repeats_text, rounds_added_text, staying_text
from tournaments.events.models import Entry, Event, Round, RoundState, Table, TableSeat
from tournaments.events.selectors.pairing_state import (
    free_tables,
    newest_round_lot,
    pairing_state_of,
    repeats_allowed,
    stored_rounds,
)
from tournaments.events.services.locking import open_event_locked
from tournaments.events.services.room import tables_place
from tournaments.events.services.standings import Seeds, lot_draw, seed_of


def rounds_replan(event: Event, *, evenly: bool = False) -> None:
    """Plan the rounds not yet begun again, if there is a plan. The event is locked.

    As much as possible of the announced plan stays, unless ``evenly``. Rounds that depend on
    results are planned only on request.
    """
    planned = event.rounds.filter(state=RoundState.PLANNED)
    follows = FORMATS[event.format].from_results
    if planned.exists() or (event.rounds.exists() and not follows):
        rounds_rewrite(event, announced=() if evenly else stored_rounds(planned))


def rounds_rewrite(
    event: Event,
    *,
    announced: tuple[PlannedRound, ...] = (),
    fixed_until: int = 0,
    seed: Seeds = None,
    repeats: str = "",
) -> PairingState:
    """Replace the planned rounds by the format's present plan. The event is locked.

    Planned rounds up to number ``fixed_until`` stay, and pinned tables in later ones unless
    somebody there has left. ``repeats`` is why the next round may repeat meetings; what was allowed
    for the planned one stays. Returns the state used for planning.
    """
    entries = {entry.number: entry for entry in event.entries.all()}
    pairing_state = pairing_state_of(
        event, announced=announced, lot=_round_lot(event, entries, seed), fixed_until=fixed_until
    )
    if FORMATS[event.format].by_score:
        repeats = repeats or repeats_allowed(event)
        pairing_state = replace(pairing_state, may_repeat=bool(repeats))
    rewritten = event.rounds.filter(state=RoundState.PLANNED, number__gt=fixed_until)
    pins = _pins(rewritten, FORMATS[event.format], pairing_state)
    plan = planned_around(FORMATS[event.format], pairing_state, pins)
    if FORMATS[event.format].begin_alone and pairing_state.is_waiting:
        plan = tuple(_fitting(planned, free_tables(event)) for planned in plan)
        plan = tuple(planned for planned in plan if planned.tables)
    Table.objects.filter(round__in=rewritten).delete()
    rewritten.delete()
    first = len(pairing_state.played) + 1
    rounds = _write(event, plan, entries, first_number=first, pins=pins)
    if pairing_state.may_repeat and plan and _is_repeated(plan[0], pairing_state.played):
        rounds[0].repeats = repeats
        rounds[0].save(update_fields=["repeats"])
    tables_place(event)
    return pairing_state


def planned_around(
    format_: Format, pairing_state: PairingState, pins: Mapping[int, Sequence[TableOf]]
) -> tuple[PlannedRound, ...]:
    """Return the format's plan around ``pins``, pinned tables by round number.

    A round with pinned tables is planned for the other entries, then the rounds after it. Entries
    without a table sit out. If rounds depend on results, pins apply in the next one only, and not
    while a table plays again; in formats with stages, in the first stage only.
    """
    begun, stage = len(pairing_state.played), format_.by_hand_stage
    done: tuple[PlannedRound, ...] = ()
    if stage and pins:
        # Made again from the others, groups would lack those at pinned tables.
        pairing_state = replace(pairing_state, groups=groups_of(pairing_state))
    if format_.from_results and not stage:
        coming = pins.get(begun + 1)
        pins = {begun + 1: coming} if coming and not pairing_state.is_waiting else {}
    for number in range(begun + 1, max(pins, default=0) + 1):
        now = _after(pairing_state, done)
        later = [table for other in pins if other > number for table in pins[other]]
        now = replace(now, promised=tuple(later))
        planned = _round_around(format_, now, tuple(pins.get(number, ())))
        if planned is None or (stage and planned.stage != stage):
            break
        done += (planned,)
    if done and format_.from_results and not stage:
        return done[:1]
    return done + _foreseen(format_, _after(pairing_state, done))


def _fitting(planned: PlannedRound, free: int | None) -> PlannedRound:
    """Return the round without tables for which the room has no place now."""
    if free is None or len(planned.tables) <= free:
        return planned
    left_out = len(planned.tables) - free
    slots = planned.slots and planned.slots[:free] + planned.slots[free + left_out :]
    return replace(planned, tables=planned.tables[:free], slots=slots)


def _round_around(
    format_: Format, now: PairingState, pinned: tuple[TableOf, ...]
) -> PlannedRound | None:
    """Return the next round with these tables in it; None if nothing is left to play."""
    sitting = frozenset(entry for table in pinned for entry in table)
    plan = _foreseen(format_, replace(now, absent=now.absent | sitting, pinned=pinned))
    if not plan and not pinned:
        return None
    others = tuple(entry for entry in now.active if entry not in sitting)
    planned = plan[0] if plan else PlannedRound((), stage=format_.by_hand_stage)
    seated = planned.entries
    resting = tuple(entry for entry in others if entry not in seated)
    if not format_.by_hand_stage:
        slots = planned.slots and ((Slot(),) * len(pinned) + planned.slots)
        byes = planned.byes if plan else resting
        return replace(planned, tables=pinned + planned.tables, byes=byes, slots=slots)
    pinned_slots = tuple(Slot(format_.part_of(now, table)) for table in pinned)
    # In other parts, entries without a table have played all their meetings.
    rests = [
        (entry, slot)
        for entry in resting
        if (slot := Slot(format_.part_of(now, (entry,)))) in pinned_slots
    ]
    return replace(
        planned,
        tables=pinned + planned.tables,
        byes=planned.byes + tuple(entry for entry, _slot in rests),
        slots=pinned_slots + planned.slots + tuple(slot for _entry, slot in rests),
    )


def _foreseen(format_: Format, pairing_state: PairingState) -> tuple[PlannedRound, ...]:
    """Return the format's plan without rounds that depend on results of unplayed ones."""
    plan = format_.plan(pairing_state)
    if format_.by_hand_stage and len(pairing_state.results) < len(pairing_state.played):
        return tuple(planned for planned in plan if planned.stage == format_.by_hand_stage)
    return plan


def _after(pairing_state: PairingState, done: tuple[PlannedRound, ...]) -> PairingState:
    """Return the state with these rounds taken as played."""
    return replace(
        pairing_state,
        played=pairing_state.played + done,
        announced=pairing_state.announced[len(done) :],
    )


def _pins(
    rounds: QuerySet[Round], format_: Format, pairing_state: PairingState
) -> dict[int, list[TableOf]]:
    """Return the pinned tables of active entries that may meet, by round."""
    active = frozenset(pairing_state.active)
    pins: dict[int, list[TableOf]] = {}
    tables = Table.objects.filter(round__in=rounds, is_pinned=True).select_related("round")
    for table in tables.order_by("round__number", "number").prefetch_related("seats__entry"):
        sitting = tuple(seat.entry.number for seat in table.seats.all())
        may_meet = not format_.by_hand_stage or format_.part_of(pairing_state, sitting)
        if active.issuperset(sitting) and may_meet:
            pins.setdefault(table.round.number, []).append(sitting)
    return pins


def _round_lot(event: Event, entries: Mapping[int, Entry], seed: Seeds) -> tuple[int, ...]:
    """Return all entries in the order drawn for the next round, if the format draws rounds.

    The newest lot of the round applies; without one, a lot is drawn.
    """
    if not FORMATS[event.format].draws_rounds or not entries:
        return ()
    purpose, newest = newest_round_lot(event)
    purpose = newest.purpose if newest else purpose
    lot = lot_draw(
        event=event, purpose=purpose, options=sorted(entries), seed=seed_of(seed, purpose)
    )
    return tuple(number for number in lot.outcome["order"] if number in entries)


def _write(
    event: Event,
    plan: Sequence[PlannedRound],
    entries: Mapping[int, Entry],
    *,
    first_number: int,
    pins: Mapping[int, Sequence[TableOf]],
) -> list[Round]:
    rounds = Round.objects.bulk_create(
        Round(event=event, number=first_number + index, stage=planned.stage)
        for index, planned in enumerate(plan)
    )
    placed = [
        (table, sitting)
        for round_, planned in zip(rounds, plan, strict=True)
        for table, sitting in _tables(event, round_, planned, pins.get(round_.number, ()))
    ]
    Table.objects.bulk_create(table for table, _sitting in placed)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, place=place, side=side_of(event.game, place), entry=entries[number])
        for table, sitting in placed
        for place, number in enumerate(sitting)
    )
    return rounds


def _is_repeated(planned: PlannedRound, played: Sequence[PlannedRound]) -> bool:
    """Return whether a table or a bye of the round was there before."""
    before = {frozenset(sitting) for earlier in played for sitting in earlier.sittings}
    return any(frozenset(sitting) in before for sitting in planned.sittings)


def _tables(
    event: Event, round_: Round, planned: PlannedRound, pinned: Sequence[TableOf]
) -> Iterator[tuple[Table, tuple[int, ...]]]:
    """Yield tables with their entries, then byes."""
    slots = planned.slots or (Slot(),) * len(planned.sittings)
    for number, (sitting, slot) in enumerate(zip(planned.sittings, slots, strict=True), start=1):
        is_bye = number > len(planned.tables)
        table = Table(
            round=round_,
            number=number,
            is_bye=is_bye,
            section=slot.section,
            slot=slot.number,
            is_pinned=sitting in pinned,
            best_of=0 if is_bye else slot.best_of or series_length(event, round_.number),
        )
        yield table, sitting


def series_length(event: Event, number: int) -> int:
    """Return the length of series in a round; 0 if all games are played."""
    lengths: list[int] = event.best_of
    return lengths[min(number, len(lengths)) - 1] if lengths else 0


# Previews: a change is made in a savepoint, its effect is measured, and it is rolled back.


Change = Callable[[bool], object]
"""Makes the change; ``True`` plans evenly instead of keeping the announced tables."""


@dataclass(frozen=True, slots=True)
class PlanEffect:
    """The effect of a change on the announced rounds.

    ``unchanged_tables`` of ``announced`` tables stay. ``rounds`` is the new number of planned
    rounds, ``rounds_added`` the increase, apart from ``catch_ups``, rounds of missing meetings.
    ``byes_most`` is the largest number of byes of an entry, ``byes_spread`` the difference to the
    smallest. ``repeats`` counts repeated partners, or meetings in formats without partners.
    ``tables_first`` and ``byes_first`` are those of the next round.
    """

    evenly: bool
    announced: int
    unchanged_tables: int
    rounds: int
    rounds_added: int
    catch_ups: int
    byes_most: int
    byes_spread: int
    repeats: int
    tables_first: int
    byes_first: int


def plan_effects(event: Event, change: Change) -> tuple[PlanEffect, ...]:
    """Return the effect of a change, keeping announced tables and then planning evenly.

    Only one if both are the same, none if nothing is announced. Locks the event.
    ``ValidationError`` if the change is refused.
    """
    with transaction.atomic():
        open_event_locked(event.pk)
        before = _planned(event)
        if not before:
            return ()
        outcomes = [_predicted(event, before, change, evenly=evenly) for evenly in (False, True)]
    (first, plan), (second, other) = outcomes
    return (first,) if plan == other else (first, second)


def effect_lines(event: Event, effect: PlanEffect) -> list[str]:
    lines = [
        staying_text(effect.unchanged_tables, effect.announced),
        *rounds_added_text(effect.rounds_added, effect.catch_ups),
        byes_text(effect.byes_most, effect.byes_spread),
    ]
    if FORMATS[event.format].lineup == 1:
        lines.append(repeats_text(effect.repeats))
    return lines


def _predicted(
    event: Event, before: Sequence[PlannedRound], change: Change, *, evenly: bool
) -> tuple[PlanEffect, tuple[PlannedRound, ...]]:
    point = transaction.savepoint()
    try:
        change(evenly)
        return _effect(event, before, evenly=evenly), _planned(event)
    finally:
        transaction.savepoint_rollback(point)


def _planned(event: Event) -> tuple[PlannedRound, ...]:
    return stored_rounds(event.rounds.filter(state=RoundState.PLANNED).order_by("number"))


def _effect(event: Event, before: Sequence[PlannedRound], *, evenly: bool) -> PlanEffect:
    after, begun = _planned(event), stored_rounds(event.rounds.filter(state=RoundState.BEGUN))
    active = list(event.entries.filter(left_after_round=None).values_list("number", flat=True))
    byes = bye_counts(active, [*begun, *after]).values()
    caught_up = [planned for planned in after if _catches_up(planned)]
    return PlanEffect(
        evenly=evenly,
        announced=sum(len(planned.tables) for planned in before),
        unchanged_tables=unchanged_tables(before, after),
        rounds=len(after),
        rounds_added=len(after) - len(before) - len(caught_up)
        + sum(_catches_up(planned) for planned in before),
        catch_ups=sum(len(planned.tables) for planned in caught_up),
        byes_most=max(byes, default=0),
        byes_spread=max(byes, default=0) - min(byes, default=0),
        repeats=_repeats(event, [*begun, *after]),
        tables_first=len(after[0].tables) if after else 0,
        byes_first=len(after[0].byes) if after else 0,
    )  # fmt: skip


def _catches_up(planned: PlannedRound) -> bool:
    return any(slot.section == CATCH_UP for slot in planned.slots)


def _repeats(event: Event, rounds: Sequence[PlannedRound]) -> int:
    sides = FORMATS[event.format].sides_shared(event.game)
    return repeats_of(partnerships(rounds, sides) if sides else meetings(rounds))
