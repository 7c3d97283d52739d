"""A round on phones and at the desk, with and without the laptop; each page as people use it."""

import datetime
import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, Response, expect

from clubs.models import Club, User
from clubs.services.players import players_add_many
from scoring.models import Hand, HandRevision
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.seeing import contrast_violations, sticks_out, texts_astray, violations
from tests.tournaments.conftest import match_of, record
from tournaments.events.models import Event, WhoWrites
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create, event_update
from tournaments.events.services.rounds import round_begin, rounds_plan
from tournaments.phones.selectors.table_access import sitters_at, table_path, table_token
from tournaments.phones.services.table_access import device_send_away, table_renew, table_withdraw
from tournaments.phones.views import phone_worker

NAMES = [
    *("Siobhán O'Flaherty-Montgomery", "Bo Lindström", "Nguyễn Thị Minh Khai", "Ольга"),
    *("Ada", "Ben", "Cleo", "Dan"),
]
PHONE = {"width": 390, "height": 844, "touch": True}
KINDS: dict[str, tuple[dict[str, Any], int]] = {
    "texas42": ({"preset": "marks"}, 2),
    "pandoeren": ({"hands": 2}, 1),
    "dummy_spades": ({"preset": "short"}, 1),
}


def evening(
    club: Club, owner: User, game: str = "texas42", tables: int = 1, **settings: Any
) -> Event:
    """One table or two at which players write and the other side confirms each hand.

    ``own`` are rules besides the usual ones.
    """
    rules, together = KINDS[game]
    count = 3 if game == "dummy_spades" else 4 * tables
    players = players_add_many(club=club, names=NAMES[:count])
    event = event_create(
        club=club,
        date=datetime.date(2026, 11, 20),
        created_by=owner,
        name="Night",
        game=game,
        rules=rules | settings,
        who_writes=WhoWrites.CONFIRMED,
    )
    lineups = [players[at : at + together] for at in range(0, len(players), together)]
    entries_add(event=event, lineups=lineups)
    rounds_plan(event=event)
    round_begin(round=event.rounds.order_by("number")[0])
    return event


def let_in(page: Page, event: Event, place: int, number: int = 1) -> Page:
    """The page of a table, once its player has said who he is."""
    page.goto(table_path(event, number))
    page.get_by_role("button", name=sitters_at(event, number)[place].name).click()
    expect(page.locator("h1")).to_contain_text(f"Table {number}")
    page.wait_for_load_state()
    return page


def tap(page: Page, *answers: str) -> None:
    """Answer the questions one after the other; each opens the next."""
    for answer in answers:
        step = page.locator("details[data-step][open]")
        step.get_by_role("radio", name=answer, exact=True).check()


def write(page: Page, bidder: str, result: str = "Made") -> None:
    """Write the next hand, for thirty with fives as trumps."""
    tap(page, bidder, "30", "fives", result)
    page.locator("[data-entry] [type=submit]").click()


def agree(page: Page) -> None:
    """Say that what another side wrote is right."""
    page.get_by_role("button", name="Right", exact=True).click()


def looked_at(*pages: Page) -> None:
    """Nobody who sees, hears or touches these pages objects to anything."""
    for page in pages:
        assert violations(page) == []
        assert contrast_violations(page) == []
        assert sticks_out(page) == 0


