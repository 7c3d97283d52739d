"""The page of a match as its scorer uses it: opened, its line ready for what is typed."""

from playwright.sync_api import Locator, Page, expect

from scoring.models import Match
from tests.scoring.views.conftest import address

COUNT_KEYS = "window.pressed = 0; addEventListener('keydown', () => pressed++, true)"


def line_of(page: Page) -> Locator:
    """The line in which a hand is typed."""
    return page.locator("[data-command]")


def opened(page: Page, match: Match, below: str = "") -> Page:
    """Open the page of a match; a key that is pressed next is typed into its line.

    The line takes the focus at a moment of its own: what is typed before is lost.
    """
    page.goto(address(match, below))
    expect(line_of(page)).to_be_focused()
    return page
