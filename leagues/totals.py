"""A season's totals, in fractions: nothing is rounded before it is compared. No queries.

Five points in twelve hands and two in twelve are as much as two in twenty-four and six in twelve;
added up from hundredths they would not be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Final, NamedTuple

from engine.standings.criteria import Criterion, Group, Value, levels, places
from engine.standings.rounding import rounded
from leagues.models import Season, SeasonMeasure, SeasonScoring, SeasonStanding


class EveningSums(NamedTuple):
    """An evening's sums. ``hands`` is None if no game has known hands.

    All of them are 0 if nothing was played: then nothing is known. ``rated`` are the points of
    games with known hands, ``placed`` the points by place, None if unknown or not counted.
    """

    games: int = 0
    games_won: int = 0
    games_drawn: int = 0
    points: int = 0
    rated: int = 0
    hands: int | None = 0
    placed: Fraction | None = None

    @classmethod
    def read(cls, columns: Sequence[Any]) -> "EveningSums":
        """Return the sums in the columns of a stored result, in the order of the fields."""
        *sums, placed = columns
        return cls(*sums)._replace(placed=Fraction(placed) if placed else None)

    @property
    def columns(self) -> tuple[int | str | None, ...]:
        """The same as stored."""
        return (*self[:-1], "" if self.placed is None else str(self.placed))

    def plus(self, other: "EveningSums") -> "EveningSums":
        """Return the sum of both; unknown hands count as 0 if the other's are known."""
        hands: int | None = (self.hands or 0) + (other.hands or 0)
        if not hands and None in {self.hands, other.hands}:
            hands = None
        known = [placed for placed in (self.placed, other.placed) if placed is not None]
        return EveningSums(
            self.games + other.games,
            self.games_won + other.games_won,
            self.games_drawn + other.games_drawn,
            self.points + other.points,
            self.rated + other.rated,
            hands,
            sum(known, start=Fraction()) if known else None,
        )

    def minus(self, other: "EveningSums") -> "EveningSums":
        """Return the difference to another, without places; unknown hands count as none."""
        return EveningSums(
            self.games - other.games,
            self.games_won - other.games_won,
            self.games_drawn - other.games_drawn,
            self.points - other.points,
            self.rated - other.rated,
            (self.hands or 0) - (other.hands or 0),
        )

    @property
    def is_played(self) -> bool:
        """Whether anything was played or awarded."""
        return self != EveningSums()

    @property
    def has_games(self) -> bool:
        """Whether a game is finished, or one was awarded."""
        return bool(self.games or (self.games_won and self.hands is not None))

    @property
    def wins(self) -> int:
        """The games won in tenths, as scores of games are; a draw is half a win."""
        return 10 * self.games_won + 5 * self.games_drawn


class EveningScore(NamedTuple):
    """An evening of a contender: filled in by rule if there are no ``sums``.

    ``sums`` of somebody who came and played nothing are all 0. ``score`` is for display, ``exact``
    for comparison, in whole points or games, both multiplied by ``times``; they are None if the
    evening does not count.
    ``counts`` is false for a dropped score. ``noticed`` says whether an absence was announced.
    ``joker`` if a joker is in ``times``.
    """

    evening: int
    noticed: bool | None
    score: int | None
    exact: Fraction | None
    sums: EveningSums | None = None
    counts: bool = False
    times: int = 1
    joker: bool = False

    @property
    def was_there(self) -> bool:
        """Whether the contender came, even if nothing was played."""
        return self.sums is not None

    @property
    def attended(self) -> bool:
        return self.sums is not None and self.sums.is_played


class SeasonFigures(NamedTuple):
    """What a contender is ranked by, in this order; the highest is first, the unknown last.

    Whether the contender came often enough, the total, games won in tenths, points, the best
    evening.
    """

    qualified: bool
    total: Fraction | None
    wins: int | None
    points: int | None
    best: Fraction | None


Meetings = Mapping[tuple[int, int], tuple[int, Fraction]]
"""How many matches the first played against the second, and what they made of them: games won, or
points more than the other where everybody plays alone."""


class SeasonFigured(NamedTuple):
    """All that contenders are ranked by: the figures of each, and their matches, if they count."""

    figures: Mapping[int, SeasonFigures]
    meetings: Meetings = {}


class SeasonCriterion(Criterion[SeasonFigured]):
    """One of the figures, by its place among them."""

    unknown_last = True

    def __init__(self, place: int) -> None:
        self._place = place

    def values(self, tied: Sequence[int], figures: SeasonFigured) -> Mapping[int, Value]:
        return {contender: figures.figures[contender][self._place] for contender in tied}


