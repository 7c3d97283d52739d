"""Manual changes of a planned round: swapping entries, pinning tables, undo.

Each change stores the previous tables. Later rounds are planned as if the changed round had been
played.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from core.versions import values_check
from engine.pairings.formats import FORMATS
from engine.pairings.groups import groups_of
from tournaments.events.models import (
    MAX_GAMES,
    Entry,
    Event,
    Lot,
    PlanStep,
    PlanStepKind,
    Round,
    RoundState,
    Table,
    TableSeat,
)
from tournaments.events.selectors.pairing_state import ROUND_LOT, pairing_state_of, stored_rounds
from tournaments.events.services.locking import open_event_locked, round_in_state, table_again
from tournaments.events.services.planning import rounds_replan, rounds_rewrite
from tournaments.events.services.room import tables_place
from tournaments.events.services.standings import lot_draw


@transaction.atomic
def seats_swap(*, round: Round, entry: int, other: int, by: User) -> Round:  # noqa: A002 the domain's word
    """Swap two entries, by their numbers, in a planned round. Locks the event.

    Their tables are pinned, so that a latecomer does not undo the change. Entries of different
    groups swap groups, until the first round begins.
    """
    event, current = _changeable(round)
    if _in_different_sections(event, entry, other):
        return _groups_exchange(event, entry, other, by)
    seats = _seats(current)
    if entry == other or not {entry, other} <= seats.keys():
        raise ValidationError(_("Choose two who take part in this round."), code="not_in_round")
    first, second = seats[entry], seats[other]
    _step(current, PlanStepKind.SEATS, by, first=entry, other=other)
    first.entry, second.entry = second.entry, first.entry
    TableSeat.objects.bulk_update([first, second], ["entry"])
    _pin([seat.table for seat in (first, second)])
    _follow(event, current)
    return current


@transaction.atomic
def table_pin(*, table: Table, pinned: bool, by: User) -> Table:
    """Pin a table of a planned round, or let it go. Locks the event."""
    event, current = _changeable(table.round)
    current_table = table_again(event, table)
    if current_table.is_bye:
        raise ValidationError(_("Only a table can be pinned."), code="not_a_table")
    if current_table.is_pinned != pinned:
        kind = PlanStepKind.PINNED if pinned else PlanStepKind.UNPINNED
        _step(current, kind, by, number=current_table.in_room)
        current_table.is_pinned = pinned
        current_table.save(update_fields=["is_pinned"])
    return current_table


@transaction.atomic
def series_set(*, table: Table, best_of: int, by: User) -> Table:
    """Change the length of a planned table's series; 0 plays all the event's games.

    Locks the event. ``ValidationError`` for an even length, or where somebody sits out.
    """
    event, current = _changeable(table.round)
    if best_of and (best_of % 2 == 0 or not 0 < best_of <= MAX_GAMES):
        raise ValidationError(_("A series has an odd number of games up to 9."), code="even_series")
    current_table = table_again(event, table)
    if current_table.is_bye:
        raise ValidationError(_("An entry with a bye plays no series."), code="bye")
    _step(current, PlanStepKind.SERIES, by, number=current_table.in_room)
    current_table.best_of = best_of
    current_table.save(update_fields=["best_of"])
    return current_table


@transaction.atomic
def plan_undo(*, round: Round) -> PlanStep:  # noqa: A002 the domain's word
    """Take back the last change by hand of a planned round, and return it. Locks the event."""
    event, current = _planned_round(round)
    step = current.steps.last()
    if step is None:
        raise ValidationError(_("There are no manual changes."), code="nothing_to_undo")
    _restore(event, current, step.before)
    _groups_set(event, step.groups)
    step.delete()
    _follow(event, current)
    tables_place(event)
    return step


@transaction.atomic
def round_redraw(*, event: Event, seed: str | None = None) -> Lot:
    """Draw the next round's lot again, where the format has one a round. Locks the event.

    The lots drawn before stay on record; pinned tables stay as they are.
    """
    locked = open_event_locked(event.pk)
    planned = locked.rounds.filter(state=RoundState.PLANNED).first()
    if planned is None or not FORMATS[locked.format].draws_rounds:
        raise ValidationError(_("No planned round is drawn by lot."), code="nothing_drawn_by_lot")
    purpose = f"{ROUND_LOT}.{planned.number}"
    again = Lot.objects.filter(event=locked, purpose__startswith=f"{purpose}.").count()
    lot = lot_draw(
        event=locked,
        purpose=f"{purpose}.{again + 2}",
        options=sorted(locked.entries.values_list("number", flat=True)),
        seed=seed,
    )
    rounds_rewrite(locked)
    return lot


def _planned_round(round_: Round) -> tuple[Event, Round]:
    text = _("Only a round that is planned can be changed.")
    return round_in_state(round_, RoundState.PLANNED, ValidationError(text, code="not_planned"))


def _changeable(round_: Round) -> tuple[Event, Round]:
    event, current = _planned_round(round_)
    if not FORMATS[event.format].may_change(current.stage):
        raise ValidationError(_("The draw decides who meets in a bracket."), code="bracket_fixed")
    return event, current


def _in_different_sections(event: Event, entry: int, other: int) -> bool:
    """Whether the two are in different parts of the draw, so that they cannot change seats."""
    format_ = FORMATS[event.format]
    if not format_.by_hand_stage:
        return False
    pairing_state = pairing_state_of(event)
    are_in = {entry, other} <= set(pairing_state.active)
    return are_in and not format_.part_of(pairing_state, (entry, other))


def _groups_exchange(event: Event, entry: int, other: int, by: User) -> Round:
    """Let two entries take each other's place in their groups, and in the plan of every round."""
    if event.rounds.filter(state=RoundState.BEGUN).exists():
        raise ValidationError(
            _("They are in different groups, and these stay once a round has begun."),
            code="groups_fixed",
        )
    first = event.rounds.earliest("number")
    _step(first, PlanStepKind.GROUPS, by, first=entry, other=other)
    change = {entry: other, other: entry}
    groups = groups_of(pairing_state_of(event))
    _groups_set(event, [[change.get(member, member) for member in group] for group in groups])
    seats = _seats(first)
    seats[entry].entry, seats[other].entry = seats[other].entry, seats[entry].entry
    TableSeat.objects.bulk_update([seats[entry], seats[other]], ["entry"])
    _follow(event, first)
    return first


