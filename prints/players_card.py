"""The scorecard of a match of single players: what is printed, as frozen values.

Every text is ready to print in the reader's language. The columns are the game's own: some tell
of the hand as a whole, and the same few are repeated for each player. How the values are drawn
is told in `players_story`.
"""

from dataclasses import dataclass

from press.base import Imprint
from prints.scorecard import Note, Outcome, Settlement


@dataclass(frozen=True, slots=True)
class PlayersLabels:
    """The words of a card of players. Each is what its name says; none may be left out.

    >>> words = PlayersLabels(
    ...     hand_number="No.", winner="Winner", no_hands="No hand was recorded.",
    ...     notes="Corrections and rulings", settlement="Settlement", by_player="By player",
    ... )
    """

    hand_number: str
    winner: str
    no_hands: str
    notes: str
    settlement: str
    by_player: str


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column of the hand as a whole, in one or two lines.

    `share` is how much of the room left by figures this column takes, against the others.

    >>> Head("Contract", "called card", share=2).under
    'called card'
    """

    text: str
    under: str = ""
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Cell:
    """What a column says of a hand: a line, and a smaller one below it.

    A suit, or the mark of an outcome, is drawn before the text; a card behind it. Cards and
    suits are written as in the record format.

    >>> Cell("150", "calls the ace of hearts", suit="S", card="HA").suit
    'S'
    """

    text: str
    under: str = ""
    suit: str = ""
    card: str = ""
    outcome: Outcome | None = None
    strong: bool = False

    @property
    def is_high(self) -> bool:
        """Whether one line is too low for it."""
        return bool(self.under or self.card)


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's figures of one hand, the running total last.

    `lines` explain them and stand below; `changed` says that the hand moved the total.

    >>> Figures(("7", "8", "+71", "1", "71"), ("70 + 1 bag = +71",), changed=True).texts[-1]
    '71'
    """

    texts: tuple[str, ...]
    lines: tuple[str, ...] = ()
    changed: bool = False


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand: a cell for each head of the card, figures for each of its players."""

    number: int
    cells: tuple[Cell, ...]
    figures: tuple[Figures, ...]

    @property
    def lines(self) -> int:
        """The most lines of explanation that a player has."""
        return max((len(figures.lines) for figures in self.figures), default=0)

    @property
    def is_high(self) -> bool:
        """Whether a cell needs a second line."""
        return any(cell.is_high for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CardPlayer:
    """A player: the heading of the columns, the name, where the player stands.

    `course` are the totals after each hand. `aside` stands small beside the total.

    >>> CardPlayer("A", "Ann", total="4", course=(1, 4), aside="2 bags").won
    False
    """

    short: str
    name: str
    total: str
    course: tuple[int, ...] = ()
    aside: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class PlayersCard:
    """A match of three or four players ready to print.

    `place` is the line under the title: round, table, date. `figure_heads` are the columns that
    every player has; `target` is drawn as a line, where there is one. A settlement has no sides.
    """

    imprint: Imprint
    labels: PlayersLabels
    title: str
    place: str
    players: tuple[CardPlayer, ...]
    heads: tuple[Head, ...]
    figure_heads: tuple[str, ...]
    hands: tuple[PlayedHand, ...]
    target: int | None = None
    notes: tuple[Note, ...] = ()
    settlement: Settlement | None = None
