"""A season's totals, in fractions: nothing is rounded before it is compared. No queries.

Five points in twelve hands and two in twelve are as much as two in twenty-four and six in twelve;
added up from hundredths they would not be.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from leagues.models import Season, SeasonMeasure, SeasonScoring
from standings.criteria import Criterion, TiedRank, Value, levels, places


class EveningSums(NamedTuple):
    """An evening's sums. ``hands`` is None if no game has known hands.

    ``rated`` are the points of games with known hands.
    """

    games: int = 0
    games_won: int = 0
    games_drawn: int = 0
    points: int = 0
    rated: int = 0
    hands: int | None = 0

    def plus(self, other: "EveningSums") -> "EveningSums":
        """Return the sum of both; unknown hands count as none beside known ones."""
        hands: int | None = (self.hands or 0) + (other.hands or 0)
        if not hands and None in {self.hands, other.hands}:
            hands = None
        return EveningSums(
            self.games + other.games,
            self.games_won + other.games_won,
            self.games_drawn + other.games_drawn,
            self.points + other.points,
            self.rated + other.rated,
            hands,
        )

    def minus(self, other: "EveningSums") -> "EveningSums":
        """Return the difference to another; unknown hands count as none."""
        return EveningSums(
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
    sums: EveningSums | None = None
    counts: bool = False

    @property
    def attended(self) -> bool:
        """Whether the evening was played."""
        return self.sums is not None


class SeasonFigures(NamedTuple):
    """What a contender is ranked by, in this order; the highest is first, the unknown last.

    Whether the contender came often enough, the total, games won in tenths, points, the best
    evening.
    """

    qualified: bool
    total: Fraction | None
    wins: int
    points: int
    best: Fraction | None


class SeasonCriterion(Criterion[Mapping[int, SeasonFigures]]):
    """One of the figures, by its place among them."""

    unknown_last = True

    def __init__(self, place: int) -> None:
        self._place = place

    def values(
        self, tied: Sequence[int], figures: Mapping[int, SeasonFigures]
    ) -> Mapping[int, Value]:
        """Return the figure of each contender."""
        return {contender: figures[contender][self._place] for contender in tied}


SEASON_ORDER = tuple(map(SeasonCriterion, range(len(SeasonFigures._fields))))


def evening_score(season: Season, sums: EveningSums) -> Fraction | None:
    """Return an evening's score, in whole points or games.

    None if unknown: no hand was counted, or only totals of rounds are known.
    """
    if season.measure == SeasonMeasure.AVERAGE:
        return Fraction(sums.rated, sums.hands) if sums.hands else None
    if season.measure == SeasonMeasure.GAMES_WON and sums.is_bare:
        return None
    if season.measure == SeasonMeasure.GAMES_WON:
        return Fraction(2 * sums.games_won + sums.games_drawn, 2)
    return Fraction(sums.points)


def counted(season: Season, cells: Sequence[EveningScore]) -> list[EveningScore]:
    """Return a contender's evenings, in their order, with those that count marked."""
    places = [place for place, cell in enumerate(cells) if cell.exact is not None]
    if season.scoring == SeasonScoring.BEST:
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
    scores = [cell.exact for cell in cells if cell.counts and cell.exact is not None]
    total = sum(scores, start=Fraction())
    if season.scoring == SeasonScoring.AVERAGE and scores:
        total /= len(scores)
    return total, len(scores)


def best_of(cells: Sequence[EveningScore]) -> Fraction | None:
    """Return the highest score of all evenings, whether it counts or not."""
    known = [(cell.score, cell.exact) for cell in cells if cell.score is not None]
    _shown, best = max(known, default=(None, None))
    return best


def ranked(figures: Mapping[int, SeasonFigures]) -> Iterator[TiedRank]:
    """Yield the places of contenders."""
    return places(levels(figures, SEASON_ORDER, figures))
