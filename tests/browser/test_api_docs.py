"""The page that shows the API's description, under the site's own policy."""

import pytest
from playwright.sync_api import Locator, Page, expect

from clubs.models import User
from tests.browser.conftest import PageFor
from tests.browser.seeing import on_screens, sticks_out, violations
from tests.browser.test_every_page import warning

STEP = 700
"""Pixels, less than the height of the page."""


def operations_on(page: Page) -> set[str]:
    """The operations that somebody sees who scrolls through: only those in sight are drawn."""
    seen: set[str] = set()
    page.mouse.move(300, 300)
    while True:
        seen.update(page.locator(".opblock-summary").all_inner_texts())
        before = page.evaluate("scrollY")
        page.mouse.wheel(0, STEP)
        page.wait_for_timeout(100)
        if page.evaluate("scrollY") == before:
            return seen


def scrolled_up_to(page: Page, summary: str) -> Locator:
    """An operation that is drawn once it comes into sight."""
    operation = page.locator(".opblock-summary", has_text=summary)
    for _ in range(200):
        if operation.count():
            break
        page.mouse.wheel(0, -STEP)
        page.wait_for_timeout(100)
    return operation


@pytest.mark.nightly
def test_every_operation_is_shown_one_is_tried_and_the_policy_is_kept(
    signed_in_page: PageFor, owner: User
) -> None:
    page = signed_in_page(owner)
    foreign = []
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("http://localhost", "http://127.0.0.1", "data:", "blob:"))
            else foreign.append(request.url)
        ),
    )
    page.goto("/api/docs/")
    page.wait_for_selector(".opblock")
    described = page.evaluate(
        """async () => {
            const answer = await fetch("/api/schema/?format=json");
            const { paths, webhooks } = await answer.json();
            return [paths, webhooks].flatMap(Object.values).flatMap(Object.keys).length;
        }"""
    )
    assert len(operations_on(page)) == described
    recording = scrolled_up_to(page, "Record a hand")
    recording.click()
    expect(page.locator(".opblock-body")).to_contain_text("Idempotency-Key")
    recording.click()
    scrolled_up_to(page, "List your clubs").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute", exact=True).click()
    expect(page.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    assert foreign == []


def test_the_page_to_be_read_passes_axe_and_fits_its_screen(
    signed_in_page: PageFor, owner: User
) -> None:
    page = signed_in_page(owner)
    said: list[str] = []
    page.on("console", lambda message: said.extend(warning(message)))
    page.goto("/api/")
    summary = page.locator("#hands_record > summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hands_record")).to_contain_text("Idempotency-Key")
    for screen in on_screens(page):
        assert violations(page) == [], screen
        assert sticks_out(page) == 0, screen
    assert said == []
