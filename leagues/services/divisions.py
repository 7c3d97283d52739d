"""Divisions of a season."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _

from clubs.rows import get_or_gone
from leagues.models import Division, Season
from leagues.services.locking import open_season_locked
from leagues.services.staleness import season_mark_stale

MAX_DIVISIONS = 12


@transaction.atomic
def division_add(*, season: Season, name: str, promoted: int = 0, relegated: int = 0) -> Division:
    """Add a division below the others. Locks the season."""
    locked = open_season_locked(season.pk)
    last = locked.divisions.aggregate(last=Max("order"))["last"] or 0
    if last >= MAX_DIVISIONS:
        raise ValidationError(_("A season has at most %(count)d divisions.") % {"count": last})
    division = Division(
        season=locked, order=last + 1, name=name, promoted=promoted, relegated=relegated
    )
    return _saved(division)


@transaction.atomic
def division_update(*, division: Division, **changes: Any) -> Division:
    """Change ``name``, ``promoted`` or ``relegated``. Locks the season."""
    if unknown := changes.keys() - {"name", "promoted", "relegated"}:
        raise TypeError(f"a division's {sorted(unknown)} cannot be changed")
    open_season_locked(division.season_id)
    current = get_or_gone(Division.objects.all(), division.pk)
    for key, value in changes.items():
        setattr(current, key, value)
    return _saved(current)


@transaction.atomic
def division_remove(*, division: Division) -> None:
    """Take out a division in which nobody is and which has no evening. Locks the season."""
    locked = open_season_locked(division.season_id)
    current = get_or_gone(Division.objects.all(), division.pk)
    if locked.divisions.count() == 1:
        raise ValidationError(_("A season has at least one division."))
    if current.contenders.exists() or current.evenings.exists():
        raise ValidationError(_("This division still has players or an evening of its own."))
    current.delete()
    for below in locked.divisions.filter(order__gt=current.order).order_by("order"):
        Division.objects.filter(pk=below.pk).update(order=F("order") - 1)
    season_mark_stale(season=locked)


def _saved(division: Division) -> Division:
    division.name = " ".join(division.name.split())
    division.full_clean(exclude=["season"])
    division.save()
    return division
