"""The next step of an event: what can be drawn, what is level, whether the draw still holds."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.pairings.formats import FORMATS
from engine.pairings.qualifying import GROUPS
from engine.pairings.state import PairingState, PlannedRound
from tournaments.events.event_labels import entry_labels
from tournaments.events.models import Event, EventState, RoundState, Table
from tournaments.events.selectors.pairing_state import (
    free_tables,
    level_in_stage,
    pairing_state_of,
    round_lot,
    stored_rounds,
)
from tournaments.events.selectors.rounds import EventOverview, RoundView
from tournaments.events.selectors.tables import TableView

_CHANGED_BY_HAND = Q(steps__isnull=False) | Q(tables__is_pinned=True)
CACHE_SECONDS = 3600
"""Seconds for which the state of a draw is cached."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of an event that is waiting for a round.

    ``follows``: a round can be drawn, or must be redrawn. ``ready``: number of tables that can be
    drawn while others play, in addition to a planned round. ``is_late``: the planned round can
    begin although results have changed since. ``may_repeat``: a round with repeats can be drawn.
    ``waits``: it must be redrawn once a reopened table
    has finished. ``why_not``: why no further round is possible. ``is_complete``: nothing is left to
    play or decide. ``level``: number of shared places in the groups from which the bracket is drawn
    next.
    """

    follows: bool = False
    ready: int = 0
    is_late: bool = False
    waits: bool = False
    why_not: str = ""
    may_repeat: bool = False
    is_complete: bool = False
    level: int = 0


@dataclass(frozen=True, slots=True)
class OutdatedDraw:
    """A round that is drawn and no longer follows from the results.

    ``tables`` of the room would change, none where only byes would; ``is_waiting`` while a table of
    an earlier round is playing again.
    """

    number: int
    tables: tuple[int, ...]
    is_waiting: bool


@dataclass(frozen=True, slots=True)
class DrawState:
    """The parts of the draw that no longer follow from the results.

    ``overruled`` are tables by round and number whose result was corrected after the next round had
    begun: that draw stays.
    """

    outdated: OutdatedDraw | None = None
    overruled: tuple[tuple[int, int], ...] = ()


class LevelTable(NamedTuple):
    """A meeting that ended level, with its round."""

    round: RoundView
    table: TableView


def next_step_of(event: Event, overview: EventOverview, outdated: OutdatedDraw | None) -> NextStep:
    """Return what can be drawn now, or whether everything has been played.

    ``outdated`` is that of ``draw_state``.
    """
    format_ = FORMATS[event.format]
    if overview.open_tables or not overview.rounds:
        return _while_playing(event, overview, outdated)
    if not format_.from_results:
        return NextStep(is_complete=overview.following is None)
    if overview.following:
        differs = outdated is not None
        return NextStep(
            follows=differs and not format_.by_hand, is_late=differs and format_.by_hand
        )
    numbers = tuple(entrant.number for entrant in overview.entrants)
    pairing_state = pairing_state_of(event, lot=numbers)
    if format_.plan(pairing_state):
        return NextStep(follows=True, level=len(level_in_stage(event)))
    is_level = bool(level_tables(event, overview))
    may_repeat = format_.by_score and format_.plan(replace(pairing_state, may_repeat=True))
    return NextStep(
        why_not=cut_short_text(event, pairing_state),
        may_repeat=bool(may_repeat),
        is_complete=not is_level,
    )


def _while_playing(
    event: Event, overview: EventOverview, outdated: OutdatedDraw | None
) -> NextStep:
    """Return the same while tables play, or before anything is drawn."""
    format_ = FORMATS[event.format]
    if outdated and not format_.by_hand:
        return NextStep(waits=outdated.is_waiting, follows=not outdated.is_waiting)
    if overview.rounds and format_.begin_alone:
        return NextStep(ready=_ready(event, overview))
    return NextStep()


def _ready(event: Event, overview: EventOverview) -> int:
    """Count the tables that can be drawn while others play, and that the room has a place for."""
    if overview.current and overview.current.round.stage == GROUPS:
        return 0
    pairing_state = pairing_state_of(event)
    fresh = sum(len(planned.tables) for planned in FORMATS[event.format].plan(pairing_state)[:1])
    free = free_tables(event) if fresh else None
    drawn = overview.following
    waiting = sum(not table.is_bye for table in drawn.tables) if drawn else 0
    return max(0, (fresh if free is None else min(fresh, free)) - waiting)


def cut_short_text(event: Event, pairing_state: PairingState) -> str:
    """Explain why no round follows although some are left; empty if all were played."""
    format_ = FORMATS[event.format]
    rounds = format_.rounds_in_all(pairing_state)
    if rounds is None or len(pairing_state.played) >= rounds:
        return ""
    least = format_.entries_a_table(event.game)
    if len(pairing_state.active) < least:
        return entry_labels(event).too_few % {"count": least}
    return _("No further round is possible without a repeated meeting or bye.")


def rounds_possible(event: Event) -> int | None:
    """Return how many rounds without a repeat the entries that are in can play; None if there are
    fewer than two or the format has no such limit. One query, or none."""
    format_ = FORMATS[event.format]
    if not format_.by_score:
        return None
    count = event.entries.filter(left_after_round=None).count()
    return format_.rounds_possible(count) if count > 1 else None


def too_many_rounds_text(event: Event) -> str:
    """Say that more rounds are set than are possible without a repeat; else empty."""
    possible, chosen = rounds_possible(event), event.format_options.get("rounds", 0)
    if possible is None or chosen <= possible:
        return ""
    words = ngettext(
        "%(rounds)d rounds are set, but only %(possible)d is possible before two meet again or "
        "somebody sits out twice.",
        "%(rounds)d rounds are set, but only %(possible)d are possible before two meet again or "
        "somebody sits out twice.",
        possible,
    )
    return words % {"rounds": chosen, "possible": possible}


def plan_is_outdated(event: Event) -> bool:
    """Whether the planned round may not begin: it no longer follows from the results.

    Where rounds may be changed by hand the director may begin it all the same.
    """
    return not FORMATS[event.format].by_hand and draw_outdated(event) is not None


def draw_outdated(event: Event) -> OutdatedDraw | None:
    """Return the first planned round that differs from what the format now draws from the same lot.

    None if all hold, and for rounds with manual changes or pinned tables, which belong to the
    director. Draws again: busy pages use ``draw_state``.
    """
    rounds = event.rounds.filter(state=RoundState.PLANNED)
    if not FORMATS[event.format].from_results or rounds.filter(_CHANGED_BY_HAND).exists():
        return None
    planned = stored_rounds(rounds)
    return _outdated(event, planned, _pairing_state_now(event)) if planned else None


def _pairing_state_now(event: Event) -> PairingState:
    draws = FORMATS[event.format].draws_rounds
    return pairing_state_of(event, lot=round_lot(event) if draws else ())


def _outdated(
    event: Event, planned: Sequence[PlannedRound], pairing_state: PairingState
) -> OutdatedDraw | None:
    format_ = FORMATS[event.format]
    fresh = format_.plan(pairing_state)
    first = len(pairing_state.played) + 1
    if format_.begin_alone and planned[0].stage != GROUPS:
        return _outdated_alone(event, planned, fresh, first)
    return _outdated_at_once(event, planned, fresh, first)


def _outdated_at_once(
    event: Event, planned: Sequence[PlannedRound], fresh: Sequence[PlannedRound], first: int
) -> OutdatedDraw | None:
    """Return the first of these rounds that would be different now."""
    for number, (stands, follows) in enumerate(zip_longest(planned, fresh), start=first):
        if stands is None:
            return OutdatedDraw(number - 1, (), is_waiting=False)
        tables = follows.tables if follows else ()
        if follows is None or (stands.tables, stands.byes) != (tables, follows.byes):
            others = [None if sitting in tables else sitting for sitting in stands.tables]
            in_room = _in_room(event, number, others)
            return OutdatedDraw(number, in_room, is_waiting=follows is None)
    return None


def _outdated_alone(
    event: Event, planned: Sequence[PlannedRound], fresh: Sequence[PlannedRound], first: int
) -> OutdatedDraw | None:
    """Return the same for formats whose tables begin separately: a round may have gained tables."""
    follow = {table for planned_round in fresh for table in planned_round.tables}
    for number, stands in enumerate(planned, start=first):
        if not _still_follows(stands, fresh):
            others = [None if sitting in follow else sitting for sitting in stands.tables]
            tables = _in_room(event, number, others)
            return OutdatedDraw(number, tables, is_waiting=not fresh)
    return None


def draw_state(event: Event) -> DrawState:
    """Return the parts of the draw that no longer follow from the results, cached by version.

    Two queries if it is cached, or cannot differ.
    """
    format_ = FORMATS[event.format]
    if not format_.from_results or event.state == EventState.FINISHED:
        return DrawState()
    rounds = list(event.rounds.values_list("pk", "state"))
    states = [state for _pk, state in rounds]
    if RoundState.BEGUN not in states or len(states) < 2:
        return DrawState()
    by_hand = RoundState.PLANNED in states and (format_.by_hand or bool(format_.by_hand_stage))
    planned_rounds = event.rounds.filter(state=RoundState.PLANNED)
    changed = by_hand and planned_rounds.filter(_CHANGED_BY_HAND).exists()
    state = f"{event.created_at.timestamp()} {event.version} {rounds} {changed}"
    key = f"draw-{event.pk}-{hashlib.sha256(state.encode()).hexdigest()[:24]}"
    cached: DrawState | None = cache.get(key)
    if cached is None:
        pairing_state = _pairing_state_now(event)
        drawn = RoundState.PLANNED in states and not changed
        planned = stored_rounds(planned_rounds) if drawn else ()
        outdated = _outdated(event, planned, pairing_state) if planned else None
        cached = DrawState(outdated, overruled_tables(event, pairing_state))
        cache.set(key, cached, timeout=CACHE_SECONDS)
    return cached


def overruled_tables(event: Event, pairing_state: PairingState) -> tuple[tuple[int, int], ...]:
    """Return tables, by round and number, whose result was corrected after the next round began."""
    drawing = FORMATS[event.format].bracket(pairing_state)
    boxes = (box for part in drawing.parts for box in part.boxes)
    marked = {(box.round, box.table) for box in boxes if box.is_overruled}
    return tuple(sorted((round_, table) for round_, table in marked if round_ and table))


def _in_room(event: Event, number: int, tables: Sequence[object]) -> tuple[int, ...]:
    in_order = Table.objects.filter(round__event=event, round__number=number, is_bye=False)
    rows = zip(in_order.order_by("number"), tables, strict=False)
    return tuple(table.in_room for table, sitting in rows if sitting is not None)


def _still_follows(planned: PlannedRound, fresh: Sequence[PlannedRound]) -> bool:
    """Return whether all meetings and byes of a round would be drawn again."""
    tables = {table for drawn in fresh for table in drawn.tables}
    seated = {entry for table in tables for entry in table}
    return tables.issuperset(planned.tables) and seated.union(
        *(drawn.byes for drawn in fresh)
    ).issuperset(planned.byes)


def level_tables(event: Event, overview: EventOverview) -> tuple[LevelTable, ...]:
    """Return the tables of begun rounds that ended level although the format needs a winner.

    No query unless a meeting ended level.
    """
    format_ = FORMATS[event.format]
    if not format_.has_bracket:
        return ()
    level = [
        LevelTable(round_, table)
        for round_ in overview.rounds
        if round_.is_begun
        for table in round_.tables
        if table.is_over and not table.is_bye and not table.winners
    ]
    places = format_.undecided(pairing_state_of(event)) if level else frozenset()
    return tuple(
        level_table
        for level_table in level
        if (level_table.round.number, level_table.table.number) in places
    )
