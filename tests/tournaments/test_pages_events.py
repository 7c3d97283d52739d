"""The list of a club's events: the first one, many years of them, what is looked for."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from clubs.models import Club, User
from tests.conftest import ClientFor
from tests.tables import table
from tests.tournaments.conftest import EventMaker
from tests.tournaments.pages import words
from tournaments.events.services.events import event_update

Look = Callable[..., Any]

EVENTS = [
    ("Friday 42 night", "texas42", 2026),
    ("Swiss of the valley", "texas42", 2026),
    ("Friday 42 night", "texas42", 2025),
    ("Pandoeren league, evening 1", "pandoeren", 2025),
    ("شب چهل و دو", "texas42", 2024),
]


@pytest.fixture
def look(club: Club, organiser: User, client_for: ClientFor) -> Look:
    client = client_for(organiser)
    return lambda **query: client.get(reverse("events", args=[club.slug]), query)


@pytest.fixture
def many(make_event: EventMaker) -> None:
    """Ten events of three years."""
    for name, game, year in EVENTS:
        rules = {"texas42": {"preset": "marks"}, "pandoeren": {"hands": 2}}[game]
        for month in (1, 6):
            event = make_event(pairs=0, name=name, game=game, rules=rules)
            event_update(event=event, date=datetime.date(year, month, 1))


def listed_in(answer: Any) -> list[str]:
    return [f"{event.name} {event.date.year}" for event in answer.context["page"]]


def test_an_empty_club_is_led_to_its_first_event(
    look: Look, viewer: User, club: Club, client_for: ClientFor
) -> None:
    page = words(look())
    assert "No event yet Set up the first one" in page
    assert page.endswith("New event")
    theirs = words(client_for(viewer).get(reverse("events", args=[club.slug])))
    assert "It appears here as soon as an organiser sets one up." in theirs
    assert "New event" not in theirs


def test_a_few_events_need_no_search(look: Look, make_event: EventMaker) -> None:
    make_event(pairs=0)
    assert "Find" not in words(look())


@table(
    ("query", "events"),
    [
        ({"q": "night friday"}, ["Friday 42 night 2026"] * 2 + ["Friday 42 night 2025"] * 2),
        ({"q": "شب"}, ["شب چهل و دو 2024"] * 2),
        ({"game": "pandoeren"}, ["Pandoeren league, evening 1 2025"] * 2),
        ({"year": "2025", "q": "night"}, ["Friday 42 night 2025"] * 2),
        ({"year": "2023", "game": "chess", "q": "valley"}, ["Swiss of the valley 2026"] * 2),
        ({"q": "nothing like it"}, []),
    ],
)
def test_events_are_found_by_name_game_and_year(
    query: dict[str, str], events: list[str], look: Look, many: None
) -> None:
    assert listed_in(look(**query)) == events


def test_what_was_looked_for_stays_typed_and_can_be_dropped(look: Look, many: None) -> None:
    answer = look(q="night", year="2025")
    page = answer.content.decode()
    assert "2 events · Show all" in words(answer)
    assert 'value="night"' in page
    assert '<option value="2025" selected>' in page
    assert "No event found" in words(look(q="nothing like it"))
    assert answer.context["query"] == "q=night&year=2025"


def test_only_games_and_years_that_a_club_has_are_offered(look: Look, many: None) -> None:
    search = look().context["search"]
    assert [key for key, _label in search.fields["game"].choices] == ["", "pandoeren", "texas42"]
    assert [key for key, _label in search.fields["year"].choices] == ["", 2026, 2025, 2024]
