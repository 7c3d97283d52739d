"""The same club and events as for the tests of events."""

from tests.tournaments.conftest import (  # noqa: F401 fixtures
    bid,
    club,
    evening,
    event,
    held,
    make_evening,
    make_event,
    owner,
    pages,
    pages_of,
    players,
    running,
    start,
    win,
)
