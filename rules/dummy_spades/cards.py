"""The 52 cards as numbers 0 to 51, and hands as bit masks.

Clubs, diamonds, hearts, spades, each from the two to the ace: of two cards that can win a trick,
the higher number wins. Source: the deal, play.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.dummy_spades.options import Options
from rules.game import Record
from rules.pack import Holdings, Pack, card_numbers
from rules.problems import Code, PieceInText, Problem, SeatInText, problem

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
HAND_SIZE: Final = 13
TRICKS: Final = 13

NAMES: Final = tuple(PieceInText(suit + rank) for suit in SUITS for rank in RANKS)
NUMBERS: Final = card_numbers(NAMES)
"""From every accepted spelling of a card to its number."""

PACK: Final = Pack(NUMBERS, NAMES, HAND_SIZE)
WHOLE_PACK: Final = (1 << len(NAMES)) - 1
SUIT_MASKS: Final = tuple((1 << len(RANKS)) - 1 << len(RANKS) * suit for suit in range(4))
SPADES: Final = SUIT_MASKS[SUITS.index("S")]
PLAIN: Final = WHOLE_PACK & ~SPADES
"""Every card that is no trump."""

FOLLOW: Final = tuple(SUIT_MASKS[number // len(RANKS)] for number in range(len(NAMES)))
"""By the card led: the cards that follow it."""

CAN_WIN: Final = tuple(follow | SPADES for follow in FOLLOW)
"""By the card led: the cards that can win the trick."""


def winning_place(trick: Sequence[int]) -> int:
    """Return the place in the trick of the winning card: the highest trump, else of the suit
    led."""
    can_win = CAN_WIN[trick[0]]
    best = max(card for card in trick if can_win >> card & 1)
    return trick.index(best)


# The deal: thirteen cards each, and those of the dummy's that were turned up for all to see.


DUMMY: Final = 3


def deal_problems(record: Record, options: Options) -> Iterator[Problem]:
    """Yield problems of the hands, seat by seat, then of the cards turned up."""
    yield from PACK.deal_problems(record.get("deal"))
    if "flipped" in record:
        yield from _flipped_problems(record["flipped"], options.flipped)


def _flipped_problems(cards: Sequence[str], wanted: int) -> Iterator[Problem]:
    """Yield a problem unless there are as many different cards as the rules turn up."""
    for i, name in enumerate(cards):
        if name not in NUMBERS:
            yield PACK.unknown(Code.DEAL_UNKNOWN_PIECE, name, f"/flipped/{i}")
    if len(cards) != wanted:
        yield problem(
            Code.DEAL_WRONG_SIZE,
            "/flipped",
            "{count} cards of the dummy were turned up, not {wanted}.",
            count=len(cards),
            wanted=wanted,
        )
    seen = 0
    for i, name in enumerate(cards):
        if seen & PACK.bit(name):
            yield problem(
                Code.DEAL_DUPLICATE,
                f"/flipped/{i}",
                "{piece} was turned up twice.",
                piece=NAMES[NUMBERS[name]],
            )
        seen |= PACK.bit(name)


def misplaced_flips(cards: Sequence[str], holdings: Holdings) -> Iterator[Problem]:
    """Yield turned-up cards that the deal does not give to the dummy."""
    for i, name in enumerate(cards):
        if holdings.excluded[DUMMY] & PACK.bit(name):
            yield problem(
                Code.PLAY_NOT_HELD,
                f"/flipped/{i}",
                "{seat} does not hold {piece}.",
                seat=SeatInText(DUMMY),
                piece=NAMES[NUMBERS[name]],
            )
