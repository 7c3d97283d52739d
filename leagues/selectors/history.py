"""The season of one contender, evening by evening, for the page and its chart."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Avg, Count, OuterRef, Subquery

from leagues.models import Contender, Evening, EveningResult, Rating, SeasonStanding
from leagues.selectors.table import Cell, cells_of


@dataclass(frozen=True, slots=True)
class Step:
    """An evening: how it counted, what the field made, and the rating after it.

    ``place`` is that of the evening among ``count`` who played for themselves.
    """

    evening: Evening
    cell: Cell | None
    average: int | None
    rating: Rating | None
    place: int | None
    count: int


class Field(NamedTuple):
    """Those who played an evening for themselves: what they made on average, how many they were."""

    average: int | None = None
    players: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """A contender's evenings in their order; ``decimals`` of the scores.

    ``rivals`` are how many the division has, this one included.
    """

    contender: Contender
    standing: SeasonStanding | None
    steps: tuple[Step, ...]
    decimals: int
    rivals: int

    @property
    def played(self) -> tuple[Step, ...]:
        """The evenings that have a score."""
        return tuple(step for step in self.steps if step.cell and step.cell.score is not None)


def history_of(contender: Contender) -> History:
    """A contender's season. Seven queries."""
    season = contender.season
    cells = cells_of(season, [contender.pk])[contender.pk]
    evenings = list(season.evenings.select_related("event").filter(lowest__isnull=False))
    fields: Mapping[int, Field] = defaultdict(Field, _fields(evenings))
    places = _places(contender, evenings)
    ratings = {
        row.evening_id: row
        for row in Rating.objects.filter(
            evening__season=season, player=contender.player_id, partner=contender.partner_id
        )
    }
    steps = tuple(
        Step(
            evening,
            cells.get(evening.pk),
            fields[evening.pk].average,
            ratings.get(evening.pk),
            places.get(evening.pk),
            fields[evening.pk].players,
        )
        for evening in evenings
        if evening.division_id in {None, contender.division_id}
    )
    standing = SeasonStanding.objects.filter(contender=contender).first()
    rivals = season.contenders.filter(division=contender.division_id).count()
    return History(contender, standing, steps, season.evening_decimals, rivals)


def _fields(evenings: list[Evening]) -> dict[int, Field]:
    """Those who played for themselves, by evening. One query."""
    rows = EveningResult.objects.filter(evening__in=evenings, as_substitute=False)
    found = rows.values_list("evening").annotate(average=Avg("score"), count=Count("pk"))
    return {evening: Field(round(average), count) for evening, average, count in found}


def _places(contender: Contender, evenings: list[Evening]) -> dict[int, int]:
    """A contender's place on each evening: one more than made a higher score. One query."""
    there = EveningResult.objects.filter(evening__in=evenings, as_substitute=False)
    ahead = there.filter(evening=OuterRef("evening"), score__gt=OuterRef("score"))
    counted = ahead.order_by().values("evening").annotate(count=Count("pk")).values("count")
    own = there.filter(player=contender.player_id, partner=contender.partner_id)
    return {
        evening: (count or 0) + 1
        for evening, count in own.annotate(ahead=Subquery(counted)).values_list("evening", "ahead")
    }
