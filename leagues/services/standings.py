"""A season's standings: summed from the score rows, compared, and written where they differ."""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from fractions import Fraction

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from feeds.changes import changes_note
from feeds.models import ChangeKind
from leagues.models import Evening, EveningResult, Season, SeasonStanding
from leagues.selectors.sums import ResultKey, Stale, results_summed, stale_season
from leagues.selectors.table import cells_of
from leagues.totals import (
    EveningScore,
    EveningSums,
    SeasonFigures,
    best_of,
    evening_score,
    ranked,
    total_of,
)
from standings.rounding import rounded

TURNS = 3
"""Consecutive computations while changes keep arriving."""


def season_refresh(*, season_id: int, turns: int = TURNS) -> bool:
    """Refresh a season's standings; return False if nothing newer had come.

    Only evenings whose event changed are summed, without a lock; the sums are written under the
    season's lock, and only contenders with changed evenings are added up. Then it looks for changes
    made meanwhile, at most ``turns`` times in all. Versions are read before the sums: these may be
    newer than a version says, never older.
    """
    refreshed = False
    for _turn in range(turns):
        if (stale := stale_season(season_id)) is None:
            break
        refreshed = season_compute(stale=stale) or refreshed
    return refreshed


def season_compute(*, stale: Stale) -> bool:
    """Sum the stale evenings and store the results; false if the season itself changed meanwhile.
    An evening that was computed concurrently is stale again. Locks the season to write."""
    season = stale.season
    sums = results_summed(stale) if stale.evenings else {}
    with transaction.atomic():
        unchanged = Season.objects.filter(pk=season.pk, version=season.version)
        if not unchanged.update(standings_version=season.version, standings_at=timezone.now()):
            return False
        players, lowered = _results_write(stale, sums)
        touched = set() if stale.whole else _touched(season, players, lowered)
        if stale.whole or touched:
            _totals_write(season, touched)
    return True


def _results_write(
    stale: Stale, sums: Mapping[ResultKey, EveningSums]
) -> tuple[set[int], set[int]]:
    """Write the results of the stale evenings where they differ. Six statements or so.

    Returns the players whose results changed, and the evenings whose lowest score did.
    """
    if not stale.evenings:
        return set(), set()
    decimals = stale.season.evening_decimals
    made: dict[ResultKey, tuple[int | None, ...]] = {}
    scores: dict[int, list[Fraction | None]] = {key: [] for key in stale.evenings}
    for key, summed in sums.items():
        exact = evening_score(stale.season, summed)
        made[key] = (*summed, None if exact is None else rounded(exact, decimals))
        if not key.as_substitute:
            scores[key.evening].append(exact)
    results = EveningResult.objects.filter(evening__in=stale.evenings)
    stored = {row[:4]: row[4:] for row in results.values_list(*_RESULT)}
    changed = [key for key in made.keys() | stored.keys() if made.get(key) != stored.get(key)]
    if anew := {key[0] for key in changed}:
        EveningResult.objects.filter(evening__in=anew).delete()
        EveningResult.objects.bulk_create(
            EveningResult(**dict(zip(_COLUMNS, (*key, *values), strict=True)))
            for key, values in made.items()
            if key.evening in anew
        )
    return {key[1] for key in changed}, _evenings_write(stale, scores)


_RESULT = ("evening", "player", "partner", "as_substitute", *EveningSums._fields, "score")
_COLUMNS = ("evening_id", "player_id", "partner_id", *_RESULT[3:])


def _evenings_write(stale: Stale, scores: Mapping[int, Sequence[Fraction | None]]) -> set[int]:
    """Store the derived fields of the stale evenings; return those whose lowest score changed. An
    evening written since it was read gets version 0: it is stale again."""
    lowered = set()
    evenings = list(Evening.objects.filter(pk__in=stale.evenings))
    for evening in evenings:
        seen = stale.evenings[evening.pk]
        assert seen.event is not None
        is_last = evening.results_version == seen.results_version
        lowest = min((score for score in scores[evening.pk] if score is not None), default=None)
        evening.results_version = seen.event.version if is_last else 0
        evening.is_held, evening.lowest = bool(scores[evening.pk]), _stored(lowest)
        if not is_last or evening.lowest != seen.lowest:
            lowered.add(evening.pk)
    Evening.objects.bulk_create(
        evenings,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["results_version", "is_held", "lowest"],
    )
    return lowered


def _stored(score: Fraction | None) -> str:
    return "" if score is None else str(score)


def _totals_write(season: Season, touched: Collection[int]) -> None:
    """Add up the ``touched`` contenders, by default all, and rank all. Eight queries."""
    stored = {
        row.contender_id: row for row in SeasonStanding.objects.filter(contender__season=season)
    }
    divisions = dict(season.contenders.values_list("pk", "division"))
    rows = {key: copy(row) for key, row in stored.items() if key in divisions}
    for contender, evenings in cells_of(season, touched).items():
        rows[contender] = _added_up(season, contender, list(evenings.values()))
    for division in set(divisions.values()):
        figures = {key: _figures(row) for key, row in rows.items() if divisions[key] == division}
        for key, rank, tied in ranked(figures):
            rows[key].rank, rows[key].tied = rank, tied
    changed = [row for key, row in rows.items() if _written(row) != _written(stored.get(key))]
    if changed:
        changes_note(season.club_id, (ChangeKind.STANDINGS, f"{season.api_path}standings/"))
    SeasonStanding.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["contender"], update_fields=_WRITTEN
    )


def _added_up(season: Season, contender: int, cells: Sequence[EveningScore]) -> SeasonStanding:
    """Return a contender's evenings added up, without a rank."""
    total, count = total_of(season, cells)
    best = best_of(cells)
    there = [cell.sums for cell in cells if cell.sums]
    hands = [sums.hands for sums in there if sums.hands is not None]
    return SeasonStanding(
        contender_id=contender,
        qualified=len(there) >= max(1, season.minimum),
        total=rounded(total, season.total_decimals),
        best=None if best is None else rounded(best, season.evening_decimals),
        exact_total=str(total),
        exact_best=_stored(best),
        attended=len(there),
        counted=count,
        hands=sum(hands) if hands or not there else None,
        **{name: sum(getattr(sums, name) for sums in there) for name in _ADDED},
    )


def _figures(row: SeasonStanding) -> SeasonFigures:
    return SeasonFigures(
        row.qualified,
        Fraction(row.exact_total or 0) if row.counted else None,
        row.wins,
        row.points,
        Fraction(row.exact_best) if row.exact_best else None,
    )


def _written(row: SeasonStanding | None) -> list[object] | None:
    return None if row is None else [getattr(row, name) for name in _WRITTEN]


_ADDED = ("games", "games_won", "games_drawn", "points")
_WRITTEN = (
    *("rank", "tied", "qualified", "total", "exact_total", "attended", "counted"),
    *("best", "exact_best", *_ADDED, "hands"),
)


def _touched(season: Season, players: set[int], lowered: set[int]) -> set[int]:
    """Return the contenders to add up again: those who played, and absentees if the lowest score
    moved.
    """
    if not players and not lowered:
        return set()
    changed = Q(player__in=players)
    if lowered:
        there = EveningResult.objects.filter(evening__in=lowered, as_substitute=False)
        changed |= ~Q(player__in=there.values("player"))
    return set(season.contenders.filter(changed).values_list("pk", flat=True))