class SeasonHeadToHead(Criterion[SeasonFigured]):
    """What the tied made of a match against each other, on average, where all of them have met.

    Over a season some meet more often than others: a sum would reward that.
    """

    again = True

    def values(self, tied: Sequence[int], figures: SeasonFigured) -> Mapping[int, Value]:
        """Return the averages; None for all unless each has met each other one."""
        met = figures.meetings
        if len(tied) < 2 or not all(pair in met for pair in permutations(tied, 2)):
            return dict.fromkeys(tied)
        return {
            one: self._average([met[one, other] for other in tied if other != one]) for one in tied
        }

    def _average(self, matches: Sequence[tuple[int, Fraction]]) -> Fraction:
        return sum((made for _count, made in matches), Fraction()) / sum(
            count for count, _made in matches
        )


_FIGURES = tuple(map(SeasonCriterion, range(len(SeasonFigures._fields))))
_TOTAL: Final = _FIGURES[: SeasonFigures._fields.index("total") + 1]
SEASON_ORDER: Final = (*_TOTAL, SeasonHeadToHead(), *_FIGURES[len(_TOTAL) :])


def evening_score(season: Season, sums: EveningSums) -> Fraction | None:
    """Return an evening's score, in whole points or games.

    None if unknown: nothing was played, no game or table finished, or no hand counted, as the
    measure needs.
    """
    match SeasonMeasure(season.measure):
        case SeasonMeasure.AVERAGE:
            return Fraction(sums.rated, sums.hands) if sums.hands else None
        case SeasonMeasure.GAMES_WON:
            return Fraction(sums.wins, 10) if sums.has_games else None
        case SeasonMeasure.POINTS:
            return Fraction(sums.points) if sums.is_played else None
        case SeasonMeasure.PLACES | SeasonMeasure.TABLE_PLACES:
            return sums.placed


def places_shared(
    points: Sequence[int], groups: Iterable[Sequence[int]]
) -> Iterator[tuple[int, Fraction]]:
    """Yield the points by place of each number in groups, the best group first.

    Those of a group share the points of their places equally; places after the last get 0.
    """
    place = 0
    for group in groups:
        share = Fraction(sum(points[place : place + len(group)]), len(group))
        place += len(group)
        yield from ((number, share) for number in group)


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
    """Return the total of the evenings that count, and their number.

    An evening that counts twice is two in an average.
    """
    counting = [cell for cell in cells if cell.counts]
    total = sum((cell.exact or Fraction() for cell in counting), start=Fraction())
    if season.scoring == SeasonScoring.AVERAGE and counting:
        total /= sum(cell.times for cell in counting)
    return total, len(counting)


def best_of(cells: Sequence[EveningScore]) -> Fraction | None:
    """Return the highest score of all evenings, whether it counts or not."""
    known = [(cell.score, cell.exact) for cell in cells if cell.score is not None]
    _shown, best = max(known, default=(None, None))
    return best


def added_up(season: Season, cells: Sequence[EveningScore], adjusted: int = 0) -> SeasonStanding:
    """Return evenings added up, with bonus and penalty points: a row of nobody, without a rank."""
    total, count = total_of(season, cells)
    total += adjusted if count else 0
    best = best_of(cells)
    there = [cell.sums for cell in cells if cell.sums and cell.attended]
    hands = [sums.hands for sums in there if sums.hands is not None]
    return SeasonStanding(
        qualified=len(there) >= max(1, season.minimum),
        total=rounded(total, season.total_decimals),
        best=None if best is None else rounded(best, season.evening_decimals),
        exact_total=str(total),
        exact_best="" if best is None else str(best),
        adjusted=adjusted,
        attended=len(there),
        counted=count,
        hands=sum(hands) if hands or not there else None,
        **{name: sum(getattr(sums, name) for sums in there) for name in ADDED},
    )


ADDED: Final = ("games", "games_won", "games_drawn", "points")
"""What is added up of the evenings that were played, whether they count or not."""


def figures_of(row: SeasonStanding) -> SeasonFigures:
    """Return what a row is ranked by."""
    return SeasonFigures(
        row.qualified,
        Fraction(row.exact_total or 0) if row.counted else None,
        row.wins if row.attended else None,
        row.points if row.attended else None,
        Fraction(row.exact_best) if row.exact_best else None,
    )


def level_on_total(figures: Mapping[int, SeasonFigures]) -> list[Group]:
    """Return those who have the same total, each group of two or more."""
    known = [key for key, row in figures.items() if row.total is not None]
    return [tied for tied in levels(known, _TOTAL, SeasonFigured(figures)) if len(tied) > 1]


def ranked(rows: Mapping[int, SeasonStanding], meetings: Meetings | None = None) -> None:
    """Give rows, by any key, their ranks among each other."""
    known = SeasonFigured({key: figures_of(row) for key, row in rows.items()}, meetings or {})
    for key, rank, tied in places(levels(rows, SEASON_ORDER, known)):
        rows[key].rank, rows[key].tied = rank, tied
