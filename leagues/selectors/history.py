"""The season of one contender, evening by evening, for the page and its chart."""

from dataclasses import dataclass

from django.db.models import Avg

from leagues.models import Contender, Evening, EveningResult, Rating, SeasonStanding
from leagues.selectors.table import Cell, cells_of


@dataclass(frozen=True, slots=True)
class Step:
    """An evening: how it counted, what the field made, and the rating after it."""

    evening: Evening
    cell: Cell | None
    average: int | None
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class History:
    """A contender's evenings in their order; ``decimals`` of the scores."""

    contender: Contender
    standing: SeasonStanding | None
    steps: tuple[Step, ...]
    decimals: int

    @property
    def played(self) -> tuple[Step, ...]:
        """The evenings that have a score."""
        return tuple(step for step in self.steps if step.cell and step.cell.score is not None)


def history_of(contender: Contender) -> History:
    """A contender's season. Five queries."""
    season = contender.season
    cells = cells_of(season, [contender.pk])[contender.pk]
    evenings = list(season.evenings.select_related("event").filter(lowest__isnull=False))
    averages = _averages(evenings)
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
            averages.get(evening.pk),
            ratings.get(evening.pk),
        )
        for evening in evenings
        if evening.division_id in {None, contender.division_id}
    )
    standing = SeasonStanding.objects.filter(contender=contender).first()
    return History(contender, standing, steps, season.evening_decimals)


def _averages(evenings: list[Evening]) -> dict[int, int]:
    """What everybody made on average, by evening. One query."""
    rows = EveningResult.objects.filter(evening__in=evenings, as_substitute=False)
    averages = rows.values_list("evening").annotate(average=Avg("score"))
    return {evening: round(average) for evening, average in averages}
