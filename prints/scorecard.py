"""The scorecard of a match: what is printed, as frozen values.

Every text is ready to print in the reader's language; sides are 0 and 1 throughout. How the
values are drawn is told in `scorecard_story`.
"""

from dataclasses import dataclass
from enum import Enum

from press.base import Imprint


class Outcome(Enum):
    """How a hand ended, for the mark drawn beside the words."""

    MADE = "made"
    SET = "set"
    PASSED = "passed"


class Scoring(Enum):
    """Marks are drawn as strokes of ALL, points as a running total."""

    MARKS = "marks"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class ScorecardLabels:
    """The words of a scorecard. Each is what its name says; none may be left out.

    >>> words = ScorecardLabels(
    ...     hand_number="No.", shaker="Shaker", bid="Bid", bidder="Bidder",
    ...     contract="Contract", result="Result", points="Points", running="Marks",
    ...     winner="Winner", no_hands="No hand was recorded.", notes="Corrections and rulings",
    ...     settlement="Settlement", by_side="By side", by_player="By player",
    ... )
    """

    hand_number: str
    shaker: str
    bid: str
    bidder: str
    contract: str
    result: str
    points: str
    running: str
    winner: str
    no_hands: str
    notes: str
    settlement: str
    by_side: str
    by_player: str


@dataclass(frozen=True, slots=True)
class Contract:
    """What was played: words, with the trump suit's domino end, or a double, drawn before them.

    >>> Contract("Fours", end=4)
    Contract(text='Fours', end=4, double=None)
    >>> Contract("Doubles", double=6).double
    6
    """

    text: str
    end: int | None = None
    double: int | None = None


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One hand. `points` and `running` are by side; `scored` is what the hand added to each.

    `points` are texts, empty where the record does not say. `auction` is printed small under
    the bid, and may be empty.

    >>> hand = ScoredHand(
    ...     number=3, shaker="Bea", bid="1 mark", bidder="Ann", contract=Contract("Fours", end=4),
    ...     outcome=Outcome.MADE, result="made", points=("42", "0"), scored=(1, 0),
    ...     running=(2, 1), auction="30 · pass · 1 mark · pass",
    ... )
    """

    number: int
    shaker: str
    bid: str
    bidder: str
    contract: Contract
    outcome: Outcome
    result: str
    points: tuple[str, str]
    scored: tuple[int, int]
    running: tuple[int, int]
    auction: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A side: the heading of its columns, its players' names, whether it won.

    >>> Side("A & C", ("Ann", "Carl"), won=True).short
    'A & C'
    """

    short: str
    players: tuple[str, ...]
    won: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A correction or ruling; `hand` is the number of the hand it belongs to, or None."""

    text: str
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """A line of money: what it is for, and the amount with its sign and currency.

    >>> Amount("3 marks short at €0.25", "€0.75")
    Amount(text='3 marks short at €0.25', amount='€0.75')
    """

    text: str
    amount: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """Money of a match: the stakes in one line, how the amount came about, who gets what."""

    stakes: str
    steps: tuple[Amount, ...]
    sides: tuple[Amount, ...]
    players: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A match ready to print. `place` is the line under the title: round, table, date.

    `target` counts marks or points, as `scoring` says. `render.render_scorecard` makes a file
    of it.
    """

    imprint: Imprint
    labels: ScorecardLabels
    title: str
    place: str
    scoring: Scoring
    target: int
    sides: tuple[Side, Side]
    hands: tuple[ScoredHand, ...]
    notes: tuple[Note, ...] = ()
    settlement: Settlement | None = None

    @property
    def totals(self) -> tuple[int, int]:
        """What each side stands at."""
        return self.hands[-1].running if self.hands else (0, 0)

    def strokes(self, side: int) -> tuple[int, ...]:
        """The number of the hand that earned each mark of a side, in order."""
        return tuple(h.number for h in self.hands for _ in range(h.scored[side]))
