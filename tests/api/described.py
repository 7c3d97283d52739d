"""A client that holds every answer against the description of the API.

Its status is in there, and its moments have the one form that is documented.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import Any

from rest_framework.test import APIClient

from tests.api.operations import described

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
WRITTEN_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*")


class DescribedClient(APIClient):
    """Another program, which knows of no other statuses than those that are described."""

    def request(self, **request: Any) -> Any:
        """Send a request; fail where its operation is not said to answer so."""
        answer: Any = super().request(**request)
        name = (answer.request["REQUEST_METHOD"].lower(), _path(str(answer.resolver_match.route)))
        known = statuses().get(name)
        is_fault = answer.status_code >= 500  # ours, and no part of the contract
        assert known is None or is_fault or str(answer.status_code) in known, (
            name,
            answer.content[:500],
        )
        strange = [moment for moment in _moments(answer) if not MOMENT.fullmatch(str(moment))]
        assert strange == [], (name, strange)
        return answer


def _moments(answer: Any) -> Iterator[object]:
    """Yield what is, or looks like, a moment in the answer as it was made."""
    todo = [getattr(answer, "data", None)]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo += value.values()
        elif isinstance(value, list | tuple):
            todo += value
        elif isinstance(value, datetime) or (
            isinstance(value, str) and WRITTEN_MOMENT.fullmatch(value)
        ):
            yield value


@cache
def statuses() -> dict[tuple[str, str], set[str]]:
    """The statuses of each operation, by method and path."""
    return {
        (method, path): set(operation["responses"])
        for path, methods in described()["paths"].items()
        for method, operation in methods.items()
    }


def _path(route: str) -> str:
    """Return an address as the description has it."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
