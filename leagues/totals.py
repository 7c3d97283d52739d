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
    """What was made of an evening. ``hands`` is None where no game counted them.

    ``rated`` are the points of games whose hands were counted.
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
        """Return what this has more than another; unknown hands count as none."""
        return Sums(
            self.games - other.games,
            self.games_won - other.games_won,
            self.games_drawn - other.games_drawn,
            self.points - other.points,
            self.rated - other.rated,
            (self.hands or 0) - (other.hands or 0),
        )

    @property
    def wins(self) -> int:
        """The games won in tenths, as scores of games are; a draw is half a win."""
        return 10 * self.games_won + 5 * self.games_drawn


class EveningScore(NamedTuple):
    """An evening of a contender: played, or filled in by rule where there are no ``sums``.

    ``score`` is as shown, ``exact`` what is compared, in whole points or games; both are None
    where the evening counts for nothing. ``counts`` is false for a score that is dropped.
    ``noticed`` says whether an absence was known before.
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
    """What a contender is ranked by; unknown totals, as no evening counts, come last."""

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
    """Return what an evening counts, in whole points or games; None where no hand was counted."""
    if season.measure == Measure.AVERAGE:
        return Fraction(sums.rated, sums.hands) if sums.hands else None
    if season.measure == Measure.GAMES_WON:
        return Fraction(2 * sums.games_won + sums.games_drawn, 2)
    return Fraction(sums.points)


def rounded(number: Fraction, places: int) -> int:
    """Round a number to so many decimals, halves up, for display."""
    above, below = number.numerator * 10**places, number.denominator
    shown: int = (2 * above + below) // (2 * below)
    return shown


def counted(season: Season, cells: Sequence[EveningScore]) -> list[EveningScore]:
    """Return a contender's evenings, in their order, marked where they count."""
    places = [place for place, cell in enumerate(cells) if cell.exact is not None]
    if season.scoring == Scoring.BEST:
        # Rounding keeps the order, so fractions are compared only where they show as the same.
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
