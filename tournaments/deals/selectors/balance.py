"""How evenly entries are compared, when all tables of a round play the same deals."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from core.figures import decimal_text, with_decimals
from engine.standings.rounding import rounded
from tournaments.deals.selectors.deals import set_of
from tournaments.events.models import Event, TableSeat
from tournaments.events.selectors.pairing_state import lines_of


@dataclass(frozen=True, slots=True)
class ComparisonBalance:
    """On how many deals any two entries that are ranked together are compared, in all rounds that
    are planned: the fewest, the most and the average; ``never`` of the ``couples`` on none.
    """

    least: int
    most: int
    average: Fraction
    never: int
    couples: int

    @property
    def average_shown(self) -> str:
        """The average with one decimal."""
        return with_decimals(rounded(self.average, 1), 1)

    @property
    def average_text(self) -> str:
        """The same for programs."""
        return decimal_text(rounded(self.average, 1), 1)


def balance_of(event: Event) -> ComparisonBalance | None:
    """Return how evenly entries are compared; None before the draw. Three queries, and those of
    ``lines_of``.
    """
    deal_set = set_of(event)
    if deal_set is None:
        return None
    rounds = deal_set.count // event.deals_per_round
    seats = TableSeat.objects.filter(
        table__round__event=event, table__is_bye=False, table__round__number__lte=rounds
    )
    sitting: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    columns = ("table__round__number", "side", "entry__number", "table")
    for number, side, entry, table in seats.order_by("pk").values_list(*columns):
        sitting[number, side][entry] = table
    lines = lines_of(event)
    entries = sorted({entry for line in sitting.values() for entry in line})
    counts = {
        couple: 0
        for couple in combinations(entries, 2)
        if lines.get(couple[0]) == lines.get(couple[1])
    }
    for line in sitting.values():
        for entry, other in combinations(sorted(line), 2):
            if (entry, other) in counts and line[entry] != line[other]:
                counts[entry, other] += event.deals_per_round
    if not counts:
        return None
    times = list(counts.values())
    average = Fraction(sum(times), len(times))
    return ComparisonBalance(min(times), max(times), average, times.count(0), len(times))
