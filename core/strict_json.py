"""JSON as RFC 8259 has it and every database keeps it."""

import json
import re
from typing import Any, Final, NoReturn

from core.figures import finite

MAX_DEPTH: Final = 64
UNKEEPABLE: Final = re.compile("[\0\ud800-\udfff]")


class KeyTwice(ValueError):
    """Two values for one key: it is undefined which one counts."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def json_value(body: bytes) -> Any:
    """Return the value of a JSON text in UTF-8.

    Raises ``ValueError`` for NaN, numbers beyond a float, NUL, half characters, nesting below
    ``MAX_DEPTH`` and, as ``KeyTwice``, for a key that appears twice in an object.
    """
    text = body.decode()
    value = json.loads(
        text, parse_constant=_refused, parse_float=finite, object_pairs_hook=_once_each
    )
    # Only an escape can contain what UTF-8 itself forbids; few brackets cannot nest deeply.
    if "\\u" in text or text.count("[") + text.count("{") > MAX_DEPTH:
        _examine(value, MAX_DEPTH)
    return value


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise KeyTwice(key)
            seen.add(key)
    return members


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _examine(value: object, depth: int) -> None:
    """Raises ValueError for NUL, half a surrogate pair, or nesting that something may not bear."""
    if depth == 0:
        raise ValueError("nested too deeply")
    if isinstance(value, str) and UNKEEPABLE.search(value):
        raise ValueError("text that no database keeps")
    if isinstance(value, list):
        for entry in value:
            _examine(entry, depth - 1)
    elif isinstance(value, dict):
        for name, entry in value.items():
            _examine(name, depth - 1)
            _examine(entry, depth - 1)
