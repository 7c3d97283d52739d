"""Small pieces that the schemas are put together from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameSchema:
    """A game's keys in a hand record and in a verdict. ``title`` begins the schemas' names."""

    title: str
    description: str
    fields: dict[str, Schema]
    required: Sequence[str]
    facts: dict[str, Schema]


def closed(
    properties: Mapping[str, Schema], required: Sequence[str] = (), description: str = ""
) -> Schema:
    """Return an object with these keys and no others."""
    found: Schema = {"type": "object", "description": description} if description else {}
    found |= {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return found | ({"required": list(required)} if required else {})


def array(items: Schema, *, length: int | None = None, most: int | None = None) -> Schema:
    """Return a list schema, of exactly ``length`` or at most ``most`` items."""
    found: Schema = {"type": "array", "items": items}
    if length is not None:
        return found | {"minItems": length, "maxItems": length}
    return found if most is None else found | {"maxItems": most}


def integer(low: int | None = None, high: int | None = None) -> Schema:
    """Return a whole number from ``low`` to ``high``."""
    found: Schema = {"type": "integer"}
    found |= {} if low is None else {"minimum": low}
    return found | ({} if high is None else {"maximum": high})


def enum(*words: str) -> Schema:
    """One of these words."""
    return {"type": "string", "enum": list(words)}


def pattern(expression: str, description: str, *examples: str) -> Schema:
    """Return a text of this form."""
    return {
        "type": "string",
        "pattern": f"^{expression}$",
        "description": description,
        "examples": list(examples),
    }


def nullable(schema: Schema) -> Schema:
    """Return the same, or null."""
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def described(schema: Schema, text: str) -> Schema:
    """Return the same with a description."""
    return schema | {"description": text}


SEAT: Final = described(integer(0, 3), "0, 1, 2, 3 clockwise.")
CLAIM: Final = described(
    enum("declarer", "defence"), "That side takes every trick not recorded in full."
)
RULING: Final = closed(
    {"against": enum("declarer", "defence"), "reason": {"type": "string"}},
    ["against", "reason"],
    "The director's decision that this side loses the hand.",
)
