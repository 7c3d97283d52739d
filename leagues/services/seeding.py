"""Seeds drawn from ratings."""

from collections.abc import Mapping, Sequence
from math import hypot

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Player
from leagues.models import Evening, Rating
from leagues.selectors.ratings import Key, ratings_now
from leagues.services.ratings import Strength
from tournaments.models import Event
from tournaments.selectors import lineups_at, next_round_number
from tournaments.services.seeding import entries_seed


@transaction.atomic
def entries_seed_by_rating(*, event: Event) -> None:
    """Seed an event's entries by the ratings of its season, the strongest first. Locks the event.

    A pair that was rated as one goes by that, any other by its players; who was never rated stands
    where everybody begins. Those level stand by their numbers. ``ValidationError`` where the event
    belongs to no season, or a round has begun.
    """
    evening = Evening.objects.select_related("season").filter(event=event).first()
    if evening is None:
        raise ValidationError(_("This event belongs to no season."))
    players = ratings_now(evening.season, pairs=False)
    rated = _last(players) | _last(ratings_now(evening.season, pairs=True))
    lineups = lineups_at(event, next_round_number(event))
    active = event.entries.filter(left_after_round=None).order_by("number")
    by_strength = sorted(active, key=lambda entry: -_strength(lineups.get(entry.pk, ()), rated))
    seeds: dict[int, int | None] = dict.fromkeys(event.entries.values_list("number", flat=True))
    seeds |= {entry.number: seed for seed, entry in enumerate(by_strength, start=1)}
    entries_seed(event=event, seeds=seeds)


def _last(trails: Mapping[Key, list[Rating]]) -> dict[Key, Strength]:
    return {key: Strength(rows[-1].mu, rows[-1].sigma) for key, rows in trails.items()}


def _strength(players: Sequence[Player], rated: Mapping[Key, Strength]) -> float:
    """What a player or pair is all but certain to be worth, by the head."""
    keys = sorted(player.pk for player in players)
    pair = rated.get((keys[0], keys[1])) if len(keys) == 2 else None
    known = [pair] if pair else [rated.get((key, None), Strength()) for key in keys]
    if not known:
        return float("-inf")
    return (sum(one.mu for one in known) - 3 * hypot(*(one.sigma for one in known))) / len(known)
