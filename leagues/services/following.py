"""The season after: the same rules, and everybody in the division that was earned."""

import datetime
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from leagues.models import Contender, Division, Season
from leagues.selectors.table import moves_proposed
from leagues.services.seasons import RULES, contender_of, season_create, season_locked
from leagues.services.standings import season_refresh


@transaction.atomic
def season_follow(
    *,
    season: Season,
    name: str,
    dates: Sequence[datetime.date],
    created_by: User,
    divisions: Mapping[int, int | None] | None = None,
) -> Season:
    """End a season and set up the next one, everybody promoted or relegated. Locks the season.

    ``divisions`` gives the order of a division by a contender's key where it is not the one that
    the table leads to, and none for whoever does not play on. Standings are brought up to date
    first. ``ValidationError`` where there is a season after it already.
    """
    season_refresh(season_id=season.pk)
    locked = season_locked(season.pk)
    if there := locked.following.first():
        raise ValidationError(
            _("The season after this one is set up already: %(name)s.") % {"name": there.name}
        )
    known = list(locked.divisions.all())
    following = season_create(
        club=locked.club,
        name=name,
        game=locked.game,
        created_by=created_by,
        dates=dates,
        divisions=[division.name for division in known],
        previous=locked,
        **{field: getattr(locked, field) for field in (*RULES, "ranks", "template")},
    )
    _people_moved(locked, _zones_copied(known, following), divisions or {})
    locked.is_finished = True
    locked.save(update_fields=["is_finished"])
    return following


def _zones_copied(known: Sequence[Division], following: Season) -> dict[int, Division]:
    """The new divisions by their order, with as many going up and down."""
    new = list(following.divisions.all())
    for old, division in zip(known, new, strict=True):
        division.promoted, division.relegated = old.promoted, old.relegated
    Division.objects.bulk_update(new, ["promoted", "relegated"])
    return {old.order: division for old, division in zip(known, new, strict=True)}


def _people_moved(
    season: Season, by_order: Mapping[int, Division], decided: Mapping[int, int | None]
) -> None:
    """Everybody in the division of the next season that was decided, or earned."""
    placed = [
        (move.contender.players, decided.get(move.contender.pk, move.to.order))
        for move in moves_proposed(season)
    ]
    Contender.objects.bulk_create(
        contender_of(by_order[order], players) for players, order in placed if order is not None
    )
