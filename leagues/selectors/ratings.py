"""Ratings as they were last computed."""

from dataclasses import dataclass, replace

from clubs.models import Player
from leagues.models import Evening, Ranks, Rating, Season

Key = tuple[int, int | None]
"""A player, or a pair by its lower and its higher key."""

Held = tuple[float, float, int]
"""``mu``, ``sigma`` and the number of matches."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Somebody's rating; ``place`` counts from 1, ``change`` is that of the last evening played.

    ``contender`` is the key of who is ranked, none for guests and players of pairs.
    """

    place: int
    players: tuple[Player, ...]
    mu: float
    sigma: float
    matches: int
    shown: float
    change: float | None
    contender: int | None


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
    """The rating list, the strongest that is all but certain first. Two queries."""
    known = season.contenders.values_list("player", "partner", "pk")
    ranked: dict[Key, int] = {(player, partner): key for player, partner, key in known}
    trails = ratings_now(season, pairs=pairs)
    rows = [_row(trail, ranked.get(key)) for key, trail in trails.items()]
    ordered = sorted(rows, key=lambda row: (-row.shown, row.players[0].in_order))
    return [replace(row, place=place) for place, row in enumerate(ordered, start=1)]


def _row(trail: list[Rating], contender: int | None) -> RatingRow:
    last = trail[-1]
    return RatingRow(
        place=0,
        players=(last.player, last.partner) if last.partner else (last.player,),
        mu=last.mu,
        sigma=last.sigma,
        matches=last.matches,
        shown=last.shown,
        change=last.shown - trail[-2].shown if len(trail) > 1 else None,
        contender=contender,
    )
