"""Hands of Texas 42 for print."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.texas42.entry import canonical
from games.texas42.words import bid_words, contract_words, suit_words
from games.words.dealing import either
from prints.hand_diagrams import Edge
from prints.hand_record import Sign
from prints.hand_records.common import ROUND_THE_TABLE, Labelled, Recorded, claim_facts
from rules.game import Record
from rules.texas42.dominoes import COUNTS, NAMES, NUMBERS

SEATS: Final = (0, 1, 2, 3)


class Texas42Teller:
    """See ``HandTeller``."""

    pack = frozenset(NAMES)

    def canonical(self, piece: str) -> str:
        """Higher end first."""
        return canonical(piece)

    def edges(self, hand: Recorded) -> tuple[Edge, ...]:
        """Seat by seat, partners opposite."""
        return ROUND_THE_TABLE

    def order(self, hand: Recorded) -> tuple[int, ...]:
        """Clockwise."""
        return SEATS

    def sign(self, hand: Recorded) -> Sign:
        """The trump suit's end, or a double."""
        words = contract_words(hand.record.get("contract"))
        return Sign(end=words.end, double=int(words.piece[0]) if words.piece else None)

    def call(self, call: Record) -> str:
        """A bid."""
        return bid_words(call["bid"])

    def facts(self, hand: Recorded) -> Iterator[Labelled]:
        """Who shook, an announced lead, what a tally says of tricks."""
        record = hand.record
        yield str(either(_("Shaker"), _("Dealer"))), hand.isolate_bidi[record["dealer"]]
        if "opening_suit" in record:
            yield _("First lead stands for"), suit_words(record["opening_suit"])
        yield from claim_facts(record, (_("the bidding side"), _("the other side")))
        if "tricks" in record.get("tally", {}):
            yield _("Tricks"), " – ".join(map(str, record["tally"]["tricks"]))

    def trick_points(self, hand: Recorded, number: int, pieces: Sequence[str]) -> str:
        """One for the trick, and its counts, where points decide."""
        if hand.verdict["points"] is None:
            return ""
        return str(1 + sum(COUNTS[NUMBERS[piece]] for piece in pieces))


TELLER: Final = Texas42Teller()
