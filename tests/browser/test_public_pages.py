"""Public pages in Chromium: on a phone and a laptop, light and dark, and by themselves."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from tests.browser.conftest import PageFor
from tests.browser.seeing import contrast_violations, on_screens, seen_on, too_wide, violations
from tests.browser.test_every_page import bid, drawn_event
from tournaments.events.models import Event
from tournaments.events.services.events import event_create
from tournaments.events.services.standings import standings_refresh
from tournaments.phones.models import SignUpState
from tournaments.phones.services.sign_ups import (
    event_page_update,
    sign_up_answer,
    sign_up_make,
    sign_up_page_update,
)


def addresses(event: Event, bracketed: Event) -> Iterator[str]:
    page = event_page_update(event=event, is_on=True)
    for name in ("rounds", "standings"):
        yield reverse(f"public-{name}", args=[page.code])
    other = event_page_update(event=bracketed, is_on=True)
    for name in ("rounds", "bracket"):
        yield reverse(f"public-{name}", args=[other.code])


def complaints(page: Page) -> list[str]:
    page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(it => it.open = true)")
    return [*too_wide(page), *violations(page), *contrast_violations(page)]


@pytest.fixture
def event(club: Club, owner: User) -> Event:
    """Four pairs, the first hand of the first round recorded."""
    event = drawn_event(club, owner, pairs=4)
    bid(event, owner, marks=2)
    standings_refresh(event_id=event.pk)
    return event


def test_no_public_page_has_anything_to_object_to(
    event: Event, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    bracketed = drawn_event(club, owner, pairs=8, format="single_elimination", format_options={})
    faults: dict[str, list[str]] = {}
    pages = list(addresses(event, bracketed))
    page = signed_in_page(None)
    for width, dark in on_screens(page):
        for address in seen_on((width, dark), pages):
            answer = page.goto(address)
            assert answer
            assert answer.status == 200
            if wrong := complaints(page):
                faults[f"{address} {width} {dark}"] = wrong
    assert faults == {}


def test_no_page_of_the_static_site_has_anything_to_object_to(
    event: Event, club: Club, owner: User, signed_in_page: PageFor, tmp_path: Path
) -> None:
    bracketed = drawn_event(club, owner, pairs=8, format="single_elimination", format_options={})
    for evening in (event, bracketed):
        standings_refresh(event_id=evening.pk)
        event_page_update(event=evening, is_on=True)
    call_command("publish", club.slug, str(tmp_path / "site"))
    page_file = min((tmp_path / "site" / "players").glob("[0-9]*.html"))
    events = (f"events/{event.pk}-hands-1.html", f"events/{bracketed.pk}.html")
    pages = ["index.html", *events, f"players/{page_file.name}"]
    faults: dict[str, list[str]] = {}
    page = signed_in_page(None)
    for width, dark in on_screens(page):
        for path in seen_on((width, dark), pages):
            page.goto((tmp_path / "site" / path).as_uri())
            expect(page.get_by_role("navigation", name="Pages of the club")).to_be_visible()
            if wrong := [*too_wide(page), *violations(page)]:
                faults[f"{path} {width} {dark}"] = wrong
    assert faults == {}


def test_the_settings_and_the_wall_have_nothing_to_object_to(
    event: Event, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event_page_update(event=event, is_on=True)
    page = signed_in_page(owner)
    page.goto(reverse("event-public", args=[club.slug, event.pk]))
    for screen in on_screens(page):
        assert complaints(page) == [], screen


def test_no_page_of_a_sign_up_has_anything_to_object_to(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    date = timezone.localdate()
    event = event_create(
        club=club, name="Hall", date=date, created_by=owner, rules={"preset": "marks"}
    )
    shown = sign_up_page_update(event=event, is_on=True, places=8)
    for letter, name in zip("abc", ("Zoe", "Yan", "Ximena Wilhelmina Álvarez"), strict=True):
        sign_up_make(event=event, key=letter * 16, name=name, seeks_partner=True, note="late")
    waiting = event.sign_ups.get(number=2)
    sign_up_answer(sign_up=waiting, state=SignUpState.WAITING, by=owner)
    keys = [club.slug, event.pk]
    addresses_of = {
        signed_in_page(None): [
            reverse("public-sign-up", args=[shown.code]),
            reverse("signed-up", args=["b" * 16]),
        ],
        signed_in_page(owner): [
            reverse("event-sign-up", args=keys),
            reverse("event-entries", args=keys),
            reverse("sign-up", args=[*keys, 1]),
        ],
    }
    for page, addresses in addresses_of.items():
        for screen in on_screens(page):
            for address in seen_on(screen, addresses):
                answer = page.goto(address)
                assert answer
                assert answer.status == 200
                assert complaints(page) == [], (screen, address)


def test_a_hand_comes_by_itself(event: Event, owner: User, signed_in_page: PageFor) -> None:
    page = signed_in_page(None, width=390, height=844)
    page.goto(next(addresses(event, event)))
    score = page.locator(".fixture__score").first
    expect(score).to_have_text("2 – 0")
    bid(event, owner, marks=1)
    expect(score).to_have_text("3 – 0")


def test_a_player_follows_his_evening_on_the_phone(event: Event, signed_in_page: PageFor) -> None:
    shown = event_page_update(event=event, is_on=True)
    page = signed_in_page(None, width=390, height=844, dark=True)
    page.goto(reverse("public-evening", args=[shown.code]))
    assert complaints(page) == []
    page.get_by_role("button", name="That is me").click()
    expect(page.get_by_role("region", name="Your table")).to_contain_text("You play in round 1")
    assert complaints(page) == []
    page.get_by_role("link", name="Hands of round 1").click()
    expect(page.get_by_role("table")).to_contain_text("2 marks")
    assert complaints(page) == []
