"""Events of which only names and totals are known: read in from a spreadsheet."""

from dataclasses import dataclass

from engine.pairings.formats import FORMATS
from games.presets import EventTemplate
from tournaments.events.models import Event, RoundTotal
from tournaments.events.presets import templates_of
from tournaments.events.selectors.events import Entrant, lineup


def ranks_by_total(template: EventTemplate) -> bool:
    """Whether totals alone can rank it: not brackets and compared deals."""
    return not (FORMATS[template.format].has_bracket or template.deals)


def templates_by_total(game: str) -> dict[str, EventTemplate]:
    """Return those templates of a game whose events totals alone can rank, by key."""
    return {
        key: template for key, template in templates_of(game).items() if ranks_by_total(template)
    }


@dataclass(frozen=True, slots=True)
class TotalsRow:
    """An entry with its totals by round (None: no total); ``total`` is their sum."""

    entrant: Entrant
    by_round: tuple[tuple[int, int | None], ...]
    total: int


@dataclass(frozen=True, slots=True)
class RoundTotals:
    """The totals of an event that was read in, highest first, by the ``rounds`` that are known."""

    rounds: tuple[int, ...]
    rows: tuple[TotalsRow, ...]


def round_totals(event: Event) -> RoundTotals | None:
    """Return the totals of an event that was read in; None for any other. Four queries."""
    by_entry: dict[int, dict[int, int]] = {}
    totals = RoundTotal.objects.filter(entry__event=event).order_by("entry__number", "number")
    for entry, number, total in totals.values_list("entry", "number", "total"):
        by_entry.setdefault(entry, {})[number] = total
    if not by_entry:
        return None
    rounds = tuple(sorted({number for row in by_entry.values() for number in row if number}))
    entrants = lineup(event).entrants(event.entries.all(), 1)
    rows = [
        TotalsRow(entrants[key], tuple((at, row.get(at)) for at in rounds), sum(row.values()))
        for key, row in by_entry.items()
    ]
    rows.sort(key=lambda row: (-row.total, row.entrant.number))
    return RoundTotals(rounds, tuple(rows))
