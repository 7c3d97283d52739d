"""Seasons: setting one up, changing it, ending it."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, User
from leagues.defaults import season_defaults
from leagues.models import Division, Evening, Ranks, Season
from leagues.services.locking import open_season_locked, season_locked
from leagues.services.staleness import season_mark_stale
from tournaments.formats import FORMATS
from tournaments.presets import TEMPLATES, templates_of

MAX_EVENINGS = 400


@transaction.atomic
def season_create(
    *,
    club: Club,
    name: str,
    game: str,
    created_by: User,
    dates: Sequence[datetime.date],
    divisions: Sequence[str] = (),
    **rules: Any,
) -> Season:
    """Set up a season with its evenings and divisions, the highest first; one where none is named.

    ``rules`` are fields of ``Season``; what is left out is usual for the game. ``ValidationError``
    by field for what is wrong.
    """
    if not dates:
        raise ValidationError({"dates": _("A season has at least one evening.")})
    usual = season_defaults(game, str(rules.get("template", "")), evenings=len(dates))
    given = usual | rules
    season = Season(
        club=club,
        name=" ".join(name.split()),
        game=game,
        starts_on=min(dates),
        created_by=created_by,
        **given,
    )
    _check(season)
    # Nobody has played, so nothing is to be computed.
    season.standings_version = season.version
    season.save()
    _laid_out(season, dates, [" ".join(found.split()) for found in divisions] or [_("All")])
    return season


def _laid_out(season: Season, dates: Sequence[datetime.date], divisions: Sequence[str]) -> None:
    """The season's divisions and evenings."""
    Division.objects.bulk_create(
        Division(season=season, order=order, name=name) for order, name in enumerate(divisions, 1)
    )
    Evening.objects.bulk_create(
        Evening(season=season, number=number, date=date)
        for number, date in enumerate(sorted(dates), 1)
    )


@transaction.atomic
def season_update(*, season: Season, **changes: Any) -> Season:
    """Change a season; only the fields given. Locks the season.

    Who is ranked can be changed as long as nobody is in it.
    """
    if unknown := changes.keys() - CHANGEABLE:
        raise TypeError(f"a season's {sorted(unknown)} cannot be changed")
    locked = open_season_locked(season.pk)
    changed = {key for key, value in changes.items() if getattr(locked, key) != value}
    if "ranks" in changed and locked.contenders.exists():
        raise ValidationError({"ranks": _("Remove everyone first.")})
    for key in changed:
        setattr(locked, key, changes[key])
    _check(locked)
    if changed:
        locked.save(update_fields=sorted(changed))
        season_mark_stale(season=locked, results=bool(changed & _OF_RESULTS))
    return locked


@transaction.atomic
def season_finish(*, season: Season) -> Season:
    """End a season: its table is final. A hand corrected later still counts. Locks the season."""
    return _finished_set(open_season_locked(season.pk), finished=True)


@transaction.atomic
def season_reopen(*, season: Season) -> Season:
    """Take back the end of a season. Locks the season."""
    return _finished_set(season_locked(season.pk), finished=False)


@transaction.atomic
def season_delete(*, season: Season) -> None:
    """Delete a season on whose evenings nobody has played. Events that are made stay. Locks it."""
    locked = season_locked(season.pk)
    if locked.evenings.filter(is_held=True).exists():
        raise ValidationError(_("This season has results, so it cannot be deleted."))
    locked.delete()


_OF_RESULTS = {"measure", "substitutes", "ranks"}
RULES = {
    *("measure", "scoring", "best", "minimum", "noticed", "noticed_score"),
    *("unnoticed", "unnoticed_score", "substitutes", "seeds_by_rating"),
}
"""The fields that say what counts and how."""

CHANGEABLE = RULES | {"name", "ranks", "template"}
_CHECKED = CHANGEABLE | {"game"}


def _finished_set(season: Season, *, finished: bool) -> Season:
    season.is_finished = finished
    season.save(update_fields=["is_finished"])
    return season


def _check(season: Season) -> None:
    """Everything that is wrong with a season, by field, all at once."""
    unchecked = {field.name for field in Season._meta.fields} - _CHECKED
    errors: dict[str, Any] = {}
    try:
        season.clean_fields(exclude=unchecked)
    except ValidationError as error:
        errors |= error.error_dict
    for field, words in _wrong_fields(season).items():
        errors.setdefault(field, []).append(words)
    if errors:
        raise ValidationError(errors)


def _wrong_fields(season: Season) -> dict[str, str]:
    wrong = {}
    if not 1 <= season.best <= MAX_EVENINGS:
        wrong["best"] = _("From 1 to %(high)d.") % {"high": MAX_EVENINGS}
    if season.template not in templates_of(season.game):
        wrong["template"] = _("There is no such kind of evening for this game.")
    elif season.ranks == Ranks.PAIRS and FORMATS[TEMPLATES[season.template].format].lineup == 1:
        wrong["ranks"] = _("On evenings of this kind there are no fixed pairs.")
    return wrong
