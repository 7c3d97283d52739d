"""Tables of literal cases as subtests of one test, which cost a quarter of as many collected tests.

Cases that need the database, or a fixture made anew, are `pytest.mark.parametrize`'s.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]


def table(
    names: str | Sequence[str],
    cases: Iterable[Any] | Callable[[], Iterable[Any]],
    ids: Callable[[Any], object] | Iterable[object] | None = None,
) -> Callable[[Test], Test]:
    """Run a test with every row of a table, each a subtest of pytest named after its row.

    The arguments are those of ``pytest.mark.parametrize``; one table may stand on another. A table
    without a row is an error. ``cases`` may be a function, called when the test runs.
    """
    keys = [key.strip() for key in names.split(",")] if isinstance(names, str) else list(names)
    several = len(keys) > 1 or not isinstance(names, str)

    def read(cases: Iterable[Any]) -> list[tuple[Any, ...]]:
        rows = [tuple(case) if several else (case,) for case in cases]
        assert rows, f"a table of {names} without a row"
        return rows

    known = [] if callable(cases) else read(cases)

    def decorate(test: Test) -> Test:
        def run(subtests: pytest.Subtests, **more: Any) -> None:
            rows = read(cases()) if callable(cases) else known
            passed_on = more | {"subtests": subtests} if is_table else more
            for row, label in zip(rows, _labels(rows, ids), strict=True):
                with subtests.test(str(label)):
                    test(**dict(zip(keys, row, strict=True)), **passed_on)

        parameters = inspect.signature(test).parameters
        is_table = "subtests" in parameters
        left = {name: taken for name, taken in parameters.items() if name not in keys}
        left.setdefault("subtests", inspect.signature(run).parameters["subtests"])
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        run.__signature__ = inspect.Signature([*left.values()])  # type: ignore[attr-defined]
        return run

    return decorate


def _labels(rows: list[tuple[Any, ...]], ids: Any) -> list[object]:
    if ids is None:
        return list(rows)
    if callable(ids):
        return [", ".join(str(ids(value)) for value in row) for row in rows]
    return list(ids)
