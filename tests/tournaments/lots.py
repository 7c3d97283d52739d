"""Lots drawn again, as anybody can."""

from engine.pairings.state import draw
from tournaments.events.models import Lot


def lot_is_genuine(lot: Lot) -> bool:
    """Whether drawing again from the recorded seed gives the recorded order."""
    options = lot.outcome["options"]
    return lot.outcome == {
        "options": options,
        "order": draw(lot.seed, lot.purpose, options),
    }
