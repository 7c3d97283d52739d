"""Rows that a request is about, and what may have become of them since it looked them up."""

from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


class RowGone(Exception):
    """What a request was about is not there any more: pages and API answer 404."""


class Closed(ValidationError):
    """What a request would change is finished: it stays as it is until it is opened again.

    ``href`` is the page on which somebody who may can do that. The API answers 409.
    """

    def __init__(self, message: str, *, href: str) -> None:
        super().__init__(message, code="closed")
        self.href = href


def get_or_gone(rows: QuerySet[M], pk: object) -> M:
    """The row among these with a key. Raises ``RowGone``."""
    found = list(rows.filter(pk=pk))
    if not found:
        raise RowGone
    return found[0]
