"""The table of a season, the season of one contender, and promotion and relegation."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.models import Player
from engine.standings.rounding import rounded
from leagues.models import (
    BEHIND,
    JOKER_TIMES,
    NOTHING_PLAYED,
    Absence,
    AbsenceRule,
    Contender,
    Division,
    Evening,
    EveningResult,
    Joker,
    Rating,
    Season,
    SeasonAdjustment,
    SeasonStanding,
)
from leagues.totals import EveningScore, EveningSums, added_up, counted, evening_score, ranked

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
        return [cell for cell in self.cells if cell]

    @property
    def is_placed(self) -> bool:
        """Whether the contender came, and often enough, to have a place among the others."""
        return bool(self.standing.attended) and not self.seldom


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division, or the guests, with lines, best first, and the evenings shown as columns."""

    division: Division
    evenings: tuple[Evening, ...]
    lines: tuple[SeasonLine, ...]

    @property
    def is_of_guests(self) -> bool:
        return self.division.pk is None

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
    ``guests`` are ranked in a table of their own, if the season ranks them and there are any: its
    division and contenders are stored nowhere.
    """

    season: Season
    divisions: tuple[DivisionTable, ...]
    substitutes: tuple[SubstituteRow, ...]
    is_stale: bool
    as_of: datetime.datetime | None
    adjustments: tuple[SeasonAdjustment, ...] = ()
    guests: DivisionTable | None = None

    @property
    def parts(self) -> tuple[DivisionTable, ...]:
        """The tables one below the other: the divisions, then the guests."""
        return (*self.divisions, self.guests) if self.guests else self.divisions

    @property
    def is_adjusted(self) -> bool:
        """Whether bonus or penalty points are in any total."""
        return any(line.standing.adjusted for part in self.divisions for line in part.lines)

    @property
    def has_jokers(self) -> bool:
        """Whether a joker doubles any score."""
        return any(
            cell.joker for part in self.divisions for line in part.lines for cell in line.played
        )

    @property
    def changed_at(self) -> datetime.datetime | None:
        """When the table of a finished season last changed after its end; None if it did not."""
        ended, changed = self.season.finished_at, self.season.changed_at
        return changed if ended and changed and changed > ended else None

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played yet."""
        return not any(table.evenings for table in self.divisions)


def season_table(season: Season) -> SeasonTable:
    """Return the stored standings with every evening played.

    Six queries; one more if anybody is listed apart from the divisions, and one if the season has
    jokers.
    """
    evenings = list(season.evenings.select_related("event"))
    contenders = list(_ranked(season))
    rows = _rows_of(season, evenings, contenders)
    cells = _all_cells(rows)
    divisions = list(season.divisions.all())
    tables = tuple(
        _division_table(division, evenings, contenders, cells, of=len(divisions))
        for division in divisions
    )
    apart = _apart(rows)
    is_ahead = any(row.results_version != row.event_version for row in evenings)
    return SeasonTable(
        season,
        tables,
        tuple(_substitute_row(season, found) for found in apart if not found.is_ranked),
        is_stale=season.version != season.standings_version or is_ahead,
        as_of=season.standings_at,
        adjustments=tuple(adjustments_of(season)),
        guests=_guest_table(rows, [found for found in apart if found.is_ranked]),
    )


def adjustments_of(season: Season) -> QuerySet[SeasonAdjustment]:
    """Return the bonus and penalty points of a season, those taken back too. One query."""
    given = SeasonAdjustment.objects.filter(contender__season=season)
    people = ("contender__player", "contender__partner", "made_by", "revoked_by")
    return given.select_related(*people)


def _ranked(season: Season) -> QuerySet[Contender]:
    """Return the contenders in the order of the table, each with the standing, if there is one yet.
    One query."""
    everybody = season.contenders.select_related("player", "partner", "division", "standing")
    order = ("division__order", "standing__rank", "player__sort_key", "standing__pk", "pk")
    return everybody.order_by(*order)


def _standings(contenders: Iterable[Contender], division: Division) -> list[SeasonStanding]:
    """Return the stored standings of a division, best first."""
    stored = (
        getattr(contender, "standing", None)
        for contender in contenders
        if contender.division_id == division.pk
    )
    return [standing for standing in stored if standing]


def season_is_stale(season: Season) -> bool:
    """Return whether the stored standings lack a change. One query at most."""
    if season.version != season.standings_version:
        return True
    return season.evenings.filter(BEHIND).exists()


# Scores of evenings.


