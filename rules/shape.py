"""The shape of a record: its keys and the kind of value of each.

A check is called with a value and its place and yields the problems it finds, in order. Checks are
built once, at import, by the functions below; none of them knows a rule of play.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from rules.problems import Code, Problem, pointer, problem, shown

Check = Callable[[object, str], Iterator[Problem]]


class Field(NamedTuple):
    """One key of an object.

    A required key must be present `unless` another replaces it; if neither is present, the problem
    is the object's. `excludes` names an earlier key that may not be present beside it.
    """

    name: str
    check: Check
    required: bool = False
    unless: str | None = None
    excludes: str | None = None


def required(name: str, check: Check, *, unless: str | None = None) -> Field:
    """Return a field that must be present, unless another replaces it."""
    return Field(name, check, required=True, unless=unless)


def optional(name: str, check: Check, *, excludes: str | None = None) -> Field:
    """Return a field that may be left out."""
    return Field(name, check, excludes=excludes)


def is_integer(value: object) -> bool:
    """A JSON integer: neither `true` nor `2.0`."""
    return type(value) is int


def integer(low: int = 0, high: int | None = None) -> Check:
    """Return a check for an integer from `low` to `high`, both included."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield problem(Code.RECORD_MALFORMED, at, "A whole number is expected here.")
        elif high is not None and not low <= value <= high:
            yield problem(
                Code.RECORD_MALFORMED,
                at,
                "A number from {low} to {high} is expected here.",
                low=low,
                high=high,
            )
        elif value < low:
            yield problem(
                Code.RECORD_MALFORMED, at, "A number of at least {low} is expected here.", low=low
            )

    return check


def text(value: object, at: str) -> Iterator[Problem]:
    """Check for a string."""
    if not isinstance(value, str):
        yield problem(Code.RECORD_MALFORMED, at, "A text is expected here.")


def boolean(value: object, at: str) -> Iterator[Problem]:
    """Check for `true` or `false`."""
    if not isinstance(value, bool):
        yield problem(Code.RECORD_MALFORMED, at, "Yes or no (true or false) is expected here.")


def one_of(*words: str) -> Check:
    """Return a check for one of these strings."""
    wanted = ", ".join(words)

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str) or value not in words:
            yield problem(
                Code.RECORD_MALFORMED, at, "One of these is expected here: {words}.", words=wanted
            )

    return check


def or_null(inner: Check) -> Check:
    """Return a check for what `inner` accepts, or `null`."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if value is not None:
            yield from inner(value, at)

    return check


def list_of(inner: Check, *, length: int | None = None) -> Check:
    """Return a check for a list, of exactly `length` if given, of what `inner` accepts."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield problem(Code.RECORD_MALFORMED, at, "A list is expected here.")
        elif length is not None and len(value) != length:
            yield problem(
                Code.RECORD_MALFORMED, at, "A list of {length} is expected here.", length=length
            )
        else:
            for i, entry in enumerate(value):
                yield from inner(entry, f"{at}/{i}")

    return check


def keys(value: Mapping[str, object], at: str, fields: tuple[Field, ...]) -> Iterator[Problem]:
    """Check the fields in their order, whatever the order in the record."""
    for field in fields:
        place = f"{at}/{field.name}"
        if field.name not in value:
            yield from missing(field, value, at)
        elif field.excludes is not None and field.excludes in value:
            yield problem(
                Code.RECORD_MALFORMED,
                place,
                "Either “{key}” or “{other}” may be given, not both.",
                key=field.name,
                other=field.excludes,
            )
        else:
            yield from field.check(value[field.name], place)


def missing(field: Field, value: Mapping[str, object], at: str) -> Iterator[Problem]:
    """Yield the problem of a required key that is missing and has no replacement."""
    if not field.required or field.unless in value:
        return
    if field.unless is None:
        yield problem(
            Code.RECORD_MALFORMED,
            f"{at}/{field.name}",
            "The key “{key}” is missing.",
            key=field.name,
        )
    else:
        yield problem(
            Code.RECORD_MALFORMED,
            at,
            "Either “{key}” or “{other}” is expected here.",
            key=field.name,
            other=field.unless,
        )


def unknown_keys(value: Mapping[str, object], at: str, known: frozenset[str]) -> Iterator[Problem]:
    """Yield every key that is not among `known`, as written."""
    for key in value:
        if key not in known:
            yield problem(
                Code.RECORD_MALFORMED,
                pointer(at, key),
                "The key “{key}” does not belong here.",
                key=shown(key),
            )


def not_an_object(at: str) -> Problem:
    """Return the problem of a value that should have been an object."""
    return problem(Code.RECORD_MALFORMED, at, "An object is expected here.")


def an_object(value: object, at: str) -> Iterator[Problem]:
    """Check for any object."""
    if not isinstance(value, dict):
        yield not_an_object(at)


def obj(*fields: Field) -> Check:
    """Return a check for an object with exactly these fields; unknown keys are reported last."""
    known: Final = frozenset(field.name for field in fields)

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield not_an_object(at)
            return
        yield from keys(value, at, fields)
        yield from unknown_keys(value, at, known)

    return check


SEAT: Final = integer(0, 3)
COUNT: Final = integer(0)
DEAL: Final = list_of(or_null(list_of(text)), length=4)
PLAYS: Final = list_of(list_of(text))
CLAIM: Final = one_of("declarer", "defence")
RULING: Final = obj(required("against", CLAIM), required("reason", text))
