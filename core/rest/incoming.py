"""Input of requests: tokens, bodies, validating fields, and serializers of settings.

The fields of a serializer of settings follow from the editable fields of its model.
"""

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import IO, Any, ClassVar, Final

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication
from rest_framework import exceptions, parsers, serializers, status
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from core.model_settings import is_line, settings_of
from core.names import DAY_CHECKS, line_check, name_check, without_marks
from core.strict_json import KeyTwice, json_value
from core.text import comma_list, isolated


class PersonalTokenAuthentication(TokenAuthentication):  # type: ignore[misc] # knox is untyped
    """Knox's tokens; bytes that are not text are a wrong token, not an error, and expiry costs no
    query."""

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


class BodyTooLarge(exceptions.APIException):
    """More than any record needs."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("The body is larger than a megabyte.")
    default_code = "too_large"


class StrictJSONParser(parsers.BaseParser):
    """JSON as ``json_value`` reads it, else a 400."""

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


# Keys: what a serializer does not take is refused


def keys_check(serializer: serializers.BaseSerializer[Any], value: object) -> None:
    """Refuse keys that the serializer does not take.

    ``ValidationError`` in the shape of the body: ``unknown_field`` names the nearest key that there
    is.
    """
    if problems := _strange(serializer, value):
        raise exceptions.ValidationError(problems)


def _strange(field: Any, value: object) -> dict[str, Any]:
    """Return the unknown keys of a value, nested as it is."""
    match field, value:
        case serializers.ListSerializer() | serializers.ListField(), list():
            parts = {str(at): (field.child, entry) for at, entry in enumerate(value)}
        case serializers.DictField(), Mapping():
            parts = {name: (field.child, entry) for name, entry in value.items()}
        case serializers.Serializer(), Mapping():
            known = {
                name: taken
                for name, taken in field.fields.items()
                if not taken.read_only and not isinstance(taken, serializers.HiddenField)
            }
            unknown = {
                name: [exceptions.ErrorDetail(_unknown(name, known), "unknown_field")]
                for name in value.keys() - known.keys()
            }
            parts = {name: (known[name], value[name]) for name in value.keys() & known.keys()}
            return unknown | _of_each(parts)
        case _:
            return {}
    return _of_each(parts)


def _of_each(parts: Mapping[str, tuple[Any, object]]) -> dict[str, Any]:
    problems = {name: _strange(*part) for name, part in parts.items()}
    return {name: problem for name, problem in problems.items() if problem}


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


# Fields that refuse implausible input


MAX_KEY: Final = 2**63 - 1
"""The largest key that every database takes."""


class UnmarkedTextField(serializers.CharField):
    """A line of text without the marks of direction that are copied with it."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        return without_marks(text) or text


class IncomingNameField(UnmarkedTextField):
    """A name or heading: one line with visible characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators.append(name_check)


class IncomingLineField(UnmarkedTextField):
    """A line beside a name or an amount."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators.append(line_check)


class LeftOutField(IncomingLineField):
    """A line that is empty where a program leaves it out."""

    def __init__(self, **more: Any) -> None:
        super().__init__(default="", allow_blank=True, **more)


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


def validated_body(request: Request, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """The body in the serializer's shape, or 400."""
    body = serializer(data=request.data)
    keys_check(body, request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


class NoFields(serializers.Serializer[Any]):
    """A body of an operation that takes none."""


def no_body_check(request: Request) -> None:
    """Refuse a body with 400 if the operation takes none; ``{}`` counts as no body."""
    try:
        body = request.data
    except (exceptions.UnsupportedMediaType, BodyTooLarge):
        raise exceptions.ValidationError(gettext("This request takes no fields.")) from None
    if body:
        validated_body(request, NoFields)


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


SHARED = ("required", "allow_null", "read_only", "label", "help_text", "min_value", "max_value")
"""What a field of any class takes over from the model."""


class SettingsSerializer(serializers.ModelSerializer[Any]):
    """The settings of a row: all that people set, or the ``fields`` of its ``Meta``.

    ``shapes`` are field classes other than the usual ones.
    """

    shapes: ClassVar[Mapping[str, type[serializers.Field[Any, Any, Any, Any]]]] = {}

    def get_field_names(self, declared_fields: Mapping[str, Any], info: Any) -> Any:
        """Return the names of the fields."""
        if hasattr(self.Meta, "fields"):
            return super().get_field_names(declared_fields, info)
        return [*settings_of(self.Meta.model), *declared_fields]

    def build_standard_field(
        self, field_name: str, model_field: "models.Field[Any, Any]"
    ) -> tuple[Any, dict[str, Any]]:
        """Return class and arguments of the field of a model's field."""
        usual, options = super().build_standard_field(field_name, model_field)
        if usual is serializers.CharField and is_line(model_field):
            usual = UnmarkedTextField
        if field_name not in self.shapes:
            return usual, options
        return self.shapes[field_name], {key: options[key] for key in SHARED if key in options}


class SettingsChange(SettingsSerializer):
    """Settings that a program sends: all may be left out, except those that are ``needed``."""

    needed: ClassVar[tuple[str, ...]] = ()

    def get_fields(self) -> dict[str, Any]:
        """Return the fields by name."""
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name in self.needed
        return fields
