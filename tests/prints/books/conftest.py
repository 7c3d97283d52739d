"""The same club and book as for the tests of money."""

from tests.ledger.conftest import accounts, book, players  # noqa: F401 fixtures
