"""A season's totals in fractions: nothing is rounded before it is compared.

Five points in twelve hands and two in twelve are as much as two in twenty-four and six in twelve;
added up from hundredths they would not be. What is added up is what ``leagues.sql.totals`` shows
as cells; nothing here asks the database.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import floor

from leagues.models import AbsenceRule, Measure, Scoring, Season


@dataclass(frozen=True, slots=True)
class Cell:
    """An evening of a contender; ``score`` is none where it counts for nothing.

    ``counts`` is false for a score that is dropped; ``attended`` for one that is filled in by
    rule, then ``noticed`` says whether they had let it be known. ``score`` is rounded as it is
    shown.
    """

    evening: int
    attended: bool
    noticed: bool | None
    score: int | None
    counts: bool
    games: int | None
    games_won: int | None
    games_drawn: int | None
    points: int | None
    rated: int | None
    hands: int | None

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


def score_of(season: Season, cell: Cell, lowest: Mapping[int, Fraction]) -> Fraction | None:
    """What an evening counts, in whole points or games; ``lowest`` are those of evenings."""
    if cell.score is None:
        return None
    if season.measure != Measure.AVERAGE:
        return Fraction(cell.score, 10**season.evening_decimals)
    if cell.attended:
        assert cell.rated is not None
        return Fraction(cell.rated, cell.hands)
    if is_lowest(season, noticed=bool(cell.noticed)):
        return lowest[cell.evening]
    return Fraction(cell.score, 10**season.evening_decimals)


def is_lowest(season: Season, *, noticed: bool) -> bool:
    """Whether an evening missed counts as the lowest of those who played."""
    return (season.noticed if noticed else season.unnoticed) == AbsenceRule.LOWEST


def needs_lowest(season: Season) -> bool:
    """Whether the lowest points a hand of evenings are asked for."""
    return season.measure == Measure.AVERAGE and any(
        is_lowest(season, noticed=noticed) for noticed in (False, True)
    )


def counting(season: Season, scores: Sequence[Fraction | None]) -> list[bool]:
    """Which of a contender's evenings, in their order, are among those added up."""
    known = [place for place, score in enumerate(scores) if score is not None]
    if season.scoring == Scoring.BEST:
        known.sort(key=lambda place: (-(scores[place] or 0), place))
        known = known[: season.best]
    return [place in known for place in range(len(scores))]


def added_up(season: Season, scores: Sequence[Fraction | None]) -> Added:
    """A contender's total."""
    counts = counting(season, scores)
    kept = [score for score, is_kept in zip(scores, counts, strict=True) if is_kept and score]
    known = [score for score in scores if score is not None]
    total = sum(kept, start=Fraction())
    if season.scoring == Scoring.AVERAGE and known:
        total /= len(known)
    return Added(total, max(known, default=None), sum(counts))


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


def least_of(rows: Iterable[tuple[int, int, int | None]]) -> dict[int, Fraction]:
    """The lowest points a hand by evening, from rows of evening, points and hands."""
    found: dict[int, Fraction] = {}
    for evening, points, hands in rows:
        assert hands
        score = Fraction(points, hands)
        found[evening] = min(score, found.get(evening, score))
    return found
