"""Two at once, one after the other: somebody acts at a chosen moment of what another does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def just_before(words: str, do: Callable[[], object], *, after: int = 0) -> Iterator[None]:
    """Somebody does something before a query with these words: the first one, ``after`` so many."""
    left = [after]

    def wrapper(execute: Any, sql: str, *rest: Any) -> Any:
        if words in sql:
            left[0] -= 1
            if left[0] == -1:
                do()
        return execute(sql, *rest)

    with connection.execute_wrapper(wrapper):
        yield
    assert left[0] < 0, f"no query with {words!r}"
