"""Marking a season's standings stale: the mark is the truth, the message only a hint."""

from django.db.models import F

from leagues.adapters import refresh_enqueue_on_commit
from leagues.models import Season


def season_mark_stale(*, season: Season, results: bool = False) -> None:
    """Raise the season's version and send for the worker. The caller holds the season's lock.

    ``results`` where what an evening's result is has changed: then every evening is summed anew.
    """
    Season.objects.filter(pk=season.pk).update(version=F("version") + 1)
    season.refresh_from_db(fields=["version"])
    if results:
        season.evenings.update(results_version=0)
    refresh_enqueue_on_commit(season.pk)