@pytest.mark.parametrize("game", KINDS)
def test_record_is_in_sight_and_every_target_is_large(
    game: str, live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = evening(club, owner, game)
    page = signed_in_page(None, width=390, height=844, touch=True, dark=True)
    let_in(page, event, 1)
    steps = page.locator("details[data-step]")
    for number in range(steps.count()):
        if steps.nth(number).get_attribute("open") is None:
            steps.nth(number).locator("summary").click()
        expect(page.get_by_role("button", name="Record hand 1")).to_be_in_viewport(ratio=1)
        expect(page.locator("#entry-preview")).to_be_in_viewport(ratio=1)
        expect(steps.nth(number).locator(".pickchip").first).to_be_in_viewport(ratio=1)
        assert page.evaluate(SMALL) == [], number
        assert sticks_out(page) == 0
    assert violations(page) == []
    for code in ("en", "nl", "fa", "ja"):
        page.goto(f"/t/table/?language={code}")
        assert texts_astray(page) == [], code


SMALL = """() => [...document.querySelectorAll("#entry .pickchip, #entry summary, #entry button")]
  .filter(one => one.checkVisibility())
  .filter(one => {
    const { width, height } = one.getBoundingClientRect();
    return height < 44 || width < 44;
  })
  .map(one => one.textContent.trim())"""


WORKER_COPY = """async () => {
  const tag = page => page.getElementById("entry")?.dataset.tag;
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    const kept = await caches.match("/t/table/offline/", { ignoreVary: true });
    const page = new DOMParser().parseFromString((await kept?.text()) ?? "", "text/html");
    if (navigator.serviceWorker.controller && tag(page) === tag(document)) return true;
    await new Promise(done => setTimeout(done, 50));
  }
}"""


def wait_for_worker_copy(page: Page) -> None:
    """Wait until the worker has the page as it is shown, and its files."""
    assert page.evaluate(WORKER_COPY)


def lose_the_network(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator("[data-connection]")).to_be_visible()  # it moves what is tapped


def test_a_round_is_played_on_four_phones_with_a_desk_and_a_fifth_that_may_not(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = evening(club, owner, tables=2, target=3)
    names = [player.name for player in sitters_at(event, 1)]
    writer = let_in(signed_in_page(None, **PHONE, forced=True), event, 0)
    away = let_in(signed_in_page(None, **PHONE, worker=True), event, 1)
    agreeing = let_in(signed_in_page(None, **PHONE, dark=True), event, 2)
    objecting = let_in(signed_in_page(None, **PHONE, contrast=True), event, 3)
    desk = signed_in_page(owner, width=1366, dark=True)
    desk.goto(reverse("event-desk", args=[club.slug, event.pk]))
    state = desk.locator(".hall__table").first

    # One writes and one of the other side confirms.
    tap(writer, names[0], "30", "fives", "Made")
    expect(writer.locator("#entry-preview")).to_contain_text("fives: made")
    writer.get_by_role("button", name="Record hand 1").click()
    expect(writer.locator("#question-title")).to_have_text("Waiting for the other side")
    expect(writer.locator("#phone-status")).to_have_text("Hand 1 has been recorded.")
    expect(state).to_contain_text("to be confirmed")
    agree(agreeing)
    expect(writer.locator("#entry")).to_contain_text("Hand 2")

    # One disputes; the desk comes and settles it.
    write(writer, names[2], "Set")
    expect(objecting.locator(".phone__question")).to_contain_text("fives: set")
    objecting.get_by_text("Not right", exact=True).click()
    objecting.get_by_label("What is not right?").fill("We made it")
    objecting.get_by_role("button", name="Report that it is not right").click()
    expect(objecting.locator("#entry")).to_contain_text("Disputed")
    expect(state).to_contain_text("We made it")
    away.get_by_role("button", name="Call the director").click()
    expect(desk.locator("#calls-title")).to_be_visible()
    looked_at(objecting, desk)
    desk.get_by_role("button", name="On the way").click()
    expect(away.locator(".phone__foot")).to_contain_text("The director is on the way.")
    desk.get_by_role("button", name="Keep it as recorded").click()
    expect(away.locator("#entry")).to_contain_text("Hand 3")

    # One loses the network, goes on without it, and comes back with two hands.
    wait_for_worker_copy(away)
    lose_the_network(away)
    away.reload()
    expect(away.locator("[data-connection]")).to_be_visible()
    waiting = away.locator("[data-hands]")
    write(away, names[2])
    expect(away.locator("[data-entry] h2")).to_have_text(re.compile(r"Hand 4\s+\S.* shakes"))
    write(away, names[0])
    away.get_by_role("button", name="Call the director").click()
    expect(away.locator("[data-connection]")).to_be_visible()
    expect(waiting.locator("summary")).to_have_text(
        re.compile(r"Not sent to the laptop yet: 2 \(hand 3, 4\)")
    )
    waiting.locator("summary").click()
    expect(waiting.get_by_text("does not know the score")).to_be_visible()
    assert violations(away) == []
    assert sticks_out(away) == 0
    assert Hand.objects.count() == 2
    away.context.set_offline(False)
    agree(objecting)
    expect(waiting).to_be_hidden()
    expect(agreeing.locator(".phone__question")).to_contain_text(f"{names[0]}, 30")
    agree(agreeing)
    expect(writer.locator("#entry")).to_contain_text("It has not begun yet.")
    expect(state).to_contain_text("finished")
    written = HandRevision.objects.order_by("pk").values_list("hand__number", "device")
    assert list(written) == [(1, 1), (2, 1), (3, 2), (4, 2)]

    fifth_phone(let_in(signed_in_page(None, **PHONE), event, 0, number=2), event)
    after(event, owner)
    desk.get_by_role("link", name="To the rounds").click()
    desk.get_by_role("button", name="Begin round 2").click()
    for phone, name in zip((writer, away, agreeing, objecting), names, strict=True):
        expect(phone.locator("h1")).to_contain_text("Round 2")
        expect(phone.locator(".phone__foot")).to_contain_text(name)
        expect(phone.get_by_role("button", name="Record hand 1")).to_be_visible()


def after(event: Event, owner: User) -> None:
    """The scorer writes the rest of table 2."""
    match = match_of(event, 1, 2)
    for _hand in range(2):
        match.refresh_from_db()
        hand = record(match.next_dealer, 0)
        hand_record(match_id=match.pk, record=hand, author=owner)


def fifth_phone(page: Page, event: Event) -> None:
    """Try what a phone at table 2 may not; be sent away with a hand that waits, and come back."""
    slug, path = event.club.slug, table_path(event, 2)
    other = event_create(
        club=event.club, date=event.date, created_by=event.created_by, name="Other", rules={}
    )
    event_update(event=other, who_writes=WhoWrites.PLAYERS)
    match = match_of(event, 1, 1)
    for address in (
        path.replace("/2/", "/1/"),
        reverse("table-join", args=[other.pk, 2, table_token(event, 2)]),
        reverse("events", args=[slug]),
        reverse("event-desk", args=[slug, event.pk]),
        reverse("match", args=[slug, match.pk]),
        reverse("api-matches-detail", args=[slug, match.pk]),
    ):
        assert page.request.get(address, max_redirects=0).status == 404, address
    token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    sent: dict[str, str | float | bool] = {"match": str(match.pk), "csrfmiddlewaretoken": token}
    assert page.request.post(reverse("phone-hand"), form=sent).status == 404

    lose_the_network(page)
    write(page, sitters_at(event, 2)[0].name)
    device_send_away(device=event.guest_devices.get(number=5))
    table_withdraw(event=event, number=2)
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("This phone has not joined a table")
    waiting = page.locator("[data-hands]")
    expect(waiting.get_by_text("It is sent once that name is chosen here again.")).to_be_visible()
    assert page.request.get(path).status == 404
    assert not Hand.objects.filter(match__game_of__table__number=2).exists()

    table_renew(event=event, number=2)
    page.goto(table_path(event, 2, event.table_accesses.get(number=2)))
    page.get_by_role("button", name=sitters_at(event, 2)[0].name).click()
    expect(page.locator("#question-title")).to_have_text("Waiting for the other side")
    page.get_by_role("link", name=f"I am {sitters_at(event, 2)[2].name}").click()
    agree(page)
    expect(page.locator("#entry")).to_contain_text("Hand 2")


# The names of the caches and the states of the workers, once the old cache is gone or time is over.
RELEASED = """async ([old]) => {
  for (const until = Date.now() + 30_000;;) {
    const names = await caches.keys();
    const registration = await navigator.serviceWorker.getRegistration();
    const {installing, waiting, active} = registration;
    const states = [installing, waiting, active].map(worker => worker?.state);
    if (names.length === 1 && names[0] !== old || Date.now() > until) return [names, states];
    await new Promise(done => setTimeout(done, 50));
  }
}"""


def test_a_new_release_reaches_a_phone_on_which_a_hand_waits(
    live_server: Any,
    club: Club,
    owner: User,
    signed_in_page: PageFor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The old files are gone, the page opens with the new ones, and the hand is recorded once."""
    event = event_update(event=evening(club, owner), who_writes=WhoWrites.PLAYERS)
    page = let_in(signed_in_page(None, **PHONE, worker=True), event, 0)
    wait_for_worker_copy(page)
    old = page.evaluate("caches.keys()")
    assert len(old) == 1
    lose_the_network(page)
    write(page, sitters_at(event, 1)[0].name)
    expect(page.locator("[data-hands] li")).to_have_count(1)

    monkeypatch.setattr(phone_worker, "OTHERS", (*phone_worker.OTHERS, "js/print.js"))
    page.context.set_offline(False)
    page.reload()
    names, states = page.evaluate(RELEASED, old)
    assert len(names) == 1, states
    assert names != old, states
    expect(page.locator("[data-entry] h2")).to_contain_text("Hand 2")
    wait_for_worker_copy(page)
    lose_the_network(page)
    page.reload()
    expect(page.locator("[data-entry] h2")).to_contain_text("Hand 2")
    assert [hand.number for hand in Hand.objects.all()] == [1]
    assert HandRevision.objects.count() == 1


def test_a_phone_without_a_service_worker_says_that_it_needs_the_laptop_in_reach(
    live_server: Any,
    club: Club,
    owner: User,
    signed_in_page: PageFor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening(club, owner)
    page = let_in(signed_in_page(None, **PHONE, worker=True), event, 0)
    wait_for_worker_copy(page)
    sentence = page.get_by_text("This page works only with the laptop in reach.")
    expect(sentence).to_be_hidden()
    monkeypatch.setattr(phone_worker, "OTHERS", ("js/missing.js",))
    without = let_in(signed_in_page(None, **PHONE, worker=True), event, 1)
    expect(without.get_by_text("This page works only with the laptop in reach.")).to_be_visible()
    looked_at(without)


def test_two_phones_that_both_wrote_without_the_laptop_end_in_the_conflict_view(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = event_update(event=evening(club, owner, target=2), who_writes=WhoWrites.PLAYERS)
    names = [player.name for player in sitters_at(event, 1)]
    first, second = (signed_in_page(None, **PHONE) for _phone in range(2))
    for page, place in ((first, 0), (second, 2)):
        with page.expect_response("**/t/table/offline/"):  # the forms of the hands to come
            let_in(page, event, place)
    for page, bidder, hands in ((first, names[0], 2), (second, names[2], 3)):
        lose_the_network(page)
        for number in range(1, hands + 1):
            expect(page.get_by_role("button", name=f"Record hand {number}")).to_be_visible()
            write(page, bidder)
        expect(page.locator("[data-hands] li")).to_have_count(hands)
    first.context.set_offline(False)
    expect(first.locator("#entry")).to_contain_text("Nothing more to record here.")
    written = list(HandRevision.objects.order_by("pk").values_list("hand__number", "device"))
    assert written == [(1, 1), (2, 1)]

    second.context.set_offline(False)
    second.on("dialog", lambda dialog: dialog.accept())
    waiting = second.locator("[data-hands]")
    for _number in (1, 2):  # one question, with its answers in sight
        expect(second.locator("#entry")).to_contain_text("Yours, not saved")
        expect(second.get_by_role("button", name="record it as hand 3")).to_be_in_viewport()
        theirs = second.get_by_role("link", name="Theirs is right: discard mine")
        expect(theirs).to_be_in_viewport()
        expect(second.locator(".phone__question")).to_have_count(0)
        looked_at(second)
        theirs.click()
    expect(second.locator("#entry")).to_contain_text("The match is already over.")
    look = waiting.get_by_role("button", name="Check it")
    expect(look).to_have_count(1)
    look.click()
    waiting.get_by_role("button", name="Delete it").click()
    expect(waiting).to_be_hidden()
    expect(second.locator("#entry")).to_contain_text("Nothing more to record here.")
    assert list(HandRevision.objects.values_list("hand__number", "device")) == written


def test_a_table_is_played_without_javascript(
    live_server: Any, club: Club, owner: User, browser: Browser
) -> None:
    event = evening(club, owner)
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = let_in(context.new_page(), event, 0)
    for number, answer in enumerate((sitters_at(event, 1)[0].name, "30", "fives", "Made")):
        step = page.locator("details[data-step]").nth(number)
        if step.get_attribute("open") is None:
            step.locator("summary").click()
        step.get_by_role("radio", name=answer, exact=True).check()
    page.get_by_role("button", name="Check first").click()
    expect(page.locator("#entry-preview")).to_contain_text("fives: made")
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#question-title")).to_have_text("Waiting for the other side")
    context.close()
    assert Hand.objects.count() == 1


def sent_hands(page: Page) -> list[int]:
    """The statuses of the hands that a page sends from now on."""
    statuses: list[int] = []

    def note(answer: Response) -> None:
        if answer.url.endswith("/t/table/hand/"):
            statuses.append(answer.status)

    page.on("response", note)
    return statuses


def write_without_the_laptop(page: Page, bidder: str, hands: int) -> None:
    lose_the_network(page)
    for number in range(1, hands + 1):
        expect(page.get_by_role("button", name=f"Record hand {number}")).to_be_visible()
        write(page, bidder)
    expect(page.locator("[data-hands] li")).to_have_count(hands)


def test_after_an_outage_the_question_is_on_screen_and_further_hands_wait_for_its_answer(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = evening(club, owner)
    names = [player.name for player in sitters_at(event, 1)]
    writer, other = (signed_in_page(None, **PHONE) for _phone in range(2))
    with writer.expect_response("**/t/table/offline/"):
        let_in(writer, event, 0)
    let_in(other, event, 2)
    sent = sent_hands(writer)
    write_without_the_laptop(writer, names[0], 3)
    writer.context.set_offline(False)
    waiting = writer.locator("[data-hands]")
    for number in (1, 2, 3):
        expect(other.locator(".phone__question")).to_contain_text("is this right?")
        expect(other.locator(".phone__question li")).to_have_attribute("value", str(number))
        question = writer.locator(".phone__question")
        expect(question).to_contain_text("Waiting for the other side")
        expect(question.locator("li")).to_have_attribute("value", str(number))
        if number < 3:
            expect(waiting.locator("li")).to_have_count(3 - number)
            waiting.locator("summary").click()
            expect(waiting).to_contain_text("as soon as both sides agree")
            writer.wait_for_timeout(3_000)  # longer than two rounds of sending
            looked_at(writer)
            waiting.locator("summary").click()
        assert sent == [200] * number
        agree(other)
    expect(waiting).to_be_hidden()
    expect(writer.locator("[data-entry] h2")).to_contain_text("Hand 4")
    assert sent == [200, 200, 200]
    assert [hand.number for hand in Hand.objects.all()] == [1, 2, 3]


def test_the_only_phone_of_a_table_is_handed_over_while_hands_wait_on_it(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = evening(club, owner)
    names = [player.name for player in sitters_at(event, 1)]
    page = signed_in_page(None, **PHONE)
    with page.expect_response("**/t/table/offline/"):
        let_in(page, event, 0)
    sent = sent_hands(page)
    write_without_the_laptop(page, names[0], 2)
    page.context.set_offline(False)
    for _hand in range(2):
        page.get_by_role("link", name=f"I am {names[2]}").click()
        agree(page)
    expect(page.locator("[data-hands]")).to_be_hidden()
    expect(page.locator("[data-entry] h2")).to_contain_text("Hand 3")
    assert sent == [200, 200]


def test_a_question_that_opens_while_a_hand_is_typed_is_shown_and_the_hand_stays(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = evening(club, owner)
    names = [player.name for player in sitters_at(event, 1)]
    writer, other = (let_in(signed_in_page(None, **PHONE), event, place) for place in (0, 2))
    tap(other, names[2], "31")
    write(writer, names[0])
    expect(other.locator(".phone__question")).to_contain_text("is this right?")
    expect(other.locator("[data-overtaken]")).to_be_visible()
    typed = other.locator("[data-step]").first.locator("[data-answer]")
    expect(typed).to_have_text(names[2])
    looked_at(other)


def test_a_hand_recorded_too_early_asks_for_the_rest_and_is_not_said_to_be_unsent(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = event_update(event=evening(club, owner), who_writes=WhoWrites.PLAYERS)
    page = let_in(signed_in_page(None, **PHONE), event, 0)
    tap(page, sitters_at(event, 1)[0].name, "30", "fives")
    page.locator("[data-entry] [type=submit]").click()
    expect(page.locator("#entry")).to_contain_text("Made or set?")
    expect(page.locator("[data-hands]")).to_be_hidden()
    tap(page, "Made")
    page.locator("[data-entry] [type=submit]").click()
    expect(page.locator("[data-entry] h2")).to_contain_text("Hand 2")


def test_a_refused_hand_is_not_looked_at_in_place_of_one_that_is_being_typed(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = event_update(event=evening(club, owner), who_writes=WhoWrites.PLAYERS)
    names = [player.name for player in sitters_at(event, 1)]
    page = signed_in_page(None, **PHONE)
    with page.expect_response("**/t/table/offline/"):
        let_in(page, event, 0)
    write_without_the_laptop(page, names[0], 1)
    expect(page.get_by_role("button", name="Record hand 2")).to_be_visible()
    tap(page, names[1], "31")
    match = match_of(event, 1, 1)
    hand_record(match_id=match.pk, record=record(match.next_dealer, 0), author=owner)
    page.context.set_offline(False)
    waiting = page.locator("[data-hands]")
    for name in ("Check it", "Delete it"):
        waiting.get_by_role("button", name=name).click()
        expect(waiting).to_contain_text("Record the hand that you are typing first")
        expect(page.locator("[data-step] [data-answer]").nth(1)).to_have_text("31")
    # The news of the other's hand has come: nothing moves under a finger any more.
    expect(page.locator("#entry")).to_have_attribute("data-next", "2")
    tap(page, "fives", "Made")
    page.locator("[data-entry] [type=submit]").click()
    # Nothing is typed any more: the phone asks about the first of those that wait by itself.
    expect(page.locator("#entry")).to_contain_text("Yours, not saved")
