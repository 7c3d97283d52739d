"""Matches of an evening as ratings see them: who played together, and how the sides came out."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from leagues.models import Evening
from scoring.models import Seat, Side
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
    order = ("match__game_of__table__round__number", "match__game_of__table__number")
    sides = Side.objects.filter(**of_event, is_over=True, hands__gt=0)
    scores: dict[int, list[int]] = defaultdict(list)
    rows = sides.order_by(*order, "match__game_of__number", "number")
    for match, won, total in rows.values_list("match", "won", "total"):
        scores[match].append(_score(evening, won=won, total=total))
    teams = _teams(evening, of_event)
    for match, made in scores.items():
        yield RatedMatch(teams[match], tuple(made))


def _score(evening: Evening, *, won: bool, total: int) -> int:
    """What a side is rated by: the game won where sides are teams, else its points."""
    assert evening.event is not None
    return int(won) if sides_of(evening.event.game) == 2 else total


def _teams(evening: Evening, of_event: dict[str, int | None]) -> dict[int, tuple[Team, ...]]:
    assert evening.event is not None
    count = sides_of(evening.event.game)
    seated: dict[int, list[list[int]]] = defaultdict(lambda: [[] for _ in range(count)])
    rows = Seat.objects.filter(**of_event).order_by("number")
    for match, number, player in rows.values_list("match", "number", "player"):
        seated[match][number % count].append(player)
    return {match: tuple(map(tuple, teams)) for match, teams in seated.items()}
