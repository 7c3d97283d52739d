"""A plugin of the test run: CPU seconds by folder, and a limit of time after which tests skip.

CPU seconds are those of a test's own process and of the children that it has waited for, so they
say the same on a busy machine as on a quiet one.
"""

import os
import time
from collections import Counter
from collections.abc import Generator

import pytest

_began = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=float, default=None, help="skip what has not begun by then")


def pytest_runtest_setup(item: pytest.Item) -> None:
    limit = item.config.getoption("--seconds")
    if limit is not None and time.monotonic() - _began > limit:
        pytest.skip("out of time")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[_SPENT] = _seconds()
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    if call.when == "teardown":
        item.user_properties.append(("cpu", _seconds() - item.stash[_SPENT]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    by_folder: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "teardown":
                folder = "/".join(report.nodeid.split("::")[0].split("/")[:2])
                by_folder[folder] += dict(report.user_properties).get("cpu", 0)
    told = [f"{folder} {seconds:.0f}" for folder, seconds in by_folder.most_common()]
    terminalreporter.section("CPU seconds")
    terminalreporter.write_line(", ".join(told))


def _seconds() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


_SPENT = pytest.StashKey[float]()
