"""The season after: the same rules, and everybody in the division that was earned."""

import datetime
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from leagues.models import Contender, Division, Evening, Season
from leagues.selectors.moves import moves_proposed
from leagues.services.contenders import contender_of
from leagues.services.locking import season_locked
from leagues.services.standings import season_refresh

_COPIED = (
    *("club", "game", "ranks", "template", "measure", "scoring", "best", "minimum", "noticed"),
    *("noticed_score", "unnoticed", "unnoticed_score", "substitutes", "seeds_by_rating"),
)


@transaction.atomic
def season_follow(
    *,
    season: Season,
    name: str,
    dates: Sequence[datetime.date],
    created_by: User,
    divisions: Mapping[int, int] | None = None,
) -> Season:
    """End a season and set up the next one, everybody promoted or relegated. Locks the season.

    ``divisions`` gives the order of a division by a contender's key where it is not the one that
    the table leads to. Standings are brought up to date first.
    """
    season_refresh(season_id=season.pk)
    locked = season_locked(season.pk)
    if not dates:
        raise ValidationError({"dates": _("A season has at least one evening.")})
    following = Season.objects.create(
        name=" ".join(name.split()),
        starts_on=min(dates),
        created_by=created_by,
        previous=locked,
        **{field: getattr(locked, field) for field in _COPIED},
    )
    by_order = {
        division.order: Division.objects.create(
            season=following,
            order=division.order,
            name=division.name,
            promoted=division.promoted,
            relegated=division.relegated,
        )
        for division in locked.divisions.all()
    }
    Contender.objects.bulk_create(
        contender_of(
            by_order[(divisions or {}).get(move.contender.pk, move.to.order)],
            move.contender.players,
        )
        for move in moves_proposed(locked)
    )
    Evening.objects.bulk_create(
        Evening(season=following, number=number, date=date)
        for number, date in enumerate(sorted(dates), start=1)
    )
    locked.is_finished = True
    locked.save(update_fields=["is_finished"])
    return following
