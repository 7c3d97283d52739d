"""The one lock of a season: its row. Whoever changes what it is made of takes it first.

Who also changes an event takes the season before the event.
"""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.rows import get_or_gone
from leagues.models import Season


def season_locked(season_id: int) -> Season:
    """The season as it stands, locked until the end of the transaction. Raises ``RowGone``."""
    seasons = Season.objects.select_for_update(of=("self",)).select_related("club")
    return get_or_gone(seasons, season_id)


def open_season_locked(season_id: int) -> Season:
    """The season, locked; ``ValidationError`` where it is finished."""
    season = season_locked(season_id)
    if season.is_finished:
        raise ValidationError(_("This season is finished. Open it again to change anything."))
    return season