class _ResultKey(NamedTuple):
    evening: int
    player: int
    partner: int | None
    as_substitute: bool


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the scores of a season come from: evenings, contenders, and by their keys the stored
    scores and sums, the absences by contender and evening, the jokers."""

    season: Season
    evenings: Sequence[Evening]
    contenders: Sequence[Contender]
    made: Mapping[_ResultKey, tuple[int | None, EveningSums]]
    noticed: Mapping[tuple[int, int], bool]
    jokers: Collection[tuple[int, int]]

    @property
    def held(self) -> list[Evening]:
        return [evening for evening in self.evenings if evening.is_held]


def _rows_of(
    season: Season,
    evenings: Iterable[Evening],
    contenders: Sequence[Contender],
    *,
    some: bool = False,
) -> _Rows:
    """Return these rows, of ``some`` contenders alone. Two queries; three if there are jokers."""
    results = EveningResult.objects.filter(evening__season=season)
    absences = Absence.objects.filter(contender__season=season)
    jokers = Joker.objects.filter(contender__season=season)
    if some:
        players = [contender.player_id for contender in contenders]
        results = results.filter(player__in=players, as_substitute=False)
        absences = absences.filter(contender__in=contenders)
        jokers = jokers.filter(contender__in=contenders)
    columns = (*_ResultKey._fields, "score", *EveningSums._fields)
    made = {
        _ResultKey(*row[:4]): (row[4], EveningSums.read(row[5:]))
        for row in results.values_list(*columns)
    }
    noted = absences.values_list("contender", "evening", "noticed")
    return _Rows(
        season,
        list(evenings),
        contenders,
        made,
        {row[:2]: row[2] for row in noted},
        set(jokers.values_list("contender", "evening")) if season.jokers else set(),
    )


def cells_of(
    season: Season, contenders: Collection[int] | None = None
) -> dict[int, dict[int, EveningScore]]:
    """Return the counting score of each evening, by contender and evening, of all contenders or of
    some. Four queries; five if there are jokers."""
    ranked = season.contenders.order_by()
    if contenders is not None:
        ranked = ranked.filter(pk__in=contenders)
    return _all_cells(
        _rows_of(season, season.evenings.all(), list(ranked), some=contenders is not None)
    )


def _all_cells(rows: _Rows) -> dict[int, dict[int, EveningScore]]:
    return {
        contender.pk: {cell.evening: cell for cell in _cells(rows, contender)}
        for contender in rows.contenders
    }


def _cells(rows: _Rows, contender: Contender) -> list[EveningScore]:
    """Return the evenings that are expected of a contender, played or filled in by rule."""
    season, whose, cells = rows.season, contender.player_keys, []
    for evening in rows.held:
        if not contender.is_expected_at(evening.number, evening.division_id):
            continue
        at = contender.pk, evening.pk
        key = _ResultKey(evening.pk, *whose, as_substitute=False)
        notice = rows.noticed.get(at)
        if key in rows.made:
            cells.append(_played(rows, evening, key, notice=notice, joker=at in rows.jokers))
            continue
        once = _filled_in(season, evening, noticed=bool(notice))
        exact = None if once is None else once * evening.times
        score = None if exact is None else rounded(exact, season.evening_decimals)
        cells.append(EveningScore(evening.pk, notice, score, exact, times=evening.times))
    return counted(season, cells)


def _played(
    rows: _Rows,
    evening: Evening,
    key: _ResultKey,
    *,
    notice: bool | None = None,
    joker: bool = False,
) -> EveningScore:
    """Return the score of an evening to which somebody came."""
    score, sums = rows.made[key]
    if score is None:
        return EveningScore(evening.pk, notice, None, None, sums, times=evening.times)
    once = evening_score(rows.season, sums)
    times = evening.times * (JOKER_TIMES if joker else 1)
    exact = None if once is None else once * times
    if exact is not None and times > 1:
        score = rounded(exact, rows.season.evening_decimals)
    return EveningScore(evening.pk, notice, score, exact, sums, times=times, joker=joker)


def _filled_in(season: Season, evening: Evening, *, noticed: bool) -> Fraction | None:
    """Return the score of a missed evening."""
    match AbsenceRule(season.noticed if noticed else season.unnoticed):
        case AbsenceRule.LOWEST:
            return Fraction(evening.lowest) if evening.lowest else None
        case AbsenceRule.FIXED:
            return Fraction(season.noticed_score if noticed else season.unnoticed_score)
        case AbsenceRule.NOTHING:
            return None


# Substitutes and guests.


@dataclass(frozen=True, slots=True)
class _Apart:
    """Results of somebody that are in no table of a division, evening by evening; ``is_ranked`` if
    they are of a guest whom the season ranks."""

    players: tuple[Player, ...]
    as_substitute: bool
    is_ranked: bool
    cells: tuple[EveningScore, ...]


def _apart(rows: _Rows) -> list[_Apart]:
    """Return results that are in no division: of substitutes, of guests, and of contenders at
    evenings before they joined or of another division; by name. One query, if there are any."""
    season = rows.season
    ranked = {contender.player_keys: contender for contender in rows.contenders}
    evenings = {evening.pk: evening for evening in rows.evenings}
    found: dict[tuple[int, int | None, bool], set[int]] = defaultdict(set)
    for key, (_score, sums) in rows.made.items():
        contender, evening = ranked.get(key[1:3]), evenings.get(key.evening)
        if evening is None or not sums.is_played:
            continue
        in_table = contender and contender.is_expected_at(evening.number, evening.division_id)
        if key.as_substitute or not in_table:
            found[key[1:]].add(key.evening)
    people = Player.objects.in_bulk({key for of in found for key in of[:2] if key})
    apart = [
        _Apart(
            tuple(people[key] for key in of[:2] if key),
            of[2],
            season.rank_guests and not of[2] and of[:2] not in ranked,
            tuple(
                _played(rows, evening, _ResultKey(evening.pk, *of))
                for evening in rows.evenings
                if evening.pk in at
            ),
        )
        for of, at in found.items()
    ]
    return sorted(apart, key=lambda row: [player.in_order for player in row.players])


def _substitute_row(season: Season, apart: _Apart) -> SubstituteRow:
    known = [cell.exact for cell in apart.cells if cell.exact is not None]
    score = rounded(sum(known, start=Fraction()), season.evening_decimals) if known else None
    return SubstituteRow(apart.players, apart.as_substitute, len(apart.cells), score)


def _guest_table(rows: _Rows, guests: Sequence[_Apart]) -> DivisionTable | None:
    """Return guests ranked among each other, as the season counts; none has to come often."""
    if not guests:
        return None
    season, standings, cells = rows.season, {}, []
    for place, guest in enumerate(guests):
        cells.append({cell.evening: cell for cell in counted(season, guest.cells)})
        standings[place] = added_up(season, list(cells[place].values()))
        standings[place].qualified = True
        player, partner = (*guest.players, None)[:2]
        standings[place].contender = Contender(season=season, player=player, partner=partner)
    ranked(standings)
    lines = [
        SeasonLine(row, tuple(cells[place].get(evening.pk) for evening in rows.held))
        for place, row in standings.items()
    ]
    return DivisionTable(
        Division(season=season, order=0, name=_("Guests")),
        tuple(rows.held),
        tuple(sorted(lines, key=lambda line: line.standing.rank)),
    )


def made_on(season: Season, row: EveningResult) -> Fraction | None:
    """Return the exact score of an evening, counted once; None if unknown."""
    sums = EveningSums.read([getattr(row, name) for name in EveningSums._fields])
    return None if row.score is None else evening_score(season, sums)


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
    contenders: Sequence[Contender],
    cells: dict[int, dict[int, EveningScore]],
    *,
    of: int,
) -> DivisionTable:
    """Return the table of a division; ``of`` is the number of divisions."""
    shown = tuple(
        evening
        for evening in evenings
        if evening.is_held and evening.division_id in {None, division.pk}
    )
    standing_rows = _standings(contenders, division)
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
            zone_of(division, place, len(standing_rows), of) if shown else "",
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
    """Return the exact score of an attended evening, counted once: a joker makes nobody better."""
    return cell.exact / cell.times if cell.attended and cell.exact is not None else None


def _best_of_evenings(rows: Iterable[Iterable[EveningScore | None]]) -> dict[int, Fraction]:
    """Return the highest score of each evening, by its key; evenings on which more than a few share
    it are left out."""
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
    rows = EveningResult.objects.filter(~NOTHING_PLAYED, evening__in=evenings)
    for row in rows.filter(as_substitute=False):
        made[row.evening_id].append(made_on(season, row))
    return {
        evening.pk: EveningAverage(_average(season, scores, evening.times), len(scores))
        for evening in evenings
        if (scores := made.get(evening.pk))
    }


def _average(season: Season, scores: list[Fraction | None], times: int) -> int | None:
    """Return the average of the field as it counts, if known, rounded for display."""
    known = [score for score in scores if score is not None]
    if not known:
        return None
    average = sum(known, start=Fraction()) * times / len(known)
    return rounded(average, season.evening_decimals)


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
    contenders = list(_ranked(season))
    moves: list[Move] = []
    for division in divisions:
        in_division = _standings(contenders, division)
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
