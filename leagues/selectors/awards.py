"""What an event's account holds beside the games as played: asked of the event itself.

Byes, meetings given up, games a series did not need, penalties and bonuses follow rules of the
event's own; ``results_of`` knows them all. What it has more, or less, than the score rows is what
a season adds. Only events that have such things are asked.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import Count, F, Q, Sum

from leagues.models import Evening, Ranks, Season
from scoring.models import Side
from tournaments.models import EntryPlayer, Event
from tournaments.selectors.sums import results_of

SEATS = "match__game_of__table__seats"


class Added(NamedTuple):
    """Games, games won and drawn, marks or points, those of games whose hands were counted, and
    these hands."""

    games: int = 0
    games_won: int = 0
    games_drawn: int = 0
    points: int = 0
    rated: int = 0
    hands: int = 0


class Award(NamedTuple):
    """What is added to a player or pair on an evening."""

    evening: int
    player: int
    partner: int | None
    sums: Added


def awards_of(season: Season, evenings: Sequence[int]) -> Iterator[Award]:
    """The awards of evenings that may have any. One query, and about ten for each of them."""
    for evening in Evening.objects.filter(pk__in=evenings).select_related("event"):
        assert evening.event is not None
        played, entered = _played(evening.event), _entered(evening.event)
        results = results_of(evening.event)
        for entry in results.entries:
            total, rows = results.total(entry), played.get(entry, Added())
            counted = Added(
                *(total.games_played, total.games_won, total.games_drawn),
                *(total.marks_for, total.rated, total.hands),
            )
            more = Added(*(now - row for now, row in zip(counted, rows, strict=True)))
            if any(more):
                for player, partner in _ranked(season, entered[entry]):
                    yield Award(evening.pk, player, partner, more)


def _played(event: Event) -> dict[int, Added]:
    """The score rows of each entry, by its number."""
    sides = Side.objects.filter(
        match__game_of__table__round__event=event, **{f"{SEATS}__side": F("number")}
    )
    summed = sides.order_by().values_list(f"{SEATS}__entry__number")
    rows = summed.annotate(
        over=Count("pk", filter=Q(is_over=True)),
        victories=Count("pk", filter=Q(won=True)),
        level=Count("pk", filter=Q(drawn=True)),
        made=Sum("total"),
        counted=Sum("total", filter=Q(hands__isnull=False)),
        dealt=Sum("hands"),
    )
    return {entry: Added(*(number or 0 for number in sums)) for entry, *sums in rows}


def _entered(event: Event) -> dict[int, list[int]]:
    """The keys of the players entered at first, by the entry's number, in the order of places."""
    rows = EntryPlayer.objects.filter(entry__event=event).order_by("place", "-from_round")
    first: dict[int, dict[int, int]] = defaultdict(dict)
    for number, place, player in rows.values_list("entry__number", "place", "player"):
        first[number][place] = player
    return {number: list(places.values()) for number, places in first.items()}


def _ranked(season: Season, players: list[int]) -> list[tuple[int, int | None]]:
    """Under whose names a season of players or of pairs has an entry."""
    if season.ranks == Ranks.PAIRS:
        return [(min(players), max(players))] if len(players) == 2 else []
    return [(player, None) for player in players]
