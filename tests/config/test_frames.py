"""No loop of calls has the system map memory, however deep it is called."""

import threading
from collections.abc import Callable
from resource import RUSAGE_THREAD, getrusage

import pytest

from config import wsgi
from config.frames import with_room

CALLS = 500
DEPTHS = range(300)


def faults(depth: int) -> int:
    """Pages of memory that a thread meets for the first time in a loop so many calls down."""
    if depth:
        return faults(depth - 1)
    before = getrusage(RUSAGE_THREAD).ru_minflt
    for _ in range(CALLS):
        large()
    return getrusage(RUSAGE_THREAD).ru_minflt - before


def large() -> int:
    """Need a frame that is larger than that of each call above it."""
    a, b, c, d, e, f, g, h = p, q, r, s, t, u, v, w = range(8)
    return max(a, b, c, d, e, f, g, h, p, q, r, s, t, u, v, w)


def most(call: Callable[[int], int]) -> int:
    """The most faults of any depth, in a thread that begins with no frame."""
    counts: list[int] = []
    thread = threading.Thread(target=lambda: counts.extend(map(call, DEPTHS)))
    thread.start()
    thread.join()
    return max(counts)


def test_a_loop_at_any_depth_has_room_for_its_frames() -> None:
    assert most(faults) >= CALLS, "this Python needs no room"
    assert most(lambda depth: with_room(faults, depth)) < CALLS / 10


def test_the_web_server_answers_with_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wsgi, "handler", lambda environ, _start: [b"." * faults(environ["depth"])])
    assert most(lambda depth: len(*wsgi.application({"depth": depth}, print))) < CALLS / 10


def test_what_is_called_with_room_is_called_as_it_is() -> None:
    assert with_room(int, "11", base=2) == 3
