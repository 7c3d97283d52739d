"""A season as its public page shows it: the same values as elsewhere, under public names."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from clubs.models import Player
from clubs.public import public_names
from leagues.models import EveningResult, Rating, Season
from leagues.selectors.ratings import RatingRow, ratings_for
from leagues.selectors.table import SeasonTable, season_table

Names = Mapping[int, str]


def names_of_season(season: Season) -> Names:
    """Return public names of all people of the season, by key. Three queries. Contenders are
    numbered first, then substitutes, guests and players of pairs."""
    ranked = season.contenders.select_related("player", "partner").order_by("pk")
    with_both = ("player", "partner")
    others: Iterable[EveningResult | Rating] = chain(
        EveningResult.objects.filter(evening__season=season).select_related(*with_both),
        Rating.objects.filter(evening__season=season).select_related(*with_both),
    )
    apart = {player.pk: player for row in others for player in (row.player, row.partner) if player}
    people = chain.from_iterable(contender.players for contender in ranked)
    in_order = (player for _key, player in sorted(apart.items()))
    return public_names(chain(people, in_order), season.club.public_names)


def public_table(season: Season, names: Names) -> SeasonTable:
    """Return the table under these names, without the reasons of bonus and penalty points. Its
    players are not to be saved."""
    table = season_table(season)
    for line in chain.from_iterable(part.lines for part in table.parts):
        contender = line.contender
        shown = _named(contender.players, names)
        contender.player, contender.partner = shown[0], shown[1] if len(shown) > 1 else None
    apart = (replace(row, players=_named(row.players, names)) for row in table.substitutes)
    return replace(table, substitutes=tuple(apart), adjustments=())


def public_ratings(season: Season, names: Names, *, pairs: bool | None = None) -> list[RatingRow]:
    """Return the rating list under these names."""
    rows = ratings_for(season, pairs=pairs)
    return [replace(row, players=_named(row.players, names), contender=None) for row in rows]


def _named(players: Iterable[Player], names: Names) -> tuple[Player, ...]:
    return tuple(Player(pk=player.pk, name=names[player.pk]) for player in players)
