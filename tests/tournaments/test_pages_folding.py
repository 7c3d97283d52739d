"""Which rounds are seen at once, and how the tables of the others come."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, User
from clubs.services.players import players_add_many
from scoring.models import Match
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_finish

pytestmark = pytest.mark.usefixtures("held")


def unfolded(answer: Any) -> list[int]:
    """The rounds that stand open, in the order of the page; the current one has no fold."""
    page = answer.content.decode()
    folds = re.findall(r'<(section|details) class="panel[^"]*" id="round-(\d+)"([^>]*)>', page)
    return [int(number) for tag, number, more in folds if tag == "section" or " open" in more]


@pytest.fixture
def league(club: Club, make_event: EventMaker) -> Event:
    """Sixteen pairs, fifteen rounds: more tables than come at once; the first round has begun."""
    event = make_event(pairs=0)
    people = players_add_many(club=club, names=[f"P{number:02d}" for number in range(32)])
    entries_add(event=event, lineups=list(zip(people[::2], people[1::2], strict=True)))
    drawn_and_begun(event)
    return event


def test_the_next_round_stands_open_above_the_one_that_is_complete(
    running: Event, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    pages = pages_of(running)
    assert unfolded(pages.get("event")) == [1]
    for table in (1, 2):
        win(match_of(running, 1, table), 0)
    assert unfolded(pages.get("event")) == [2, 1]


def test_an_evening_comes_with_all_tables_and_is_open_once_it_is_over(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    assert "Show the tables" not in words(pages.get("event"))
    event_finish(event=running, unfinished=True)
    assert unfolded(pages.get("event")) == [1, 2, 3]


def test_tables_of_a_long_league_come_when_their_round_is_asked_for(
    league: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(league)
    page = pages.get("event")
    assert unfolded(page) == [1]
    assert words(page).count("Show the tables of round") == 14
    assert page.content.decode().count('class="fixtures"') == 0
    folded_page = pages.get("event", round="9")
    assert unfolded(folded_page) == [1, 9]
    assert folded_page.content.decode().count('class="fixtures"') == 1


def test_a_page_that_refreshes_itself_keeps_the_rounds_somebody_opened(
    league: Event, organiser: User, client_for: Callable[[User], Client]
) -> None:
    pages = Pages(client_for(organiser), league)
    plain = pages.get("event-live")
    both = pages.get("event-live", round=["9", "12"])
    assert unfolded(both) == [1, 9, 12]
    assert plain["ETag"] != both["ETag"]


def test_a_round_that_is_none_is_not_asked_for(running: Event, pages: Pages) -> None:
    for typed in ("x", "-1", "99999999", "²"):
        assert unfolded(Pages(pages.client, running).get("event", round=typed)) == [1], typed
