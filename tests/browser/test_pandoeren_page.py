"""Pandoeren on the match page in Chromium: chips, cards by tapping, roem."""

from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import Hand, Match
from tests.browser.conftest import PageFor
from tests.browser.match_page import line_of, opened
from tests.browser.seeing import violations
from tests.scoring.conftest import NAMES
from tests.scoring.matches import match_create


@pytest.fixture
def match(live_server: Any, club: Club) -> Match:
    players = [player_add(club=club, name=name) for name in NAMES]
    stakes = {"currency": "EUR", "per_point": "0.10"}
    return match_create(
        club=club, game="pandoeren", rules={}, stakes=stakes, players=players, label="Table 1"
    )


def test_the_line_presses_the_chips_and_a_chip_takes_the_place_of_the_line(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("b15hsadm")
    preview = page.locator("#entry-preview")
    expect(preview).to_contain_text("Bea, 150 in hearts, calls the ace of spades, with Dan: made")
    for name, value in {"bidder": "1", "trump": "H", "call": "SA", "partner": "3"}.items():
        expect(page.locator(f"[name={name}][value='{value}']")).to_be_checked()
    page.get_by_role("radio", name="ace of clubs").check()
    expect(line_of(page)).to_have_value("")
    expect(preview).to_contain_text("calls the ace of clubs, with Dan: made")
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Hand.objects.get().record["contract"] == {"trump": "H", "call": "CA"}


def test_on_a_phone_one_question_is_open_and_the_others_fold_to_their_answers(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=390, height=844, touch=True)
    opened(page, match)
    form = page.locator("[data-entry]").bounding_box()
    assert form
    assert form["height"] < 844
    tapped = (("Bea", "Bid"), ("130", "Trumps"), ("hearts", "Called card"))
    expect(page.locator(UNFOLDED)).to_have_text(["Who bid"])
    for answer, following in tapped:
        page.get_by_role("radio", name=answer, exact=answer != "Bea").tap()
        expect(page.locator(UNFOLDED)).to_have_text([following])
    page.get_by_role("button", name="Bid", exact=True).tap()
    expect(page.locator(UNFOLDED)).to_have_text(["Bid"])
    page.get_by_role("radio", name="140", exact=True).tap()
    page.get_by_role("radio", name="ace of clubs").tap()
    holder = page.get_by_role("group", name="Who has the called card")
    holder.get_by_role("radio", name="Dan").tap()
    page.get_by_role("radio", name="Made").tap()
    expect(page.locator(UNFOLDED)).to_have_count(0)
    expect(page.locator("#entry-preview")).to_contain_text("140")
    assert violations(page) == []


UNFOLDED = "[data-entry] .chips:not([data-folded]) .chips__question"


def test_cards_are_dealt_and_played_by_tapping(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=360)
    opened(page, match, "?mode=full")
    line_of(page).fill("bmih")
    page.get_by_text("Hand of Bea").first.click()
    for card in ("seven of spades", "ten of hearts"):
        page.locator("[data-deal]").get_by_role("checkbox", name=card).locator(
            "visible=true"
        ).check()
    expect(page.locator("[data-dealt]").nth(1)).to_have_text("2/8")
    page.get_by_text("Hand of Ann").first.click()
    expect(page.locator("[name=deal_0][value='S7']")).to_be_disabled()
    for card in ("S7", "S8", "S9", "ST", "HT"):
        page.locator(f"[data-play='{card}']").click()
    expect(page.locator("[name=plays_0]")).to_have_value("S7 S8 S9 ST")
    expect(page.locator("[name=plays_1]")).to_have_value("HT")
    expect(page.locator("[data-play='S7']")).to_be_disabled()
    expect(page.locator(".tricks")).to_contain_text("Carl")
    page.get_by_role("button", name="Take the last one back").click()
    expect(page.locator("[name=plays_1]")).to_have_value("")


def test_roem_is_adjudicated_while_it_is_typed(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.get_by_text("Auction, pandoer + n").click()
    page.get_by_label("Auction").fill("120 130 p p 140")
    page.get_by_role("radio", name="spades", exact=True).check()
    page.get_by_role("radio", name="ace of diamonds").check()
    page.locator("[name=partner][value='0']").check()
    page.get_by_label("Card points").fill("125")
    page.get_by_text("Roem announced and denied").click()
    page.locator("[name=roem_seat_0]").select_option("1")
    page.locator("[name=roem_value_0]").fill("50")
    account = page.get_by_role("list", name="How this hand was scored")
    expect(account).to_contain_text("The roem of Bea stands: 50")
    expect(account).to_contain_text("Can deny: Carl. Dan only passed, so cannot")
    page.locator("[name=denied_by_0][value='2']").check()
    expect(account).to_contain_text("The roem of Bea is denied")
    expect(account).to_contain_text("Failed: Ann −1, Bea −1")
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Hand.objects.get().record["denials"] == [{"by": 2, "against": 1}]


def test_on_a_laptop_all_questions_of_a_hand_stand_above_the_bar(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    page.set_viewport_size({"width": 1366, "height": 768})
    opened(page, match)
    bar = page.locator("[data-bar]").bounding_box()
    last = page.locator(".entry__result").bounding_box()
    assert bar
    assert last
    assert last["y"] + last["height"] <= bar["y"]
