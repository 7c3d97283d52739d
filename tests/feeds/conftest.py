"""The evening of the tests of the API, for the feed and webhooks."""

from tests.api.conftest import api, club, evening, held, held_here, no_requests_before, owner

__all__ = ["api", "club", "evening", "held", "held_here", "no_requests_before", "owner"]