def _groups_set(event: Event, groups: list[list[int]]) -> None:
    if event.groups != groups:
        event.groups = groups
        event.save(update_fields=["groups"])


def _seats(round_: Round) -> dict[int, TableSeat]:
    seats = TableSeat.objects.filter(table__round=round_).select_related("table", "entry")
    return {seat.entry.number: seat for seat in seats}


def _pin(tables: Iterable[Table]) -> None:
    keys = [table.pk for table in tables if not table.is_bye]
    Table.objects.filter(pk__in=keys).update(is_pinned=True)


def _step(round_: Round, kind: PlanStepKind, by: User, **values: int) -> None:
    PlanStep.objects.create(
        round=round_,
        kind=kind,
        values=values,
        before=_layout(round_),
        groups=round_.event.groups,
        made_by=by,
    )


def _layout(round_: Round) -> list[dict[str, Any]]:
    tables = round_.tables.prefetch_related("seats__entry")
    return [
        {
            "number": table.number,
            "is_bye": table.is_bye,
            "section": table.section,
            "slot": table.slot,
            "best_of": table.best_of,
            "is_pinned": table.is_pinned,
            "entries": [seat.entry.number for seat in table.seats.all()],
            "sides": [seat.side for seat in table.seats.all()],
        }
        for table in tables
    ]


def _restore(event: Event, round_: Round, layout: list[dict[str, Any]]) -> None:
    entries = {entry.number: entry for entry in event.entries.all()}
    Table.objects.filter(round=round_).delete()
    for former in layout:
        sitting, sides = former.pop("entries"), former.pop("sides")
        table = Table.objects.create(round=round_, **former)
        TableSeat.objects.bulk_create(
            TableSeat(table=table, place=place, side=side, entry=entries[number])
            for place, (number, side) in enumerate(zip(sitting, sides, strict=True))
        )


def _follow(event: Event, round_: Round) -> None:
    """Plan the rounds after this one again."""
    format_ = FORMATS[event.format]
    if format_.from_results and not format_.by_hand_stage:
        return
    later = event.rounds.filter(state=RoundState.PLANNED, number__gt=round_.number)
    rounds_rewrite(event, announced=stored_rounds(later), fixed_until=round_.number)


# Seeds: the order from which first rounds and brackets are drawn.


@transaction.atomic
def entries_seed(
    *, event: Event, seeds: Mapping[int, int | None], version: str | None = None
) -> None:
    """Seed entries, by their numbers, from 1; None removes a seed. Locks the event.

    Entries left out keep theirs. Planned rounds are planned and groups dealt again.
    ``ValidationError`` with the entries' numbers as fields if a seed is below 1 or given twice, and
    once a round has begun. Raises ``Outdated``.
    """
    locked = open_event_locked(event.pk)
    values_check(locked, seeds_of(locked), version)
    if locked.rounds.filter(state=RoundState.BEGUN).exists():
        raise ValidationError(
            _("Seeds must be set before the first round begins."), code="has_begun"
        )
    entries = list(locked.entries.all())
    for entry in entries:
        entry.seed = seeds.get(entry.number, entry.seed)
    if wrong := _wrong(entries):
        raise ValidationError(wrong)
    Entry.objects.bulk_update(entries, ["seed"])
    if locked.groups:
        locked.groups = []
        locked.save(update_fields=["groups"])
    rounds_replan(locked)


def seeds_of(event: Event) -> dict[int, int | None]:
    return dict(event.entries.values_list("number", "seed"))


def _wrong(entries: list[Entry]) -> dict[str, ValidationError]:
    given = Counter(entry.seed for entry in entries if entry.seed is not None)
    low = ValidationError(_("Seeds start at 1."), code="seed_range")
    twice = ValidationError(_("This seed is given to two entries."), code="seed_twice")
    return {
        str(entry.number): low if entry.seed < 1 else twice
        for entry in entries
        if entry.seed is not None and (entry.seed < 1 or given[entry.seed] > 1)
    }
