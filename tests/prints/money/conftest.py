"""The same club and evening as for the tests of stakes."""

from tests.stakes.conftest import first_match, held, keep, stakes_night  # noqa: F401 fixtures
from tests.tournaments.conftest import (  # noqa: F401 fixtures
    bid,
    club,
    event,
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
