"""Hands of Dummy-Hand Spades for print: the declarer at the foot, the dummy opposite."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.base import dealer_name
from games.card_names import card_name
from games.dummy_spades.course import auction_said, nils_ignored
from games.dummy_spades.entry import canonical
from games.dummy_spades.facts import side_words
from games.dummy_spades.words import (
    DUMMY,
    PLAYERS,
    SEAT_KEYS,
    bid_words,
    nil_ignored_words,
    nil_words,
)
from prints.hand_diagrams import Edge
from prints.hand_record import Sign
from prints.hand_records.common import ROUND_THE_TABLE, Labelled, Recorded, claim_facts
from rules.dummy_spades.cards import NUMBERS
from rules.game import Record


class DummySpadesTeller:
    """See ``HandTeller``."""

    pack = frozenset(canonical(card) for card in NUMBERS)

    def canonical(self, piece: str) -> str:
        """Suit, then rank."""
        return canonical(piece)

    def edges(self, hand: Recorded) -> tuple[Edge, ...]:
        """The declarer at the foot, the next player at his left, the dummy opposite."""
        order = self.order(hand)
        return tuple(ROUND_THE_TABLE[order.index(number)] for number in range(len(order)))

    def order(self, hand: Recorded) -> tuple[int, ...]:
        """Clockwise from the declarer: the dummy plays between the other two."""
        declarer = hand.verdict["declarer"]
        return declarer, (declarer + 1) % PLAYERS, DUMMY, (declarer + 2) % PLAYERS

    def sign(self, hand: Recorded) -> Sign:
        """Spades are always trumps: nothing needs saying."""
        return Sign()

    def call(self, call: Record) -> str:
        """A bid with its nils, hands by their keys."""
        return bid_words(call, SEAT_KEYS)

    def facts(self, hand: Recorded) -> Iterator[Labelled]:
        """The dealer, what was seen of the dummy, nils, a tally of tricks."""
        record, verdict = hand.record, hand.verdict
        yield _("Dealer"), dealer_name(record, hand.isolate_bidi)
        if record.get("flipped"):
            yield _("Turned up"), ", ".join(map(card_name, record["flipped"]))
        if nils := list(_nils(hand)):
            yield _("Nil"), "; ".join(nils)
        yield from claim_facts(record, (side_words("declarer"), side_words("defence")))
        if verdict["tricks"] is not None:
            won = zip(SEAT_KEYS, verdict["tricks"], strict=True)
            yield _("Tricks"), " · ".join(f"{key}\N{NO-BREAK SPACE}{count}" for key, count in won)

    def trick_points(self, hand: Recorded, number: int, pieces: Sequence[str]) -> str:
        """Tricks are not counted by points."""
        return ""


def _nils(hand: Recorded) -> Iterator[str]:
    for nil in hand.verdict["nil"]:
        yield nil_words(nil, hand.isolate_bidi)
    auction = auction_said(hand.record)
    for ignored in nils_ignored(hand.record, auction) if auction else ():
        yield nil_ignored_words(ignored.bidder, ignored.hand, hand.isolate_bidi)


TELLER: Final = DummySpadesTeller()
