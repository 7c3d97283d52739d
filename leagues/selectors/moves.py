"""Who goes up and who goes down after a season."""

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.models import Contender, Division, Season, SeasonStanding
from leagues.selectors.table import standings_of, zone_of


@dataclass(frozen=True, slots=True)
class Move:
    """A contender at the end of a season: the place, and the division it leads to.

    ``level`` where somebody on the other side of the line has the same rank: then it is the
    secretary who decides.
    """

    contender: Contender
    standing: SeasonStanding
    to: Division
    zone: str
    level: bool


def moves_proposed(season: Season) -> list[Move]:
    """Everybody's division in the season to come, by the stored standings. Two queries."""
    divisions = list(season.divisions.all())
    by_order = {division.order: division for division in divisions}
    standings = list(standings_of(season))
    moves: list[Move] = []
    for division in divisions:
        own = [row for row in standings if row.contender.division_id == division.pk]
        zones = [
            zone_of(division, place, len(own), len(divisions)) for place in range(1, len(own) + 1)
        ]
        for row, zone in zip(own, zones, strict=True):
            to = by_order[division.order + _STEP[zone]]
            moves.append(Move(row.contender, row, to, zone, _is_level(row, zone, own, zones)))
    return moves


_STEP = {"up": -1, "down": 1, "": 0}


def _is_level(
    row: SeasonStanding, zone: str, own: Sequence[SeasonStanding], zones: Sequence[str]
) -> bool:
    return any(
        other.rank == row.rank and elsewhere != zone
        for other, elsewhere in zip(own, zones, strict=True)
    )
