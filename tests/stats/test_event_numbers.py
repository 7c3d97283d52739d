"""The page of an event's numbers: what is in no share is said, and what goes on is no result."""

from collections.abc import Callable

import pytest

from clubs.models import User
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.scoring.conftest import passed_out
from tests.tournaments.conftest import match_of
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db


def test_a_game_that_goes_on_is_not_the_closest_and_passed_hands_are_in_no_share(
    running: Event,
    pages: Pages,
    owner: User,
    bid: Callable[..., Match],
    win: Callable[..., Match],
) -> None:
    going_on, won = match_of(running, 1, 1), match_of(running, 1, 2)
    bid(going_on, 0)
    passed = passed_out(dealer=Match.objects.get(pk=going_on.pk).next_dealer)
    hand_record(match_id=going_on.pk, record=passed, author=owner)
    page = words(pages.get("event-numbers"))
    assert "1 hand had no bid to make or set and is left out of all percentages." in page
    assert "smallest margin" not in page
    win(won, 0, loser_marks=4)
    assert "Won by the smallest margin: Round 1, table 2" in words(pages.get("event-numbers"))
