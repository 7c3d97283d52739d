"""Results by deal on a phone: one deal at a time, a line a table, and no icon on a line alone."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.models import User
from tests.browser.conftest import PageFor
from tests.browser.seeing import lone_icons, sticks_out, violations
from tests.held import load_once
from tests.seeds.conftest import demo_with_standings
from tournaments.events.models import Event

pytestmark = [pytest.mark.browser]


@pytest.fixture
def dealt(transactional_db: None, folder_of_run: Any) -> Event:
    load_once(folder_of_run / "demo.sqlite3", demo_with_standings)
    return Event.objects.get(name="The same twelve deals")


@pytest.fixture
def phone(dealt: Event, live_server: Any, signed_in_page: PageFor) -> Page:
    owner: User = dealt.club.memberships.earliest("pk").user
    return signed_in_page(owner, width=390, height=844)


def heights(page: Page) -> list[float]:
    """How high each row of the table is."""
    rows = page.locator(".traveller tbody tr")
    return [rows.nth(place).bounding_box()["height"] for place in range(rows.count())]


def test_a_phone_shows_one_deal_with_a_line_a_table_and_goes_on_from_it(
    phone: Page, dealt: Event
) -> None:
    phone.goto(reverse("event-compared", args=[dealt.club.slug, dealt.pk]))
    deal = phone.locator("h2", has_text="Deal")
    expect(deal).to_have_text(["Deal 12"])
    assert phone.evaluate("document.documentElement.scrollHeight") < 2.25 * 844  # with the hands
    assert len(heights(phone)) == 4
    assert max(heights(phone)) <= 56
    assert sticks_out(phone) == 0
    box = phone.locator(".table-wrap").first
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    assert not violations(phone)
    phone.click(".deal-steps [rel=prev]")
    expect(deal).to_have_text(["Deal 11"])
    phone.click(".deal-steps summary")
    phone.click(".deal-steps__all >> text='5'")
    expect(deal).to_have_text(["Deal 5"])
    expect(phone.locator(".traveller")).to_contain_text("A+")
    assert not lone_icons(phone)


def test_the_arrow_on_an_entrys_card_stays_beside_its_contract(dealt: Event, phone: Page) -> None:
    for width in (390, 1366):
        phone.set_viewport_size({"width": width, "height": 844})
        phone.goto(reverse("event-compared-card", args=[dealt.club.slug, dealt.pk, 1]))
        expect(phone.locator(".traveller .icon--forward")).to_have_count(12)
        assert not lone_icons(phone), width
        assert max(heights(phone)) <= 72, width
        assert sticks_out(phone) == 0, width
