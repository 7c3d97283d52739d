"""Two at once, one after the other: somebody acts at a chosen moment of what another does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

Answer = TypeVar("Answer")

WRITES: Final = ("INSERT", "UPDATE", "DELETE")


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


def between_queries(read: Callable[[], Answer], act: Callable[[], object]) -> Iterator[Answer]:
    """Read again and again, acting before the first query of it, the second, … up to the last.

    Gives what each reading found; what was done is taken back after it.
    """
    cache.clear()
    with CaptureQueriesContext(connection) as taken:
        read()
    assert len(taken) > 0
    for after in range(len(taken)):
        cache.clear()
        before = transaction.savepoint()
        with just_before("", act, after=after):
            value = read()
        yield value
        transaction.savepoint_rollback(before)


class Died(BaseException):
    """The process is gone: nothing in the tree may catch it."""


def deaths_of(act: Callable[[], object]) -> Iterator[int]:
    """Do ``act`` again and again, dying before its first write, its second, … until all is written.

    After each the caller looks at what is left, messages to the worker being lost; then all of it
    is taken back. Gives the number of writes that went through.
    """
    for lives in range(1000):
        before = transaction.savepoint()
        left = [lives]

        def wrapper(execute: Any, sql: str, *rest: Any, left: list[int] = left) -> Any:
            if sql.lstrip().upper().startswith(WRITES):
                left[0] -= 1
                if left[0] < 0:
                    raise Died
            return execute(sql, *rest)

        try:
            with connection.execute_wrapper(wrapper):
                act()
        except Died:
            pass
        yield lives - max(left[0], 0)
        transaction.savepoint_rollback(before)
        if left[0] >= 0:
            return
    raise AssertionError("it never gets through")
