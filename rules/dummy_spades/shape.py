"""The shape of a Dummy-Hand Spades record: its keys after `rules`, in the order of checking; and of
its verdict."""

from collections.abc import Mapping
from typing import Final

from rules.shape import (
    CLAIM,
    COUNT,
    SEAT,
    Shape,
    boolean,
    card_of,
    deal_of,
    integer,
    list_of,
    obj,
    one_of,
    optional,
    or_null,
    required,
    spelled,
    text,
    tricks_of,
)

CARD: Final = card_of(2)
CALL: Final = obj(
    required("seat", SEAT.documented("One of the three players.", maximum=2)),
    required("bid", spelled("([0-9]|1[0-3])", "Tricks bid.", "4")),
    optional("nil", list_of(SEAT).documented("The hands that a nil is declared on.")),
)
TALLY: Final = obj(
    optional("tricks", list_of(COUNT, length=4).documented("Tricks by hand.")),
    optional("declarer_side", COUNT.documented("Tricks of declarer and dummy.")),
).documented("What the table wrote on its sheet.")

FIELDS: Final = (
    required("dealer", integer(0, 2).documented("One of the three players.")),
    optional("deal", deal_of(CARD)),
    required("auction", list_of(CALL)),
    optional("plays", tricks_of(CARD)),
    optional("trick_results", list_of(obj(required("winner", SEAT))), excludes="plays"),
    optional("claim", CLAIM),
    optional("tally", TALLY),
    optional("flipped", list_of(CARD).documented("The dummy's cards shown before the bidding.")),
)

NIL: Final = obj(required("bidder", SEAT), required("hand", SEAT), required("made", boolean))
FACTS: Final[Mapping[str, Shape]] = {
    "outcome": or_null(one_of("played", "passed_out")),
    "declarer": or_null(SEAT),
    "partner": or_null(SEAT),
    "bid": or_null(text),
    "tricks": or_null(list_of(integer(0, 13), length=4)),
    "score": or_null(list_of(integer(None), length=3)),
    "bags": or_null(list_of(COUNT, length=3)),
    "nil": or_null(list_of(NIL)),
}
