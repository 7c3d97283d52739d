"""The page of deals and a player's own hand on his phone, as they are seen."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.seeing import sticks_out, violations
from tests.phones.test_phones_deals import hands_of
from tests.tournaments.conftest import Start, begin_next, match_of, record
from tournaments.deals.services.deals import deal_set_draw
from tournaments.events.models import Event, WhoWrites
from tournaments.events.services.events import event_update
from tournaments.events.services.rounds import rounds_plan
from tournaments.phones.selectors.table_access import sitters_at, table_path

LOOK = os.environ.get("LOOK_FOLDER", "")


@pytest.fixture
def night(club: Club, owner: User) -> Event:
    """One table, two deals a round."""
    event = Start(owner, club).event(pairs=2)
    deal_set_draw(event=event, by=owner, count=2, per_round=2, seed="seen in a browser")
    event.refresh_from_db()
    rounds_plan(event=event)
    begin_next(event)
    return event_update(event=event, who_writes=WhoWrites.PLAYERS)


def looked_at(page: Page, name: str) -> None:
    """No objection of axe, nothing beside the screen; kept as a picture where that is wanted."""
    assert violations(page) == []
    assert sticks_out(page) == 0
    if LOOK:
        page.screenshot(path=Path(LOOK) / f"{name}.png", full_page=True)


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_shown_and_hidden_by_a_tap(night: Event, signed_in_page: PageFor) -> None:
    page = signed_in_page(None, width=390, height=844, dark=True, touch=True)
    page.goto(table_path(night, 1))
    page.get_by_role("button", name=sitters_at(night, 1)[0].name).click()
    looked_at(page, "phone-waiting")
    page.get_by_role("button", name="We have begun deal 1").click()
    panel = page.locator(".phone__own-hand")
    pieces = panel.locator("svg.domino")
    expect(pieces).to_have_count(7)
    expect(pieces.first).to_be_hidden()
    panel.locator("summary").click()
    expect(pieces.first).to_be_visible()
    looked_at(page, "phone-hand")
    panel.locator("summary").click()
    expect(pieces.first).to_be_hidden()
    assert len(hands_of(night)[0]) == 7


@pytest.mark.django_db(transaction=True)
def test_the_deals_that_are_over_are_drawn_on_their_page(
    night: Event, owner: User, signed_in_page: PageFor
) -> None:
    href = f"/c/{night.club.slug}/events/{night.pk}/deals/"
    wide, narrow = (
        signed_in_page(owner, width=1366),
        signed_in_page(owner, width=390, height=844, dark=True),
    )
    for page in (wide, narrow):
        page.goto(href)
        expect(page.get_by_text("None yet")).to_be_visible()
        looked_at(page, f"deals-secret-{page.viewport_size['width']}")
    for dealer in (0, 1):
        hand_record(
            match_id=match_of(night, 1, 1).pk, record=record(dealer, 0, made=True), author=owner
        )
    for page in (wide, narrow):
        page.goto(href)
        page.get_by_role("link", name="Deal 1", exact=True).click()
        expect(page.locator(".deal-hands .domino")).to_have_count(28)
        looked_at(page, f"deals-over-{page.viewport_size['width']}")


@pytest.mark.django_db(transaction=True)
def test_the_form_of_a_set_says_what_follows(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = Start(owner, club).event(pairs=2)
    href = f"/c/{club.slug}/events/{event.pk}/deals/"
    for width in (1366, 390):
        page = signed_in_page(owner, width=width)
        page.goto(href)
        looked_at(page, f"deals-none-{width}")
        page.get_by_role("link", name="Make a deal set").click()
        expect(page.get_by_role("heading", name="What follows")).to_be_visible()
        looked_at(page, f"deals-new-{width}")
