"""Input of requests: tokens, bodies, and validating fields."""

import json
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import IO, Any, Final, NoReturn

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication
from rest_framework import exceptions, parsers, serializers, status
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from core.figures import finite
from core.names import DAY_CHECKS, line_check, name_check
from core.text import comma_list, isolated


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
    """JSON as RFC 8259 has it, else a 400: UTF-8, no NaN, no half characters, no key twice.

    Nor is there a number out of every computer's reach.
    """

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


# Keys and types: what a body says is read as it stands, or refused


def body_check(serializer: serializers.BaseSerializer[Any], value: object) -> None:
    """Refuse keys that the serializer does not take, and values of another JSON type.

    ``ValidationError`` in the shape of the body: ``unknown_field`` names the nearest key that there
    is, ``wrong_type`` the type that is meant. A number in quotes is no number.
    """
    if problems := _problems(serializer, value):
        raise exceptions.ValidationError(problems)


def _problems(field: Any, value: object) -> Any:
    """Return what is wrong with a value, nested as it is; empty if nothing.

    A list or an object in the wrong place is the serializer's own to refuse.
    """
    match field, value:
        case _, None:
            return {}
        case serializers.ListSerializer() | serializers.ListField(), list():
            return _of_each(field.child, ((str(at), entry) for at, entry in enumerate(value)))
        case serializers.DictField(), Mapping():
            return _of_each(field.child, value.items())
        case serializers.Serializer(), Mapping():
            return _of_object(field, value)
        case _:
            return _of_type(field, value)


def _of_each(child: Any, entries: Iterable[tuple[str, object]]) -> Any:
    problems = {name: _problems(child, entry) for name, entry in entries}
    return {name: problem for name, problem in problems.items() if problem}


def _of_object(serializer: serializers.Serializer[Any], value: Mapping[str, object]) -> Any:
    known = {
        name: field
        for name, field in serializer.fields.items()
        if not field.read_only and not isinstance(field, serializers.HiddenField)
    }
    problems = {}
    for name, entry in value.items():
        if name not in known:
            problems[name] = [exceptions.ErrorDetail(_unknown(name, known), "unknown_field")]
        elif problem := _problems(known[name], entry):
            problems[name] = problem
    return problems


def _unknown(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name[:80], [*known], n=1, cutoff=0.5)
    if near:
        return gettext("There is no such field here. Did you mean “%(name)s”?") % {
            "name": isolated(near[0])
        }
    if known := sorted(known):
        return gettext("There is no such field here. The fields are: %(names)s.") % {
            "names": comma_list(map(isolated, known))
        }
    return gettext("This request takes no fields.")


def _of_type(field: Any, value: object) -> list[exceptions.ErrorDetail]:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    match field:
        case serializers.BooleanField():
            is_meant, words = isinstance(value, bool), gettext("This must be true or false.")
        case serializers.IntegerField() | serializers.PrimaryKeyRelatedField():
            is_whole = is_number and value == int(value)  # type: ignore[call-overload]
            is_meant, words = is_whole, gettext("This must be a whole number, without quotes.")
        case serializers.FloatField():
            is_meant, words = is_number, gettext("This must be a number, without quotes.")
        case serializers.ChoiceField():
            kinds = tuple({type(choice) for choice in field.choices}) or (str,)
            is_meant = isinstance(value, kinds) and isinstance(value, bool) == (bool in kinds)
            words = gettext("This must be text, in quotes.")
        case serializers.CharField():
            is_meant, words = isinstance(value, str), gettext("This must be text, in quotes.")
        case _:
            return []
    return [] if is_meant else [exceptions.ErrorDetail(words, "wrong_type")]


# Fields that refuse implausible input


MAX_KEY: Final = 2**63 - 1
"""The largest key that every database takes."""


class IncomingNameField(serializers.CharField):
    """A name or heading: one line with visible characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators.append(name_check)


class IncomingLineField(serializers.CharField):
    """A line beside a name or an amount."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators.append(line_check)


class KeyField(serializers.IntegerField):
    """The key of a row."""

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=1, max_value=MAX_KEY, **more)


class DayField(serializers.DateField):
    """A day of the calendar that people live by."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators += DAY_CHECKS


# The body and the query in a serializer's shape


def sent(request: Request, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """The body in the serializer's shape, or 400.

    Forms have nothing but texts, so that only JSON is held to its types.
    """
    body = serializer(data=request.data)
    if not isinstance(request.data, QueryDict):
        body_check(body, request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


class NoFields(serializers.Serializer[Any]):
    """A body of an operation that takes none."""


def nothing_sent(request: Request) -> None:
    """Refuse with 400 what is sent to an operation that takes no body; ``{}`` says nothing."""
    try:
        body = request.data
    except (exceptions.UnsupportedMediaType, BodyTooLarge):
        raise exceptions.ValidationError(gettext("This request takes no fields.")) from None
    if body:
        sent(request, NoFields)


ANYWHERE: Final = ("language",)
"""Parameters of every address."""


def parameters_check(request: Request, known: Iterable[str]) -> None:
    """Refuse with 400 each parameter of the address that is not read.

    A slip of the pen in `dry_run` would otherwise make the change.
    """
    names = {*ANYWHERE, *known}
    words = gettext("There is no such parameter here.")
    unknown = exceptions.ErrorDetail(words, "unknown_parameter")
    if strange := {name: [unknown] for name in request.query_params if name not in names}:
        raise exceptions.ValidationError(strange)


def queried(request: Request, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """The query of the address in the serializer's shape, or 400."""
    query = serializer(data=request.query_params)
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)
