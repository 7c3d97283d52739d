"""What is typed, chosen and in focus while an answer is on its way is there once it has come."""

import datetime
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from clubs.models import Club, User
from scoring.models import BestPlay, Hand, Match
from scoring.services.best_play import best_play_compute
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.match_page import line_of, opened
from tests.browser.seeing import violations
from tests.browser.test_match_page import match, record
from tests.browser.test_phones import PHONE, evening, let_in, tap, write
from tests.scoring.best_play_hands import whole_hand
from tests.tournaments.conftest import match_of
from tournaments.events.models import Event, EventState, WhoWrites
from tournaments.events.services.events import event_create, event_update
from tournaments.phones.selectors.table_access import sitters_at

__all__ = ["match"]


class Slow:
    """Requests to an address that are held until the test lets them go on.

    Begun before the page opens: a request that Chromium sends just after it was told to intercept
    may go past the interception.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.held = page, list[Route]()
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        self.held.append(route)

    def came(self) -> None:
        """Wait until a request is on its way."""
        while not self.held:
            self.page.wait_for_timeout(10)

    def go(self) -> None:
        self.came()
        self.held.pop(0).continue_()


HANDS = "**/hands/"


def send(page: Page, line: str) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")


def test_a_line_typed_while_a_hand_is_on_its_way_stands_in_the_line_afterwards(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    slow = Slow(page, HANDS)
    opened(page, match)
    send(page, "b305m")
    slow.came()
    page.keyboard.type("c31 6 x")
    slow.go()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    expect(line_of(page)).to_have_value("c31 6 x")
    expect(line_of(page)).to_be_focused()
    expect(page.locator("#entry-preview")).to_contain_text("Carl, 31, sixes: set")
    page.keyboard.press("Enter")
    slow.go()
    expect(page.locator("#entry-title")).to_contain_text("Hand 3")
    outcomes = Hand.objects.order_by("number").values_list("verdict__outcome", flat=True)
    assert list(outcomes) == ["made", "set"]


def test_lines_entered_while_a_hand_is_on_its_way_wait_in_sight_and_are_recorded_in_turn(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, dark=True)
    slow = Slow(page, HANDS)
    opened(page, match)
    for line in ("b305m", "c316x", "p"):
        send(page, line)
    page.keyboard.type("d30")
    page.wait_for_timeout(300)  # a preview would be asked for by now
    expect(page.locator("#entry-preview .problem")).to_have_count(0)
    expect(page.locator("[data-waiting]")).to_contain_text("c316xp")
    expect(page.locator("[data-waiting]")).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    for number in (2, 3, 4):
        slow.go()
        expect(page.locator("#entry-title")).to_contain_text(f"Hand {number}")
    expect(line_of(page)).to_have_value("d30")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    outcomes = Hand.objects.order_by("number").values_list("verdict__outcome", flat=True)
    assert list(outcomes) == ["made", "set", "passed_out"]


def test_a_line_waits_until_what_is_wrong_with_the_hand_before_it_is_mended(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    slow = Slow(page, HANDS)
    opened(page, match)
    send(page, "b30d")
    slow.came()
    page.keyboard.type("c316x")
    slow.go()
    expect(page.locator("#id_contract_error")).to_be_visible()
    expect(line_of(page)).to_have_value("b30d")
    expect(page.locator("[data-waiting]")).to_contain_text("c316x")
    page.keyboard.press("Backspace")
    send(page, "5m")
    slow.go()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    expect(line_of(page)).to_have_value("c316x")
    expect(page.locator("[data-waiting]")).to_be_hidden()


def test_a_line_typed_after_the_last_hand_is_shown_and_not_recorded(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    for _hand in range(6):
        record(match, organiser)
    page = signed_in_page(organiser)
    slow = Slow(page, HANDS)
    opened(page, match)
    for line in ("a305m", "c316x"):
        send(page, line)
    slow.go()
    expect(page.locator("#entry-title")).to_contain_text("The match is over")
    expect(page.locator("[data-waiting]")).to_contain_text("c316x")
    assert Hand.objects.count() == 7
    page.get_by_role("button", name="Discard it").click()
    expect(page.locator("[data-waiting]")).to_be_hidden()


def test_lines_wait_while_the_server_is_away_and_the_hand_before_them_is_not_lost(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    is_away = True
    page.route(HANDS, lambda route: route.abort() if is_away else route.continue_())
    opened(page, match)
    send(page, "b305m")
    expect(page.locator("[data-outbox]")).to_be_visible()
    send(page, "c316x")
    page.keyboard.type("d31")
    expect(page.locator("[data-waiting]")).to_contain_text("c316x")
    is_away = False
    expect(page.locator("#entry-title")).to_contain_text("Hand 3")
    expect(line_of(page)).to_have_value("d31")
    outcomes = Hand.objects.order_by("number").values_list("verdict__outcome", flat=True)
    assert list(outcomes) == ["made", "set"]


def test_what_is_typed_while_another_scorers_hand_arrives_stays_with_its_caret(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    slow = Slow(page, "**/entry/**")
    opened(page, match)
    record(match, scorer)
    slow.came()
    page.keyboard.type("c316x")
    for _key in range(2):
        page.keyboard.press("ArrowLeft")
    slow.go()
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    expect(line_of(page)).to_have_value("c316x")
    page.keyboard.type("0")
    expect(line_of(page)).to_have_value("c3106x")


def test_what_is_chosen_while_another_mode_arrives_is_kept(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    slow = Slow(page, "**/entry/**")
    opened(page, match)
    page.get_by_role("radio", name="Bea").check()
    page.get_by_role("link", name="Whole hand").click()
    slow.came()
    page.get_by_role("radio", name="31", exact=True).check()
    page.get_by_role("radio", name="Carl").check()
    slow.go()
    expect(page.locator("[name=plays_0]")).to_be_visible()
    expect(page.get_by_role("radio", name="Carl")).to_be_checked()
    expect(page.get_by_role("radio", name="31", exact=True)).to_be_checked()


def test_focus_and_place_stay_where_they_were_when_the_hands_are_renewed(
    match: Match, organiser: User, scorer: User, signed_in_page: PageFor
) -> None:
    record(match, scorer)
    page = opened(signed_in_page(organiser), match)
    link = page.get_by_role("link", name="Correct hand 1")
    link.focus()
    record(match, scorer)
    expect(page.get_by_role("link", name="Correct hand 2")).to_be_visible()
    expect(page.get_by_role("link", name="Correct hand 1")).to_be_focused()


def test_a_field_of_a_page_that_renews_itself_keeps_what_was_chosen_and_typed_there(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = event_update(event=evening(club, owner, tables=2), round_minutes=40)
    page = signed_in_page(owner)
    page.goto(reverse("event", args=[club.slug, event.pk]))
    page.get_by_label("Minutes").fill("25")
    page.locator("h1").click()
    with page.expect_response(lambda answer: "/live/" in answer.url and answer.status == 200):
        record(match_of(event, 1, 1), owner)
    expect(page.locator(".hall__table").first).to_contain_text("hand 2")
    expect(page.get_by_label("Minutes")).to_have_value("25")


def test_an_option_typed_while_a_preset_arrives_is_kept(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = event_create(
        club=club, date=datetime.date(2026, 11, 20), created_by=owner, name="Night", rules={}
    )
    page = signed_in_page(owner)
    slow = Slow(page, "**/rules/?*")
    page.goto(reverse("event-rules", args=[club.slug, event.pk]))
    page.locator("#stakes > summary").click()
    page.get_by_role("radio", name="250 points").check()
    slow.came()
    page.get_by_label("for each time set").fill("0.25")
    slow.go()
    expect(page.locator("#options .folded__now")).to_contain_text("250")
    expect(page.get_by_label("for each time set")).to_have_value("0.25")
    expect(page.get_by_label("for each time set")).to_be_focused()
    expect(page.get_by_label("for each time set")).to_be_visible()


def test_a_bid_chosen_while_the_value_of_another_arrives_is_kept(
    live_server: Any, club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    event = evening(club, organiser)
    hand = whole_hand(dealer=0)
    number = hand_record(match_id=match_of(event, 1, 1).pk, record=hand, author=organiser).hand.pk
    Event.objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    page = signed_in_page(organiser)
    page.goto(f"{reverse('bidding', args=[club.slug])}?hand={number}&seat=1&bid=31&declaration=5")
    expect(page.locator("#worth")).to_contain_text("being worked out")
    page.get_by_label("Bid").select_option("35")
    page.get_by_label("Contract", exact=True).select_option(label="sixes")
    page.get_by_label("Contract", exact=True).focus()
    for row in BestPlay.objects.all():
        best_play_compute(digest=row.digest)
    expect(page.locator("#worth")).to_contain_text("Best at your place")
    expect(page.get_by_label("Bid")).to_have_value("35")
    expect(page.get_by_label("Contract", exact=True)).to_be_focused()
    assert violations(page) == []


def test_answers_given_on_a_phone_while_its_last_hand_is_on_its_way_are_kept(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = event_update(event=evening(club, owner), who_writes=WhoWrites.PLAYERS)
    names = [player.name for player in sitters_at(event, 1)]
    page = signed_in_page(None, **PHONE)
    slow = Slow(page, "**/t/table/hand/")
    with page.expect_response("**/t/table/offline/"):  # the forms of the hands to come
        let_in(page, event, 0)
    write(page, names[0])
    slow.came()
    assert page.locator("[data-entry]").evaluate("form => form.inert")  # what is tapped is not lost
    expect(page.locator("[data-entry] h2")).to_contain_text("Hand 2")
    tap(page, names[2], "31")
    slow.go()
    expect(page.locator("[data-hands]")).to_be_hidden()
    expect(page.locator("#entry-preview")).to_contain_text("31")
    expect(page.locator("[data-answer]").nth(1)).to_have_text("31")
    tap(page, "sixes", "Set")
    page.get_by_role("button", name="Record hand 2").click()
    slow.go()
    expect(page.locator("#entry")).to_contain_text("Hand 3")
    assert [hand.number for hand in Hand.objects.order_by("number")] == [1, 2]
