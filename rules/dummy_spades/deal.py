"""The deal: thirteen cards each, and those of the dummy's that were turned up for all to see."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.dummy_spades.options import Options
from rules.dummy_spades.pieces import NAMES, NUMBERS, PACK
from rules.game import Record
from rules.pack import unknown_piece
from rules.problems import Code, Problem, Seat, problem
from rules.tricks import Holdings

DUMMY: Final = 3


def deal_problems(record: Record, options: Options) -> Iterator[Problem]:
    """The hands, seat by seat, then the cards turned up."""
    yield from PACK.deal_problems(record.get("deal"))
    if "flipped" in record:
        yield from _flipped_problems(record["flipped"], options.flipped)


def _flipped_problems(cards: Sequence[str], wanted: int) -> Iterator[Problem]:
    """Cards all, as many as the rules turn up, all different."""
    for i, name in enumerate(cards):
        if name not in NUMBERS:
            yield unknown_piece(name, f"/flipped/{i}")
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
    """Cards turned up that the deal does not give to the dummy."""
    for i, name in enumerate(cards):
        if holdings.excluded[DUMMY] & PACK.bit(name):
            yield problem(
                Code.PLAY_NOT_HELD,
                f"/flipped/{i}",
                "{seat} does not hold {piece}.",
                seat=Seat(DUMMY),
                piece=NAMES[NUMBERS[name]],
            )
