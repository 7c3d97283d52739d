"""Who takes part, as the list of entries shows it."""

from dataclasses import dataclass

from tournaments.models import Event
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Entrant, lineup


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with who sits for it in the round that comes next; ``seed`` None without one."""

    entrant: Entrant
    seed: int | None


@dataclass(frozen=True, slots=True)
class EntryList:
    """All entries in the order of their numbers."""

    rows: tuple[EntryRow, ...]
    has_begun: bool

    @property
    def playing(self) -> int:
        """How many have not dropped out."""
        return sum(row.entrant.is_active for row in self.rows)

    @property
    def is_seeded(self) -> bool:
        """Whether anybody has a seed."""
        return any(row.seed is not None for row in self.rows)


def entry_list(event: Event) -> EntryList:
    """The entries of an event. Three queries."""
    begun = last_begun_number(event)
    entries = list(event.entries.all())
    found = lineup(event).entrants_of_all(entries, begun, sitting=begun + 1)
    rows = tuple(EntryRow(found[entry.pk], entry.seed) for entry in entries)
    return EntryList(rows, has_begun=begun > 0)
