"""The round clock on the event's page: for the director, and for everybody else."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import User
from tests.conftest import ClientFor
from tests.tournaments.conftest import EventMaker, drawn_and_begun, entry
from tests.tournaments.pages import Pages, messages_of, words
from tournaments.events.models import Clock, Event, Table
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.plan_changes import seats_swap

pytestmark = pytest.mark.usefixtures("held")

LIVE = "event-live"
PagesOf = Callable[[Event], Pages]


@pytest.fixture
def shown(running: Event, pages_of: PagesOf) -> Pages:
    return pages_of(running)


def end_all(event: Event) -> None:
    """Somebody gives up at every table of the first round."""
    for table in Table.objects.filter(round__event=event, round__number=1, is_bye=False):
        table_forfeit(table=table, entry=entry(event, table.seats.get(place=0).entry.number))


def test_whoever_looks_on_sees_the_clock_without_its_buttons(
    shown: Pages, running: Event, client_for: ClientFor, viewer: User
) -> None:
    looking = Pages(client_for(viewer), running)
    assert "When time is called" not in words(looking.get("event"))
    shown.post("clock-start", 1, minutes="25")
    for name in ("event", LIVE):
        page = looking.get(name)
        assert b"data-left=" in page.content
        assert "When time is called" in words(page)
        assert "Pause" not in words(page)
        assert "clock/" not in page.content.decode()


def test_time_can_be_taken_back_once_every_table_has_ended(shown: Pages, running: Event) -> None:
    shown.post("clock-call", 1)
    end_all(running)
    page = words(shown.get("event"))
    assert "Time was called" in page
    assert "Take time back" in page
    shown.post("clock-uncall", 1)
    assert "Take time back" not in words(shown.get("event"))


def test_no_clock_runs_on_a_page_of_a_round_that_is_over(shown: Pages, running: Event) -> None:
    shown.post("clock-start", 1, minutes="25")
    end_all(running)
    assert b"data-left=" not in shown.get("event").content


def test_a_clock_that_has_run_out_says_so_before_time_is_called(
    shown: Pages, running: Event
) -> None:
    shown.post("clock-start", 1, minutes="25")
    tag = shown.get(LIVE)["ETag"]
    Clock.objects.update(spent=25 * 60)
    assert shown.get(LIVE)["ETag"] != tag
    assert "The time is up" in words(shown.get("event"))


def test_several_minutes_are_added_at_once(shown: Pages) -> None:
    shown.post("clock-start", 1, minutes="25")
    assert messages_of(shown.post("clock-more", 1, minutes="5")) == ["5 minutes more."]
    assert messages_of(shown.post("clock-more", 1)) == ["One minute more."]
    assert Clock.objects.get().seconds == 31 * 60


def test_minutes_that_are_none_start_no_clock(shown: Pages) -> None:
    answer = shown.post("clock-start", 1, minutes="abc")
    assert messages_of(answer) == ["A round lasts from 1 to 600 minutes."]
    assert not Clock.objects.exists()


@pytest.mark.parametrize(
    ("made", "says"),
    [
        ({}, "the higher score wins, and a tie is a draw."),
        ({"time_rule": "sudden_death"}, "a tie is decided by one more hand."),
        ({"format": "single_elimination"}, "one hand played or one domino drawn decides"),
        ({"format": "qualifying"}, "a tie is a draw."),
    ],
)
def test_the_page_says_what_holds_when_time_is_called(
    made: dict[str, Any], says: str, make_event: EventMaker, pages_of: PagesOf
) -> None:
    event = make_event(**made)
    drawn_and_begun(event)
    assert says in words(pages_of(event).get("event"))


def test_single_players_keep_their_scores_when_time_is_called(
    evening: Event, pages_of: PagesOf
) -> None:
    assert "then the scores stand." in words(pages_of(evening).get("event"))


def test_the_page_follows_a_draw_and_a_change_of_it_by_hand(
    shown: Pages, running: Event, owner: User
) -> None:
    tag = shown.get(LIVE)["ETag"]
    following = running.rounds.get(number=2)
    first, other = (
        table.seats.get(place=0).entry.number for table in following.tables.order_by("number")
    )
    seats_swap(round=following, entry=first, other=other, by=owner)
    assert shown.get(LIVE)["ETag"] != tag
