"""What a metric is: key, words, the games that have it, what it sums, how its value comes about.

``engine.standings.metrics`` has one class a metric.
"""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from fractions import Fraction
from typing import Any, ClassVar, Literal

from engine.standings.criteria import Criterion, Value
from engine.standings.duplicate import DealTotals
from engine.standings.results import Detail, Outcome, Results, Sums
from engine.standings.rounding import rounded
from rules.game import GameLaws
from rules.phrases import Phrase

StoredValue = int | str | None
"""A value as it is stored, see ``Metric.stored``."""


class MetricKind(Enum):
    """What a game may be like."""

    IN_TEAMS = auto()
    """Teams play, so that each entry has one opponent at a time."""
    ALONE = auto()
    """Everybody plays alone."""
    CONTRACTS = auto()
    """Hands are made or set."""


def kinds_of(game: GameLaws[Any]) -> frozenset[MetricKind]:
    """Return what a game is like."""
    teams = MetricKind.IN_TEAMS if game.sides < game.seats else MetricKind.ALONE
    return frozenset({teams, MetricKind.CONTRACTS} if game.has_contracts else {teams})


class Metric(Criterion[Results]):
    """A figure by which an event may rank its entries, or that is shown beside their ranks."""

    key: ClassVar[str]
    name: ClassVar[Phrase]
    abbreviation: ClassVar[Phrase]
    """The heading of its column."""
    explanation: ClassVar[Phrase]
    """A definition, in sentences."""

    games: ClassVar[frozenset[MetricKind]] = frozenset()
    """What the games are like that have it; empty for all."""
    sums: ClassVar[tuple[Outcome, ...]] = ()
    """What it is computed from."""
    details: ClassVar[frozenset[Detail]] = frozenset()
    """The details it needs in addition to sums."""

    ranks: ClassVar[bool] = True
    """Whether an event may rank by it; otherwise it is only shown."""
    needs_tie: ClassVar[bool] = False
    """Whether it has no meaning outside a tie."""
    only_ranks: ClassVar[bool] = False
    """Whether it is computed and shown only where an event ranks by it."""
    is_total: ClassVar[bool] = False
    """Whether it depends only on an entry's own totals."""
    decimals: ClassVar[int] = 0
    """The decimals that are stored and shown."""
    of_games: ClassVar[bool] = False
    """Whether it adds up games: an entry that played nothing ranks last, and has no figure unless
    the director gave it a penalty or bonus."""
    parts: ClassVar[bool] = False
    """Whether numbers are whole, or halves and quarters."""
    looks_at: ClassVar[Literal["", "counted", "written"]] = ""
    """Which games of ``GamesKnown`` it is based on, if these may be fewer than were begun."""

    @property
    def is_shown_always(self) -> bool:
        """Whether it is shown even if the event does not rank by it."""
        return not (self.needs_tie or self.only_ranks)

    def suits(self, game: GameLaws[Any]) -> bool:
        return self.games <= kinds_of(game)

    def absent(self, tied: Sequence[int], figures: Results) -> Collection[int]:
        """Return those who played nothing, where a sum of games is compared."""
        played = {entry: figures.total(entry).is_played for entry in tied}
        return [entry for entry in tied if not played[entry]] if self.of_games else ()

    def stored(self, value: Value) -> StoredValue:
        """Return the number as it is stored.

        Rounded to the last of ``decimals``: 1.25 is 125 with two. ``parts`` are exact: 1 is 1,
        one and a half is "1.5".
        """
        if value is None:
            return None
        if not self.parts:
            return rounded(value, self.decimals)
        hundredths = 100 * Fraction(value)
        assert hundredths.denominator == 1, "only halves and quarters are parts"
        whole, part = divmod(abs(hundredths.numerator), 100)
        sign = "-" if value < 0 else ""
        return int(value) if not part else f"{sign}{whole}.{part:02d}".rstrip("0")


class OwnTotal(Metric):
    """A metric of an entry's own totals: by default the sum of what it ``sums``."""

    is_total = True
    of_games = True
    needs_games: ClassVar[bool] = True
    """Whether it is unknown where only totals of rounds are known."""

    def of(self, sums: Sums) -> Value:
        return sum(sums[outcome] for outcome in self.sums)

    def values(self, tied: Sequence[int], figures: Results) -> Mapping[int, Value]:
        """Return the values; None where nothing was played, or what it looks at is unknown."""
        totals = {entry: figures.total(entry) for entry in tied}
        return {
            entry: self.of(sums) if self._is_known(sums) else None for entry, sums in totals.items()
        }

    def _is_known(self, sums: Sums) -> bool:
        if not sums:
            return not self.of_games
        if self.looks_at:
            return bool(getattr(sums.known, self.looks_at)) or not sums.known.begun
        return not (self.needs_games and sums[Outcome.BARE_ROUNDS])


class AmongTied(Metric):
    """A measure of the tied entries against each other, where all of them have met."""

    needs_tie = True
    again = True

    @abstractmethod
    def against(self, results: Results, entry: int, tied: Sequence[int]) -> Value:
        """Return the value of an entry among the tied."""

    def values(self, tied: Sequence[int], figures: Results) -> Mapping[int, Value]:
        """Return the values of two or more entries if all have met, otherwise None."""
        if len(tied) < 2 or not figures.all_have_met(tied):
            return dict.fromkeys(tied)
        return {entry: self.against(figures, entry, tied) for entry in tied}


class OfOpponents(Metric):
    """The games won by all opponents, each counted as often as ``times`` says."""

    games = frozenset({MetricKind.IN_TEAMS})
    parts = True
    only_ranks = True
    of_games = True

    @abstractmethod
    def times(self, sums: Sums) -> int | Fraction:
        """Return how often an opponent counts, by an entry's sums against it."""

    def values(self, tied: Sequence[int], figures: Results) -> Mapping[int, Value]:
        """Return the values; None for those who met nobody."""
        return {entry: self._value(figures, entry) for entry in tied}

    def _value(self, figures: Results, entry: int) -> Value:
        faced = [
            (other, sums)
            for other, sums in figures.faced(entry)
            if sums[Outcome.MEETINGS] or sums[Outcome.GAMES_PLAYED]
        ]
        if not faced:
            return None
        return sum(
            (self.times(sums) * figures.total(other).wins for other, sums in faced), Fraction()
        )


class OfDeals(Metric):
    """A measure of the compared deals; None if an entry has none.

    Events of the same deals have it, whatever they play.
    """

    details = frozenset({Detail.COMPARED_DEALS})
    only_ranks = True
    unknown_last = True
    decimals = 2

    @abstractmethod
    def of(self, totals: DealTotals) -> Value:
        """Return the value of an entry's deals."""

    def suits(self, game: GameLaws[Any]) -> bool:
        """Return False: it is offered for no game by default."""
        return False

    def values(self, tied: Sequence[int], figures: Results) -> Mapping[int, Value]:
        """Return the values of those who have compared deals."""
        known = figures.compared
        return {entry: self.of(known[entry]) if entry in known else None for entry in tied}


class AHand(OwnTotal):
    """Marks divided by hands, None without hands."""

    sums = (Outcome.POINTS_IN_HANDS, Outcome.HANDS)
    looks_at = "counted"
    decimals = 2
    unknown_last = True

    def of(self, sums: Sums) -> Value:
        """Return the marks of each hand."""
        hands = sums[Outcome.HANDS]
        return Fraction(sums[Outcome.POINTS_IN_HANDS], hands) if hands else None
