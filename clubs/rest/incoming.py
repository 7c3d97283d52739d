"""Input of requests: tokens, bodies, and validating fields."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, Final, NoReturn

from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication
from rest_framework import exceptions, parsers, serializers, status

from core.names import DAY_CHECKS, line_check, name_check


class PersonalTokenAuthentication(TokenAuthentication):  # type: ignore[misc] # knox is untyped
    """Knox's tokens; one that is no text is wrong, not an accident, and expiry costs nothing."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """The user and token of these credentials; 401 for anything else."""
        if not token.isascii():
            raise exceptions.AuthenticationFailed(_("Invalid token."))
        return super().authenticate_credentials(token)

    def _cleanup_token(self, auth_token: Any) -> bool:
        if auth_token.expiry is None:
            return False
        return bool(super()._cleanup_token(auth_token))


# Bodies: strict JSON, at most a megabyte, with text that every database keeps


MAX_BYTES: Final = 1_000_000
MAX_DEPTH: Final = 64
UNKEEPABLE: Final = re.compile("[\0\ud800-\udfff]")


class BodyTooLarge(exceptions.APIException):
    """More than any record needs."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("The body is larger than a megabyte.")
    default_code = "too_large"


class StrictJSONParser(parsers.BaseParser):
    """JSON as RFC 8259 has it: UTF-8, no NaN, no half characters, no key twice; else a 400."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value of the body."""
        body = stream.read(MAX_BYTES + 1)
        if len(body) > MAX_BYTES:
            raise BodyTooLarge
        try:
            return json_value(body)
        except KeyTwice as error:
            raise exceptions.ParseError(
                _("The key %(key)s appears twice in one object.")
                % {"key": json.dumps(error.key[:80])}
            ) from error
        except (ValueError, RecursionError) as error:
            raise exceptions.ParseError(_("The body is not JSON.")) from error


class KeyTwice(ValueError):
    """Two values for one key: it is undefined which one counts."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def json_value(body: bytes) -> Any:
    """Return the value of a JSON text. Raises ``ValueError``, of it ``KeyTwice``; or for too deep
    a nesting ``RecursionError``."""
    text = body.decode()
    value = json.loads(text, parse_constant=_refused, object_pairs_hook=_once_each)
    # Only an escape can contain what UTF-8 itself forbids; few brackets cannot nest deeply.
    if "\\u" in text or text.count("[") + text.count("{") > MAX_DEPTH:
        _examine(value, MAX_DEPTH)
    return value


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise KeyTwice(key)
            seen.add(key)
    return found


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


# Fields that refuse implausible input


class NameField(serializers.CharField):
    """A name or heading: one line with visible characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators.append(name_check)


class LineField(serializers.CharField):
    """A line beside a name or an amount."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators.append(line_check)


class DayField(serializers.DateField):
    """A day of the calendar that people live by."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators += DAY_CHECKS
