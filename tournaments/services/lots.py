"""Lots of an event: drawn once, kept, and checked by drawing them again."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from pairings.state import draw, seed_new
from tournaments.models import Event, Lot

Seeds = str | Mapping[str, str] | None
"""What lots are drawn from again: one seed for all, or that of each by its purpose; else chance."""


def seed_of(seeds: Seeds, purpose: str) -> str | None:
    """The seed for a lot; none where chance is to give it."""
    return seeds.get(purpose) if isinstance(seeds, Mapping) else seeds


@transaction.atomic
def lot_draw(*, event: Event, purpose: str, options: Sequence[int], seed: str | None = None) -> Lot:
    """Draw a lot and record it; one already recorded for this purpose is kept as it is.

    Options that a recorded lot does not hold yet are drawn into it from its own seed, which
    leaves the order of the others alone. ``seed`` is for re-enacting a draw; else it is random.
    The caller holds the event's lock.
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
    """A freshly drawn lot, not saved: for drawing many at once."""
    seed = seed or seed_new()
    outcome = _outcome(seed, purpose, options)
    return Lot(event=event, purpose=purpose, seed=seed, outcome=outcome)


def lot_is_genuine(lot: Lot) -> bool:
    """Whether drawing again from the recorded seed gives the recorded order."""
    return bool(lot.outcome == _outcome(lot.seed, lot.purpose, lot.outcome["options"]))


def _outcome(seed: str, purpose: str, options: Sequence[int]) -> dict[str, list[int]]:
    return {"options": list(options), "order": draw(seed, purpose, options)}
