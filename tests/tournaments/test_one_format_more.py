"""A format of which nothing knows but its class is found wherever formats are."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from rest_framework.test import APIClient

from clubs.models import User
from engine.pairings.format import Format, Setting
from engine.pairings.formats import FORMATS
from engine.pairings.state import PairingState, PlannedRound
from paper.documents.rules import event_lines
from rules.phrases import phrase
from tests.conftest import ApiFor
from tests.tournaments.conftest import EventMaker
from tests.tournaments.pages import Pages, as_shown, messages_of, words
from tests.tournaments.test_pages_rules import SETTINGS
from tournaments.events.models import Event
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.rounds import rounds_plan

pytestmark = pytest.mark.django_db
KEY = "one_table"


class OneTable(Format):
    """One table plays, the others look on."""

    key = KEY
    name = phrase("One table")
    explanation = phrase("One table plays, everybody else looks on.")
    lineup = 2
    settings = (
        Setting(
            "lookers",
            phrase("Those who look on"),
            phrase("What they do meanwhile."),
            default=1,
            low=0,
            high=1,
            choices={0: phrase("keep quiet"), 1: phrase("give advice")},
        ),
    )

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return a round for each two entries."""
        return tuple(
            PlannedRound((pair,), tuple(entry for entry in state.active if entry not in pair))
            for pair in list(combinations(state.active, 2))[len(state.played) :]
        )


@pytest.fixture(autouse=True)
def extra_format() -> Iterator[None]:
    FORMATS[KEY] = OneTable()
    yield
    del FORMATS[KEY]


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return make_event(3)


@pytest.fixture
def api(owner: User, api_for: ApiFor) -> APIClient:
    return api_for(owner)


def test_it_is_chosen_on_the_form_of_the_event_and_plans_its_rounds(
    event: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(event)
    form = pages.get(SETTINGS).context["form"]
    assert (KEY, "One table") in [(key, str(name)) for key, name in form.fields["format"].choices]
    messages_of(pages.post(SETTINGS, **as_shown(form) | {"format": KEY}))
    event.refresh_from_db()
    assert (event.format, event.format_options) == (KEY, {"lookers": 1})
    text = words(pages.get(SETTINGS))
    assert "Those who look on" in text
    assert "give advice" in text
    rounds_plan(event=event)
    assert event.rounds.count() == 3
    planned = [[table.is_bye for table in round_.tables] for round_ in event_overview(event).rounds]
    assert planned == [[False, True]] * 3


def test_it_is_offered_and_taken_by_the_api_and_stands_in_the_printed_rules(
    event: Event, api: APIClient
) -> None:
    offered = api.get("/api/v1/event-choices/").json()["formats"]
    (choice,) = (row for row in offered if row["key"] == KEY)
    assert choice["name"] == "One table"
    assert [option["name"] for option in choice["options"]] == ["Those who look on"]
    at = f"/api/v1/clubs/{event.club.slug}/{event.api_path}"
    body = {"format": KEY, "format_options": {"lookers": 0}}
    assert api.patch(at, body, format="json").json()["format"] == KEY
    event.refresh_from_db()
    lines = [(line.label, line.value) for line in event_lines(event)]
    assert ("One table", "") in lines
    assert ("Those who look on", "keep quiet") in lines
