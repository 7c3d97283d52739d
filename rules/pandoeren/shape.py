"""The shape of a Pandoeren record: its keys after `rules`, in the order of checking."""

from collections.abc import Iterator
from typing import Final

from rules.problems import Code, Problem, problem
from rules.shape import (
    CLAIM,
    COUNT,
    DEAL,
    PLAYS,
    RULING,
    SEAT,
    boolean,
    is_integer,
    list_of,
    obj,
    optional,
    or_null,
    required,
    text,
)

STUK: Final = 20


def none_or_stuk(value: object, at: str) -> Iterator[Problem]:
    """Yield what a sheet may say of stuk: 0 or 20."""
    if not is_integer(value) or value not in (0, STUK):
        yield problem(Code.RECORD_MALFORMED, at, "Stuk counts 0 or 20.")


TALLY: Final = obj(
    optional("made", boolean),
    optional("cards", COUNT),
    optional("roem", COUNT),
    optional("stuk", none_or_stuk),
    optional("tricks", COUNT),
    optional("first", boolean),
    optional("first_four", boolean),
)

FIELDS: Final = (
    required("dealer", SEAT),
    optional("deal", DEAL),
    required("auction", list_of(obj(required("seat", SEAT), required("bid", text)))),
    optional("contract", obj(optional("trump", or_null(text)), optional("call", or_null(text)))),
    optional("plays", PLAYS),
    optional(
        "trick_results",
        list_of(obj(required("winner", SEAT), optional("points", COUNT))),
        excludes="plays",
    ),
    optional("claim", CLAIM),
    optional("ruling", RULING),
    optional("tally", TALLY),
    optional("centre", text),
    optional("discard", text),
    optional("partner", SEAT),
    optional("roem", list_of(obj(required("seat", SEAT), optional("value", COUNT)))),
    optional("denials", list_of(obj(required("by", SEAT), required("against", SEAT)))),
    optional("stuk", or_null(SEAT)),
)
