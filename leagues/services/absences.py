"""Who does not come to an evening."""

from django.db import transaction

from clubs.rows import get_or_gone
from leagues.models import Absence, Contender, Evening
from leagues.services.locking import open_season_locked
from leagues.services.staleness import season_mark_stale


@transaction.atomic
def absence_note(*, evening: Evening, contender: Contender, noticed: bool) -> Absence:
    """Note that somebody does not come, with notice or without. Locks the season."""
    season = open_season_locked(evening.season_id)
    if contender.season_id != season.pk:
        raise ValueError("a contender of another season")
    absence, _new = Absence.objects.update_or_create(
        evening=get_or_gone(season.evenings.all(), evening.pk),
        contender=get_or_gone(season.contenders.all(), contender.pk),
        defaults={"noticed": noticed},
    )
    season_mark_stale(season=season)
    return absence


@transaction.atomic
def absence_clear(*, evening: Evening, contender: Contender) -> None:
    """Somebody comes after all. Locks the season."""
    season = open_season_locked(evening.season_id)
    Absence.objects.filter(evening=evening, contender=contender).delete()
    season_mark_stale(season=season)
