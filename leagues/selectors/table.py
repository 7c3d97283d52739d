"""The table of a season, the season of one contender, and promotion and relegation."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from django.db.models import F

from clubs.models import Player
from leagues.models import (
    Absence,
    AbsenceRule,
    Contender,
    Division,
    Evening,
    EveningResult,
    Rating,
    Season,
    SeasonStanding,
)
from leagues.totals import EveningScore, EveningSums, counted, evening_score
from standings.rounding import rounded

FEW = 3
"""The best of an evening is shown if at most this many share it."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A contender's line: standing, and a cell for each evening, None if not expected. ``best`` are
    the keys of evenings with the division's top score. ``seldom`` if enough evenings were held and
    the contender came to too few of them."""

    standing: SeasonStanding
    cells: tuple[EveningScore | None, ...]
    zone: str = ""
    best: frozenset[int] = frozenset()
    seldom: bool = False

    @property
    def contender(self) -> Contender:
        return self.standing.contender

    @property
    def played(self) -> list[EveningScore]:
        """The cells that are there."""
        return [cell for cell in self.cells if cell]

    @property
    def is_placed(self) -> bool:
        """Whether the contender came, and often enough, to have a place among the others."""
        return bool(self.standing.attended) and not self.seldom


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division with its lines, best first, and the evenings that are shown as columns."""

    division: Division
    evenings: tuple[Evening, ...]
    lines: tuple[SeasonLine, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the evenings shown."""
        return tuple(evening.number for evening in self.evenings)


@dataclass(frozen=True, slots=True)
class SubstituteRow:
    """A substitute or unranked player: evenings and results."""

    players: tuple[Player, ...]
    as_substitute: bool
    evenings: int
    score: int | None


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """All tables of a season.

    ``is_stale`` means that something newer is not in it yet; ``as_of`` when it was computed.
    """

    season: Season
    divisions: tuple[DivisionTable, ...]
    substitutes: tuple[SubstituteRow, ...]
    is_stale: bool
    as_of: datetime.datetime | None

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played yet."""
        return not any(table.evenings for table in self.divisions)


def season_table(season: Season) -> SeasonTable:
    """Return the stored standings with every evening played. Six queries."""
    evenings = list(season.evenings.select_related("event"))
    standings = list(standings_of(season))
    cells = cells_of(season)
    tables = tuple(
        _division_table(division, evenings, standings, cells) for division in season.divisions.all()
    )
    return SeasonTable(
        season,
        tables,
        substitutes_of(season),
        is_stale=season_is_stale(season),
        as_of=season.standings_at,
    )


def standings_of(season: Season) -> Iterable[SeasonStanding]:
    """Return the stored standings with their contenders. One query."""
    standings = SeasonStanding.objects.filter(contender__season=season)
    return standings.select_related(
        "contender__player", "contender__partner", "contender__division"
    )


def season_is_stale(season: Season) -> bool:
    """Return whether the stored standings lack a change. One query at most."""
    if season.version != season.standings_version:
        return True
    made = season.evenings.filter(event__isnull=False)
    return made.exclude(results_version=F("event__version")).exists()


class _Held(NamedTuple):
    """An evening with results; ``lowest`` is the lowest known score."""

    key: int
    number: int
    division: int | None
    lowest: Fraction | None


def cells_of(
    season: Season, contenders: Collection[int] = ()
) -> dict[int, dict[int, EveningScore]]:
    """Return the counting score of each evening, by contender and evening, of all contenders or of
    some. Four queries."""
    ranked = list(season.contenders.order_by())
    results = EveningResult.objects.filter(evening__season=season, as_substitute=False)
    absences = Absence.objects.filter(contender__season=season)
    if contenders:
        ranked = [contender for contender in ranked if contender.pk in contenders]
        results = results.filter(player__in=[contender.player_id for contender in ranked])
        absences = absences.filter(contender__in=contenders)
    rows = results.values_list("evening", "player", "partner", "score", *EveningSums._fields)
    made = {row[:3]: (row[3], EveningSums._make(row[4:])) for row in rows}
    noticed = {row[:2]: row[2] for row in absences.values_list("contender", "evening", "noticed")}
    held = season.evenings.filter(is_held=True).values_list("pk", "number", "division", "lowest")
    evenings = [_Held(*row[:3], Fraction(row[3]) if row[3] else None) for row in held]
    return {
        contender.pk: {
            cell.evening: cell for cell in _cells(season, contender, evenings, made, noticed)
        }
        for contender in ranked
    }


def _cells(
    season: Season,
    contender: Contender,
    evenings: Iterable[_Held],
    made: Mapping[tuple[int, int, int | None], tuple[int | None, EveningSums]],
    noticed: Mapping[tuple[int, int], bool],
) -> list[EveningScore]:
    """Return the evenings that are expected of a contender, played or filled in by rule."""
    whose, cells = contender.player_keys, []
    for evening in evenings:
        if evening.number < contender.joined:
            continue
        if evening.division not in {None, contender.division_id}:
            continue
        notice = noticed.get((contender.pk, evening.key))
        if result := made.get((evening.key, *whose)):
            score, sums = result
            exact = None if score is None else evening_score(season, sums)
            cells.append(EveningScore(evening.key, notice, score, exact, sums))
        else:
            exact = _filled_in(season, evening, noticed=bool(notice))
            score = None if exact is None else rounded(exact, season.evening_decimals)
            cells.append(EveningScore(evening.key, notice, score, exact))
    return counted(season, cells)


def _filled_in(season: Season, evening: _Held, *, noticed: bool) -> Fraction | None:
    """Return the score of a missed evening."""
    match AbsenceRule(season.noticed if noticed else season.unnoticed):
        case AbsenceRule.LOWEST:
            return evening.lowest
        case AbsenceRule.FIXED:
            return Fraction(season.noticed_score if noticed else season.unnoticed_score)
        case AbsenceRule.NOTHING:
            return None


def substitutes_of(season: Season) -> tuple[SubstituteRow, ...]:
    """Results that are in no table: of substitutes, and of guests. One query."""
    ranked = Contender.objects.filter(season=season).values_list("player", "partner")
    inside = set(ranked)
    apart: dict[tuple[tuple[Player, ...], bool], list[Fraction | None]] = defaultdict(list)
    results = EveningResult.objects.filter(evening__season=season)
    for row in results.select_related("player", "partner").order_by("player__sort_key", "pk"):
        if row.as_substitute or (row.player_id, row.partner_id) not in inside:
            players = (row.player, row.partner) if row.partner else (row.player,)
            apart[players, row.as_substitute].append(made_on(season, row))
    return tuple(
        SubstituteRow(players, as_substitute, len(scores), _sum(season, scores))
        for (players, as_substitute), scores in apart.items()
    )


def made_on(season: Season, row: EveningResult) -> Fraction | None:
    """Return the exact score of an evening, or None if unknown."""
    sums = EveningSums._make(getattr(row, name) for name in EveningSums._fields)
    return None if row.score is None else evening_score(season, sums)


def _sum(season: Season, scores: Iterable[Fraction | None]) -> int | None:
    """Return the sum of the known scores, rounded for display."""
    known = [score for score in scores if score is not None]
    return rounded(sum(known, start=Fraction()), season.evening_decimals) if known else None


def zone_of(division: Division, place: int, count: int, divisions: int) -> str:
    """Where the line at a place from 1 leads: ``up``, ``down`` or nowhere."""
    if division.order > 1 and place <= division.promoted:
        return "up"
    if division.order < divisions and place > count - division.relegated:
        return "down"
    return ""


def _division_table(
    division: Division,
    evenings: Sequence[Evening],
    standings: Sequence[SeasonStanding],
    cells: dict[int, dict[int, EveningScore]],
) -> DivisionTable:
    shown = tuple(
        evening
        for evening in evenings
        if evening.is_held and evening.division_id in {None, division.pk}
    )
    standing_rows = [row for row in standings if row.contender.division_id == division.pk]
    count = division.season.divisions.count() if division.promoted or division.relegated else 0
    rows = [
        tuple(cells.get(row.contender_id, {}).get(evening.pk) for evening in shown)
        for row in standing_rows
    ]
    best = _best_of_evenings(rows)
    enough = len(shown) >= max(1, division.season.minimum)
    lines = tuple(
        SeasonLine(
            row,
            cells_of_row,
            zone_of(division, place, len(standing_rows), count) if shown else "",
            best=frozenset(
                cell.evening
                for cell in cells_of_row
                if cell and _attended_score(cell) == best.get(cell.evening, ...)
            ),
            seldom=enough and not row.qualified,
        )
        for place, (row, cells_of_row) in enumerate(zip(standing_rows, rows, strict=True), start=1)
    )
    return DivisionTable(division, shown, lines)


def _attended_score(cell: EveningScore) -> Fraction | None:
    """Return the exact score of an attended evening."""
    return cell.exact if cell.attended else None


def _best_of_evenings(rows: Iterable[Iterable[EveningScore | None]]) -> dict[int, Fraction]:
    """Return the highest score of each evening, by its key; None if more than a few share it."""
    made: dict[int, list[Fraction]] = defaultdict(list)
    for cell in chain.from_iterable(rows):
        if cell and (score := _attended_score(cell)) is not None:
            made[cell.evening].append(score)
    highest = {evening: max(scores) for evening, scores in made.items()}
    return {key: most for key, most in highest.items() if made[key].count(most) <= FEW}


# The season of one contender.


@dataclass(frozen=True, slots=True)
class SeasonStep:
    """An evening: how it counted, the field's average, and the rating after it.

    ``place`` is that of the evening among ``count`` who played for themselves.
    """

    evening: Evening
    cell: EveningScore | None
    average: int | None
    rating: Rating | None
    place: int | None
    count: int


class EveningAverage(NamedTuple):
    """Those who played an evening for themselves: their average and number."""

    average: int | None = None
    players: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """A contender's evenings in their order; ``decimals`` of the scores.

    ``rivals`` are how many the division has, this one included.
    """

    contender: Contender
    standing: SeasonStanding | None
    steps: tuple[SeasonStep, ...]
    decimals: int
    rivals: int

    @property
    def played(self) -> tuple[SeasonStep, ...]:
        """The evenings that have a score."""
        return tuple(step for step in self.steps if step.cell and step.cell.score is not None)


def history_of(contender: Contender) -> History:
    """Return a contender's season. Seven queries."""
    season = contender.season
    cells = cells_of(season, [contender.pk])[contender.pk]
    evenings = list(season.evenings.select_related("event").filter(is_held=True))
    fields: Mapping[int, EveningAverage] = defaultdict(EveningAverage, _fields(season, evenings))
    places = _places(contender, evenings)
    ratings = {
        row.evening_id: row
        for row in Rating.objects.filter(
            evening__season=season, player=contender.player_id, partner=contender.partner_id
        )
    }
    steps = tuple(
        SeasonStep(
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


def _fields(season: Season, evenings: list[Evening]) -> dict[int, EveningAverage]:
    """Return those who played for themselves, by evening. One query."""
    made: dict[int, list[Fraction | None]] = defaultdict(list)
    for row in EveningResult.objects.filter(evening__in=evenings, as_substitute=False):
        made[row.evening_id].append(made_on(season, row))
    return {
        evening: EveningAverage(_average(season, scores), len(scores))
        for evening, scores in made.items()
    }


def _average(season: Season, scores: list[Fraction | None]) -> int | None:
    """Return the average of the field, if known, rounded for display."""
    known = [score for score in scores if score is not None]
    if not known:
        return None
    return rounded(sum(known, start=Fraction()) / len(known), season.evening_decimals)


def _places(contender: Contender, evenings: list[Evening]) -> dict[int, int]:
    """Return a contender's place on each evening: one more than made a higher score. One query."""
    made: dict[int, list[Fraction]] = defaultdict(list)
    scores: dict[int, Fraction] = {}
    whose = contender.player_keys
    for row in EveningResult.objects.filter(evening__in=evenings, as_substitute=False):
        if (score := made_on(contender.season, row)) is not None:
            made[row.evening_id].append(score)
            if (row.player_id, row.partner_id) == whose:
                scores[row.evening_id] = score
    return {
        evening: 1 + sum(other > score for other in made[evening])
        for evening, score in scores.items()
    }


# Promotion and relegation.


@dataclass(frozen=True, slots=True)
class Move:
    """A contender at the end of a season: the rank, and the division of the next season. ``level``
    if a contender on the other side of the line has the same rank; then the secretary decides."""

    contender: Contender
    standing: SeasonStanding
    to: Division
    zone: str
    level: bool


def moves_proposed(season: Season) -> list[Move]:
    """Return everybody's division in the next season, by the stored standings. Two queries."""
    divisions = list(season.divisions.all())
    by_order = {division.order: division for division in divisions}
    standings = list(standings_of(season))
    moves: list[Move] = []
    for division in divisions:
        in_division = [row for row in standings if row.contender.division_id == division.pk]
        zones = [
            zone_of(division, place, len(in_division), len(divisions))
            for place in range(1, len(in_division) + 1)
        ]
        for row, zone in zip(in_division, zones, strict=True):
            to = by_order[division.order + _STEP[zone]]
            moves.append(
                Move(row.contender, row, to, zone, _is_level(row, zone, in_division, zones))
            )
    return moves


_STEP = {"up": -1, "down": 1, "": 0}


def _is_level(
    row: SeasonStanding, zone: str, in_division: Sequence[SeasonStanding], zones: Sequence[str]
) -> bool:
    return any(
        other.rank == row.rank and elsewhere != zone
        for other, elsewhere in zip(in_division, zones, strict=True)
    )
