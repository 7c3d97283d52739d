"""Pictures of sheets are taken, chosen and dropped, and stay chosen when something goes wrong."""

import base64
import os
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import FilePayload, Page, expect

from clubs.models import Club, User
from paper.scans.example import example_photograph
from paper.scans.models import ExampleSheet, SheetReading
from seeds.load import club_spec
from tests.browser.conftest import PageFor
from tests.browser.seeing import objections, on_screens
from tests.browser.test_every_page import drawn_event
from tests.scans.conftest import hand, jpeg, picture, sheet_of
from tests.scans.test_blank import blank, place
from tests.scans.test_blank import photograph as of_no_table
from tournaments.events.models import Event

LOOKS = os.environ.get("ALLMARK_LOOKS")
"""A folder for screenshots, for who wants to look at them and for `tests.scans.renew`."""


@pytest.fixture
def night(club: Club, owner: User) -> Event:
    return drawn_event(club, owner, pairs=4)


def photograph(event: Event, *, table: int = 1) -> bytes:
    rows = {0: hand(), 1: hand(bidder=2, bid="1m", result="set"), 2: {"bidder": ["1"]}}
    return jpeg(picture(sheet_of(event, table), rows))


def opened(page: Page, event: Event) -> Page:
    page.goto(reverse("event-sheets", args=[event.club.slug, event.pk]))
    return page


def drop(page: Page, name: str, data: bytes) -> None:
    """Drop a file on the heading of the page, where nothing asks for one."""
    page.evaluate(
        """([name, data]) => {
          const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes], name, {type: "image/jpeg"}));
          for (const type of ["dragover", "drop"])
            document.querySelector("h1").dispatchEvent(
              new DragEvent(type, {dataTransfer, bubbles: true, cancelable: true}));
        }""",
        [name, base64.b64encode(data).decode()],
    )


def payload(name: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": "image/jpeg", "buffer": data}


def look_at(page: Page, name: str) -> None:
    if LOOKS:
        page.screenshot(path=str(Path(LOOKS) / f"{name}.png"), full_page=True)


def test_pictures_are_taken_chosen_and_dropped_and_read_together(
    night: Event, owner: User, signed_in_page: PageFor
) -> None:
    page = opened(signed_in_page(owner), night)
    camera = page.get_by_label("Take pictures")
    expect(camera).to_have_attribute("capture", "environment")
    camera.set_input_files([payload("taken-1.jpg", photograph(night))])
    camera.set_input_files([payload("taken-2.jpg", b"nothing")])
    page.get_by_label("Choose files").set_input_files([payload("chosen.jpg", b"other")])
    drop(page, "dropped.jpg", photograph(night, table=2))
    chosen = page.get_by_role("list", name="Chosen").get_by_role("listitem")
    expect(chosen).to_have_count(4)
    page.get_by_role("button", name="Leave out taken-2.jpg").click()
    page.get_by_role("button", name="Leave out chosen.jpg").click()
    look_at(page, "chosen")
    page.get_by_role("button", name="Read the sheets").click()
    expect(page.get_by_text("4 hands are clear")).to_be_visible()
    assert SheetReading.objects.get().files == ["taken-1.jpg", "dropped.jpg"]


def test_what_was_chosen_stays_chosen_when_it_is_refused_or_not_sent(
    night: Event, owner: User, signed_in_page: PageFor
) -> None:
    page = opened(signed_in_page(owner), night)
    read = page.get_by_role("button", name="Read the sheets")
    read.click()
    expect(page.get_by_text("Choose or take at least one picture.")).to_be_visible()
    drop(page, "1.jpg", photograph(night))
    drop(page, "empty.jpg", b"")
    read.click()
    expect(page.get_by_text("is empty")).to_be_visible()
    chosen = page.get_by_role("list", name="Chosen").get_by_role("listitem")
    expect(chosen).to_have_count(2)
    page.get_by_role("button", name="Leave out empty.jpg").click()
    page.context.set_offline(True)
    read.click()
    expect(page.get_by_text("All are still chosen")).to_be_visible()
    expect(chosen).to_have_count(1)
    page.context.set_offline(False)
    read.click()
    expect(page.get_by_text("2 hands are clear")).to_be_visible()


def test_without_a_camera_the_button_shows_the_files(
    night: Event, owner: User, signed_in_page: PageFor
) -> None:
    page = opened(signed_in_page(owner), night)
    expect(page.get_by_text("A device without a camera shows its files.")).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.get_by_label("Take pictures").click()
    assert chooser.value.is_multiple()


def test_the_photograph_to_try_is_read_by_one_button(
    night: Event, owner: User, signed_in_page: PageFor
) -> None:
    (sheet,) = (evening["sheet"] for evening in club_spec()["evenings"] if "sheet" in evening)
    example = ExampleSheet.objects.create(event=night, round=1, table=1, rows=sheet["rows"])
    page = opened(signed_in_page(owner), night)
    page.get_by_role("button", name="Read this photograph").click()
    expect(page.get_by_text("3 hands are clear")).to_be_visible()
    look_at(page, "read-sheet")
    if LOOKS:
        (Path(LOOKS) / "marked-sheet.jpg").write_bytes(example_photograph(example))


def test_nobody_objects_to_the_pages_of_sheets(
    night: Event, owner: User, signed_in_page: PageFor
) -> None:
    page = opened(signed_in_page(owner), night)
    drop(page, "a-photograph-with-a-very-long-name-as-phones-give-them-20261126_230401.jpg", b"1")
    drop(page, "1.jpg", photograph(night))
    drop(page, "3.jpg", of_no_table(blank(night), place(1, 38), hand()))
    looked_over(page, "sheets")
    page.get_by_role("button", name="Read the sheets").click()
    expect(page.get_by_text("2 hands are clear")).to_be_visible()
    expect(page.get_by_text("does not exist: choose the right one")).to_be_visible()
    looked_over(page, "look")
    page.get_by_role("button", name="Record all that are clear").click()
    expect(page.locator("#messages")).to_contain_text("2 hands are on record.")
    page.get_by_role("link", name="Round 1, table 1").first.click()
    page.wait_for_url("**/matches/*/")
    page.goto(page.url + "hands/2/")
    expect(page.get_by_alt_text("Row 2 on page 1")).to_be_visible()
    looked_over(page, "hand")


def looked_over(page: Page, name: str) -> None:
    """Nobody objects to a page on any screen."""
    for width, is_dark in on_screens(page):
        assert objections(page) == [], (width, is_dark)
        look_at(page, f"{name}-{width}-{'dark' if is_dark else 'light'}")
