"""Compute complete standings and write the differences; draw lots once and store them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from engine.pairings.formats import FORMATS
from engine.pairings.state import draw, seed_new
from engine.standings.ranking import (
    RankedEntry,
    by_line,
    by_the_game,
    ranked,
    ranked_by_the_game,
    tied_before_lot,
    with_lots,
)
from engine.standings.results import Results
from tournaments.events.models import Entry, Event, EventState, Lot, Standing
from tournaments.events.selectors.pairing_state import compares_shares, lines_of, pairing_state_of
from tournaments.events.selectors.sums import results_of
from tournaments.events.services.locking import event_locked

# Lots of an event: drawn once, kept, and checked by drawing them again.


Seeds = str | Mapping[str, str] | None
"""For repeating draws: one seed for all lots or one for each purpose; None for chance."""


def seed_of(seeds: Seeds, purpose: str) -> str | None:
    """Return the seed given for a lot; None for a random one."""
    return seeds.get(purpose) if isinstance(seeds, Mapping) else seeds


@transaction.atomic
def lot_draw(*, event: Event, purpose: str, options: Sequence[int], seed: str | None = None) -> Lot:
    """Draw a lot and record it; one already recorded for this purpose is kept.

    Options that a recorded lot lacks are drawn into it from its own seed, which leaves the order
    of the others as it was. ``seed`` repeats a draw; else it is random. The event is locked.
    """
    lot = Lot.objects.filter(event=event, purpose=purpose).first()
    if lot is None:
        lot = lot_drawn(event=event, purpose=purpose, options=options, seed=seed)
        lot.save()
    elif missing := set(options) - set(lot.outcome["options"]):
        lot.outcome = _outcome(lot.seed, purpose, [*lot.outcome["options"], *sorted(missing)])
        lot.save(update_fields=["outcome"])
    return lot


def lot_drawn(*, event: Event, purpose: str, options: Sequence[int], seed: str | None) -> Lot:
    """Return a newly drawn, unsaved lot, for drawing many at once."""
    seed = seed or seed_new()
    outcome = _outcome(seed, purpose, options)
    return Lot(event=event, purpose=purpose, seed=seed, outcome=outcome)


def _outcome(seed: str, purpose: str, options: Sequence[int]) -> dict[str, list[int]]:
    return {"options": list(options), "order": draw(seed, purpose, options)}


LOT = "standings"
MAX_PASSES = 3  # consecutive computations while changes keep arriving


def standings_refresh(*, event_id: int, passes: int = MAX_PASSES) -> bool:
    """Bring an event's standings up to date; return False if they were.

    Computes without a lock, writes under the event's lock, then looks for changes made meanwhile,
    at most ``passes`` times in all, so that a busy event blocks no other. The version is read
    before the sums: these may be newer than it, never older. Idempotent, also when run
    concurrently. Raises ``RowGone`` if the event is deleted meanwhile.
    """
    refreshed = False
    for _pass in range(passes):
        if (event := _stale(event_id)) is None:
            break
        refreshed = _write(event, standings_rows(event)) or refreshed
    return refreshed


def _stale(event_id: int) -> Event | None:
    stale = Event.objects.filter(pk=event_id).exclude(version=F("standings_version"))
    return stale.first()


def standings_rows(event: Event) -> list[RankedEntry]:
    results = results_of(event)
    format_ = FORMATS[event.format]
    if format_.has_bracket:
        results = replace(results, places=format_.places(pairing_state_of(event)))
    by_share, lines = compares_shares(event), lines_of(event)
    if event.state == EventState.FINISHED:
        results = _lots_drawn(event, results, lines, by_share=by_share)
    rank = ranked_by_the_game if by_share else ranked
    shown = event.presenter.metrics
    return [
        replace(row, line=line)
        for line, part in by_line(results, lines).items()
        for row in rank(part, event.tie_breaks, shown=shown)
    ]


def _lots_drawn(
    event: Event, results: Results, lines: Mapping[int, int], *, by_share: bool
) -> Results:
    """Return the results with the lots of entries still tied, drawing missing ones."""
    compared = by_the_game(results) if by_share else results
    needing = [
        entry
        for part in by_line(compared, lines).values()
        for group in tied_before_lot(part, event.tie_breaks)
        for entry in group
    ]
    if not needing:
        return results
    with transaction.atomic():
        lot: Lot = lot_draw(event=event_locked(event.pk), purpose=LOT, options=sorted(needing))
    places = {number: place for place, number in enumerate(lot.outcome["order"], start=1)}
    return with_lots(results, places)


@transaction.atomic
def _write(event: Event, rows: Iterable[RankedEntry]) -> bool:
    """Write the differences, unless something as new was written meanwhile. Locks the event."""
    locked = event_locked(event.pk)
    if locked.standings_version >= event.version:
        return False
    entries = {entry.number: entry for entry in locked.entries.all()}
    stored = {standing.entry_id: standing for standing in locked.standings.all()}
    wanted = [_standing(locked, entries[row.entry], row) for row in rows if row.entry in entries]
    fresh = [standing for standing in wanted if standing.entry_id not in stored]
    changed = [
        _onto(stored[standing.entry_id], standing)
        for standing in wanted
        if standing.entry_id in stored and _differs(stored[standing.entry_id], standing)
    ]
    Standing.objects.bulk_create(fresh)
    Standing.objects.bulk_update(changed, _COLUMNS)
    locked.standings_version, locked.standings_at = event.version, timezone.now()
    locked.save(update_fields=["standings_version", "standings_at"])
    return True


_COLUMNS = ("line", "rank", "tied", "values")


def _standing(event: Event, entry: Entry, row: RankedEntry) -> Standing:
    return Standing(
        event=event,
        entry=entry,
        line=row.line,
        rank=row.rank,
        tied=row.tied,
        values=row.stored_values,
    )


def _differs(stored: Standing, wanted: Standing) -> bool:
    return any(getattr(stored, column) != getattr(wanted, column) for column in _COLUMNS)


def _onto(stored: Standing, wanted: Standing) -> Standing:
    for column in _COLUMNS:
        setattr(stored, column, getattr(wanted, column))
    return stored
