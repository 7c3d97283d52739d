"""What an app above events adds to their pages, and that nothing of it is there without the app."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.access import ClubRequest
from clubs.models import User
from tests.refused import refused
from tests.tournaments.pages import Pages, text
from tournaments.event_parts import (
    EntryColumn,
    EventLink,
    EventPart,
    EventTab,
    PanelPlace,
    event_part_register,
    event_parts,
)
from tournaments.models import Event
from tournaments.services.events import event_delete, event_finish, event_reopen, event_update
from tournaments.signals import event_changed, event_deleting, event_reopened

TAB = "Weather"


class WeatherPart(EventPart):
    """An app that says how warm it was."""

    def tabs(self, request: ClubRequest, event: Event, current: str) -> Iterable[EventTab]:
        yield EventTab(35, "event-standings", TAB)

    def links(self, event: Event) -> Iterable[EventLink]:
        yield EventLink("Forecast", "/forecast/")

    def entry_columns(self, request: ClubRequest, event: Event) -> Iterable[EntryColumn]:
        first = event.entries.earliest("number")
        yield EntryColumn("warm", "Degrees", "/warm/", {first.pk: format_html("<b>{}</b>", "21°")})

    def panels(self, request: ClubRequest, event: Event, place: PanelPlace) -> Iterable[SafeString]:
        if place is PanelPlace.REOPENING:
            yield format_html("<li>{}</li>", "It rains again.")


@pytest.fixture
def weather(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.event_parts._parts", [*event_parts(), WeatherPart()])


def shown(pages: Pages, name: str) -> str:
    return text(pages.get(name).content.decode())


def test_tabs_columns_links_and_panels_of_an_app_are_on_the_pages_while_it_is_there(
    running: Event, pages: Pages, request: pytest.FixtureRequest
) -> None:
    added = {"event": [TAB, "Forecast"], "event-entries": [TAB, "Degrees", "21°"]}
    for name, words in added.items():
        before = shown(pages, name)
        assert not [word for word in words if word in before]
    request.getfixturevalue("weather")
    for name, words in added.items():
        after = shown(pages, name)
        assert [word for word in words if word not in after] == []
    event_finish(event=running, unfinished=True)
    assert "It rains again." in shown(pages, "event-reopen")


@pytest.mark.usefixtures("weather")
def test_a_tab_stands_where_its_app_says(running: Event, pages: Pages) -> None:
    tabs = [str(tab["label"]) for tab in pages.get("event").context["tabs"]]
    assert tabs.index("Standings") < tabs.index(TAB) < tabs.index("Print")


def test_a_part_that_is_registered_again_is_there_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.event_parts._parts", [])
    event_part_register(WeatherPart())
    event_part_register(WeatherPart())
    assert [type(part) for part in event_parts()] == [WeatherPart]


def test_an_app_that_refuses_keeps_an_event_from_being_deleted(event: Event) -> None:
    def refuse(**_extra: Any) -> None:
        raise ValidationError("It has its own reasons.", code="own_reasons")

    event_deleting.connect(refuse)
    try:
        with refused("own_reasons"):
            event_delete(event=event)
    finally:
        event_deleting.disconnect(refuse)
    assert Event.objects.filter(pk=event.pk).exists()


def test_an_app_hears_what_was_renamed_and_who_reopened(running: Event, organiser: User) -> None:
    heard: list[Any] = []

    def renamed(fields: set[str], **_extra: Any) -> None:
        heard.append(sorted(fields))

    def reopened(event: Event, by: User, **_extra: Any) -> None:
        heard.append((event.name, by))

    event_changed.connect(renamed)
    event_reopened.connect(reopened)
    try:
        event_update(event=running, name="Thursday")
        event_finish(event=running, unfinished=True)
        event_reopen(event=running, by=organiser, reason="A slip was wrong")
    finally:
        event_changed.disconnect(renamed)
        event_reopened.disconnect(reopened)
    assert heard == [["name"], ("Thursday", organiser)]
