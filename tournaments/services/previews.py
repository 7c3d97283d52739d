"""What a change of the entries would do to the announced rounds, found out before it is made.

The change is made in a savepoint and taken back, so that what is foretold is what then happens.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from pairings.balance import partnerships, repeats_of
from pairings.keeping import tables_kept
from pairings.state import CATCH_UP, PlannedRound, bye_counts
from tournaments.formats import FORMATS
from tournaments.models import Event, RoundState
from tournaments.seating import sides_of
from tournaments.selectors.pairing_state import stored_rounds
from tournaments.services.locking import open_event_locked
from tournaments.words import byes_words, kept_words, repeats_words, rounds_added_words

Change = Callable[[bool], object]
"""Makes the change; ``True`` plans evenly instead of keeping what was announced."""


@dataclass(frozen=True, slots=True)
class PlanEffect:
    """The planned rounds after a change, beside what was announced.

    ``kept`` of ``announced`` tables stay as they are. ``rounds`` counts the planned rounds after
    it, ``rounds_added`` how many more these are, meetings caught up apart: ``catch_ups``.
    ``byes_most`` is how often anybody sits out in all, ``byes_spread`` by how much that differs.
    ``repeats`` counts partners, or meetings where nobody has one, that come again.
    ``tables_first`` and ``byes_first`` are those of the next round.
    """

    evenly: bool
    announced: int
    kept: int
    rounds: int
    rounds_added: int
    catch_ups: int
    byes_most: int
    byes_spread: int
    repeats: int
    tables_first: int
    byes_first: int


def plan_effects(event: Event, change: Change) -> tuple[PlanEffect, ...]:
    """What a change does, keeping what was announced and then planning evenly.

    One alone where both come to the same, none where nothing is announced. Locks the event.
    ``ValidationError`` where the change is refused.
    """
    with transaction.atomic():
        open_event_locked(event.pk)
        before = _planned(event)
        if not before:
            return ()
        found = [_foretold(event, before, change, evenly=evenly) for evenly in (False, True)]
    (first, plan), (second, other) = found
    return (first,) if plan == other else (first, second)


def effect_lines(event: Event, effect: PlanEffect) -> list[str]:
    """What a person wants to know of it, line by line."""
    lines = [
        kept_words(effect.kept, effect.announced),
        *rounds_added_words(effect.rounds_added, effect.catch_ups),
        byes_words(effect.byes_most, effect.byes_spread),
    ]
    if FORMATS[event.format].lineup == 1:
        lines.append(repeats_words(effect.repeats))
    return lines


def _foretold(
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
    caught_up = [one for one in after if _catches_up(one)]
    return PlanEffect(
        evenly=evenly,
        announced=sum(len(one.tables) for one in before),
        kept=tables_kept(before, after),
        rounds=len(after),
        rounds_added=len(after) - len(before) - len(caught_up)
        + sum(_catches_up(one) for one in before),
        catch_ups=sum(len(one.tables) for one in caught_up),
        byes_most=max(byes, default=0),
        byes_spread=max(byes, default=0) - min(byes, default=0),
        repeats=_repeats(event, [*begun, *after]),
        tables_first=len(after[0].tables) if after else 0,
        byes_first=len(after[0].byes) if after else 0,
    )  # fmt: skip


def _catches_up(planned: PlannedRound) -> bool:
    return any(spot.section == CATCH_UP for spot in planned.spots)


def _repeats(event: Event, rounds: Sequence[PlannedRound]) -> int:
    sides = sides_of(event.game)
    if FORMATS[event.format].entries_a_table(event.game) > sides:
        return repeats_of(partnerships(rounds, sides))
    met = Counter(
        frozenset((one, other))
        for planned in rounds
        for table in planned.tables
        for place, one in enumerate(table)
        for other in table[place + 1 :]
    )
    return repeats_of(met)
