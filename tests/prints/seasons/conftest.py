"""The same club and seasons as for the tests of seasons."""

from tests.leagues.conftest import (  # noqa: F401 fixtures
    hold,
    make_season,
    pages,
    people,
    season,
)
