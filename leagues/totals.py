"""A season's totals in fractions: nothing is rounded before it is compared.

Five points in twelve hands and two in twelve are as much as two in twenty-four and six in twelve;
added up from hundredths they would not be. Nothing here asks the database.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import floor
from typing import Protocol

from leagues.models import AbsenceRule, Measure, Scoring, Season


class Made(Protocol):
    """Sums of an evening."""

    @property
    def points(self) -> int: ...
    @property
    def games_won(self) -> int: ...
    @property
    def games_drawn(self) -> int: ...
    @property
    def rated(self) -> int: ...
    @property
    def hands(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Cell:
    """An evening of a contender; ``score`` is none where it counts for nothing.

    ``counts`` is false for a score that is dropped; ``attended`` for one that is filled in by
    rule, then ``noticed`` says whether they had let it be known. ``score`` is rounded as it is
    shown, ``exact`` is what is compared, in whole points or games.
    """

    evening: int
    attended: bool
    noticed: bool | None
    score: int | None
    exact: Fraction | None
    counts: bool = False
    games: int | None = None
    games_won: int | None = None
    games_drawn: int | None = None
    points: int | None = None
    rated: int | None = None
    hands: int | None = None

    @property
    def wins(self) -> int | None:
        """Games won in tenths, as scores of games are: a draw is half a one."""
        if self.games_won is None or self.games_drawn is None:
            return None
        return 10 * self.games_won + 5 * self.games_drawn


@dataclass(frozen=True, slots=True)
class Added:
    """A contender's evenings added up. ``best`` is the highest score, none where there is none."""

    total: Fraction
    best: Fraction | None
    counted: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What a contender is ranked by, the first that differs.

    Whose total is not known, as no evening counts, stands behind all whose total is.
    """

    qualified: bool
    is_known: bool
    total: Fraction
    wins: int
    points: int
    best: Fraction | None

    @property
    def key(self) -> tuple[bool, bool, Fraction, int, int, bool, Fraction]:
        """The higher stands first."""
        best = self.best or Fraction()
        known = self.qualified, self.is_known, self.total
        return *known, self.wins, self.points, self.best is not None, best


def evening_score(season: Season, sums: "Made") -> Fraction | None:
    """Return what an evening counts, in whole points or games; none where no hand was counted."""
    match Measure(season.measure):
        case Measure.POINTS:
            return Fraction(sums.points)
        case Measure.GAMES_WON:
            return Fraction(2 * sums.games_won + sums.games_drawn, 2)
        case Measure.AVERAGE:
            return Fraction(sums.rated, sums.hands) if sums.hands else None


def is_lowest(season: Season, *, noticed: bool) -> bool:
    """Whether an evening missed counts as the lowest of those who played."""
    return (season.noticed if noticed else season.unnoticed) == AbsenceRule.LOWEST


def needs_lowest(season: Season) -> bool:
    """Whether the lowest points a hand of evenings are asked for."""
    return season.measure == Measure.AVERAGE and any(
        is_lowest(season, noticed=noticed) for noticed in (False, True)
    )


def counted(season: Season, cells: Sequence[Cell]) -> list[Cell]:
    """Return a contender's evenings, in their order, with whether they are among those added up."""
    places = [place for place, cell in enumerate(cells) if cell.exact is not None]
    if season.scoring == Scoring.BEST:
        # Rounding keeps the order, so fractions are compared only where they show as the same.
        places.sort(
            key=lambda place: (-(cells[place].score or 0), -(cells[place].exact or 0), place)
        )
        places = places[: season.best]
    kept = set(places)
    return [
        replace(cell, counts=True) if place in kept else cell for place, cell in enumerate(cells)
    ]


def added_up(season: Season, cells: Sequence[Cell]) -> Added:
    """Return a contender's total."""
    kept = [cell.exact for cell in cells if cell.counts and cell.exact is not None]
    total = sum(kept, start=Fraction())
    if season.scoring == Scoring.AVERAGE and kept:
        total /= len(kept)
    known = [(cell.score, cell.exact) for cell in cells if cell.score is not None]
    _shown, best = max(known, default=(None, None))
    return Added(total, best, len(kept))


def rounded(number: Fraction, places: int) -> int:
    """A number in the last of so many decimals, halves up: what is shown of it."""
    found: int = floor(number * 10**places + Fraction(1, 2))
    return found


def ranked(worths: Mapping[int, Worth]) -> Iterator[tuple[int, int, bool]]:
    """Everybody with rank and whether others share it: 1, 2, 2, 4."""
    place = 1
    order = sorted(worths, key=lambda one: worths[one].key, reverse=True)
    for _key, level in groupby(order, key=lambda one: worths[one].key):
        same = list(level)
        yield from ((one, place, len(same) > 1) for one in same)
        place += len(same)
