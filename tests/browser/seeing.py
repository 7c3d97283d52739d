"""What a person who looks, or listens, would object to on a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """What axe objects to, with the element."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['target']}" for v in found for node in v["nodes"]]


def sticks_out(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
