"""The shape of a Texas 42 record: its keys after `rules`, in the order of checking."""

from collections.abc import Iterator
from typing import Final

from rules.problems import Problem
from rules.shape import (
    CLAIM,
    COUNT,
    DEAL,
    PLAYS,
    RULING,
    SEAT,
    Check,
    Field,
    an_object,
    boolean,
    integer,
    keys,
    list_of,
    not_an_object,
    obj,
    optional,
    required,
    text,
    unknown_keys,
)

PIPS: Final = integer(0, 6)
BY_TEAM: Final = list_of(COUNT, length=2)
KIND: Final = required("kind", text)
NO_KIND: Final = (optional("trump", PIPS), optional("doubles", text), optional("as", an_object))
"""What may stand beside a word that is no kind; the word itself is reported later."""

CHOICES_OF_PARTNER: Final[dict[str, tuple[Field, ...]]] = {
    "no_trump": (required("doubles", text),),
    "nello": (required("doubles", text),),
    "sevens": (),
    "doubles": (),
}


def by_kind(kinds: dict[str, tuple[Field, ...]]) -> Check:
    """An object whose `kind` says which other keys it carries."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield not_an_object(at)
            return
        kind = value.get("kind")
        fields = (KIND, *(kinds.get(kind, NO_KIND) if isinstance(kind, str) else NO_KIND))
        yield from keys(value, at, fields)
        yield from unknown_keys(value, at, frozenset(field.name for field in fields))

    return check


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
)

FIELDS: Final = (
    required("dealer", SEAT),
    optional("deal", DEAL),
    required("auction", list_of(obj(required("seat", SEAT), required("bid", text)))),
    optional("contract", CONTRACT),
    optional("plays", PLAYS),
    optional(
        "trick_results",
        list_of(obj(required("winner", SEAT), optional("points", COUNT))),
        excludes="plays",
    ),
    optional("claim", CLAIM),
    optional("ruling", RULING),
    optional(
        "tally",
        obj(optional("made", boolean), optional("points", BY_TEAM), optional("tricks", BY_TEAM)),
    ),
    optional("opening_suit", PIPS),
)
