"""Matches of an evening as ratings see them: who played together, and how the sides came out."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from leagues.models import Evening
from scoring.models import BEGUN, Match, Seat, Side
from tournaments.seating import sides_of

Team = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A finished match: the players of each side by their keys, and what each side made."""

    teams: tuple[Team, ...]
    scores: tuple[int, ...]


def finished_matches(evening: Evening) -> Iterator[RatedMatch]:
    """The finished matches of an evening in the order in which they were played. Two queries.

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
    """What a side is rated by: the game won where sides are teams, else its points."""
    assert evening.event is not None
    return int(won) if sides_of(evening.event.game) == 2 else total


def _teams(
    of_event: dict[str, int | None], sides: Mapping[int, int]
) -> dict[int, tuple[Team, ...]]:
    """The players of each side, by match; ``sides`` are how many each has."""
    seated: dict[int, list[list[int]]] = {
        match: [[] for _ in range(count)] for match, count in sides.items()
    }
    rows = Seat.objects.filter(**of_event).order_by("number")
    for match, number, player in rows.values_list("match", "number", "player"):
        if match in seated:
            seated[match][number % sides[match]].append(player)
    return {match: tuple(map(tuple, teams)) for match, teams in seated.items()}
