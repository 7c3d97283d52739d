"""What the director decided beside the hands, and what is still to be decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Adjustment, Event, PlayOff
from tournaments.selectors.lineups import Entrant

MOST_TIED = 6
"""More are not played off by one hand: it is too early, or a lot is drawn."""


@dataclass(frozen=True, slots=True)
class Change:
    """A penalty or bonus with the entry that has it."""

    adjustment: Adjustment
    entrant: Entrant

    @property
    def holds(self) -> bool:
        """Whether it was not taken back."""
        return self.adjustment.revoked_at is None

    @property
    def is_penalty(self) -> bool:
        """Whether it takes something away."""
        return self.adjustment.games < 0 or self.adjustment.marks < 0


@dataclass(frozen=True, slots=True)
class PlayedOff:
    """A tie that was decided at a table; ``order`` are its entries, the best first."""

    play_off: PlayOff
    order: tuple[Entrant, ...]

    @property
    def holds(self) -> bool:
        """Whether it was not taken back."""
        return self.play_off.revoked_at is None


def changes_of(event: Event, entrants: Mapping[int, Entrant]) -> tuple[Change, ...]:
    """All penalties and bonuses, those taken back too. One query; entrants by keys of entries."""
    found = event.adjustments.select_related("entry", "made_by", "revoked_by").order_by("pk")
    return tuple(Change(one, entrants[one.entry_id]) for one in found if one.entry_id in entrants)


def play_offs_of(event: Event, entrants: Iterable[Entrant]) -> tuple[PlayedOff, ...]:
    """All ties decided at a table, those taken back too. One query."""
    named = {entrant.number: entrant for entrant in entrants}
    return tuple(
        PlayedOff(one, tuple(named[number] for number in one.order if number in named))
        for one in event.play_offs.select_related("made_by", "revoked_by").order_by("pk")
    )
