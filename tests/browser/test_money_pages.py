"""The door list in a browser: by keyboard, by tap, on two screens at once."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from ledger.models import Transaction
from tests.browser.conftest import PageFor
from tests.browser.test_every_page import drawn_event
from tournaments.events.models import Event
from tournaments.money.services.money import money_set_up


@pytest.fixture
def hall(transactional_db: None, club: Club, owner: User) -> Event:
    """Three pairs, a fee of 5.00 a player."""
    event = drawn_event(club, owner, pairs=3)
    money_set_up(event=event, fee=500)
    return event


def door(page: Page, event: Event) -> Page:
    page.goto(reverse("event-money-door", args=[event.club.slug, event.pk]))
    return page


def test_numbers_are_typed_one_after_another(
    hall: Event, treasurer: User, signed_in_page: PageFor
) -> None:
    page = door(signed_in_page(treasurer), hall)
    for number in (2, 3):
        expect(page.get_by_label("Number")).to_be_focused()
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text(f"No. {number} has paid 2 fees.")
    expect(page.locator("#door")).to_contain_text("4 / 6")


def test_one_tap_pays_and_a_second_one_does_no_harm(
    hall: Event, treasurer: User, signed_in_page: PageFor
) -> None:
    page = door(signed_in_page(treasurer, width=360), hall)
    button = page.get_by_role("button", name="Paid 1 Ann 0")
    place = button.bounding_box()
    assert place
    button.click()
    expect(page.locator("#fee-1-0")).to_contain_text("paid")
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator("#fee-1-0 .chip--good")).to_be_visible()
    expect(page.locator("#door")).to_contain_text("1 / 6")


def test_by_keyboard_a_payment_is_taken_back(
    hall: Event, treasurer: User, signed_in_page: PageFor
) -> None:
    page = door(signed_in_page(treasurer), hall)
    page.get_by_role("button", name="Paid 1 Ann 0").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#door")).to_contain_text("1 / 6")
    expect(page.locator("#fee-1-0 summary")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Not paid").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#door")).to_contain_text("0 / 6")
    assert Transaction.objects.filter(kind="payment", reverses__isnull=False).count() == 1


def test_what_is_paid_on_one_screen_is_seen_on_another(
    hall: Event, treasurer: User, owner: User, signed_in_page: PageFor
) -> None:
    phone = door(signed_in_page(treasurer, width=360), hall)
    laptop = door(signed_in_page(owner), hall)
    phone.get_by_role("button", name="Paid 2 Ann 1").click()
    expect(laptop.locator("#fee-2-0")).to_contain_text("paid")
    expect(laptop.locator("#door")).to_contain_text("1 / 6")
