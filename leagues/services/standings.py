"""A season's standings: summed from the score rows, compared, and written where they differ."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from fractions import Fraction

from django.db import transaction
from django.db.models import Q, Sum
from django.utils import timezone

from core.transactions import RowGone
from engine.standings.rounding import rounded
from leagues.models import (
    Evening,
    EveningResult,
    Season,
    SeasonAdjustment,
    SeasonMeasure,
    SeasonStanding,
)
from leagues.selectors.meetings import meetings_of
from leagues.selectors.sums import ResultKey, Stale, results_summed, stale_season
from leagues.selectors.table import cells_of
from leagues.totals import (
    ADDED,
    EveningSums,
    Meetings,
    added_up,
    evening_score,
    figures_of,
    level_on_total,
    ranked,
)
from tournaments.events.services.standings import standings_refresh

MAX_PASSES = 3
"""Consecutive computations while changes keep arriving."""


def season_refresh(*, season_id: int, passes: int = MAX_PASSES) -> bool:
    """Refresh a season's standings; return False if nothing newer had come.

    Only evenings whose event changed are summed, without a lock; the sums are written under the
    season's lock, and only contenders with changed evenings are added up. Then it looks for changes
    made meanwhile, at most ``passes`` times in all. Versions are read before the sums: these may be
    newer than a version says, never older.
    """
    refreshed = False
    for _pass in range(passes):
        if (stale := stale_season(season_id)) is None:
            break
        refreshed = season_compute(stale=stale) or refreshed
    return refreshed


def season_compute(*, stale: Stale) -> bool:
    """Sum the stale evenings and store the results; false if the season itself changed meanwhile.
    An evening that was computed concurrently is stale again. Locks the season to write."""
    season = stale.season
    if season.measure == SeasonMeasure.PLACES:
        _events_ranked(stale)
    sums = results_summed(stale) if stale.evenings else {}
    with transaction.atomic():
        unchanged = Season.objects.filter(pk=season.pk, version=season.version)
        if not unchanged.update(standings_version=season.version, standings_at=timezone.now()):
            return False
        players, lowered = _results_write(stale, sums)
        touched = None if stale.affects_all else _touched(season, players, lowered)
        # A match may have another winner although no evening has other sums.
        if touched is None or touched or (season.head_to_head and stale.evenings):
            _totals_write(season, touched)
    return True


def _events_ranked(stale: Stale) -> None:
    """Bring the standings of the stale evenings' events up to date. Locks each event in turn."""
    for evening in stale.evenings.values():
        if evening.event_id:
            with suppress(RowGone):
                standings_refresh(event_id=evening.event_id, passes=1)


def _results_write(
    stale: Stale, sums: Mapping[ResultKey, EveningSums]
) -> tuple[set[int], set[int]]:
    """Write the results of the stale evenings where they differ. Six statements or so.

    Returns the players whose results changed, and the evenings whose lowest score did.
    """
    if not stale.evenings:
        return set(), set()
    decimals = stale.season.evening_decimals
    made: dict[ResultKey, tuple[int | str | None, ...]] = {}
    scores: dict[int, list[Fraction | None]] = {key: [] for key in stale.evenings}
    for key, summed in sums.items():
        exact = evening_score(stale.season, summed)
        made[key] = (*summed.columns, None if exact is None else rounded(exact, decimals))
        if summed.is_played and not key.as_substitute:
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
    evening written since it was read gets a version that its event does not have: it is stale."""
    lowered = set()
    evenings = list(Evening.objects.filter(pk__in=stale.evenings))
    for evening in evenings:
        seen = stale.evenings[evening.pk]
        is_last = evening.results_version == seen.results_version
        lowest = min((score for score in scores[evening.pk] if score is not None), default=None)
        again = 0 if evening.event_id else 1
        evening.results_version = seen.event_version if is_last else again
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


def _totals_write(season: Season, touched: Collection[int] | None) -> None:
    """Add up the ``touched`` contenders, all if None, and rank all. Ten queries; more of those who
    are level, if matches between them count."""
    stored = {
        row.contender_id: row for row in SeasonStanding.objects.filter(contender__season=season)
    }
    divisions = dict(season.contenders.values_list("pk", "division"))
    rows = {key: copy(row) for key, row in stored.items() if key in divisions}
    given = SeasonAdjustment.objects.filter(contender__season=season, revoked_at=None).order_by()
    adjusted = dict(given.values_list("contender").annotate(Sum("points")))
    for contender, evenings in cells_of(season, touched).items():
        row = added_up(season, list(evenings.values()), adjusted.get(contender, 0))
        row.contender_id = contender
        rows[contender] = row
    by_division: dict[int, dict[int, SeasonStanding]] = defaultdict(dict)
    for key, row in rows.items():
        by_division[divisions[key]][key] = row
    meetings = _meetings(season, by_division.values()) if season.head_to_head else {}
    for division_rows in by_division.values():
        ranked(division_rows, meetings)
    changed = [row for key, row in rows.items() if _written(row) != _written(stored.get(key))]
    if changed:
        Season.objects.filter(pk=season.pk).update(changed_at=timezone.now())
    SeasonStanding.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["contender"], update_fields=_WRITTEN
    )


def _meetings(season: Season, divisions: Iterable[Mapping[int, SeasonStanding]]) -> Meetings:
    """Return the matches between those who are level on the total. Ten queries, if any are."""
    groups = [
        group
        for rows in divisions
        for group in level_on_total({key: figures_of(row) for key, row in rows.items()})
    ]
    if not groups:
        return {}
    cells = cells_of(season, {key for group in groups for key in group})
    counting = {
        (key, cell.evening)
        for key, evenings in cells.items()
        for cell in evenings.values()
        if cell.counts and cell.sums
    }
    return meetings_of(season, groups, counting)


def _written(row: SeasonStanding | None) -> list[object] | None:
    return None if row is None else [getattr(row, name) for name in _WRITTEN]


_WRITTEN = (
    *("rank", "tied", "qualified", "total", "exact_total", "attended", "counted"),
    *("best", "exact_best", "adjusted", *ADDED, "hands"),
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
