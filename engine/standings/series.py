"""Meetings of several games: which of them count, and the winner."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress
from typing import NamedTuple


class SeriesGame(NamedTuple):
    """A game of a meeting: ``totals`` are marks or points by side."""

    is_over: bool
    winner: int | None = None
    totals: Sequence[int] = ()


def wins_needed(best_of: int) -> int:
    """Return how many games win a series; 0 if all games are played."""
    return best_of // 2 + 1 if best_of else 0


def is_decided(best_of: int, games: Iterable[SeriesGame]) -> bool:
    """Return whether one side has won as many games as win the series."""
    return bool(best_of) and max(wins(games).values(), default=0) >= wins_needed(best_of)


def counting(best_of: int, games: Sequence[SeriesGame]) -> tuple[bool, ...]:
    """Return for each game whether it counts: games after a series was decided do not."""
    if not is_decided(best_of, games):
        return (True,) * len(games)
    counts: list[bool] = []
    for game in games:
        before = list(compress(games, counts))
        counts.append(game.is_over and not is_decided(best_of, before))
    return tuple(counts)


def meeting_is_over(best_of: int, games: Sequence[SeriesGame]) -> bool:
    """Return whether nothing more is to be played: the series is decided, or every game is over."""
    return is_decided(best_of, games) or (bool(games) and all(game.is_over for game in games))


def wins(games: Iterable[SeriesGame]) -> Counter[int]:
    """Games won by side."""
    return Counter(game.winner for game in games if game.is_over and game.winner is not None)


def draws(games: Iterable[SeriesGame]) -> int:
    """Games that ended level. Of games that count, all of which two sides played."""
    return sum(game.is_over and game.winner is None for game in games)


def marks(games: Iterable[SeriesGame]) -> Counter[int]:
    """Marks or points by side, games under way included."""
    totals: Counter[int] = Counter()
    for game in games:
        totals.update(dict(enumerate(game.totals)))
    return totals


def meeting_winner(
    sides: Iterable[int], games: Sequence[SeriesGame], given_up: frozenset[int]
) -> int | None:
    """Return the side with most games, then most marks, that did not forfeit; None if it is even.
    ``games`` are those that count."""
    won, made = wins(games), marks(games)
    worth = {side: (won[side], made[side]) for side in sides if side not in given_up}
    best = [side for side, value in worth.items() if value == max(worth.values())]
    return best[0] if len(best) == 1 else None


class MeetingState(NamedTuple):
    """The state of a meeting: the games that count, whether it is over, the side that won it."""

    counted: tuple[SeriesGame, ...]
    is_over: bool
    winner: int | None


def meeting_state(
    best_of: int,
    games: Sequence[SeriesGame],
    sides: Iterable[int],
    given_up: frozenset[int] = frozenset(),
    decided: int | None = None,
) -> MeetingState:
    """Return the state of a meeting; ``decided`` is the side that won a level meeting at the
    table."""
    counted = tuple(compress(games, counting(best_of, games)))
    if not (given_up or meeting_is_over(best_of, games)):
        return MeetingState(counted, is_over=False, winner=None)
    winner = meeting_winner(sides, counted, given_up)
    return MeetingState(counted, is_over=True, winner=decided if winner is None else winner)
