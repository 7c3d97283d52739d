"""The input of standings: the sums of every entry, in total and against each other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from engine.standings.duplicate import DealTotals


class GamesKnown(NamedTuple):
    """Games begun, games of which the hands were counted, and games recorded hand by hand."""

    begun: int = 0
    counted: int = 0
    written: int = 0


UNKNOWN = GamesKnown()
"""Nothing has begun."""


class Outcome(StrEnum):
    """What is summed of an entry's games, with what byes, forfeits and the director add.

    Points are marks in a game that counts marks.
    """

    GAMES_PLAYED = "games_played"
    """Games that are finished."""
    GAMES_WON = "games_won"
    GAMES_LOST = "games_lost"
    GAMES_DRAWN = "games_drawn"

    MEETINGS = "meetings"
    """Tables at which a game was finished; only in sums against another, and of byes."""
    MEETINGS_WON = "meetings_won"
    """Only in totals, as the next."""
    MEETINGS_DRAWN = "meetings_drawn"

    POINTS = "points"
    POINTS_AGAINST = "points_against"
    CAPPED_FOR = "capped_for"
    """Points of each game, of none more than the event's cap."""
    CAPPED_DIFFERENCE = "capped_difference"
    """Points minus points against in each game, of none more than the cap, either way."""

    GAMES_BEGUN = "games_begun"
    GAMES_COUNTED = "games_counted"
    """Of the games begun those of which the number of hands is known."""
    GAMES_WRITTEN = "games_written"
    """Of the games begun those of which each hand was written down."""
    BARE_ROUNDS = "bare_rounds"
    """Rounds of which only the entry's points are known, without games and opponents; they also
    count as games begun."""

    HANDS = "hands"
    """Hands of the games counted."""
    POINTS_IN_HANDS = "points_in_hands"
    """The points made in these, with penalties and bonuses."""
    HANDS_DECLARED = "hands_declared"
    """Hands of the games written that the entry declared."""
    HANDS_SET = "hands_set"
    """Those of them that it lost."""


SHARED: Final = frozenset(
    {
        *(Outcome.GAMES_WON, Outcome.GAMES_LOST, Outcome.GAMES_DRAWN),
        *(Outcome.MEETINGS_WON, Outcome.MEETINGS_DRAWN),
        *(Outcome.POINTS, Outcome.POINTS_AGAINST),
        *(Outcome.CAPPED_FOR, Outcome.CAPPED_DIFFERENCE, Outcome.HANDS_SET),
    }
)
"""What grows with the number of games."""


