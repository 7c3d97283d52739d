"""Rows that a request is about, and that somebody else may have deleted since it looked them up."""

from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


class RowGone(Exception):
    """What a request was about is not there any more: pages and API answer 404."""


def row_or_gone(rows: QuerySet[M], pk: object) -> M:
    """The row among these with a key. Raises ``RowGone``."""
    found = list(rows.filter(pk=pk))
    if not found:
        raise RowGone
    return found[0]
