"""What an app above events adds to their pages, and what it is told of them."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import User
from tests.refused import refused
from tests.tournaments.pages import Pages, text
from tournaments.events.event_hooks import (
    EventHooks,
    EventLink,
    event_hooks,
    event_hooks_register,
)
from tournaments.events.models import Event
from tournaments.events.services.events import (
    event_delete,
    event_finish,
    event_reopen,
    event_update,
)
from tournaments.events.signals import event_changed, event_deleting, event_reopened


class WeatherHooks(EventHooks):
    """An app that says how warm it was."""

    def links(self, event: Event) -> Iterable[EventLink]:
        yield EventLink("Forecast", "/forecast/")


@pytest.fixture
def weather(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tournaments.events.event_hooks._registered_hooks", [*event_hooks(), WeatherHooks()]
    )


def shown(pages: Pages, name: str) -> str:
    return text(pages.get(name).content.decode())


def test_links_of_an_app_are_on_the_pages_while_it_is_there(
    running: Event, pages: Pages, request: pytest.FixtureRequest
) -> None:
    assert "Forecast" not in shown(pages, "event")
    request.getfixturevalue("weather")
    assert "Forecast" in shown(pages, "event")


def test_a_part_that_is_registered_again_is_there_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.events.event_hooks._registered_hooks", [])
    event_hooks_register(WeatherHooks())
    event_hooks_register(WeatherHooks())
    assert [type(hooks) for hooks in event_hooks()] == [WeatherHooks]


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
