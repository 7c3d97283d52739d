"""The shape of a record of Klaverjassen: its keys after `rules`, in the order of checking; and of
its verdict."""

from collections.abc import Mapping
from typing import Final

from rules.shape import (
    CLAIM,
    COUNT,
    RULING,
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
    spoken,
    text,
    tricks_of,
)

CARD: Final = card_of(7)
BY_TEAM: Final = list_of(COUNT, length=2)
BID: Final = spelled(
    r"(pass|play|[1-9][0-9]{0,2}0)", "A pass, play, or points in tens where tables bid.", "play"
)
TRICK_RESULT: Final = obj(
    required("winner", SEAT),
    optional("points", COUNT.documented("Card points, without the 10 for the last trick.")),
    optional("roem", COUNT),
)
TALLY: Final = obj(
    optional("made", boolean),
    optional("points", BY_TEAM.documented("Card points by team, last trick included.")),
    optional("roem", BY_TEAM.documented("Roem by team.")),
    optional("tricks", BY_TEAM.documented("Tricks taken by team.")),
).documented("What the table wrote on its sheet, before nat.")

FIELDS: Final = (
    required("dealer", SEAT),
    optional("deal", deal_of(CARD)),
    required("auction", list_of(obj(required("seat", SEAT), required("bid", BID)))),
    optional("contract", obj(required("trump", spoken("S", "H", "D", "C")))),
    optional("plays", tricks_of(CARD)),
    optional("trick_results", list_of(TRICK_RESULT), excludes="plays"),
    optional("claim", CLAIM),
    optional("ruling", RULING),
    optional("tally", TALLY),
)

POINTS: Final = obj(
    required("cards", or_null(BY_TEAM).documented("Null where nothing says them.")),
    required("roem", BY_TEAM),
    required("pit", boolean.documented("One side took every trick.")),
).documented("Of team 0 and team 1, before nat.")
FACTS: Final[Mapping[str, Shape]] = {
    "outcome": or_null(one_of("made", "set", "passed_out")),
    "declarer": or_null(SEAT),
    "partner": or_null(SEAT),
    "bid": or_null(text),
    "tricks": or_null(list_of(integer(0, 8), length=4)),
    "points": or_null(POINTS),
    "score": or_null(BY_TEAM),
    "set_team": or_null(integer(0, 1)),
}
