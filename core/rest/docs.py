"""Words and schemas that descriptions of endpoints share."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

SCHEMAS: Final = "#/components/schemas/"
Schema = dict[str, Any]


def ref(name: str, *, nullable: bool = False) -> Schema:
    """Return a reference to a shared schema."""
    schema: Schema = {"$ref": SCHEMAS + name}
    return {"anyOf": [schema, {"type": "null"}]} if nullable else schema


def array(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def closed(properties: Mapping[str, Schema], required: Sequence[str]) -> Schema:
    """Return the schema of an object with these keys and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "additionalProperties": False,
        "required": list(required),
    }


IDEMPOTENT: Final = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Up to 80 printable characters of your own. The same request sent again under "
    "the same key has no second effect and gets the first answer.",
)
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The tag you have; the answer is 304 where it still stands.",
)


def if_match(what: str, *, required: bool = False) -> OpenApiParameter:
    """The tag that a change goes out from."""
    return OpenApiParameter(
        "If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description=what, required=required
    )


SETTINGS_SEEN: Final = if_match(
    "The tag of the settings you have seen. If they were changed since, the change is refused with "
    "412 and `stale`; what is derived may have changed."
)
