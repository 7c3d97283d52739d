"""Films a hand being typed and the projector changing, for the README.

``python -m tests.compose_picture ADDRESS PASSWORD FILE.gif`` on a running site whose demo club has
its evening under way: ``make run`` on an empty data folder. It records two hands there.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM: Final = "/usr/bin/chromium"
TYPED: Final = ViewportSize(width=620, height=620)
SHOWN: Final = ViewportSize(width=1120, height=1000)
SIZE: Final = (1264, 620)
SPLIT: Final = 634
"""Left edge of the projector in the picture, in pixels."""
HANDS: Final = ("b30 5 m", "a31 6 m")
KEY, PAUSE, END = 220, 1000, 2500  # ms
COLOURS: Final = 256


def main() -> None:
    """Film the evening of a running site."""
    address, password, file = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        frames = list(film(browser, address, password))
    pictures = [frame for frame, _duration in frames]
    palette = pictures[-1].quantize(COLOURS)
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    durations = [duration for _frame, duration in frames]
    flat[0].save(file, save_all=True, append_images=flat[1:], duration=durations, loop=0)
    print(file, Path(file).stat().st_size, "bytes")


def film(browser: Browser, address: str, password: str) -> Iterator[tuple[Image.Image, int]]:
    """Yield pictures of both windows, with their time in milliseconds."""
    context = browser.new_context(viewport=TYPED, color_scheme="light", reduced_motion="reduce")
    match = context.new_page()
    match.goto(f"{address}/sign-in/?next=/c/elm-street-42-club/")
    match.fill("[name=username]", "organiser")
    match.fill("[name=password]", password)
    match.press("[name=password]", "Enter")
    match.goto(f"{address}/c/elm-street-42-club/")
    match.get_by_role("link", name="Tonight at Elm Street").click()
    event = match.url
    match.locator(".hall__table:not(.hall__table--done) .card__link").first.click()
    match.wait_for_selector("#entry-title")
    wall = context.new_page()
    wall.set_viewport_size(SHOWN)
    for hand in HANDS:
        wall.goto(f"{event}projector/")  # which turns to the standings after a while
        scores = wall.locator(".wall").inner_text()
        shown = picture_of(wall)
        yield both(picture_of(match), shown), PAUSE
        for key in hand:
            match.keyboard.type(key)
            match.wait_for_timeout(100)
            yield both(picture_of(match), shown), KEY
        match.keyboard.press("Enter")
        wall.wait_for_function(
            "scores => document.querySelector('.wall').innerText != scores", arg=scores
        )
        match.wait_for_function("document.querySelector('.entry__command').value == ''")
        yield both(picture_of(match), shown), PAUSE
        yield both(picture_of(match), picture_of(wall)), END


def picture_of(page: Page) -> Image.Image:
    """Return what a window shows, from the top of its page."""
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)  # until the bar below has come along
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def both(typed: Image.Image, shown: Image.Image) -> Image.Image:
    """Return both windows side by side, the projector's smaller."""
    picture = Image.new("RGB", SIZE, "white")
    picture.paste(typed, (0, 0))
    width = SIZE[0] - SPLIT
    height = width * shown.height // shown.width
    smaller = shown.resize((width, height), Image.Resampling.LANCZOS)
    picture.paste(smaller, (SPLIT, (SIZE[1] - height) // 2))
    return picture


if __name__ == "__main__":
    main()
