"""The components in Chromium: nothing axe objects to, nothing that needs a mouse."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageFor
from tests.browser.seeing import SCREENS, contrast_violations, sticks_out, violations

pytestmark = [pytest.mark.urls("tests.browser.look_pages")]


@pytest.fixture
def look(signed_in_page: PageFor) -> Page:
    page = signed_in_page(None)
    page.goto("/look/")
    return page


@pytest.mark.parametrize(
    ("address", "width", "dark"), [("/look/", *SCREENS[0]), ("/look/cards/", *SCREENS[1])]
)
def test_every_component_passes_axe_and_fits_its_screen(
    signed_in_page: PageFor, address: str, width: int, dark: bool
) -> None:
    page = signed_in_page(None, width=width, dark=dark)
    page.goto(address)
    assert violations(page, in_colour=True) == []
    assert contrast_violations(page, in_colour=True) == []
    for size in (width, 768):
        page.set_viewport_size({"width": size, "height": 800})
        assert sticks_out(page) == 0


def test_an_icon_is_no_narrower_than_tall_in_a_small_button_either(look: Page) -> None:
    boxes = [icon.bounding_box() for icon in look.locator(".button--icon .icon--more").all()]
    assert len(boxes) == 2
    assert all(box and box["width"] >= box["height"] for box in boxes)


def test_sixteen_rows_fit_on_the_wall_without_scrolling(signed_in_page: PageFor) -> None:
    page = signed_in_page(None)
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/look/wall/")
        last = page.locator("tbody tr").nth(15).bounding_box()
        foot = page.locator(".projector__footer").bounding_box()
        assert last
        assert foot
        assert last["y"] + last["height"] <= foot["y"] + 1
        assert foot["y"] + foot["height"] <= height
        assert violations(page, in_colour=True) == [], width


def test_the_whole_page_mirrors_from_right_to_left_without_sticking_out(look: Page) -> None:
    look.evaluate("document.documentElement.dir = 'rtl'")
    brand = look.locator(".brand").bounding_box()
    assert brand
    assert brand["x"] > 1000
    assert sticks_out(look) == 0


def test_a_theme_once_chosen_stays_until_it_is_given_back(look: Page) -> None:
    html = look.locator("html")
    button = look.get_by_role("button", name="Dark").last
    button.click()
    expect(html).to_have_attribute("data-theme", "dark")
    look.reload()
    expect(html).to_have_attribute("data-theme", "dark")
    expect(button).to_have_attribute("aria-pressed", "true")
    look.get_by_role("button", name="Auto").last.click()
    expect(html).not_to_have_attribute("data-theme", "dark")


def test_the_first_key_press_offers_to_skip_to_the_content(look: Page) -> None:
    look.keyboard.press("Tab")
    expect(look.locator(".skip")).to_be_focused()
    expect(look.locator(".skip")).to_be_in_viewport()
    look.keyboard.press("Enter")
    expect(look.locator("#content")).to_be_focused()


def test_a_menu_opens_walks_and_closes_by_keyboard(look: Page) -> None:
    summary = look.locator(".user-menu > summary")
    summary.focus()
    look.keyboard.press("ArrowDown")
    expect(look.locator(".user-menu").get_by_text("Password")).to_be_visible()
    look.keyboard.press("ArrowDown")
    expect(look.get_by_role("link", name="Tokens")).to_be_focused()
    look.keyboard.press("Escape")
    expect(summary).to_be_focused()
    expect(look.get_by_role("link", name="Tokens")).to_be_hidden()


def test_a_dialog_opens_takes_the_focus_and_gives_it_back(look: Page) -> None:
    opener = look.get_by_role("button", name="Open dialog")
    opener.focus()
    look.keyboard.press("Enter")
    expect(look.get_by_role("dialog")).to_be_visible()
    look.keyboard.press("Escape")
    expect(look.get_by_role("dialog")).to_be_hidden()
    expect(opener).to_be_focused()


def chosen(page: Page) -> list[str]:
    return page.locator(".picker :checked").evaluate_all("boxes => boxes.map(box => box.value)")


def test_two_digits_choose_a_domino_whichever_comes_first(look: Page) -> None:
    look.locator(".picker input").first.focus()
    look.keyboard.type("25")
    assert chosen(look) == ["6-6", "5-2", "4-3"]
    expect(look.locator("[data-count]")).to_have_text("3 / 7")
    look.keyboard.type("52")
    assert chosen(look) == ["6-6", "4-3"]


def test_a_domino_that_is_gone_is_not_chosen_by_its_digits(look: Page) -> None:
    look.locator(".picker input").first.focus()
    look.keyboard.type("55")
    assert chosen(look) == ["6-6", "4-3"]


def test_arrows_walk_the_picker_past_what_is_gone(look: Page) -> None:
    look.locator(".picker input[value='6-5']").focus()
    look.keyboard.press("ArrowRight")  # 6-4 is gone
    expect(look.locator(".picker input[value='6-3']")).to_be_focused()
    look.keyboard.press("ArrowDown")
    expect(look.locator(".picker input[value='5-2']")).to_be_focused()


def test_the_picker_keeps_to_its_limit_and_lets_go_again(look: Page) -> None:
    look.locator(".picker input").first.focus()
    look.keyboard.type("6160504443")  # takes the 4-3 away again
    look.keyboard.type("434241")
    assert len(chosen(look)) == 7
    expect(look.locator(".picker input[value='1-1']")).to_be_disabled()
    look.keyboard.type("61")
    expect(look.locator(".picker input[value='1-1']")).to_be_enabled()


def test_a_toast_holds_the_way_back_and_can_be_closed(look: Page) -> None:
    toast = look.locator(".toast")
    expect(toast.get_by_role("button", name="Take back")).to_be_visible()
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_have_count(0)


def test_the_page_says_when_the_server_is_away_and_when_it_is_back(look: Page) -> None:
    banner = look.locator("[data-connection]")
    expect(banner).to_be_hidden()
    look.evaluate("document.dispatchEvent(new CustomEvent('htmx:sendError'))")
    expect(banner).to_be_visible()
    expect(banner).to_be_hidden(timeout=10_000)
