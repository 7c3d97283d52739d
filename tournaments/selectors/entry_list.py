"""Who takes part, as the list of entries shows it."""

from dataclasses import dataclass

from tournaments.formats import FORMATS
from tournaments.models import Entry, Event, RoundState, Table
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Entrant, field_size, lineup
from tournaments.selectors.pairing_state import table_result


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with who sits for it in the round that comes next; ``seed`` None without one."""

    entrant: Entrant
    seed: int | None


@dataclass(frozen=True, slots=True)
class EntryList:
    """All entries in the order of their numbers.

    ``is_closed`` once a bracket has begun, so that nobody can come in any more.
    """

    rows: tuple[EntryRow, ...]
    has_begun: bool
    is_closed: bool = False

    @property
    def playing(self) -> int:
        """How many have not dropped out."""
        return sum(row.entrant.is_active for row in self.rows)

    @property
    def count(self) -> int:
        """How many take part, those that dropped out after a round included."""
        return field_size(row.entrant for row in self.rows)

    @property
    def is_seeded(self) -> bool:
        """Whether anybody has a seed."""
        return any(row.seed is not None for row in self.rows)


def entry_list(event: Event) -> EntryList:
    """The entries of an event. Three queries, another where it has a bracket."""
    begun = last_begun_number(event)
    entries = list(event.entries.all())
    found = lineup(event).entrants_of_all(entries, begun, sitting=begun + 1)
    rows = tuple(EntryRow(found[entry.pk], entry.seed) for entry in entries)
    closed_by = FORMATS[event.format].closed_by
    is_closed = closed_by is not None and begun > 0 and bracket_has_begun(event, closed_by)
    return EntryList(rows, has_begun=begun > 0, is_closed=is_closed)


def bracket_has_begun(event: Event, stage: str) -> bool:
    """Whether a round of the stage has begun after which nobody can be entered. One query."""
    return event.rounds.filter(state=RoundState.BEGUN, stage=stage).exists()


def tables_under_way(event: Event, entry: Entry) -> list[Table]:
    """The begun tables at which an entry still plays and two sides meet. Four queries or more."""
    begun = Table.objects.filter(
        round__event=event, round__state=RoundState.BEGUN, is_bye=False, seats__entry=entry
    )
    tables = begun.select_related("round").prefetch_related("seats__entry", "games__match")
    return [
        table
        for table in tables
        if len({seat.side for seat in table.seats.all()}) == 2
        and not table_result(table, table.seats.all(), list(table.games.all())).is_over
    ]
