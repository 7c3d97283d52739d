"""Dummy-Hand Spades on the match page in Chromium: chips, a phone, turns, two versions."""

from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.models import Club, User
from scoring.models import Hand, Match
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.match_page import line_of, opened
from tests.browser.seeing import on_screens, sticks_out, violations
from tests.games.spades import spades_hand
from tests.scoring.views.test_dummy_spades import spades_match


@pytest.fixture
def match(live_server: Any, club: Club) -> Match:
    return spades_match(club, preset="flip_1")


def record(match: Match, author: User, **rest: Any) -> None:
    """The next hand: 4, 5 with a nil on the dummy, 3."""
    dealer = Match.objects.get(pk=match.pk).next_dealer
    tally = {"tally": {"tricks": [3, 5, 2, 3]}}
    hand = spades_hand(["4", ("5", [3]), "3"], dealer=dealer, **(tally | rest))
    hand_record(match_id=match.pk, record=hand, author=author)


def test_the_line_presses_the_chips_and_a_chip_takes_the_place_of_the_line(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("45nod3 523")
    carl = page.get_by_role("group", name="Nil of Carl on")
    expect(carl.get_by_role("checkbox", name="own hand")).to_be_checked()
    expect(carl.get_by_role("checkbox", name="the dummy")).to_be_checked()
    expect(page.locator("#entry-preview")).to_contain_text("Carl and the dummy: 5")
    page.keyboard.press("End")
    for _key in range(9):
        page.keyboard.press("Backspace")
    expect(carl.get_by_role("checkbox", name="own hand")).not_to_be_checked()
    expect(page.locator("#entry-preview")).to_contain_text("What does Carl bid?")


def test_a_hand_is_tapped_on_a_phone(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=360)
    opened(page, match)
    line_of(page).fill("9")
    for group, chip in [
        ("Bea bids", "4"),
        ("Carl bids", "5"),
        ("Ann bids", "3"),
        ("Tricks of Bea", "5"),
        ("Tricks of Carl", "0"),
        ("Tricks of Ann", "3"),
    ]:
        page.get_by_role("group", name=group).get_by_role("radio", name=chip, exact=True).click()
    expect(line_of(page)).to_have_value("")
    page.get_by_role("group", name="Nil of Carl on").get_by_role(
        "checkbox", name="own hand"
    ).click()
    expect(page.locator("#entry-details")).to_contain_text("Carl, nil on own hand: made: +100")
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Hand.objects.get().record["tally"] == {"tricks": [3, 5, 0, 5]}
    assert Hand.objects.get().record["auction"][1] == {"seat": 2, "bid": "5", "nil": [2]}


def test_the_rows_go_round_with_whoever_deals_first(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    rows = page.locator("[data-in-turn]").first.locator(".turn > .chips > .legend")
    expect(rows).to_have_text(["B Bea bids", "C Carl bids", "A Ann bids"])
    page.keyboard.type("453 8")
    page.get_by_label("Who deals first").select_option("Bea")
    expect(rows).to_have_text(["C Carl bids", "A Ann bids", "B Bea bids"])
    expect(page.locator("#entry-preview")).to_contain_text("Ann and the dummy: 5")
    line_of(page).press("Enter")
    expect(page.locator("#entry-title")).to_contain_text("Carl deals")


@pytest.mark.nightly
def test_two_people_s_hands_stand_side_by_side(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("463 8")
    record(match, scorer)
    expect(page.locator("[data-overtaken]")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".version--theirs")).to_contain_text("Carl 5, nil on the dummy")
    expect(line_of(page)).to_have_value("463 8")
    page.get_by_role("button", name="record it as hand 2").click()
    expect(page.locator("#entry-title")).to_contain_text("Hand 3")


def test_cards_are_dealt_and_played_by_tapping(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=360)
    opened(page, match, "?mode=full")
    line_of(page).fill("453")
    page.locator("summary", has_text="Hand of the dummy").click()
    page.locator("[name=deal_3][value=SA]").check()
    expect(page.locator("[data-dealt]").nth(3)).to_have_text("1/13")
    page.locator("summary", has_text="Hand of Ann").click()
    expect(page.locator("[name=deal_0][value=SA]")).to_be_disabled()
    page.locator("summary", has_text="turned up").click()
    page.locator("[name=flipped][value=SA]").check()
    for card in ("HA", "H2", "H3", "H4", "HT"):
        page.locator(f"[data-play={card}]").click()
    expect(page.locator("[name=plays_0]")).to_have_value("HA H2 H3 H4")
    expect(page.locator("[name=plays_1]")).to_have_value("HT")
    expect(page.locator("[data-play=HA]")).to_be_disabled()
    expect(page.locator(".tricks")).to_contain_text("the dummy")
    page.get_by_role("button", name="Take the last one back").click()
    expect(page.locator("[name=plays_1]")).to_have_value("")


def test_nobody_objects_to_what_is_wrong_and_to_a_whole_line(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    match.seats.filter(number=1).update(name="Bea Underwood-Featherstonehaugh")
    record(match, organiser)
    page = signed_in_page(organiser)
    opened(page, match, "?mode=quick")
    line_of(page).fill("45n3 8")
    line_of(page).press("Enter")
    expect(page.locator("#id_tricks_2_error")).to_be_visible()
    assert violations(page) == []
    line_of(page).fill("4 5n 3 / 5 2 3")
    expect(page.locator("#entry-details .account")).to_be_visible()
    for screen in on_screens(page):
        assert violations(page) == [], screen
        assert sticks_out(page) <= 0, screen
