"""A round on two phones and a desk: one writes, one confirms or disputes, the organiser settles."""

import datetime
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from clubs.models import Club, User
from clubs.services.players import players_add_many
from scoring.models import Hand, HandRevision
from tests.browser.conftest import PageFor
from tests.browser.seeing import sticks_out, violations
from tournaments.models import Event, WhoWrites
from tournaments.selectors.table_access import sitters_at, table_path
from tournaments.services.entries import entries_add
from tournaments.services.events import event_create, event_update
from tournaments.services.rounds import round_begin, rounds_plan

NAMES = ["Siobhán O'Flaherty-Montgomery", "Bo Lindström", "Nguyễn Thị Minh Khai", "Ольга"]
KINDS = {
    "texas42": ({"preset": "marks"}, 2),
    "pandoeren": ({"hands": 2}, 1),
    "dummy_spades": ({"preset": "short"}, 1),
}


def evening(club: Club, owner: User, game: str = "texas42") -> Event:
    """One table at which players write and the other side confirms each hand."""
    rules, together = KINDS[game]
    players = players_add_many(club=club, names=NAMES[: 3 + (game != "dummy_spades")])
    event = event_create(
        club=club,
        date=datetime.date(2026, 11, 20),
        created_by=owner,
        name="Night",
        game=game,
        rules=rules,
        who_writes=WhoWrites.CONFIRMED,
    )
    lineups = [players[at : at + together] for at in range(0, len(players), together)]
    entries_add(event=event, lineups=lineups)
    rounds_plan(event=event)
    round_begin(round=event.rounds.order_by("number")[0])
    return event


def let_in(page: Page, event: Event, place: int) -> Page:
    """The page of a table, once its player has said who he is."""
    page.goto(table_path(event, 1))
    page.get_by_role("button", name=sitters_at(event, 1)[place].name).click()
    expect(page.locator("h1")).to_contain_text("Table 1")
    return page


def tap(page: Page, *answers: str) -> None:
    """Answer the questions one after the other; each opens the next."""
    for answer in answers:
        step = page.locator("details[data-step][open]")
        step.get_by_role("radio", name=answer, exact=True).check(force=True)


@pytest.mark.parametrize("dark", [False, True])
def test_one_writes_another_confirms_and_disputes_and_the_desk_settles(
    dark: bool, live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = evening(club, owner)
    phone = {"width": 390, "height": 844, "touch": True, "dark": dark}
    writer = let_in(signed_in_page(None, **phone), event, 0)
    other = let_in(signed_in_page(None, **phone), event, 2)
    desk = signed_in_page(owner, width=1366, dark=dark)
    desk.goto(f"/c/{club.slug}/events/{event.pk}/desk/")

    tap(writer, sitters_at(event, 1)[0].name, "30", "fives", "Made")
    expect(writer.locator("#entry-preview")).to_contain_text("fives: made")
    writer.get_by_role("button", name="Record hand 1").click()
    expect(writer.locator("#question-title")).to_have_text("Waiting for the other side")
    expect(writer.locator("#phone-status")).to_have_text("Hand 1 is recorded.")
    expect(desk.locator(".desk tbody")).to_contain_text("waiting for confirmation")

    other.get_by_role("button", name="Right", exact=True).click()
    expect(writer.locator("#entry")).to_contain_text("Hand 2")
    tap(writer, sitters_at(event, 1)[2].name, "31", "sixes", "Set")
    writer.get_by_role("button", name="Record hand 2").click()

    other.get_by_text("Not right", exact=True).click()
    other.get_by_label("What is not right?").fill("We made it")
    other.get_by_role("button", name="Say so: it is not right").click()
    expect(other.locator("#entry")).to_contain_text("Disputed")
    expect(desk.locator(".desk tbody")).to_contain_text("We made it")
    writer.get_by_role("button", name="Call the director").click()
    expect(desk.locator("#calls-title")).to_be_visible()
    for page in (writer, other, desk):
        assert violations(page) == []
        assert sticks_out(page) == 0

    desk.get_by_role("button", name="On the way").click()
    expect(writer.locator(".phone__foot")).to_contain_text("The director is on the way.")
    desk.get_by_role("button", name="It stands as written").click()
    expect(writer.locator("#entry")).to_contain_text("Hand 3")
    assert Hand.objects.count() == 2


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


SMALL = """() => [...document.querySelectorAll("#entry .pickchip, #entry summary, #entry button")]
  .filter(one => one.checkVisibility())
  .filter(one => {
    const { width, height } = one.getBoundingClientRect();
    return height < 44 || width < 44;
  })
  .map(one => one.textContent.trim())"""


def write(page: Page, bidder: str, result: str = "Made") -> None:
    tap(page, bidder, "30", "fives", result)
    page.locator("[data-entry] [type=submit]").click()


def kept_by_worker(page: Page) -> None:
    """Wait until the worker has the page and its files."""
    controlled = """() => Promise.race([
      new Promise(done => {
        if (navigator.serviceWorker.controller) done(true);
        navigator.serviceWorker.addEventListener("controllerchange", () => done(true));
      }),
      new Promise(done => setTimeout(done, 15_000)),
    ])"""
    assert page.evaluate(controlled)


def test_hands_written_while_the_laptop_is_away_are_sent_once_and_in_order(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = event_update(event=evening(club, owner), who_writes=WhoWrites.PLAYERS)
    names = [player.name for player in sitters_at(event, 1)]
    page = signed_in_page(None, width=390, height=844, touch=True, worker=True)
    kept_by_worker(let_in(page, event, 0))
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-connection]")).to_be_visible()  # it moves what is tapped
    waiting = page.locator("[data-hands]")
    write(page, names[0])
    expect(waiting).to_contain_text("Not with the laptop yet")
    expect(page.locator("[data-entry] h2")).to_have_text(re.compile(r"Hand 2\s+\S.* shakes"))
    write(page, names[1], "Set")
    page.reload()
    expect(page.locator("[data-entry] h2")).to_contain_text("Hand 3")
    expect(waiting.locator("li")).to_have_count(2)
    write(page, names[2])
    expect(waiting.locator("summary")).to_have_text(
        re.compile(r"Not with the laptop yet: 3 \(hand 1, 2, 3\)")
    )
    waiting.locator("summary").click()
    expect(waiting).to_contain_text("does not know the score")
    assert violations(page) == []
    assert sticks_out(page) == 0
    assert not Hand.objects.exists()

    page.context.set_offline(False)
    expect(page.locator("[data-entry] h2")).to_contain_text("Hand 4")
    expect(waiting).to_be_hidden()
    written = Hand.objects.order_by("number")
    assert [hand.number for hand in written] == [1, 2, 3]
    assert HandRevision.objects.count() == 3


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
        step.get_by_role("radio", name=answer, exact=True).check(force=True)
    page.get_by_role("button", name="Look first").click()
    expect(page.locator("#entry-preview")).to_contain_text("fives: made")
    page.get_by_role("button", name="Record hand 1").click()
    expect(page.locator("#question-title")).to_have_text("Waiting for the other side")
    context.close()
    assert Hand.objects.count() == 1
