"""A hand record on paper: what is printed of each hand, as frozen values.

Every text is ready to print. What was not written down is left out: without any hand there is no
diagram, without tricks no tricks. How the values are drawn is told in `hand_record_story`.
"""

from dataclasses import dataclass
from enum import Enum

from press.base import Imprint
from prints.scorecard import Outcome


class Edge(Enum):
    """A side of the table as it is seen on paper; clockwise from the reader."""

    SOUTH = 0
    WEST = 1
    NORTH = 2
    EAST = 3


class Pieces(Enum):
    """What hands are made of; a piece is written as in a hand record."""

    DOMINOES = "dominoes"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands before a contract: a suit's end, a double, or the sign of a suit of cards.

    >>> Sign(end=4)
    Sign(end=4, double=None, suit='')
    """

    end: int | None = None
    double: int | None = None
    suit: str = ""


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand at its edge of the table; `strong` is the declarer's. No pieces: it is not known.

    >>> DealtHand(Edge.NORTH, "C", "Cleo", ("6-6", "6-4")).strong
    False
    """

    edge: Edge
    key: str
    name: str
    pieces: tuple[str, ...] = ()
    strong: bool = False


@dataclass(frozen=True, slots=True)
class RecordedTrick:
    """A trick: the piece of each column, empty where none is known, and who led and won.

    >>> RecordedTrick(1, ("6-6", "6-4", "6-0", "6-1"), led=0, winner=0, points="1").winner
    0
    """

    number: int
    pieces: tuple[str, ...]
    led: int | None = None
    winner: int | None = None
    points: str = ""


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """What the hand added for a side or a player, and the total after it.

    >>> RecordedScore("A & C", "+1", "4").total
    '4'
    """

    short: str
    added: str
    total: str


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand. `told` is who bid what; `auction` all calls in one text; `facts` pairs of a
    label and a text; `columns` the keys above the tricks; `notes` whole sentences.

    >>> hand = RecordedHand("Hand 3", "Ann, 31, fours", Sign(end=4), Outcome.MADE, "made")
    >>> (hand.deal, hand.tricks)
    ((), ())
    """

    heading: str
    told: str
    sign: Sign
    outcome: Outcome
    result: str
    deal: tuple[DealtHand, ...] = ()
    auction: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    tricks: tuple[RecordedTrick, ...] = ()
    scores: tuple[RecordedScore, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRecordLabels:
    """The words of hand records. Each is what its name says; none may be left out.

    >>> HandRecordLabels("Auction", "Tricks", "Points", "Score", "Framed: won.", "None.").points
    'Points'
    """

    auction: str
    tricks: str
    points: str
    score: str
    legend: str
    no_hands: str


@dataclass(frozen=True, slots=True)
class HandRecords:
    """The hands of a match, or some of them.

    `players` are the keys of the hands with names, as they stand under the title.
    """

    imprint: Imprint
    labels: HandRecordLabels
    title: str
    place: str
    pieces: Pieces
    players: tuple[tuple[str, str], ...]
    hands: tuple[RecordedHand, ...]
