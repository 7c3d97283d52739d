"""A plugin of the test run: CPU seconds by folder, and a limit of time after which tests skip.

CPU seconds are those of a test's own process, of its children that have ended, and of its browser,
so they say nearly the same on a busy machine as on a quiet one. What a process that outlives its
parent has spent since is not counted.
"""

import os
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

MOST = 20
"""Tests that are listed by their CPU seconds."""

_began = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=float, default=None, help="skip what has not begun by then")


def pytest_runtest_setup(item: pytest.Item) -> None:
    limit = item.config.getoption("--seconds")
    if limit is not None and time.monotonic() - _began > limit:
        pytest.skip("out of time")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    # The browser of a run ends with its last test, whichever that is.
    item.stash[_LAST_PART] = "teardown" if nextitem else "call"
    item.stash[_SPENT] = _seconds(item)
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    if call.when == item.stash[_LAST_PART]:
        spent = max(0, _seconds(item) - item.stash[_SPENT])  # less once a process has ended
        item.user_properties.append(("cpu", spent))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    by_folder: Counter[str] = Counter()
    by_test: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "teardown":
                folder = "/".join(report.nodeid.split("::")[0].split("/")[:2])
                spent = dict(report.user_properties).get("cpu", 0)
                by_folder[folder] += spent
                by_test[report.nodeid] = spent
    words = [f"{folder} {seconds:.0f}" for folder, seconds in by_folder.most_common()]
    terminalreporter.section("CPU seconds")
    terminalreporter.write_line(", ".join(words))
    for test, seconds in by_test.most_common(MOST):
        terminalreporter.write_line(f"{seconds:.1f} {test}")


def _seconds(item: pytest.Item) -> float:
    """CPU seconds of this process, with those of children waited for, and of a test's browser.

    Reading those of all processes of a browser takes a millisecond, which tests without one, most
    of a run, do not spend.
    """
    if item.get_closest_marker("browser") is None:
        return sum(os.times()[:4])
    family, ticks = [Path("/proc/self")], 0
    for process in family:
        try:
            ticks += sum(map(int, (process / "stat").read_text().rpartition(")")[2].split()[11:15]))
            for children in process.glob("task/*/children"):
                family += [Path("/proc", pid) for pid in children.read_text().split()]
        except OSError:  # it has ended meanwhile; its parent's count now has it
            continue
    return ticks / os.sysconf("SC_CLK_TCK")


_SPENT = pytest.StashKey[float]()
_LAST_PART = pytest.StashKey[str]()
