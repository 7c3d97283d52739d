"""Ratings as they were last computed."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import Player
from leagues.models import Evening, Ranks, Rating, Season

Key = tuple[int, int | None]
"""A player, or a pair by its lower and its higher key."""

Held = tuple[float, float, int]
"""``mu``, ``sigma`` and the number of matches."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Somebody's rating; ``place`` counts from 1, ``change`` is that of the last evening played."""

    place: int
    players: tuple[Player, ...]
    mu: float
    sigma: float
    matches: int
    shown: float
    change: float | None


def ratings_before(evening: Evening) -> dict[Key, Held]:
    """Everybody's rating when an evening began. One query."""
    rows = Rating.objects.filter(
        evening__season=evening.season_id, evening__number__lt=evening.number
    ).order_by("evening__number")
    columns = ("player", "partner", "mu", "sigma", "matches")
    return {
        (player, partner): (mu, sigma, matches)
        for player, partner, mu, sigma, matches in rows.values_list(*columns)
    }


def ratings_now(season: Season, *, pairs: bool | None = None) -> dict[Key, list[Rating]]:
    """All ratings of players or of pairs, oldest first; of whom the season ranks unless told."""
    of_pairs = season.ranks == Ranks.PAIRS if pairs is None else pairs
    rows = Rating.objects.filter(evening__season=season, partner__isnull=not of_pairs)
    found: dict[Key, list[Rating]] = {}
    for row in rows.select_related("player", "partner").order_by("evening__number"):
        found.setdefault((row.player_id, row.partner_id), []).append(row)
    return found


def ratings_for(season: Season, *, pairs: bool | None = None) -> list[RatingRow]:
    """The rating list, the strongest that is all but certain first. One query."""
    rows = [_row(trail) for trail in ratings_now(season, pairs=pairs).values()]
    return list(_placed(sorted(rows, key=lambda row: (-row.shown, row.players[0].name_key))))


def _row(trail: list[Rating]) -> RatingRow:
    last = trail[-1]
    return RatingRow(
        place=0,
        players=(last.player, last.partner) if last.partner else (last.player,),
        mu=last.mu,
        sigma=last.sigma,
        matches=last.matches,
        shown=last.shown,
        change=last.shown - trail[-2].shown if len(trail) > 1 else None,
    )


def _placed(rows: Iterable[RatingRow]) -> Iterable[RatingRow]:
    for place, row in enumerate(rows, start=1):
        yield RatingRow(place, row.players, row.mu, row.sigma, row.matches, row.shown, row.change)
