"""Ratings as last computed, and the matches that they come from."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from clubs.models import Player
from engine.pairings.format import sides_of
from leagues.models import Evening, Ranks, Rating, Season
from scoring.models import BEGUN, Match, Seat, Side

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
    """Return each rating at the start of an evening. One query."""
    rows = Rating.objects.filter(
        evening__season=evening.season_id, evening__number__lt=evening.number
    ).order_by("evening__number")
    columns = ("player", "partner", "mu", "sigma", "matches")
    return {
        (player, partner): (mu, sigma, matches)
        for player, partner, mu, sigma, matches in rows.values_list(*columns)
    }


def ratings_now(season: Season, *, pairs: bool | None = None) -> dict[Key, list[Rating]]:
    """Return all ratings of players or of pairs, oldest first; by default of the kind that the
    season ranks."""
    of_pairs = season.ranks == Ranks.PAIRS if pairs is None else pairs
    rows = Rating.objects.filter(evening__season=season, partner__isnull=not of_pairs)
    ratings: dict[Key, list[Rating]] = {}
    for row in rows.select_related("player", "partner").order_by("evening__number"):
        ratings.setdefault((row.player_id, row.partner_id), []).append(row)
    return ratings


def ratings_for(season: Season, *, pairs: bool | None = None) -> list[RatingRow]:
    """Return the rating list, the strongest that is all but certain first. Two queries."""
    known = season.contenders.values_list("player", "partner", "pk")
    ranked: dict[Key, int] = {(player, partner): key for player, partner, key in known}
    histories = ratings_now(season, pairs=pairs)
    rows = [_row(history, ranked.get(key)) for key, history in histories.items()]
    ordered = sorted(rows, key=lambda row: (-row.shown, row.players[0].in_order))
    return [replace(row, place=place) for place, row in enumerate(ordered, start=1)]


def _row(history: list[Rating], contender: int | None) -> RatingRow:
    last = history[-1]
    return RatingRow(
        place=0,
        players=(last.player, last.partner) if last.partner else (last.player,),
        mu=last.mu,
        sigma=last.sigma,
        matches=last.matches,
        shown=last.shown,
        change=last.shown - history[-2].shown if len(history) > 1 else None,
        contender=contender,
    )


# Matches as ratings see them.


Team = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A finished match: the players of each side by their keys, and each side's score."""

    teams: tuple[Team, ...]
    scores: tuple[int, ...]


def finished_matches(evening: Evening) -> Iterator[RatedMatch]:
    """Yield the finished matches of an evening in the order in which they were played. Two queries.

    A match that was ended before its first hand says nothing and is left out.
    """
    of_event = {"match__game_of__table__round__event": evening.event_id}
    begun = Match.objects.filter(BEGUN, game_of__table__round__event=evening.event_id)
    order = ("match__game_of__table__round__number", "match__game_of__table__number")
    sides = Side.objects.filter(**of_event, is_over=True, match__in=begun)
    scores: dict[int, list[int]] = defaultdict(list)
    rows = sides.order_by(*order, "match__game_of__number", "number")
    for match, won, total in rows.values_list("match", "won", "total"):
        scores[match].append(_score(evening, won=won, total=total))
    teams = _teams(of_event, {match: len(made) for match, made in scores.items()})
    for match, made in scores.items():
        yield RatedMatch(teams[match], tuple(made))


def _score(evening: Evening, *, won: bool, total: int) -> int:
    """Return a side's score for rating: the game won in games of teams, else its points."""
    return int(won) if sides_of(evening.season.game) == 2 else total


def _teams(
    of_event: dict[str, int | None], sides: Mapping[int, int]
) -> dict[int, tuple[Team, ...]]:
    """Return the players of each side, by match; ``sides`` are how many each has."""
    seated: dict[int, list[list[int]]] = {
        match: [[] for _ in range(count)] for match, count in sides.items()
    }
    rows = Seat.objects.filter(**of_event).order_by("number")
    for match, number, player in rows.values_list("match", "number", "player"):
        if match in seated:
            seated[match][number % sides[match]].append(player)
    return {match: tuple(map(tuple, teams)) for match, teams in seated.items()}