class Sums:
    """The sum of each outcome; 0 of those left out."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: Mapping[Outcome, int] | None = None) -> None:
        given = numbers or {}
        self._numbers = {outcome: number for outcome, number in given.items() if number}

    def __getitem__(self, outcome: Outcome) -> int:
        return self._numbers.get(outcome, 0)

    def __bool__(self) -> bool:
        return bool(self._numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sums) and self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash(frozenset(self._numbers.items()))

    def __repr__(self) -> str:
        return f"Sums({self._numbers!r})"

    def plus(self, other: "Sums") -> "Sums":
        """Return both together."""
        numbers = dict(self._numbers)
        for outcome, number in other._numbers.items():
            numbers[outcome] = numbers.get(outcome, 0) + number
        return Sums(numbers)

    def times(self, count: int) -> "Sums":
        return Sums({outcome: count * number for outcome, number in self._numbers.items()})

    def replaced(self, numbers: Mapping[Outcome, int]) -> "Sums":
        """Return the sums with these in place of their own."""
        return Sums({**self._numbers, **numbers})

    def by_the_game(self) -> "Sums":
        """Return the sums with those that are ``SHARED`` divided by the games played, exactly."""
        if not (games := self[Outcome.GAMES_PLAYED]):
            return self
        shares: dict[Outcome, Any] = {name: Fraction(self[name], games) for name in SHARED}
        return self.replaced(shares)

    @property
    def is_played(self) -> bool:
        """Whether a game was begun or awarded."""
        return any(
            self[outcome]
            for outcome in (Outcome.GAMES_BEGUN, Outcome.GAMES_PLAYED, Outcome.BARE_ROUNDS)
        )

    @property
    def known(self) -> GamesKnown:
        """How much is known of the games."""
        return GamesKnown(
            self[Outcome.GAMES_BEGUN], self[Outcome.GAMES_COUNTED], self[Outcome.GAMES_WRITTEN]
        )

    @property
    def wins(self) -> Fraction:
        """Games won; one drawn is half a one."""
        return self[Outcome.GAMES_WON] + Fraction(self[Outcome.GAMES_DRAWN], 2)

    @property
    def meeting_wins(self) -> Fraction:
        """Meetings won; one drawn is half a one."""
        return self[Outcome.MEETINGS_WON] + Fraction(self[Outcome.MEETINGS_DRAWN], 2)


NOTHING = Sums()


class Detail(StrEnum):
    """Details of an event that are computed only if one of its metrics needs them."""

    BEST_HANDS = "best_hands"
    COMPARED_DEALS = "compared_deals"


@dataclass(frozen=True)
class Results:
    """The sums of the entries: ``totals`` of all that each played, ``against`` by (one, other).

    The latter are one's own, of the games in which the other sat at the table on another side.
    ``byes`` are what an entry was given for sitting out, and how often as ``meetings``. ``lots``
    are the places drawn by those who drew one. ``play_offs`` are ties decided by hand, the newest
    last, each with its entries from the best on. ``places`` are those that the format gives,
    ``best_hands`` the most that an entry made in a hand, where any was written down. ``compared``
    is what entries have of deals that every table of a round played.
    """

    entries: tuple[int, ...]
    totals: Mapping[int, Sums]
    against: Mapping[tuple[int, int], Sums]
    lots: Mapping[int, int] = field(default_factory=dict)
    play_offs: tuple[tuple[int, ...], ...] = ()
    places: Mapping[int, int] = field(default_factory=dict)
    best_hands: Mapping[int, int] = field(default_factory=dict)
    byes: Mapping[int, Sums] = field(default_factory=dict)
    compared: Mapping[int, DealTotals] = field(default_factory=dict)

    def total(self, entry: int) -> Sums:
        """Return all that an entry played."""
        return self.totals.get(entry, NOTHING)

    def rivals(self, entry: int) -> Iterable[tuple[int, Sums]]:
        """Return every opponent of an entry, with the entry's sums against it."""
        for other in self.entries:
            if (sums := self.against.get((entry, other))) is not None:
                yield other, sums

    def faced(self, entry: int) -> Iterable[tuple[int, Sums]]:
        """Return its rivals and, with byes, the entry itself.

        A bye is measured as a meeting with an opponent of the entry's own score.
        """
        yield from self.rivals(entry)
        if (sums := self.byes.get(entry)) is not None:
            yield entry, sums

    def among(self, entry: int, group: Iterable[int]) -> Sums:
        """Return the entry's sums against the others of a group alone."""
        total = NOTHING
        for other in group:
            total = total.plus(self.against.get((entry, other), NOTHING))
        return total

    def ahead(self, entry: int, group: Iterable[int]) -> int:
        """Return how many points more than the others of a group it made at the tables they
        shared."""
        return sum(
            self.against.get((entry, other), NOTHING)[Outcome.POINTS]
            - self.against.get((other, entry), NOTHING)[Outcome.POINTS]
            for other in group
        )

    def all_have_met(self, group: Sequence[int]) -> bool:
        """Return whether every two of a group have finished a game against each other."""
        return all(
            self.against.get((entry, other), NOTHING)[Outcome.GAMES_PLAYED]
            for place, entry in enumerate(group)
            for other in group[place + 1 :]
        )
