"""Recompute ratings of a season, and seed entries by them."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from math import hypot
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from openskill.models import PlackettLuce

from clubs.models import Player
from core.transactions import get_or_gone
from leagues.models import Evening, Ranks, Rating, Season
from leagues.selectors.ratings import Key, RatedMatch, finished_matches, ratings_before, ratings_now
from leagues.services.seasons import season_locked
from tournaments.events.models import Event
from tournaments.events.selectors.events import lineups_at, next_round_number
from tournaments.events.services.plan_changes import entries_seed

RATED_BY = f"openskill {version('openskill')} PlackettLuce"
_MODEL = PlackettLuce()


class Strength(NamedTuple):
    """A rating: ``mu`` is the strength, ``sigma`` its uncertainty, with the number of matches."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0


Strengths = dict[Key, Strength]
Sides = Sequence[Sequence[Key]]


def ratings_refresh(*, season_id: int) -> bool:
    """Rate a season's matches again, from the first evening that changed; return False if none had.

    Computes without a lock and writes under the season's, unless an evening changed meanwhile; then
    it looks again. Raises ``RowGone`` if the season is deleted meanwhile.
    """
    refreshed = False
    while stale := _stale(season_id):
        chain, evenings = stale
        strengths = {key: Strength(*held) for key, held in ratings_before(evenings[0]).items()}
        rated = [(evening, _rated(evening, strengths)) for evening in evenings]
        refreshed = _write(season_id, chain, rated) or refreshed
    return refreshed


def ratings_mark_stale(*, after: Evening) -> None:
    """Have all later evenings rated again, as this one is about to go. The season is locked."""
    later = Evening.objects.filter(season=after.season_id, number__gt=after.number)
    later.update(rated_version=0)


Chain = list[tuple[int, int | None, int]]
"""All evenings of a season in order: key, key of the event, version of it that is rated."""


def _stale(season_id: int) -> tuple[Chain, list[Evening]] | None:
    """Return the chain as it is, and the evenings to rate: from the first stale one to the last.

    An evening whose event went away is rated once more, without matches.
    """
    season = get_or_gone(Season.objects.all(), season_id)
    evenings = list(season.evenings.select_related("event", "season"))
    chain = _chain(evenings)
    if season.rated_by != RATED_BY:
        return (chain, evenings) if any(evening.event_id for evening in evenings) else None
    for place, evening in enumerate(evenings):
        if evening.rated_version != evening.event_version:
            return chain, evenings[place:]
    return None


def _chain(evenings: Iterable[Evening]) -> Chain:
    return [(evening.pk, evening.event_id, evening.rated_version) for evening in evenings]


def _rated(evening: Evening, strengths: Strengths) -> Strengths:
    """Return the strength of each player of an evening after it; ``strengths`` are updated."""
    played: set[Key] = set()
    pairs = evening.season.ranks == Ranks.PAIRS
    for match in finished_matches(evening):
        for sides in _units(match, pairs=pairs):
            _rate(sides, match.scores, strengths)
            played |= {key for side in sides for key in side}
    return {key: strengths[key] for key in played}


def _units(match: RatedMatch, *, pairs: bool) -> Iterable[Sides]:
    """Return what a match rates: its players, partners as a team, and the pairs as such."""
    yield [[(player, None) for player in team] for team in match.teams]
    if pairs and all(len(team) == 2 for team in match.teams):
        yield [[(min(team), max(team))] for team in match.teams]


def _rate(sides: Sides, scores: Sequence[int], strengths: Strengths) -> None:
    held = [[strengths.get(key, Strength()) for key in side] for side in sides]
    teams = [
        [_MODEL.rating(mu=strength.mu, sigma=strength.sigma) for strength in side] for side in held
    ]
    after = _MODEL.rate(teams, scores=[float(score) for score in scores])
    for keys, befores, now in zip(sides, held, after, strict=True):
        for key, before, rating in zip(keys, befores, now, strict=True):
            strengths[key] = Strength(rating.mu, rating.sigma, before.matches + 1)


@transaction.atomic
def _write(season_id: int, chain: Chain, rated: Sequence[tuple[Evening, Strengths]]) -> bool:
    """Write the differences, unless any evening of the chain changed. Locks the season."""
    season = season_locked(season_id)
    if _chain(season.evenings.all()) != chain:
        return False
    for evening, strengths in rated:
        _ratings_write(evening, strengths)
        Evening.objects.filter(pk=evening.pk).update(rated_version=evening.event_version)
    season.rated_by = RATED_BY
    season.save(update_fields=["rated_by"])
    return True


def _ratings_write(evening: Evening, strengths: Mapping[Key, Strength]) -> None:
    stored = {(row.player_id, row.partner_id): row for row in evening.ratings.all()}
    fresh = [
        Rating(evening=evening, player_id=key[0], partner_id=key[1], **strength._asdict())
        for key, strength in strengths.items()
        if key not in stored
    ]
    changed = [
        row
        for key, row in stored.items()
        if key in strengths and (row.mu, row.sigma, row.matches) != strengths[key]
    ]
    for row in changed:
        row.mu, row.sigma, row.matches = strengths[row.player_id, row.partner_id]
    Rating.objects.bulk_create(fresh)
    Rating.objects.bulk_update(changed, Strength._fields)
    gone = [row.pk for key, row in stored.items() if key not in strengths]
    Rating.objects.filter(pk__in=gone).delete()


# Seeds from ratings.


@transaction.atomic
def entries_seed_by_rating(*, event: Event) -> None:
    """Seed an event's entries by the ratings of its season, the strongest first. Locks the event. A
    pair rated as a pair uses that rating, any other the ratings of its players; unrated players
    have the initial rating. Ties are broken by entry number. Raise ``ValidationError`` if the event
    belongs to no season or a round has begun."""
    evening = Evening.objects.select_related("season").filter(event=event).first()
    if evening is None:
        raise ValidationError(_("This event belongs to no season."), code="no_season")
    players = ratings_now(evening.season, pairs=False)
    rated = _last(players) | _last(ratings_now(evening.season, pairs=True))
    lineups = lineups_at(event, next_round_number(event))
    active = event.entries.filter(left_after_round=None).order_by("number")
    by_strength = sorted(active, key=lambda entry: -_strength(lineups.get(entry.pk, ()), rated))
    seeds: dict[int, int | None] = dict.fromkeys(event.entries.values_list("number", flat=True))
    seeds |= {entry.number: seed for seed, entry in enumerate(by_strength, start=1)}
    entries_seed(event=event, seeds=seeds)


def _last(histories: Mapping[Key, list[Rating]]) -> dict[Key, Strength]:
    return {key: Strength(rows[-1].mu, rows[-1].sigma) for key, rows in histories.items()}


def _strength(players: Sequence[Player], rated: Mapping[Key, Strength]) -> float:
    """Return the conservative strength of a player or pair, per player."""
    keys = sorted(player.pk for player in players)
    pair = rated.get((keys[0], keys[1])) if len(keys) == 2 else None
    known = [pair] if pair else [rated.get((key, None), Strength()) for key in keys]
    if not known:
        return float("-inf")
    return (
        sum(strength.mu for strength in known) - 3 * hypot(*(strength.sigma for strength in known))
    ) / len(known)
