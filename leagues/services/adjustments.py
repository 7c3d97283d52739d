"""Bonus and penalty points of a season: given and taken back, never deleted."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from core.transactions import get_or_gone
from leagues.models import Contender, SeasonAdjustment
from leagues.services.seasons import open_season_locked, season_mark_stale


@transaction.atomic
def season_adjustment_make(
    *,
    contender: Contender,
    points: int,
    reason: str,
    by: User,
    date: datetime.date | None = None,
) -> SeasonAdjustment:
    """Add points to a contender's total (negative: deduct), by default for today. Locks the season.

    ``ValidationError`` by field.
    """
    season = open_season_locked(contender.season_id)
    made = SeasonAdjustment(
        contender=get_or_gone(season.contenders.all(), contender.pk),
        points=points,
        reason=" ".join(reason.split()),
        date=date or timezone.localdate(),
        made_by=by,
    )
    made.clean_fields(exclude=["contender", "made_by", "revoked_by", "revoked_at"])
    if not points:
        raise ValidationError(
            {"points": ValidationError(_("Give more or fewer than 0 points."), code="no_points")}
        )
    made.save()
    season_mark_stale(season=season)
    return made


@transaction.atomic
def season_adjustment_revoke(
    *, adjustment: SeasonAdjustment, reason: str, by: User
) -> SeasonAdjustment:
    """Take bonus or penalty points back, with a reason; they stay on record. Locks the season."""
    season = open_season_locked(adjustment.contender.season_id)
    rows = SeasonAdjustment.objects.filter(contender__season=season)
    current = get_or_gone(rows, adjustment.pk)
    if current.revoked_at is not None:
        raise ValidationError(_("This has been taken back already."), code="revoked_already")
    current.revoked_by, current.revoked_at = by, timezone.now()
    current.revoked_reason = " ".join(reason.split())
    if not current.revoked_reason:
        raise ValidationError(
            {"reason": ValidationError(_("Say why it is taken back."), code="required")}
        )
    current.clean_fields(exclude=["contender", "made_by", "revoked_by", "revoked_at"])
    current.save(update_fields=["revoked_by", "revoked_at", "revoked_reason"])
    season_mark_stale(season=season)
    return current
