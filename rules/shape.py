"""The shape of a record: its keys and the kind of value of each.

A `Shape` is called with a value and its place and yields the problems it finds, in order; its
`schema` is the same as JSON Schema (2020-12), from which the published descriptions are made.
Shapes are built once, at import, by the functions below; none of them knows a rule of play. A
schema may say more than is checked here, as the spelling of a card: that is judged later.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rules.problems import Code, Problem, pointer, problem, shown

Check = Callable[[object, str], Iterator[Problem]]
Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of value: the check for it, and its JSON Schema."""

    check: Check
    schema: Schema

    def __call__(self, value: object, at: str) -> Iterator[Problem]:
        return self.check(value, at)

    def documented(self, description: str = "", **keywords: object) -> "Shape":
        """Return the same shape with a description and other keywords in its schema."""
        words = {"description": description} if description else {}
        return Shape(self.check, {**self.schema, **words, **keywords})


class Field(NamedTuple):
    """One key of an object.

    A required key must be present `unless` another replaces it; if neither is present, the problem
    is the object's. `excludes` names an earlier key that may not be present beside it.
    """

    name: str
    shape: Shape
    required: bool = False
    unless: str | None = None
    excludes: str | None = None


def required(name: str, shape: Shape, *, unless: str | None = None) -> Field:
    """Return a field that must be present, unless another replaces it."""
    return Field(name, shape, required=True, unless=unless)


def optional(name: str, shape: Shape, *, excludes: str | None = None) -> Field:
    """Return a field that may be left out."""
    return Field(name, shape, excludes=excludes)


def is_integer(value: object) -> bool:
    """A JSON integer: neither `true` nor `2.0`."""
    return type(value) is int


def integer(low: int | None = 0, high: int | None = None) -> Shape:
    """Return the shape of an integer from `low` to `high`, both included; None is no bound."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield problem(Code.RECORD_MALFORMED, at, "A whole number is expected here.")
        elif low is not None and high is not None and not low <= value <= high:
            yield problem(
                Code.RECORD_MALFORMED,
                at,
                "A number from {low} to {high} is expected here.",
                low=low,
                high=high,
            )
        elif low is not None and value < low:
            yield problem(
                Code.RECORD_MALFORMED, at, "A number of at least {low} is expected here.", low=low
            )

    bounds = {"minimum": low, "maximum": high}
    known = {word: bound for word, bound in bounds.items() if bound is not None}
    return Shape(check, {"type": "integer", **known})


def _text_problems(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield problem(Code.RECORD_MALFORMED, at, "Text is expected here.")


text: Final = Shape(_text_problems, {"type": "string"})
"""Any string."""


def spelled(pattern: str, description: str, *examples: str) -> Shape:
    """Return the shape of a text that the rules read later; `pattern` is documented, not
    checked."""
    return text.documented(description, pattern=f"^{pattern}$", examples=list(examples))


def spoken(*words: str) -> Shape:
    """Return the shape of a text that the rules read later as one of these words."""
    return text.documented(enum=list(words))


def _boolean_problems(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield problem(Code.RECORD_MALFORMED, at, "Yes or no (true or false) is expected here.")


boolean: Final = Shape(_boolean_problems, {"type": "boolean"})


def one_of(*words: str) -> Shape:
    """Return the shape of one of these strings."""
    wanted = ", ".join(words)

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str) or value not in words:
            yield problem(
                Code.RECORD_MALFORMED, at, "One of these is expected here: {words}.", words=wanted
            )

    return Shape(check, {"type": "string", "enum": list(words)})


def or_null(inner: Shape) -> Shape:
    """Return the shape of what `inner` accepts, or `null`."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if value is not None:
            yield from inner(value, at)

    schema = inner.schema
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return Shape(check, {**schema, "type": [schema["type"], "null"]})
    return Shape(check, {"anyOf": [schema, {"type": "null"}]})


def list_of(inner: Shape, *, length: int | None = None) -> Shape:
    """Return the shape of a list, of exactly `length` if given, of what `inner` accepts."""

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

    size = {} if length is None else {"minItems": length, "maxItems": length}
    return Shape(check, {"type": "array", "items": inner.schema, **size})


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
            yield from field.shape(value[field.name], place)


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


def _object_problems(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield not_an_object(at)


an_object: Final = Shape(_object_problems, {"type": "object"})


def obj(*fields: Field) -> Shape:
    """Return the shape of an object with exactly these fields; unknown keys are reported last."""
    known: Final = frozenset(field.name for field in fields)

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield not_an_object(at)
            return
        yield from keys(value, at, fields)
        yield from unknown_keys(value, at, known)

    return Shape(check, object_schema(fields))


def object_schema(fields: Sequence[Field]) -> Schema:
    """Return the schema of an object with exactly these fields."""
    schema: Schema = {
        "type": "object",
        "properties": {field.name: field.shape.schema for field in fields},
        "additionalProperties": False,
    }
    if names := [field.name for field in fields if field.required and field.unless is None]:
        schema["required"] = names
    for field in fields:
        if field.unless is not None:
            schema["anyOf"] = [{"required": [field.name]}, {"required": [field.unless]}]
        if field.excludes is not None:
            schema["not"] = {"required": [field.excludes, field.name]}
    return schema


SEAT: Final = integer(0, 3).documented("0, 1, 2, 3 clockwise.")
COUNT: Final = integer(0)
CLAIM: Final = one_of("declarer", "defence").documented(
    "That side takes every trick not recorded in full."
)
RULING: Final = obj(
    required("against", one_of("declarer", "defence")), required("reason", text)
).documented("The director's decision that this side loses the hand.")


def card_of(lowest: int) -> Shape:
    """Return the shape of a card of a pack from its lowest number to the ace."""
    return spelled(f"[SHDC](10|[AKQJT{lowest}-9])", "A card, suit then rank.", "SA", "HT")


def deal_of(piece: Shape, description: str = "") -> Shape:
    """Return the shape of four hands of such pieces, each null where it was not written down."""
    return list_of(or_null(list_of(piece)), length=4).documented(description)


def tricks_of(piece: Shape) -> Shape:
    return list_of(list_of(piece)).documented("Tricks, each in the order played.")
