"""Cards in Chromium: chosen by keyboard, read in a fan, drawn apart without colour."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PageFor
from tests.tables import table

pytestmark = [pytest.mark.urls("tests.browser.look_pages")]


@pytest.fixture
def look(signed_in_page: PageFor) -> Page:
    page = signed_in_page(None)
    page.goto("/look/cards/")
    return page


@pytest.fixture
def picker(look: Page) -> Locator:
    """The pack of Pandoeren: two cards chosen of four, two gone."""
    return look.get_by_role("group", name="Hand of Ada")


def chosen(picker: Locator) -> list[str]:
    boxes: list[str] = picker.locator(":checked").evaluate_all("all => all.map(box => box.value)")
    return boxes


@table(
    ("keys", "after"),
    [
        ("d9", ["SA", "HT", "D9"]),
        ("D9", ["SA", "HT", "D9"]),
        ("sa", ["HT"]),
        ("h10", ["SA"]),
        ("ht", ["SA"]),
        ("h6c7", ["SA", "HT", "H6", "C7"]),
        ("ssq", ["SA", "SQ", "HT"]),  # begun anew
        ("hx9", ["SA", "HT"]),
        ("sk", ["SA", "HT"]),  # gone
        ("s6", ["SA", "HT"]),  # not in this pack
    ],
)
def test_suit_and_rank_choose_a_card(picker: Locator, keys: str, after: list[str]) -> None:
    picker.page.reload()
    picker.get_by_role("checkbox").first.focus()
    picker.page.keyboard.type(keys)
    assert chosen(picker) == after
    expect(picker.locator("[data-count]")).to_have_text(f"{len(after)} / 4")


def test_arrows_walk_the_cards_past_what_is_gone(look: Page, picker: Locator) -> None:
    picker.get_by_role("checkbox", name="ace of spades").focus()
    look.keyboard.press("ArrowRight")  # the king is gone
    expect(picker.get_by_role("checkbox", name="queen of spades")).to_be_focused()
    look.keyboard.press("ArrowLeft")
    look.keyboard.press("ArrowDown")
    expect(picker.get_by_role("checkbox", name="ace of hearts")).to_be_focused()


def test_the_picker_of_cards_keeps_to_its_limit_and_lets_go_again(picker: Locator) -> None:
    picker.get_by_role("checkbox").first.focus()
    picker.page.keyboard.type("d9d8")
    expect(picker.get_by_role("checkbox", name="seven of clubs")).to_be_disabled()
    picker.page.keyboard.type("c7")
    assert len(chosen(picker)) == 4
    picker.page.keyboard.type("d9c7")
    assert chosen(picker) == ["SA", "HT", "D8", "C7"]


def test_a_card_that_is_gone_says_why(picker: Locator) -> None:
    expect(picker.get_by_role("checkbox", name="queen of hearts, Bob, trick 2")).to_be_disabled()


def test_a_finger_finds_each_card_on_a_phone(signed_in_page: PageFor) -> None:
    page = signed_in_page(None, width=360)
    page.goto("/look/cards/")
    for name in ("Hand of Ada", "Hand of the dummy"):
        for pick in page.get_by_role("group", name=name).locator(".pick").all():
            box = pick.bounding_box()
            assert box
            assert box["width"] >= 40, name
            assert box["height"] >= 44, name


@table("width", [360, 1280])
def test_every_card_of_a_fan_shows_its_rank_and_suit(look: Page, width: int) -> None:
    look.set_viewport_size({"width": width, "height": 800})
    for fan in look.locator(".cards-line").all():
        hidden = fan.evaluate(
            """fan => [...fan.children].filter(card =>
              [".playing-card__index", ".card-pip"].some(part => {
                const box = card.querySelector(part).getBoundingClientRect();
                const next = card.nextElementSibling?.querySelector("rect").getBoundingClientRect();
                return next && Math.abs(next.y - box.y) < next.height && box.right > next.x + 2
                  && box.x < next.x;
              })).length"""
        )
        assert hidden == 0


def test_a_fan_opens_the_same_way_from_right_to_left(look: Page) -> None:
    look.evaluate("document.documentElement.dir = 'rtl'")
    fan = look.locator(".cards-line").first
    first, last = (fan.locator("svg").nth(n).bounding_box() for n in (0, 8))
    assert first
    assert last
    assert first["x"] < last["x"]


def test_arrows_go_the_way_the_cards_lie_from_right_to_left(look: Page, picker: Locator) -> None:
    look.evaluate("document.documentElement.dir = 'rtl'")
    picker.get_by_role("checkbox", name="ace of clubs").focus()
    look.keyboard.press("ArrowRight")
    expect(picker.get_by_role("checkbox", name="king of clubs")).to_be_focused()


def test_a_card_stays_readable_where_the_system_forces_its_colours(look: Page) -> None:
    ink = "text => getComputedStyle(text).fill"
    index = look.locator(".playing-card--red .playing-card__index").first
    usual = index.evaluate(ink)
    look.emulate_media(forced_colors="active")
    assert index.evaluate(ink) == usual


def test_cards_can_be_chosen_without_the_script(browser: Browser, live_server: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/look/cards/")
    box = page.get_by_role("group", name="Hand of Ada").get_by_role("checkbox").nth(2)
    box.check()
    expect(box).to_be_checked()
    context.close()
