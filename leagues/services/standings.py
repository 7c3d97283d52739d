"""A season's standings: summed from the score rows, compared, written where they differ."""

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from leagues.models import Evening, EveningResult, Season, SeasonStanding
from leagues.selectors.sums import Result, Stale, Sums, results_summed, stale_season
from leagues.selectors.table import cells_of
from leagues.totals import Cell, Worth, added_up, evening_score, needs_lowest, ranked, rounded

TURNS = 3
"""Computations in a row, where changes keep coming."""


def season_refresh(*, season_id: int, turns: int = TURNS) -> bool:
    """Bring a season's standings up to date; false where nothing newer had come.

    Only evenings whose event changed are summed, without a lock; the sums are written under the
    season's lock, and only those contenders added up whose evenings differ. Looks again whether
    a change has come meanwhile, so many ``turns`` in all. Versions are read before the sums: these
    may be newer than a version says, never older.
    """
    refreshed = False
    for _turn in range(turns):
        if (stale := stale_season(season_id)) is None:
            break
        refreshed = season_compute(stale=stale) or refreshed
    return refreshed


def season_compute(*, stale: Stale) -> bool:
    """Sum what is behind and write it; false where the season itself changed meanwhile.

    An evening that somebody else computed meanwhile is behind again. Locks the season to write.
    """
    season = stale.season
    sums = results_summed(stale) if stale.evenings else {}
    with transaction.atomic():
        unchanged = Season.objects.filter(pk=season.pk, version=season.version)
        if not unchanged.update(standings_version=season.version, standings_at=timezone.now()):
            return False
        players, lowered = _results_write(stale, sums)
        touched = [] if stale.whole else _touched(season, players, lowered)
        if stale.whole or touched:
            _totals_write(season, touched)
    return True


def _results_write(stale: Stale, sums: Mapping[Result, Sums]) -> tuple[set[int], set[int]]:
    """Write the results of evenings where they differ. Four statements more than evenings' own.

    Gives the players whose results changed, and the evenings whose lowest score may have.
    """
    if not stale.evenings:
        return set(), set()
    season = stale.season
    made = {key: _values(season, sums[key]) for key in sums}
    found = EveningResult.objects.filter(evening__in=stale.evenings)
    rows = found.values_list("evening", "player", "partner", "as_substitute", *_MADE)
    stored = {Result(*row[:4]): tuple(row[4:]) for row in rows}
    changed = [key for key in made.keys() | stored.keys() if made.get(key) != stored.get(key)]
    if anew := {key.evening for key in changed}:
        EveningResult.objects.filter(evening__in=anew).delete()
        EveningResult.objects.bulk_create(
            EveningResult(
                evening_id=key.evening,
                player_id=key.player,
                partner_id=key.partner,
                as_substitute=key.as_substitute,
                **dict(zip(_MADE, values, strict=True)),
            )
            for key, values in made.items()
            if key.evening in anew
        )
    scores: dict[int, list[int | None]] = {key: [] for key in stale.evenings}
    for key, values in made.items():
        if not key.as_substitute:
            scores[key.evening].append(values[-1])
    return {key.player for key in changed}, _evenings_write(stale, scores)


def _values(season: Season, sums: Sums) -> tuple[int | None, ...]:
    """Return what is stored of an evening, in the order of ``_MADE``."""
    exact = evening_score(season, sums)
    return (*sums, None if exact is None else rounded(exact, season.evening_decimals))


def _evenings_write(stale: Stale, scores: Mapping[int, Sequence[int | None]]) -> set[int]:
    """Write what of evenings is derived; returns those whose lowest score may have moved.

    An evening that was written since it was seen gets version 0: it is behind again.
    """
    lowered = set()
    evenings = list(Evening.objects.filter(pk__in=stale.evenings))
    for evening in evenings:
        seen, known = (
            stale.evenings[evening.pk],
            [one for one in scores[evening.pk] if one is not None],
        )
        assert seen.event is not None
        is_last = evening.results_version == seen.results_version
        evening.results_version = seen.event.version if is_last else 0
        evening.is_held, evening.lowest = bool(scores[evening.pk]), min(known, default=None)
        if not is_last or evening.lowest != seen.lowest or needs_lowest(stale.season):
            lowered.add(evening.pk)
    Evening.objects.bulk_update(evenings, ["results_version", "is_held", "lowest"])
    return lowered


def _totals_write(season: Season, touched: Sequence[int]) -> None:
    """Add up the ``touched``, or everybody where none are named, and rank all. Eight queries."""
    stored = {
        row.contender_id: row for row in SeasonStanding.objects.filter(contender__season=season)
    }
    divisions = dict(season.contenders.values_list("pk", "division"))
    cells = cells_of(season, touched)
    rows = {key: row for key, row in stored.items() if key in divisions}
    for contender, evenings in cells.items():
        rows[contender] = _added(season, contender, list(evenings.values()))
    for division in set(divisions.values()):
        worths = {key: _worth(row) for key, row in rows.items() if divisions[key] == division}
        for key, rank, tied in ranked(worths):
            before = stored.get(key)
            if before is rows[key] and (before.rank, before.tied) != (rank, tied):
                rows[key] = copy(before)
            rows[key].rank, rows[key].tied = rank, tied
    changed = [row for key, row in rows.items() if _written(row) != _written(stored.get(key))]
    SeasonStanding.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["contender"], update_fields=_WRITTEN
    )


def _added(season: Season, contender: int, cells: Sequence[Cell]) -> SeasonStanding:
    """A contender's evenings added up, without a rank."""
    found = added_up(season, cells)
    there = [cell for cell in cells if cell.attended]
    counted = [cell.hands for cell in there if cell.hands is not None]
    return SeasonStanding(
        contender_id=contender,
        qualified=len(there) >= max(1, season.minimum),
        total=rounded(found.total, season.total_decimals),
        best=None if found.best is None else rounded(found.best, season.evening_decimals),
        exact_total=str(found.total),
        exact_best="" if found.best is None else str(found.best),
        attended=len(there),
        counted=found.counted,
        hands=sum(counted) if counted or not there else None,
        **{name: sum(getattr(cell, name) or 0 for cell in there) for name in _ADDED},
    )


def _worth(row: SeasonStanding) -> Worth:
    return Worth(
        row.qualified,
        row.counted > 0,
        Fraction(row.exact_total or 0),
        row.wins,
        row.points,
        Fraction(row.exact_best) if row.exact_best else None,
    )


def _written(row: SeasonStanding | None) -> list[object] | None:
    return None if row is None else [getattr(row, name) for name in _WRITTEN]


_ADDED = ("games", "games_won", "games_drawn", "points")
_MADE = (*_ADDED, "rated", "hands", "score")
_WRITTEN = (
    *("rank", "tied", "qualified", "total", "exact_total", "attended", "counted"),
    *("best", "exact_best", *_ADDED, "hands"),
)


def _touched(season: Season, players: set[int], lowered: set[int]) -> list[int]:
    """The contenders to add up anew: those who played, and those absent where the lowest moved."""
    if not players and not lowered:
        return []
    changed = Q(player__in=players)
    if lowered:
        there = EveningResult.objects.filter(evening__in=lowered, as_substitute=False)
        changed |= ~Q(player__in=there.values("player"))
    return list(season.contenders.filter(changed).values_list("pk", flat=True))
