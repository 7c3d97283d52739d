"""Pandoeren on the match page in Chromium: by keyboard, by tapping cards, offline, at any width."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import Hand, Match
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.match_page import COUNT_KEYS, line_of, opened
from tests.browser.seeing import objections_at
from tests.browser.test_match_page import PLACES
from tests.rules.pandoeren.dealing import full_hand
from tests.scoring.conftest import NAMES
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import address


@pytest.fixture
def match(live_server: Any, club: Club) -> Match:
    players = [player_add(club=club, name=name) for name in NAMES]
    stakes = {"currency": "EUR", "per_point": "0.10"}
    return match_create(
        club=club, game="pandoeren", rules={}, stakes=stakes, players=players, label="Table 1"
    )


def test_a_practised_organiser_needs_ten_keys_a_hand_at_most(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.evaluate(COUNT_KEYS)
    for number, line in enumerate(["b15hsadm", "p", "cmisf", "dksam"], start=1):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(page.locator("#entry-title")).to_contain_text(f"Hand {number + 1}")
        expect(line_of(page)).to_be_focused()
        expect(line_of(page)).to_have_value("")
        assert page.evaluate("pressed") <= 10
        page.evaluate("pressed = 0")
    outcomes = Hand.objects.order_by("number").values_list("verdict__outcome", flat=True)
    assert list(outcomes) == ["made", "passed_out", "set", "made"]
    expect(page.locator("#entry-title")).to_contain_text("Ann deals")
    assert Match.objects.get(pk=match.pk).totals == [2, 2, -3, 4]


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
    page.get_by_role("radio", name="ace of clubs").check(force=True)
    expect(line_of(page)).to_have_value("")
    expect(preview).to_contain_text("calls the ace of clubs, with Dan: made")
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Hand.objects.get().record["contract"] == {"trump": "H", "call": "CA"}


@pytest.mark.thorough
def test_a_problem_keeps_the_line_and_the_focus_for_mending(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("b15hsam")
    page.keyboard.press("Enter")
    expect(page.locator("#id_partner_error")).to_contain_text("Who has the called card?")
    expect(line_of(page)).to_be_focused()
    page.keyboard.press("Backspace")
    page.keyboard.type("dm")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")


@pytest.mark.thorough
def test_the_keys_of_this_game_are_told_on_a_question_mark(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    for words in ("b15hsadm", "stil praatje", "pd40", "everybody passed"):
        expect(dialog).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(line_of(page)).to_be_focused()


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
        ).check(force=True)
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
    page.get_by_role("radio", name="spades", exact=True).check(force=True)
    page.get_by_role("radio", name="ace of diamonds").check(force=True)
    page.locator("[name=partner][value='0']").check(force=True)
    page.get_by_label("Card points").fill("125")
    page.get_by_text("Roem announced and denied").click()
    page.locator("[name=roem_seat_0]").select_option("1")
    page.locator("[name=roem_value_0]").fill("50")
    account = page.get_by_role("list", name="How this hand was scored")
    expect(account).to_contain_text("The roem of Bea stands: 50")
    expect(account).to_contain_text("Can deny: Carl. Dan only passed, so cannot")
    page.locator("[name=denied_by_0][value='2']").check(force=True)
    expect(account).to_contain_text("The roem of Bea is denied")
    expect(account).to_contain_text("Failed: Ann −1, Bea −1")
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Hand.objects.get().record["denials"] == [{"by": 2, "against": 1}]


@pytest.mark.thorough
def test_a_hand_typed_without_a_network_is_sent_as_soon_as_there_is_one(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.context.set_offline(True)
    page.keyboard.type("b15hsadm")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outbox]")).to_contain_text("1 hand waiting")
    page.context.set_offline(False)
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Match.objects.get(pk=match.pk).totals == [0, 2, 0, 2]


def test_nothing_is_in_anybody_s_way(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    full = full_hand(Random(961), dealer=0)
    record = {key: full[key] for key in full if key not in {"format", "game", "rules"}}
    hand_record(match_id=match.pk, record=record, author=organiser)
    page = signed_in_page(organiser)
    assert objections_at(page, [address(match, place) for place in PLACES]) == {}
