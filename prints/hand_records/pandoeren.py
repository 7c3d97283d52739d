"""Hands of Pandoeren for print."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.base import dealer_name
from games.numbers import read_whole
from games.pandoeren.entry import canonical
from games.pandoeren.facts import side_words
from games.pandoeren.words import (
    announcement_words,
    bid_words,
    card_words,
    denial_words,
    stuk_words,
)
from prints.hand_diagrams import Edge
from prints.hand_record import Sign
from prints.hand_records.common import ROUND_THE_TABLE, Labelled, Recorded, claim_facts
from rules.game import Record
from rules.pandoeren.cards import LAST_TRICK, NUMBERS, TRICKS, TRUMPS

SEATS: Final = (0, 1, 2, 3)


class PandoerenTeller:
    """See ``HandTeller``."""

    pack: frozenset[str] = frozenset()  # one card lies in the middle: three hands tell no fourth

    def canonical(self, piece: str) -> str:
        """Suit, then rank."""
        return canonical(piece)

    def edges(self, hand: Recorded) -> tuple[Edge, ...]:
        """Seat by seat."""
        return ROUND_THE_TABLE

    def order(self, hand: Recorded) -> tuple[int, ...]:
        """Clockwise."""
        return SEATS

    def sign(self, hand: Recorded) -> Sign:
        """Trumps, where there are any."""
        contract = hand.record.get("contract") or {}
        return Sign(suit=contract.get("trump") or "")

    def call(self, call: Record) -> str:
        """A bid."""
        return bid_words(call["bid"])

    def facts(self, hand: Recorded) -> Iterator[Labelled]:
        """The dealer, the exchange, and what was announced."""
        record = hand.record
        yield _("Dealer"), dealer_name(record, hand.isolate_bidi)
        exchange = [card_words(record[key]) for key in ("centre", "discard") if key in record]
        if "centre" in record and "discard" in record:
            yield _("In the middle → thrown out"), " → ".join(exchange)
        elif exchange:
            yield (_("In the middle") if "centre" in record else _("Thrown out")), exchange[0]
        if told := list(_announced(hand)):
            yield _("Announced"), "; ".join(told)
        yield from claim_facts(record, (side_words("declarer"), side_words("defence")))

    def trick_points(self, hand: Recorded, number: int, pieces: Sequence[str]) -> str:
        """The card points, the 5 of the last trick among them, where the bid is a number."""
        bid, contract = hand.verdict["bid"], hand.record.get("contract")
        if contract is None or read_whole(str(bid)) is None:
            return ""
        points = TRUMPS[contract["trump"]].points
        last = LAST_TRICK if number == TRICKS else 0
        return str(last + sum(points[NUMBERS[piece]] for piece in pieces))


def _announced(hand: Recorded) -> Iterator[str]:
    record, names = hand.record, hand.isolate_bidi
    for roem in record.get("roem", ()):
        yield announcement_words(names[roem["seat"]], roem.get("value"))
    for denial in record.get("denials", ()):
        yield denial_words(names[denial["by"]], names[denial["against"]])
    if record.get("stuk") is not None:
        yield stuk_words(names[record["stuk"]])


TELLER: Final = PandoerenTeller()
