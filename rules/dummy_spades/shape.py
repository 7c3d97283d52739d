"""The shape of a Dummy-Hand Spades record: its keys after `rules`, in the order of checking."""

from typing import Final

from rules.shape import (
    CLAIM,
    COUNT,
    DEAL,
    PLAYS,
    SEAT,
    integer,
    list_of,
    obj,
    optional,
    required,
    text,
)

CALL: Final = obj(required("seat", SEAT), required("bid", text), optional("nil", list_of(SEAT)))
TALLY: Final = obj(
    optional("tricks", list_of(COUNT, length=4)),
    optional("declarer_side", COUNT),
)

FIELDS: Final = (
    required("dealer", integer(0, 2)),
    optional("deal", DEAL),
    required("auction", list_of(CALL)),
    optional("plays", PLAYS),
    optional("trick_results", list_of(obj(required("winner", SEAT))), excludes="plays"),
    optional("claim", CLAIM),
    optional("tally", TALLY),
    optional("flipped", list_of(text)),
)
