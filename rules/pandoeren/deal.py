"""The deal: eight cards each, one face up in the middle, and the card that was thrown out."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game import Record
from rules.pack import Hands, unknown_piece
from rules.pandoeren.pieces import NUMBERS, PACK
from rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was written down: hands before the exchange by seat (None where not), and the centre
    card and the card thrown out as masks, empty where not."""

    hands: Hands
    centre: int
    discard: int

    def elsewhere(self, seat: int) -> int:
        """The cards dealt to the other seats."""
        return sum(hand for other, hand in enumerate(self.hands) if other != seat and hand)


def read_deal(record: Record) -> Dealt:
    """The deal of a record without problems in it."""
    return Dealt(
        PACK.read_hands(record.get("deal")),
        PACK.bit(record.get("centre", "")),
        PACK.bit(record.get("discard", "")),
    )


def deal_problems(record: Record) -> Iterator[Problem]:
    """The hands, then the centre card, then whether the discard is a card at all.

    Whether the declarer can have thrown it out is asked with the contract, once he is known.
    """
    deal = record.get("deal")
    yield from PACK.deal_problems(deal)
    if "centre" in record:
        yield from _centre_problems(record["centre"], deal)
    if "discard" in record and record["discard"] not in NUMBERS:
        yield unknown_piece(record["discard"], "/discard")


def _centre_problems(centre: str, deal: list[list[str] | None] | None) -> Iterator[Problem]:
    if centre not in NUMBERS:
        yield unknown_piece(centre, "/centre")
    elif any(PACK.bit(name) == PACK.bit(centre) for hand in deal or () for name in hand or ()):
        yield PACK.dealt_twice(centre, "/centre")
