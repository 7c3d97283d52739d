"""Who is ranked in a season: coming in, moving between divisions, going out."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.rows import get_or_gone
from leagues.models import Contender, Division, Ranks, Season
from leagues.services.locking import open_season_locked
from leagues.services.staleness import season_mark_stale

MAX_CONTENDERS = 2_000


@transaction.atomic
def contenders_add(
    *, division: Division, lineups: Sequence[Sequence[Player]], joined: int = 1
) -> list[Contender]:
    """Take players, or pairs, into a division, all or none. Locks the season.

    ``joined`` is the number of the first evening that is expected of them.
    """
    season = open_season_locked(division.season_id)
    for players in lineups:
        _must_be_a_lineup(season, players)
    _nobody_is_in_twice(season, [player for players in lineups for player in players])
    if season.contenders.count() + len(lineups) > MAX_CONTENDERS:
        raise ValidationError(_("More than %(count)d are too many.") % {"count": MAX_CONTENDERS})
    added = Contender.objects.bulk_create(
        contender_of(division, players, joined) for players in lineups
    )
    season_mark_stale(season=season)
    return added


def contender_of(division: Division, players: Sequence[Player], joined: int = 1) -> Contender:
    """A contender, not saved: of a pair the lower key comes first."""
    one, *others = sorted(players, key=lambda player: player.pk)
    return Contender(
        season_id=division.season_id,
        division=division,
        player=one,
        partner=others[0] if others else None,
        joined=joined,
    )


@transaction.atomic
def contender_move(*, contender: Contender, division: Division) -> Contender:
    """Move somebody to another division of the season, results and all. Locks the season."""
    season = open_season_locked(contender.season_id)
    if division.season_id != season.pk:
        raise ValidationError(_("This is a division of another season."))
    current = get_or_gone(season.contenders.all(), contender.pk)
    current.division = division
    current.save(update_fields=["division"])
    season_mark_stale(season=season)
    return current


@transaction.atomic
def contender_remove(*, contender: Contender) -> None:
    """Take somebody out of the table; what was played stays with the events. Locks the season."""
    season = open_season_locked(contender.season_id)
    Contender.objects.filter(pk=contender.pk).delete()
    season_mark_stale(season=season)


def _must_be_a_lineup(season: Season, players: Sequence[Player]) -> None:
    wanted = 2 if season.ranks == Ranks.PAIRS else 1
    if len({player.pk for player in players}) != wanted or len(players) != wanted:
        raise ValidationError(
            _("A pair is two different players.")
            if wanted == 2
            else _("Everybody is ranked alone: one player at a time.")
        )
    if any(player.club_id != season.club_id for player in players):
        raise ValidationError(_("Only players of this club can be ranked."))


def _nobody_is_in_twice(season: Season, players: Iterable[Player]) -> None:
    known = list(season.contenders.select_related("player", "partner"))
    inside = {player for contender in known for player in contender.players}
    for player, count in Counter(players).items():
        if player in inside:
            raise ValidationError(_("%(name)s is in this season already.") % {"name": player.name})
        if count > 1:
            raise ValidationError(_("%(name)s is named twice.") % {"name": player.name})
