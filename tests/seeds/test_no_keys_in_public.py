"""No key of a player stands on what strangers see: a player without a name cannot be followed.

The keys are made large first, so that they are told from every other number.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from leagues.models import CalendarFeed
from leagues.services.seasons import season_page_update
from tests.phones import choice
from tests.walk import walk
from tournaments.events.models import Event, WhoWrites
from tournaments.events.selectors.public import names_in, public_lineup
from tournaments.phones.models import EventPage
from tournaments.phones.selectors.table_access import table_path
from tournaments.phones.services.sign_ups import event_page_update, sign_up_page_update

pytestmark = pytest.mark.django_db

MADE_LARGE = 7_310_000_000
KEY = re.compile(r"73100\d{5}")


@pytest.fixture
def shown(demo: Club) -> Club:
    """The demo club with all public pages, every second name hidden, and large keys of players."""
    with connection.cursor() as cursor:  # SQLite's, and back again with the rollback
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP TRIGGER "{name}"')
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if field.related_model is Player:
                change = {field.attname: F(field.attname) + MADE_LARGE}
                model._default_manager.exclude(**{field.name: None}).update(**change)
    Player.objects.update(id=F("id") + MADE_LARGE)
    hidden = list(demo.players.values_list("pk", flat=True))[::2]
    demo.players.filter(pk__in=hidden).update(name_hidden=True)
    for event in demo.events.all():
        event_page_update(event=event, is_on=True)
        sign_up_page_update(event=event, is_on=True)
    for season in demo.seasons.all():
        season_page_update(season=season, is_on=True, shows_ratings=True)
        CalendarFeed.objects.create(club=demo, season=season, is_on=True)
    CalendarFeed.objects.create(club=demo, is_on=True)
    CalendarFeed.objects.create(club=demo, player=demo.players.earliest("pk"), is_on=True)
    return demo


def starts_of(club: Club) -> Iterator[str]:
    for event in club.events.all():
        yield reverse("public-rounds", args=[event.public_page.code])
        for name in ("public-manifest", "public-results", "public-results-json"):
            yield reverse(name, args=[event.public_page.code])
        yield reverse("public-sign-up", args=[event.sign_up_page.code])
    for season in club.seasons.all():
        yield reverse("public-season", args=[season.public_page.code])
    for feed in CalendarFeed.objects.filter(is_on=True):
        yield reverse("calendar-feed", args=[feed.code])
    yield reverse(
        "public-club-calendar",
        args=[CalendarFeed.objects.get(club=club, season=None, player=None).code],
    )


def read(client: Client, answer: Any) -> str:
    """What came with an address: its text, its head, and the cookies of the browser so far."""
    assert answer.status_code in {200, 304}, answer.request["PATH_INFO"]
    heads = "\n".join(f"{name}: {value}" for name, value in answer.items())
    return "\n".join([answer.content.decode(errors="replace"), heads, client.cookies.output()])


def crawled(client: Client, starts: list[str]) -> dict[str, str]:
    """The pages and what they load, from these addresses on, within what strangers may see."""

    def kind_of(address: str) -> str | None:
        path = urlsplit(address).path
        return path if path.startswith(("/p/", "/s/", "/sign-up/", "/calendar/", "/t/")) else None

    visits = walk(client, starts, kind_of)
    return {urlsplit(visit.address).path: read(client, visit.answer) for visit in visits}


def keys_in(pages: dict[str, str]) -> dict[str, list[str]]:
    return {path: keys for path, text in pages.items() if (keys := KEY.findall(path + text))}


def test_no_address_attribute_head_or_cookie_of_a_public_page_has_a_players_key(
    shown: Club,
) -> None:
    pages = dict[str, str]()
    for event in shown.events.all():
        client = Client()
        evening = reverse("public-evening", args=[event.public_page.code])
        numbers = numbers_of(event)
        if numbers:
            assert client.post(evening, {"player": next(iter(numbers))}).status_code == 302
            pages |= crawled(client, [evening])
    pages |= crawled(Client(), list(starts_of(shown)))
    assert len(pages) > 60
    assert sum("/me/" in path for path in pages) > 10
    assert keys_in(pages) == {}


def numbers_of(event: Event) -> dict[str, str]:
    """What a stranger reads on *My evening*: numbers and names."""
    page = Client().get(reverse("public-evening", args=[event.public_page.code]))
    return dict(re.findall(r'<option value="([^"]+)">([^<]+)</option>', page.text))


def test_a_player_has_another_number_in_each_event(shown: Club) -> None:
    pages = EventPage.objects.filter(event__club=shown).select_related("event__club")
    seen = dict[str, set[int]]()
    for page in pages:
        for number in numbers_of(page.event):
            seen.setdefault(number, set()).add(page.event_id)
    played = [set(names_in(public_lineup(page.event))) for page in pages]
    assert any(keys & other for keys in played for other in played if keys is not other)
    assert len(seen) == sum(map(len, played))
    assert {len(events) for events in seen.values()} == {1}


def test_no_page_of_a_phone_has_a_players_key(shown: Club) -> None:
    event = shown.events.get(name="Tonight at Elm Street")
    shown.events.update(who_writes=WhoWrites.CONFIRMED)
    event.refresh_from_db()
    pages, phone = dict[str, str](), Client()
    pages |= {"join": read(phone, phone.get(table_path(event, 1)))}
    assert phone.post(table_path(event, 1), choice(event, 1)).status_code == 302
    names = ("phone", "phone-offline", "phone-live")
    pages |= {name: read(phone, phone.get(reverse(name))) for name in names}
    assert "data-player=" in pages["phone"]
    assert keys_in(pages) == {}


def test_no_file_of_the_static_site_has_a_players_key(shown: Club, tmp_path: Path) -> None:
    call_command("publish", shown.slug, str(tmp_path / "site"))
    files = {
        str(path.relative_to(tmp_path)): path.read_bytes().decode(errors="replace")
        for path in (tmp_path / "site").rglob("*")
        if path.is_file()
    }
    assert sum("/players/" in path for path in files) > 5
    assert keys_in(files) == {}
