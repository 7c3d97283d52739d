"""The shape of a Pandoeren record: its keys after `rules`, in the order of checking; and of its
verdict."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.problems import Code, Problem, problem
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
    is_integer,
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

STUK: Final = 20
CARD: Final = card_of(6)
BID: Final = spelled(
    r"(pass|[1-3][0-9]0|piccolo|misere|kereltje|zwabber|solo_zwabber|piccolo_ouvert"
    r"|misere_ouvert|stil_praatje|pandoer(\+[1-9][0-9]{1,2})?|praatje|prive)",
    "A pass, card points in tens, or a contract by name.",
    *("pass", "150", "pandoer+20"),
)


def none_or_stuk(value: object, at: str) -> Iterator[Problem]:
    """Yield what a sheet may say of stuk: 0 or 20."""
    if not is_integer(value) or value not in (0, STUK):
        yield problem(Code.RECORD_MALFORMED, at, "Stuk counts 0 or 20.")


TALLY: Final = obj(
    optional("made", boolean),
    optional("cards", COUNT.documented("The declaring side's card points, last trick included.")),
    optional("roem", COUNT),
    optional("stuk", Shape(none_or_stuk, {"enum": [0, STUK]})),
    optional("tricks", COUNT.documented("The declaring side's tricks.")),
    optional("first", boolean.documented("The declarer won the first trick.")),
    optional("first_four", boolean.documented("The declarer won the first four tricks.")),
).documented("What the table wrote on its sheet.")
CONTRACT: Final = obj(
    optional("trump", or_null(spoken("S", "H", "D", "C")).documented("Null: no trumps.")),
    optional("call", or_null(CARD).documented("The called card.")),
)

FIELDS: Final = (
    required("dealer", SEAT),
    optional("deal", deal_of(CARD)),
    required("auction", list_of(obj(required("seat", SEAT), required("bid", BID)))),
    optional("contract", CONTRACT),
    optional("plays", tricks_of(CARD)),
    optional(
        "trick_results",
        list_of(obj(required("winner", SEAT), optional("points", COUNT))),
        excludes="plays",
    ),
    optional("claim", CLAIM),
    optional("ruling", RULING),
    optional("tally", TALLY),
    optional("centre", CARD.documented("The card dealt face up in the middle.")),
    optional("discard", CARD.documented("The card that the declarer threw out.")),
    optional("partner", SEAT.documented("For tables that write down no cards.")),
    optional("roem", list_of(obj(required("seat", SEAT), optional("value", COUNT)))),
    optional("denials", list_of(obj(required("by", SEAT), required("against", SEAT)))),
    optional("stuk", or_null(SEAT).documented("Who announced king and queen of trumps.")),
)

POINTS: Final = obj(
    *(required(name, integer(None)) for name in ("cards", "roem", "stuk", "total"))
).documented("Of the declaring side.")
FACTS: Final[Mapping[str, Shape]] = {
    "outcome": or_null(one_of("made", "set", "passed_out")),
    "declarer": or_null(SEAT),
    "partner": or_null(SEAT),
    "bid": or_null(text),
    "tricks": or_null(list_of(integer(0, 8), length=4)),
    "points": or_null(POINTS),
    "score": or_null(list_of(integer(None), length=4)),
}
