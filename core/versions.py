"""The version of a row's settings: which values a form, or a program, was made from.

A version names the fields that were seen and carries a digest of their values: ``name,date:1f3a…``.
Services take it with a change and compare it under the row's lock, so that the second of two people
changing the same settings is told, and does not undo the first one's change.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import ManyToManyField, Model
from django.utils.translation import gettext as _


class Outdated(ValidationError):
    """The settings have changed since they were read: ``row`` has the present ones.

    The API answers 412.
    """

    def __init__(self, row: Model) -> None:
        words = _("These settings were changed in the meantime. Check them again.")
        super().__init__(words, code="outdated")
        self.row = row


def version_of(row: Model, names: Iterable[str]) -> str:
    known = list(names)
    return f"{','.join(known)}:{_digest(row, known)}"


def values_version(values: object) -> str:
    """Return the version of values that no single row has."""
    return f":{digest_of(values)}"


def values_check(row: Model, values: object, version: str | None) -> None:
    """Raise ``Outdated`` if a version is given that is not that of the present values."""
    if version and version != values_version(values):
        raise Outdated(row)


def version_check(row: Model, version: str | None) -> None:
    """Raise ``Outdated`` if a version is given that is not the present one. The row is locked.

    Versions of several groups of fields are separated by a space.
    """
    for part in (version or "").split():
        names, _colon, digest = part.rpartition(":")
        if not digest or digest != _digest(row, names.split(",")):
            raise Outdated(row)


def _digest(row: Model, names: Sequence[str]) -> str:
    try:
        values = [_value(row, name) for name in names]
    except FieldDoesNotExist:
        return ""
    return digest_of(values)


def digest_of(values: object) -> str:
    """Return a digest of values that JSON can hold; the order of keys does not count."""
    text = json.dumps(values, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _value(row: Model, name: str) -> Any:
    field = row._meta.get_field(name)
    if isinstance(field, ManyToManyField):
        return sorted(getattr(row, name).values_list("pk", flat=True)) if row.pk else []
    return getattr(row, field.attname) if hasattr(field, "attname") else None
