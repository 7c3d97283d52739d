"""The same club and match as for the tests of records."""

from tests.scoring.conftest import (  # noqa: F401 fixtures
    match,
    match_for,
    players,
    recorded,
    seated,
)
