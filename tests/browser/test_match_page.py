"""The match page in Chromium: by keyboard, by touch, by two people at once, without a network."""

import re
from itertools import cycle
from typing import Any

import pytest
from django.db import OperationalError
from playwright.sync_api import BrowserContext, Page, expect

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import Hand, HandRevision, Match
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor, session_cookie
from tests.browser.match_page import line_of, opened
from tests.browser.seeing import on_screens, sticks_out, violations
from tests.config.test_outages import full_disk
from tests.scoring.conftest import NAMES, quick
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import address

STAKES = {"currency": "USD", "per_mark": "0.25", "per_set": "1.00"}


@pytest.fixture
def match(live_server: Any, club: Club) -> Match:
    players = [player_add(club=club, name=name) for name in NAMES]
    return match_create(
        club=club, game="texas42", rules={}, stakes=STAKES, players=players, label="Table 1"
    )


def record(match: Match, author: User, **fields: Any) -> None:
    now = Match.objects.get(pk=match.pk)
    hand = quick(dealer=now.next_dealer, **({"bidder": 0} | fields))
    hand_record(match_id=match.pk, record=hand, author=author)


def test_the_line_presses_the_chips_and_a_chip_takes_the_place_of_the_line(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    # A style that a script sets, or an extension, is not copied to what comes in its place: the
    # content security policy would complain of each.
    page.evaluate("document.querySelector('#entry-preview').style.opacity = '1'")
    page.evaluate("document.querySelector('#match-score').style.opacity = '1'")
    page.keyboard.type("b315m")
    expect(page.get_by_role("radio", name="Bea")).to_be_checked()
    expect(page.get_by_role("radio", name="31", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name="fives")).to_be_checked()
    expect(page.locator("#entry-preview")).to_contain_text("Bea, 31, fives: made")
    page.get_by_role("radio", name="sixes").check()
    expect(line_of(page)).to_have_value("")
    expect(page.locator("#entry-preview")).to_contain_text("Bea, 31, sixes: made")
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Hand.objects.get().record["contract"] == {"kind": "trump", "trump": 6}


def test_a_line_that_is_wiped_out_stands_for_nothing(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("b315m")
    expect(page.get_by_role("radio", name="Bea")).to_be_checked()
    for _ in "b315m":
        page.keyboard.press("Backspace")
    expect(page.locator("[data-entry] input:checked")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#id_bidder_error")).to_contain_text("Who bid?")
    assert not Hand.objects.exists()


def test_after_sending_a_phone_shows_what_is_wrong_or_the_next_hand(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=360, height=640)
    opened(page, match)
    page.get_by_role("button", name="Bid", exact=True).click()
    for name in ("30", "fives", "Made"):
        page.get_by_role("radio", name=name, exact=True).check()
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#id_bidder_error")).to_be_in_viewport()
    page.get_by_role("radio", name="Bea").check()
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    expect(page.locator("#entry-title")).to_be_in_viewport()


def test_names_of_sixty_letters_fit_a_phone(
    live_server: Any, club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    players = [player_add(club=club, name=letter * 60) for letter in "WXYZ"]
    match = match_create(
        club=club, game="texas42", rules={}, stakes=STAKES, players=players, label="Table 1"
    )
    record(match, organiser)
    page = signed_in_page(organiser, width=360, height=740)
    for mode in ("quick", "tricks", "full"):
        opened(page, match, f"?mode={mode}")
        assert sticks_out(page) == 0


FIRST_ROWS = {"texas42": "Who bid", "pandoeren": "Who bid", "dummy_spades": "Bo Lindström bids"}


def test_a_phone_shows_who_bids_without_scrolling(
    live_server: Any, club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    names = ["Siobhán O'Flaherty-Montgomery", "Bo Lindström", "Nguyễn Thị Minh Khai", "Ольга"]
    players = [player_add(club=club, name=name) for name in names]
    page = signed_in_page(organiser, width=360, height=740, touch=True)
    for game, legend in FIRST_ROWS.items():
        seated = players[: 3 + (game != "dummy_spades")]
        label = "Night: round 1, table 1"
        match = match_create(club=club, game=game, rules={}, stakes={}, players=seated, label=label)
        opened(page, match)
        row = page.locator("#entry fieldset", has=page.locator("legend", has_text=legend)).first
        expect(row.locator("label").first).to_be_in_viewport(ratio=1)
        for name in names[: len(seated)]:
            expect(page.locator("#match-score").get_by_text(name)).to_be_in_viewport(ratio=1)


SIZES = [(1366, 768), (390, 844)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_record_and_what_is_understood_are_in_view_wherever_the_page_stands(
    match: Match,
    organiser: User,
    signed_in_page: PageFor,
    width: int,
    height: int,
) -> None:
    for _hand in range(3):
        record(match, organiser)
    page = signed_in_page(organiser, width=width, height=height, touch=width < 500)
    for mode in ("quick", "tricks", "full"):
        opened(page, match, f"?mode={mode}")
        line_of(page).fill("b305m")
        expect(page.locator("#entry-preview")).to_contain_text("Bea, 30, fives: made")
        for share in (0, 0.5, 1):
            page.evaluate(f"scrollTo(0, {share} * document.documentElement.scrollHeight)")
            for seen in ("#entry-submit", "#entry-preview", "[data-command]"):
                expect(page.locator(seen)).to_be_in_viewport(ratio=1)
                assert is_on_top(page, seen), (mode, share, seen)
        assert page.evaluate(FOOT_IS_FREE), mode
        assert sticks_out(page) == 0


def is_on_top(page: Page, selector: str) -> bool:
    """Whether nothing covers the middle of an element, within the five seconds of ``COVERED``."""
    return page.locator(selector).evaluate(
        """async found => {
          const isOnTop = () => {
            const { left, top, width, height } = found.getBoundingClientRect();
            return found.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          };
          for (const until = Date.now() + 5_000; !isOnTop() && Date.now() < until;) {
            await new Promise(done => setTimeout(done, 50));
          }
          return isOnTop();
        }"""
    )


FOOT_IS_FREE = """() => {
  const bar = document.querySelector("[data-bar]").getBoundingClientRect();
  return document.querySelector(".footer").getBoundingClientRect().bottom <= bar.top + 1;
}"""


LAPTOPS_AND_A_PHONE = [(1366, 768), (1280, 720), (390, 844)]

# The bar below grows with what is understood, and the page then moves: it has five seconds for it.
COVERED = """async chips => {
  const covered = () => [...chips.querySelectorAll("input")].filter(one => {
    const label = one.closest("label");
    const { left, top, right, bottom } = label.getBoundingClientRect();
    const inside = top >= 0 && bottom <= innerHeight;
    const points = [[left + 5, top + 5], [right - 5, bottom - 5], [(left + right) / 2, bottom - 3]];
    return !inside || points.some(point => !label.contains(document.elementFromPoint(...point)));
  }).map(one => one.id);
  for (const until = Date.now() + 5_000; covered().length && Date.now() < until;) {
    await new Promise(done => setTimeout(done, 50));
  }
  return covered();
}"""


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [(game, *screen) for game, screen in zip(FIRST_ROWS, cycle(LAPTOPS_AND_A_PHONE), strict=False)],
)
def test_neither_bar_nor_message_covers_what_is_asked_next(
    game: str,
    width: int,
    height: int,
    live_server: Any,
    club: Club,
    organiser: User,
    signed_in_page: PageFor,
) -> None:
    players = [player_add(club=club, name=name) for name in NAMES[: 3 + (game != "dummy_spades")]]
    match = match_create(
        club=club, game=game, rules={}, stakes={}, players=players, label="Table 1"
    )
    page = signed_in_page(organiser, width=width, height=height, touch=width < 500)
    opened(page, match)
    for number in (1, 2):  # after the first, what was recorded is told
        if number == 2:
            line_of(page).fill(LINES[game])
            line_of(page).press("Enter")
            expect(page.locator("#entry-title")).to_contain_text("Hand 2")
            expect(page.locator("#entry-preview")).to_contain_text("Hand 1:")
        chips = page.locator("#entry .chips:visible")
        expect(chips.nth(3)).to_be_visible()
        for place in range(chips.count()):
            assert chips.nth(place).evaluate(COVERED) == [], (number, place)
            chips.nth(place).locator("input").first.check()
        assert is_on_top(page, "#entry-submit")


LINES = {"texas42": "b305m", "pandoeren": "b150 h sa d m", "dummy_spades": "4 5n 3 / 5 2 3 3"}


def test_a_laptop_shows_all_that_is_asked_of_a_hand_of_42_without_scrolling(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=1366, height=768)
    for _hand in range(2):
        opened(page, match)
        chips = page.locator("#entry .chips:visible")
        expect(chips).to_have_count(4)
        for place in range(4):
            assert chips.nth(place).evaluate(COVERED) == []
        record(match, organiser)
    assert page.locator("[data-bar]").evaluate(POSITION) == "fixed"
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator("[data-bar]")).to_have_class(re.compile("bar--along"))
    assert page.locator("[data-bar]").evaluate(POSITION) == "static"


POSITION = "bar => getComputedStyle(bar).position"


def test_a_finger_finds_the_line_focused_without_a_keyboard_on_the_screen(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=390, height=844, touch=True)
    opened(page, match)
    assert line_of(page).evaluate("line => line.inputMode") == "none"
    line_of(page).tap()
    assert line_of(page).evaluate("line => line.inputMode") == "text"
    page.keyboard.type("b305m")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    expect(line_of(page)).to_be_focused()
    assert line_of(page).evaluate("line => line.inputMode") == "text"


def test_what_is_wrong_is_read_out_and_the_focus_is_where_it_is_mended(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    for name in ("30", "fives", "Made"):
        page.get_by_role("radio", name=name, exact=True).check()
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#match-status")).to_contain_text("Who bid?")
    expect(page.get_by_role("radio", name="Ann")).to_be_focused()


def test_the_end_of_a_match_is_read_out_and_the_focus_is_on_it(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    for _hand in range(6):
        record(match, organiser)
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("a305m")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-title")).to_have_text("The match is over: Ann & Carl won 7–0")
    expect(page.locator("#entry-title")).to_be_focused()
    expect(page.locator("[aria-live] .toast")).to_contain_text("Ann & Carl won 7–0")
    assert violations(page) == []


def test_what_was_typed_outlives_a_closed_tab_until_it_is_recorded(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("b305m")
    context = page.context
    page.close()
    page = context.new_page()
    opened(page, match)
    expect(page.get_by_text("What you had typed here is back.")).to_be_visible()
    expect(line_of(page)).to_have_value("b305m")
    expect(line_of(page)).to_be_focused()
    expect(page.locator("#entry-preview")).to_contain_text("Bea, 30, fives: made")
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    page.reload()
    expect(line_of(page)).to_have_value("")
    expect(page.locator("[data-draft-note]")).to_be_hidden()


def test_chips_and_modes_come_back_as_well_and_can_be_cleared(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match, "?mode=full")
    page.get_by_role("radio", name="sixes").check()
    page.locator("[name=plays_0]").fill("5-5 5-0")
    page.reload()
    expect(page.get_by_role("radio", name="sixes")).to_be_checked()
    expect(page.locator("[name=plays_0]")).to_have_value("5-5 5-0")
    page.get_by_role("button", name="Clear it").click()
    expect(page.get_by_role("radio", name="sixes")).not_to_be_checked()
    expect(line_of(page)).to_be_focused()
    page.reload()
    expect(page.locator("[name=plays_0]")).to_have_value("")


def test_what_somebody_typed_is_nobody_else_s(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("b305m")
    theirs = signed_in_page(scorer)
    page.context.clear_cookies()
    cookies: Any = theirs.context.cookies()
    page.context.add_cookies(cookies)
    opened(page, match)
    expect(line_of(page)).to_have_value("")


def test_what_was_typed_for_a_hand_recorded_meanwhile_says_so(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("b305m")
    context = page.context
    page.close()
    record(match, scorer, bidder=1)
    page = context.new_page()
    opened(page, match)
    expect(page.get_by_text("You had typed this for hand 1")).to_be_visible()
    expect(line_of(page)).to_have_value("b305m")


def test_undo_is_one_press_after_recording(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("b305m")
    page.keyboard.press("Enter")
    page.locator("#entry-preview").get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Hand 1 was taken back.")).to_be_visible()
    assert Match.objects.get(pk=match.pk).hand_count == 0


def test_only_the_newest_hand_is_offered_for_undo(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    for number in (2, 3):
        page.keyboard.type("b305m")
        page.keyboard.press("Enter")
        expect(page.locator("#entry-title")).to_contain_text(f"Hand {number}")
    expect(page.locator("#entry-preview").get_by_role("button", name="Take back")).to_have_count(1)
    expect(page.locator("#entry-preview")).to_contain_text("Hand 2:")


def test_two_people_see_each_other_s_hands_and_what_one_types_stays(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor
) -> None:
    mine, theirs = signed_in_page(organiser), signed_in_page(scorer)
    for page in (mine, theirs):
        opened(page, match)
    mine.keyboard.type("a31 6")
    theirs.keyboard.type("b305m")
    theirs.keyboard.press("Enter")
    expect(mine.locator("#match-hands")).to_contain_text("fives")
    expect(line_of(mine)).to_have_value("a31 6")
    expect(line_of(mine)).to_be_focused()
    expect(mine.locator("[data-overtaken]")).to_be_visible()
    mine.keyboard.type(" m")
    mine.keyboard.press("Enter")
    expect(mine.locator(".version--theirs")).to_contain_text("Bea, 30")
    expect(line_of(mine)).to_have_value("a31 6 m")
    mine.get_by_role("button", name="record it as hand 2").click()
    expect(mine.locator("#entry-title")).to_contain_text("Hand 3")
    expect(theirs.locator("#entry-title")).to_contain_text("Hand 3")
    assert Match.objects.get(pk=match.pk).totals == [1, 1]


def test_mine_may_take_the_place_of_theirs(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("a316m")
    record(match, scorer, bidder=1)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Replace hand 1 with mine").click()
    expect(page.get_by_text("Say why it is corrected.")).to_be_visible()
    expect(line_of(page)).to_have_value("a316m")
    page.get_by_label("Why it is corrected").fill("misread")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator(".history__current")).to_contain_text("Corrected to: Ann, 31, sixes: made")


def test_a_hand_whose_answer_was_lost_is_recorded_once(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    lost: list[int] = []

    def answer_lost(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route(re.compile(r"/hands/$"), answer_lost)
    opened(page, match)
    page.keyboard.type("b305m")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    expect(page.locator("[data-outbox]")).to_be_hidden()
    assert lost == [200]
    assert Match.objects.get(pk=match.pk).hand_count == 1


@pytest.mark.parametrize("offline", [False, True], ids=["at once", "without a network"])
def test_a_hand_of_a_match_that_was_taken_back_meanwhile_is_told_so(
    offline: bool, match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.context.set_offline(offline)
    page.keyboard.type("b305m")
    match.delete()
    page.keyboard.press("Enter")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_a_waiting_hand_outlives_the_page(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.context.set_offline(True)
    page.keyboard.type("b305m")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outbox]")).to_be_visible()
    context = page.context
    page.close()
    context.set_offline(False)
    again = context.new_page()
    opened(again, match)
    expect(again.locator("#match-hands")).to_contain_text("fives")
    expect(again.locator("#entry-title")).to_contain_text("Hand 2")
    assert Match.objects.get(pk=match.pk).hand_count == 1


def sign_in_as(context: BrowserContext, user: User, url: str) -> None:
    """Somebody else at the same browser."""
    context.clear_cookies()
    context.add_cookies([session_cookie(user, url)])


def test_another_who_signs_in_here_never_sends_a_hand_as_his_own(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor, live_server: Any
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.context.set_offline(True)
    page.keyboard.type("b305m")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outbox]")).to_be_visible()
    context = page.context
    page.close()
    context.set_offline(False)
    sign_in_as(context, scorer, live_server.url)
    theirs = context.new_page()
    opened(theirs, match)
    waiting = theirs.get_by_text("A hand that organiser typed here is waiting in this browser.")
    expect(waiting).to_be_visible()
    expect(theirs.locator("[data-outbox]")).to_be_hidden()
    theirs.wait_for_timeout(2_500)  # longer than between two tries to send
    assert not Hand.objects.exists()
    theirs.keyboard.type("a316m")
    theirs.keyboard.press("Enter")
    expect(theirs.locator("#entry-title")).to_contain_text("Hand 2")
    expect(waiting).to_be_visible()
    theirs.close()
    sign_in_as(context, organiser, live_server.url)
    second_page = context.new_page()
    opened(second_page, match)
    mine = second_page.get_by_role("button", name="Mine is a different hand: record it as hand 2")
    expect(mine).to_be_visible(timeout=10_000)
    assert [revision.author for revision in HandRevision.objects.all()] == [scorer]


def test_a_hand_that_finds_the_disk_full_waits_until_there_is_room(
    match: Match, organiser: User, signed_in_page: PageFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_arguments: Any) -> None:
        raise OperationalError("database or disk is full") from full_disk()

    page = signed_in_page(organiser)
    opened(page, match)
    with monkeypatch.context() as full:
        full.setattr("scoring.views.hands.hand_record", refuse)
        page.keyboard.type("b305m")
        page.keyboard.press("Enter")
        expect(page.get_by_text("The disk is full.")).to_be_visible()
        expect(page.locator("[data-outbox]")).to_contain_text("1 hand waiting")
        expect(line_of(page)).to_have_value("b305m")
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Match.objects.get(pk=match.pk).hand_count == 1


def test_a_hand_typed_after_being_signed_out_is_sent_after_signing_in(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type("b305m")
    page.context.clear_cookies(name="sessionid")
    page.keyboard.press("Enter")
    page.get_by_label("Username").fill("organiser")
    page.get_by_label("Password").fill("a long enough word")
    page.keyboard.press("Enter")
    expect(page.locator("#match-hands")).to_contain_text("fives")
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    assert Match.objects.get(pk=match.pk).hand_count == 1


def test_dominoes_are_dealt_and_played_by_tapping(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=360)
    opened(page, match, "?mode=full")
    line_of(page).fill("b305")
    page.get_by_text("Hand of Bea").first.click()
    for piece in ("double 5", "6-5"):
        page.get_by_role("checkbox", name=piece).locator("visible=true").check()
    expect(page.locator("[data-dealt]").nth(1)).to_have_text("2/7")
    page.get_by_text("Hand of Ann").first.click()
    gone = page.locator("[name=deal_0][value='5-5']")
    expect(gone).to_be_disabled()
    for piece in ("5-5", "5-0", "1-0", "1-1", "6-5"):
        page.locator(f"[data-play='{piece}']").click()
    expect(page.locator("[name=plays_0]")).to_have_value("5-5 5-0 1-0 1-1")
    expect(page.locator("[name=plays_1]")).to_have_value("6-5")
    expect(page.locator("[data-play='5-5']")).to_be_disabled()
    expect(page.locator(".tricks")).to_contain_text("Carl")
    page.get_by_role("button", name="Take the last one back").click()
    expect(page.locator("[name=plays_1]")).to_have_value("")


def test_nobody_objects_to_what_is_wrong_and_to_two_versions_of_a_hand(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    record(match, organiser)
    page = signed_in_page(organiser)
    opened(page, match, "?mode=quick")
    line_of(page).fill("b30d")
    line_of(page).press("Enter")
    expect(page.locator("#id_contract_error")).to_be_visible()
    for screen in on_screens(page):
        assert violations(page) == [], screen
    line_of(page).fill("b305m")
    record(match, organiser, bidder=1)
    line_of(page).press("Enter")
    expect(page.locator(".version--theirs")).to_be_visible()
    for screen in on_screens(page):
        assert violations(page) == [], screen
        assert sticks_out(page) <= 0, screen


def test_the_page_of_a_viewer_follows_the_match_by_itself(
    match: Match, organiser: User, viewer: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(viewer)
    page.goto(address(match))
    record(match, organiser, bidder=1, bid="2m")
    expect(page.locator("#match-hands")).to_contain_text("2 marks")
    expect(page.locator("#match-aside")).to_contain_text("Hand 2")
    assert violations(page) == []
