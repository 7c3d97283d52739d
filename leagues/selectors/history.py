"""The season of one contender, evening by evening, for the page and its chart."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from leagues.exact import Cell, rounded
from leagues.models import Contender, Evening, EveningResult, Rating, Season, SeasonStanding
from leagues.selectors.table import cells_of, made_on


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
    evenings = list(season.evenings.select_related("event").filter(is_held=True))
    fields: Mapping[int, Field] = defaultdict(Field, _fields(season, evenings))
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


def _fields(season: Season, evenings: list[Evening]) -> dict[int, Field]:
    """Those who played for themselves, by evening. One query."""
    made: dict[int, list[Fraction | None]] = defaultdict(list)
    for row in EveningResult.objects.filter(evening__in=evenings, as_substitute=False):
        made[row.evening_id].append(made_on(season, row))
    return {
        evening: Field(_average(season, scores), len(scores)) for evening, scores in made.items()
    }


def _average(season: Season, scores: list[Fraction | None]) -> int | None:
    """What everybody made on average, where it is known, as it is shown."""
    known = [score for score in scores if score is not None]
    if not known:
        return None
    return rounded(sum(known, start=Fraction()) / len(known), season.evening_decimals)


def _places(contender: Contender, evenings: list[Evening]) -> dict[int, int]:
    """A contender's place on each evening: one more than made a higher score. One query."""
    made: dict[int, list[Fraction]] = defaultdict(list)
    own: dict[int, Fraction] = {}
    whose = contender.player_id, contender.partner_id
    for row in EveningResult.objects.filter(evening__in=evenings, as_substitute=False):
        if (score := made_on(contender.season, row)) is not None:
            made[row.evening_id].append(score)
            if (row.player_id, row.partner_id) == whose:
                own[row.evening_id] = score
    return {
        evening: 1 + sum(other > score for other in made[evening]) for evening, score in own.items()
    }
