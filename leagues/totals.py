"""A season's totals, in fractions: nothing is rounded before it is compared. No queries.

Five points in twelve hands and two in twelve are as much as two in twenty-four and six in twelve;
added up from hundredths they would not be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from leagues.models import Measure, Scoring, Season


class Sums(NamedTuple):
    """An evening's sums. ``hands`` is None if no game has known hands.

    ``rated`` are the points of games with known hands.
    """

    games: int = 0
    games_won: int = 0
    games_drawn: int = 0
    points: int = 0
    rated: int = 0
    hands: int | None = 0

    def plus(self, other: "Sums") -> "Sums":
        """Return the sum of both; unknown hands count as none beside known ones."""
        hands: int | None = (self.hands or 0) + (other.hands or 0)
        if not hands and None in {self.hands, other.hands}:
            hands = None
        return Sums(
            self.games + other.games,
            self.games_won + other.games_won,
            self.games_drawn + other.games_drawn,
            self.points + other.points,
            self.rated + other.rated,
            hands,
        )

    def minus(self, other: "Sums") -> "Sums":
        """Return the difference to another; unknown hands count as none."""
        return Sums(
            self.games - other.games,
            self.games_won - other.games_won,
            self.games_drawn - other.games_drawn,
            self.points - other.points,
            self.rated - other.rated,
            (self.hands or 0) - (other.hands or 0),
        )

    @property
    def is_bare(self) -> bool:
        """Whether only totals of rounds are known, not even the games."""
        return not self.games and self.hands is None

    @property
    def wins(self) -> int:
        """The games won in tenths, as scores of games are; a draw is half a win."""
        return 10 * self.games_won + 5 * self.games_drawn


class EveningScore(NamedTuple):
    """An evening of a contender: played, or filled in by rule if there are no ``sums``.

    ``score`` is for display, ``exact`` for comparison, in whole points or games; both are None if
    the evening does not count. ``counts`` is false for a dropped score. ``noticed`` says whether an
    absence was announced.
    """

    evening: int
    noticed: bool | None
    score: int | None
    exact: Fraction | None
    sums: Sums | None = None
    counts: bool = False

    @property
    def attended(self) -> bool:
        """Whether the evening was played."""
        return self.sums is not None


@dataclass(frozen=True, slots=True)
class RankingKey:
    """A contender's ranking key; unknown totals come last."""

    qualified: bool
    is_known: bool
    total: Fraction
    wins: int
    points: int
    best: Fraction | None

    @property
    def key(self) -> tuple[bool, bool, Fraction, int, int, bool, Fraction]:
        """The sort key; the highest is first."""
        best = self.best or Fraction()
        known = self.qualified, self.is_known, self.total
        return *known, self.wins, self.points, self.best is not None, best


def evening_score(season: Season, sums: Sums) -> Fraction | None:
    """Return an evening's score, in whole points or games.

    None if unknown: no hand was counted, or only totals of rounds are known.
    """
    if season.measure == Measure.AVERAGE:
        return Fraction(sums.rated, sums.hands) if sums.hands else None
    if season.measure == Measure.GAMES_WON and sums.is_bare:
        return None
    if season.measure == Measure.GAMES_WON:
        return Fraction(2 * sums.games_won + sums.games_drawn, 2)
    return Fraction(sums.points)


def counted(season: Season, cells: Sequence[EveningScore]) -> list[EveningScore]:
    """Return a contender's evenings, in their order, with those that count marked."""
    places = [place for place, cell in enumerate(cells) if cell.exact is not None]
    if season.scoring == Scoring.BEST:
        # Rounding keeps the order, so fractions are compared only if their rounded values are
        # equal.
        places.sort(key=lambda place: (cells[place].score, cells[place].exact), reverse=True)
        places = places[: season.best]
    marked = list(cells)
    for place in places:
        marked[place] = cells[place]._replace(counts=True)
    return marked


def total_of(season: Season, cells: Sequence[EveningScore]) -> tuple[Fraction, int]:
    """Return the total of the evenings that count, and their number."""
    kept = [cell.exact for cell in cells if cell.counts and cell.exact is not None]
    total = sum(kept, start=Fraction())
    return total / len(kept) if season.scoring == Scoring.AVERAGE and kept else total, len(kept)


def best_of(cells: Sequence[EveningScore]) -> Fraction | None:
    """Return the highest score of all evenings, whether it counts or not."""
    known = [(cell.score, cell.exact) for cell in cells if cell.score is not None]
    _shown, best = max(known, default=(None, None))
    return best


def ranked(worths: Mapping[int, RankingKey]) -> Iterator[tuple[int, int, bool]]:
    """Yield contender, rank and whether others share it: 1, 2, 2, 4."""
    place = 1
    keys = {one: worth.key for one, worth in worths.items()}
    order = sorted(worths, key=keys.__getitem__, reverse=True)
    for _key, level in groupby(order, key=keys.__getitem__):
        same = list(level)
        yield from ((one, place, len(same) > 1) for one in same)
        place += len(same)
