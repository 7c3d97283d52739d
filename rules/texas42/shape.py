"""The shape of a Texas 42 record: its keys after `rules`, in the order of checking; and of its
verdict."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.problems import Problem
from rules.shape import (
    CLAIM,
    COUNT,
    RULING,
    SEAT,
    Field,
    Shape,
    an_object,
    boolean,
    deal_of,
    integer,
    keys,
    list_of,
    not_an_object,
    obj,
    object_schema,
    one_of,
    optional,
    or_null,
    required,
    spelled,
    spoken,
    text,
    tricks_of,
    unknown_keys,
)
from rules.texas42.contracts import RANKINGS, Kind

DOMINO: Final = spelled("[0-6]-[0-6]", "A domino, the higher end first.", "6-4", "3-3")
BID: Final = spelled(
    "(pass|3[0-9]|4[0-2]|84|168|low-no|[1-9][0-9]*m)",
    "A pass, points, or marks as in `1m`.",
    *("pass", "30", "1m"),
)
PIPS: Final = integer(0, 6)
BY_TEAM: Final = list_of(COUNT, length=2)


# A contract: what may stand beside each kind.


KIND: Final = required("kind", text)
NO_KIND: Final = (optional("trump", PIPS), optional("doubles", text), optional("as", an_object))
"""What may stand beside a word that is no kind; the word itself is reported later."""

CHOICES_OF_PARTNER: Final[Mapping[str, tuple[Field, ...]]] = {
    "no_trump": (required("doubles", spoken(*sorted(RANKINGS[Kind.NO_TRUMP]))),),
    "nello": (required("doubles", spoken(*sorted(RANKINGS[Kind.NELLO]))),),
    "sevens": (),
    "doubles": (),
}


def by_kind(kinds: Mapping[str, tuple[Field, ...]]) -> Shape:
    """Return the shape of an object whose `kind` says which other keys it has."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield not_an_object(at)
            return
        kind = value.get("kind")
        fields = (KIND, *(kinds.get(kind, NO_KIND) if isinstance(kind, str) else NO_KIND))
        yield from keys(value, at, fields)
        yield from unknown_keys(value, at, frozenset(field.name for field in fields))

    def schema_of(kind: str, fields: tuple[Field, ...]) -> dict[str, object]:
        return object_schema((required("kind", text.documented(const=kind)), *fields))

    return Shape(check, {"oneOf": [schema_of(kind, fields) for kind, fields in kinds.items()]})


NAMED_BY_PARTNER: Final = (
    required("trump", PIPS, unless="as"),
    optional("as", by_kind(CHOICES_OF_PARTNER), excludes="trump"),
)
"""Plunge and splash: exactly one of a trump number and what the partner chose instead."""

CONTRACT: Final = by_kind(
    {
        "trump": (required("trump", PIPS),),
        "plunge": NAMED_BY_PARTNER,
        "splash": NAMED_BY_PARTNER,
        **CHOICES_OF_PARTNER,
    }
).documented("What is played; left out where all four passed.")


# The record and the verdict


TRICK_RESULT: Final = obj(
    required("winner", SEAT),
    optional("points", COUNT.documented("Count points plus the trick's 1.")),
)
TALLY: Final = obj(
    optional("made", boolean),
    optional("points", BY_TEAM.documented("Points taken by team 0 and team 1.")),
    optional("tricks", BY_TEAM.documented("Tricks taken by team 0 and team 1.")),
).documented("What the table wrote on its sheet.")

FIELDS: Final = (
    required("dealer", SEAT.documented("Who shook the dominoes.")),
    optional("deal", deal_of(DOMINO, "Each seat's hand; null if not written down.")),
    required("auction", list_of(obj(required("seat", SEAT), required("bid", BID)))),
    optional("contract", CONTRACT),
    optional("plays", tricks_of(DOMINO)),
    optional("trick_results", list_of(TRICK_RESULT), excludes="plays"),
    optional("claim", CLAIM),
    optional("ruling", RULING),
    optional("tally", TALLY),
    optional("opening_suit", PIPS.documented("The suit announced for a low-end opening lead.")),
)

FACTS: Final[Mapping[str, Shape]] = {
    "outcome": or_null(one_of("made", "set", "passed_out")),
    "declarer": or_null(SEAT),
    "partner": or_null(SEAT),
    "bid": or_null(text),
    "tricks": or_null(list_of(integer(0, 7), length=4)),
    "points": or_null(BY_TEAM),
    "score": or_null(BY_TEAM),
    "set_team": or_null(integer(0, 1)),
}
