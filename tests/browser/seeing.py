"""What a person who looks, or listens, would object to on a page."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Only what is wrong comes back: the list of all that is right takes longer than a small page.
# Nothing on our pages is played, so no media are loaded beforehand.
RUN = """() => axe.run({resultTypes: ["violations"], preload: false}).then(
    found => found.violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.target}`)))"""


def violations(page: Page) -> list[str]:
    """What axe objects to, with the element."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(RUN)
    return found


def sticks_out(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
