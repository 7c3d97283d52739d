"""Tables of literal cases as one test: collecting thousands of tests costs more than running them.

Cases that need the database, or a fixture made anew, are `pytest.mark.parametrize`'s.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Test = Callable[..., None]


def table(
    names: str | Sequence[str],
    cases: Iterable[Any] | Callable[[], Iterable[Any]],
    ids: Callable[[Any], object] | Iterable[object] | None = None,
) -> Callable[[Test], Test]:
    """Run a test with every row of a table, and name all rows that fail.

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
        def run(**more: Any) -> None:
            failed = []
            rows = read(cases()) if callable(cases) else known
            for row, label in zip(rows, _labels(rows, ids), strict=True):
                try:
                    test(**dict(zip(keys, row, strict=True)), **more)
                except Exception as error:
                    error.add_note(f"in the row {label}")
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(rows)} rows", failed)

        asked = inspect.signature(test).parameters
        left = [parameter for name, parameter in asked.items() if name not in keys]
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        run.__signature__ = inspect.Signature(left)  # type: ignore[attr-defined]
        return run

    return decorate


def _labels(rows: list[tuple[Any, ...]], ids: Any) -> list[object]:
    if ids is None:
        return list(rows)
    if callable(ids):
        return [", ".join(str(ids(value)) for value in row) for row in rows]
    return list(ids)
