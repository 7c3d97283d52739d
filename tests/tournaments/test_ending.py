"""An event ends when everything is played and decided, by its page and by the API alike."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from tests.conftest import ApiFor
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, messages_of, text, words
from tournaments.events.models import DecisionKind, Event, EventState, RoundState, Table, WhoWrites
from tournaments.events.selectors.ending import open_tables
from tournaments.events.selectors.public import number_in
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish, event_update
from tournaments.events.services.locking import standings_mark_stale
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh
from tournaments.events.services.tables import table_decide
from tournaments.phones.selectors.table_access import sitters_at, table_path

pytestmark = pytest.mark.django_db

PagesOf = Callable[[Event], Pages]

BRACKETS: dict[str, dict[str, Any]] = {
    "single_elimination": {},
    "double_elimination": {},
    "two_boxes": {},
    "qualifying": {"group_size": 0, "group_rounds": 1, "advance_total": 4, "advance_each": 0},
}
LEVEL = "Table 1 of round %d ended level and needs a winner: decide it first."


def play(event: Event, *, level: bool = False) -> int:
    """Draw and play a round, its first table to a level score; return its number."""
    round_ = drawn_and_begun(event)
    for table in round_.tables.filter(is_bye=False):
        result(table.games.get().match, 7, 7 if level and table.number == 1 else 3)
    standings_mark_stale(event_id=event.pk)
    return round_.number


@pytest.fixture(params=BRACKETS)
def level(request: pytest.FixtureRequest, make_event: EventMaker) -> tuple[Event, int]:
    """Four pairs in a bracket whose first table ended level, and the round."""
    event = make_event(4, format=request.param, format_options=BRACKETS[request.param])
    if request.param == "qualifying":
        play(event)
    return event, play(event, level=True)


def at(event: Event, path: str) -> str:
    return f"/api/v1/clubs/{event.club.slug}/events/{event.pk}/{path}"


def test_a_level_meeting_of_a_bracket_keeps_the_next_round_and_the_end_waiting(
    level: tuple[Event, int], owner: User, api_for: ApiFor, pages_of: PagesOf
) -> None:
    event, number = level
    with refused("level"):
        rounds_plan(event=event)
    with refused("level"):
        event_finish(event=event, unfinished=True)
    api = api_for(owner)
    for path, body in (("rounds/plan/", {}), ("finish/", {}), ("finish/", {"unfinished": True})):
        answer = api.post(at(event, path), body, format="json")
        assert answer.status_code == 400, answer.content
        assert LEVEL % number in str(answer.json())
    pages = pages_of(event)
    page = pages.client.post(pages.url("event-end"), {"unfinished": "1"}, follow=True)
    assert messages_of(page) == [LEVEL % number]
    event.refresh_from_db()
    assert event.state == EventState.RUNNING
    table = Table.objects.get(round__event=event, round__number=number, number=1)
    table_decide(table=table, side=0, kind=DecisionKind.HAND, by=owner)
    assert rounds_plan(event=event)


def test_the_page_of_a_level_match_says_that_a_winner_is_needed_and_where(
    level: tuple[Event, int], owner: User, pages_of: PagesOf
) -> None:
    event, number = level
    match = match_of(event, number, 1)
    pages = pages_of(event)
    address = reverse("match", args=[event.club.slug, match.pk])
    page = words(pages.client.get(address))
    assert "This meeting ended level and needs a winner" in page
    assert "Enter the winner under Rounds" in page
    assert "Nothing more to record" not in page
    table = Table.objects.get(round__event=event, round__number=number, number=1)
    table_decide(table=table, side=0, kind=DecisionKind.HAND, by=owner)
    assert "needs a winner" not in words(pages.client.get(address))


def test_a_phone_at_a_level_table_says_that_the_organiser_enters_the_winner(
    level: tuple[Event, int], owner: User
) -> None:
    event, number = level
    event_update(event=event, who_writes=WhoWrites.PLAYERS)
    phone = Client()
    player = sitters_at(event, 1)[0]
    phone.post(table_path(event, 1), {"player": number_in(event.pk, player.pk)})
    page = text(phone.get(reverse("phone")).content.decode())
    assert "This meeting ended level and needs a winner" in page
    assert "The organiser enters the winner." in page
    assert "Nothing more to record" not in page
    table = Table.objects.get(round__event=event, round__number=number, number=1)
    table_decide(table=table, side=0, kind=DecisionKind.HAND, by=owner)
    assert "Nothing more to record" in text(phone.get(reverse("phone")).content.decode())


def test_a_draw_in_a_format_that_takes_draws_needs_no_winner(make_event: EventMaker) -> None:
    event = make_event(4, format="swiss", format_options={"rounds": 1})
    play(event, level=True)
    ended = open_tables(event)
    assert (ended.level, ended.questions) == ((), [])
    event_finish(event=event)


def test_an_event_with_begun_tables_ends_only_when_that_is_agreed_to(
    make_event: EventMaker, owner: User, api_for: ApiFor, pages_of: PagesOf
) -> None:
    event = make_event(4)
    drawn_and_begun(event)
    result(match_of(event, 1, 2), 7, 3)
    says = "Table 1 of round 1 is still playing."
    with refused("unfinished"):
        event_finish(event=event)
    answer = api_for(owner).post(at(event, "finish/"), {}, format="json")
    assert answer.status_code == 400
    assert says in str(answer.json())
    pages = pages_of(event)
    assert messages_of(pages.client.post(pages.url("event-end"), follow=True)) == [says]
    settings = pages.get("event-settings")
    assert says in words(settings)
    assert 'name="unfinished"' in settings.content.decode()
    answer = api_for(owner).post(at(event, "finish/"), {"unfinished": True}, format="json")
    assert answer.json()["state"] == "finished"


@pytest.mark.parametrize("format_", BRACKETS)
def test_a_bracket_that_is_not_played_out_ends_only_when_that_is_agreed_to(
    format_: str, make_event: EventMaker
) -> None:
    event = make_event(4, format=format_, format_options=BRACKETS[format_])
    play(event)
    assert open_tables(event).questions == ["The bracket has not been played to its end."]
    with refused("unfinished"):
        event_finish(event=event)
    played = 0
    while open_tables(event).bracket_goes_on:
        play(event)
        played += 1
    assert played
    event_finish(event=event)
    standings_refresh(event_id=event.pk)
    places = [row.values["bracket_place"] for row in event.standings.all()]
    assert places.count(1) == 1


def test_a_round_that_waits_for_a_table_names_it(make_event: EventMaker) -> None:
    event = make_event(4, format="swiss")
    drawn_and_begun(event)
    result(match_of(event, 1, 2), 7, 3)
    with refused("still_playing") as error:
        rounds_plan(event=event)
    assert "Table 1 of round 1 is still playing." in error.value.messages


def test_a_level_meeting_whose_pairs_both_dropped_out_needs_no_winner(
    make_event: EventMaker,
) -> None:
    event = make_event(4, format="single_elimination")
    number = play(event, level=True)
    table = Table.objects.get(round__event=event, round__number=number, number=1)
    for seat in table.seats.all():
        entry_withdraw(entry=seat.entry)
    assert open_tables(event).level == ()
    assert not event.rounds.filter(state=RoundState.PLANNED).exists()
    event_finish(event=event)
