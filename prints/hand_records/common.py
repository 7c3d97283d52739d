"""What a game has to tell of a hand so that it can be printed, and what all games share."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from django.utils.translation import gettext as _

from games.base import Names, each_name
from press.fonts import isolated
from prints.hand_diagrams import Edge
from prints.hand_record import Sign
from rules.game import Record

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
ROUND_THE_TABLE: Final = (Edge.SOUTH, Edge.WEST, Edge.NORTH, Edge.EAST)
Labelled = tuple[str, str]
"""A label and the text under it."""


class Recorded(NamedTuple):
    """A legal hand: its record, its verdict, and who sat where."""

    record: Record
    verdict: Record
    names: Names

    @property
    def isolate_bidi(self) -> Names:
        """The names, each isolate_bidi off to be put into a sentence."""
        return each_name(self.names, isolated)


class HandTeller(Protocol):
    """How a game's hands are told; a hand has a number from 0, a dummy's the last."""

    @property
    def pack(self) -> frozenset[str]:
        """All pieces, where the hands of a deal make up the pack; else nothing."""

    def canonical(self, piece: str) -> str:
        """A piece as verdicts spell it."""

    def edges(self, hand: Recorded) -> tuple[Edge, ...]:
        """Where each hand lies on paper."""

    def order(self, hand: Recorded) -> tuple[int, ...]:
        """The hands in the order in which they play, from the first column on."""

    def sign(self, hand: Recorded) -> Sign:
        """What stands before the contract."""

    def call(self, call: Record) -> str:
        """What was said in the auction."""

    def facts(self, hand: Recorded) -> Iterator[Labelled]:
        """What else is known, as far as neither diagram nor tricks show it."""

    def trick_points(self, hand: Recorded, number: int, pieces: Sequence[str]) -> str:
        """What a whole trick was worth, counted from 1; nothing where tricks are not counted."""


def claim_facts(record: Record, sides: tuple[str, str]) -> Iterator[Labelled]:
    """To whom the rest of the tricks was given; ``sides`` are declarer's and defence's words."""
    if "claim" in record:
        yield _("The rest was given to"), sides[record["claim"] != "declarer"]
