"""The input of standings: the sums of every entry, in total and against each other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from standings.duplicate import DealTotals


class Known(NamedTuple):
    """Games begun, games of which the hands were counted, and games recorded hand by hand."""

    begun: int = 0
    counted: int = 0
    written: int = 0


UNKNOWN = Known()
"""Nothing has begun."""


class Sums(NamedTuple):
    """Games and marks (or points) of an entry, with what byes, forfeits and the director add.

    ``times_bid`` counts the hands it declared, ``times_set`` those of them that it lost, both of
    games whose hands were written down. ``capped_for`` are marks with at most the event's cap from
    one game, ``capped`` differences of games with at most the cap from one. ``meetings`` are tables
    at which a game was finished, told only of sums against another and of byes; ``meetings_won``
    and ``meetings_drawn`` those won and drawn, only of totals.

    Of the games ``begun`` the number of hands is known of ``counted``, and each hand was written
    down of ``written``. ``hands`` are those of the ``counted`` games, and ``rated`` the marks that
    were made in them, with penalties and bonuses. Of ``bare`` rounds, which are among those
    ``begun``, only the entry's own marks are known: neither games nor opponents.
    """

    games_played: int = 0
    games_won: int = 0
    games_lost: int = 0
    marks_for: int = 0
    marks_against: int = 0
    times_set: int = 0
    hands: int = 0
    times_bid: int = 0
    capped_for: int = 0
    capped: int = 0
    meetings: int = 0
    meetings_won: int = 0
    games_drawn: int = 0
    meetings_drawn: int = 0
    begun: int = 0
    counted: int = 0
    written: int = 0
    rated: int = 0
    bare: int = 0

    def plus(self, other: "Sums") -> "Sums":
        """Return both together."""
        return Sums(*map(sum, zip(self, other, strict=True)))

    def times(self, count: int) -> "Sums":
        """Return the sums multiplied."""
        return Sums(*(count * value for value in self))

    @property
    def known(self) -> Known:
        """How much is known of the games."""
        return Known(self.begun, self.counted, self.written)

    @property
    def wins(self) -> Fraction:
        """Games won; one drawn is half a one."""
        return self.games_won + Fraction(self.games_drawn, 2)

    @property
    def meeting_wins(self) -> Fraction:
        """Meetings won; one drawn is half a one."""
        return self.meetings_won + Fraction(self.meetings_drawn, 2)


NOTHING = Sums()


@dataclass(frozen=True)
class Results:
    """The sums of the entries: ``totals`` of all that each played, ``against`` by (one, other).

    The latter are one's own, of the games in which the other sat at the table on another side.
    ``byes`` are what an entry was given for sitting out, and how often as ``meetings``. ``lots``
    are the places drawn by those who drew one. ``play_offs`` are ties decided by hand, the newest
    last, each with its entries from the best on. ``places`` are those that the format gives,
    ``best_hands`` the most that an entry made in a hand, where any was written down. ``compared``
    is what entries have of deals that every table of a round played, where the event ranks by it.
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
            self.against.get((entry, other), NOTHING).marks_for
            - self.against.get((other, entry), NOTHING).marks_for
            for other in group
        )

    def all_have_met(self, group: Sequence[int]) -> bool:
        """Return whether every two of a group have finished a game against each other."""
        return all(
            self.against.get((one, other), NOTHING).games_played
            for place, one in enumerate(group)
            for other in group[place + 1 :]
        )
