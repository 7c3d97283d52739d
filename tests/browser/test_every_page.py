"""Pages in Chromium by keyboard alone, and as they refresh themselves."""

import datetime
import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import ConsoleMessage, Locator, Page, Route, expect

from clubs.models import Club, User
from clubs.services.players import players_add_many
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.seeing import violations
from tests.tournaments.conftest import record
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_create
from tournaments.events.services.rounds import round_begin, rounds_plan


def drawn_event(club: Club, owner: User, *, pairs: int, begun: bool = True, **more: Any) -> Event:
    """An event of so many pairs whose first round is drawn, and begun.

    ``more`` is anything else of ``event_create``.
    """
    names = [f"{first} {number}" for number in range(pairs) for first in ("Ann", "Bob")]
    crowd = iter(players_add_many(club=club, names=names))
    given: dict[str, Any] = {"name": "Hall", "format_options": {"rounds": 1}} | more
    event = event_create(
        club=club,
        date=datetime.date(2026, 11, 20),
        created_by=owner,
        rules={"preset": "marks"},
        **given,
    )
    for pair in zip(crowd, crowd, strict=True):
        entry_add(event=event, players=pair)
    rounds_plan(event=event)
    if begun:
        round_begin(round=event.rounds.get(number=1))
    return event


def friday_match(friday: Event) -> Match:
    """A match with a hand that was corrected."""
    return Match.objects.filter(
        game_of__table__round__event=friday, hands__revisions__no=2
    ).distinct()[0]


def warning(message: ConsoleMessage) -> list[str]:
    """What the console says in yellow or red."""
    return [message.text] if message.type in {"error", "warning"} else []


# --- by keyboard alone


def tab_to(page: Page, role: str, name: str) -> Locator:
    """Press Tab until that control has the focus."""
    wanted = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    expect(wanted).to_be_visible()
    for _ in range(60):
        if wanted.evaluate_all("found => found.includes(document.activeElement)"):
            return wanted
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name}")


def test_the_first_key_leads_past_the_navigation(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(owner)
    page.goto(reverse("events", args=[club.slug]))
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_an_evening_is_set_up_and_begun_by_keyboard_alone(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(owner)
    page.goto(reverse("events", args=[club.slug]))
    tab_to(page, "link", "New event")
    page.keyboard.press("Enter")
    tab_to(page, "button", "Create event")
    page.keyboard.press("Enter")
    for number, (first, two) in enumerate([("Ann", "Bob"), ("Cleo", "Dan"), ("Eva", "Fay")], 1):
        expect(page.get_by_label("First player")).to_be_focused()
        page.keyboard.type(first)
        page.keyboard.press("Tab")
        page.keyboard.type(two)
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text(f"Pair {number} is entered.")
    tab_to(page, "link", "Go to the draw")
    page.keyboard.press("Enter")
    tab_to(page, "button", "Draw the rounds")
    page.keyboard.press("Enter")
    tab_to(page, "button", "Begin round 1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Round 1")).to_contain_text("playing")
    tab_to(page, "link", "Table 1")


def test_a_question_about_a_name_is_answered_by_keyboard(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    players_add_many(club=club, names=["Ann Lee", "Bob"])
    event = event_create(
        club=club,
        name="Night",
        date=datetime.date(2026, 11, 20),
        created_by=owner,
        rules={"preset": "marks"},
    )
    page = signed_in_page(owner, width=360)
    page.goto(reverse("event-entries", args=[club.slug, event.pk]))
    page.keyboard.type("Anne Lee")
    page.keyboard.press("Tab")
    page.keyboard.type("Bob")
    page.keyboard.press("Enter")
    expect(page.get_by_label("First player")).to_be_focused()
    expect(page.get_by_label("First player")).to_have_value("Anne Lee")
    expect(page.get_by_role("group", name="Who is “Anne Lee”?")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("rowheader")).to_have_text("Ann Lee & Bob")


# --- what refreshes itself


def bid(event: Event, owner: User, *, marks: int, table: int = 1) -> None:
    """A hand made by the home pair of a table of the first round."""
    match = Match.objects.get(
        game_of__table__round__event=event,
        game_of__table__round__number=1,
        game_of__table__number=table,
    )
    hand = record(match.next_dealer, 0, marks=marks)
    hand_record(match_id=match.pk, record=hand, author=owner)


def test_rounds_standings_and_wall_follow_by_themselves(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=4)
    pages = {}
    for name in ("event", "event-standings", "event-projector"):
        pages[name] = signed_in_page(owner)
        pages[name].goto(reverse(name, args=[club.slug, event.pk]))
    expect(pages["event"].locator(".hall__table").first).to_contain_text("not begun")
    bid(event, owner, marks=2)
    expect(pages["event"].locator(".hall__score").first).to_have_text("2")
    leader = pages["event-standings"].locator("table").first.locator("tbody tr").first
    expect(leader.get_by_role("cell", name="2", exact=True).first).to_be_visible()
    expect(pages["event-projector"].locator(".hall__score").first).to_have_text("2")


def test_what_somebody_types_or_has_open_waits_for_no_news_and_misses_none(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=4)
    page = signed_in_page(owner)
    page.goto(reverse("event", args=[club.slug, event.pk]))
    table = page.locator(".hall__table").first
    page.get_by_label("Minutes").fill("17")
    bid(event, owner, marks=2)
    with page.expect_response(lambda answer: "/live/" in answer.url and answer.status == 200):
        pass
    expect(page.get_by_label("Minutes")).to_have_value("17")
    expect(table).to_contain_text("not begun")
    page.get_by_label("Minutes").fill("30")
    expect(table.locator(".hall__score").first).to_have_text("2")


def test_what_somebody_has_open_stays_open_when_the_page_follows(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=4)
    page = signed_in_page(owner)
    page.goto(reverse("event-standings", args=[club.slug, event.pk]))
    page.get_by_text("How the order is decided").click()
    bid(event, owner, marks=2)
    leader = page.locator("table").first.locator("tbody tr").first
    expect(leader.get_by_role("cell", name="2", exact=True).first).to_be_visible()
    expect(page.locator("#how-ranked")).to_have_attribute("open", "")


def test_the_wall_turns_its_pages_by_itself(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=17)
    bid(event, owner, marks=2)
    page = signed_in_page(owner, height=720)
    page.clock.install()
    page.goto(reverse("event-projector", args=[club.slug, event.pk]))
    rows, tables = page.locator("tbody tr"), page.locator(".wall > li")
    for places, seats in ((0, 9), (16, 0), (1, 0), (0, 9)):
        expect(rows).to_have_count(places)
        expect(tables).to_have_count(seats)
        page.clock.fast_forward(13_000)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_sixteen_pairs_stand_on_the_wall_without_scrolling(
    width: int, height: int, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=16)
    bid(event, owner, marks=2)
    page = signed_in_page(owner, width=width, height=height)
    page.clock.install()
    page.goto(reverse("event-projector", args=[club.slug, event.pk]))
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    page.clock.fast_forward(13_000)
    last = page.locator("tbody tr").nth(15).bounding_box()
    foot = page.locator("footer").bounding_box()
    assert last
    assert foot
    assert last["y"] + last["height"] <= foot["y"] + 1
    assert foot["y"] + foot["height"] <= height
    assert page.evaluate("document.documentElement.scrollHeight") <= height


_CUT = """
() => [...document.querySelectorAll("h1, .hall__name, .name")]
  .map((place) => place.querySelector(":scope > bdi:only-child") || place)
  .filter((box) => box.scrollWidth > box.clientWidth + 1).length
"""
_TOO_HIGH = """
() => [...document.querySelectorAll("header, .wall > li, tbody tr")]
  .filter((row) => row.scrollHeight > row.clientHeight + 1)
  .map((row) => row.innerText)
"""


@pytest.mark.parametrize("is_played", [False, True])
def test_long_names_on_the_wall_are_smaller_and_never_cut(
    is_played: bool, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=16)
    for number, player in enumerate(club.players.all()):
        player.name = f"Maximiliana-Theodora Featherstonehaugh {'آ' * (number % 3)}{number}"
        player.save(update_fields=["name"])
    event.name = f"{'Groot open kampioenschap van Zuid-Holland ' * 3}شب چهل جفت"
    event.save(update_fields=["name"])
    for table in range(1, 8 * is_played + 1):
        bid(event, owner, marks=1, table=table)
    page = signed_in_page(owner)
    name = page.locator(".hall__name")
    fonts: list[Route] = []
    page.route("**/*.woff2", lambda route: fonts.insert(0, route))
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(reverse("event-projector", args=[club.slug, event.pk]), wait_until="commit")
        expect(name.first).to_have_attribute("style", re.compile("font-size"))
        while fonts:  # they come after the names are there, as on a slow line
            fonts.pop().continue_()
        page.evaluate("document.fonts.ready.then(() => null)")
        expect(name).to_have_count(16)
        assert page.evaluate(_CUT) == 0, width
        assert page.evaluate(_TOO_HIGH) == [], width


# --- rules


def test_another_preset_brings_its_options_and_stakes(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=2, begun=False)
    page = signed_in_page(owner)
    page.goto(reverse("event-rules", args=[club.slug, event.pk]))
    page.locator("#stakes > summary").click()
    page.locator("#id_per_set").fill("2.00")
    expect(page.locator("#id_per_mark")).to_be_visible()
    page.get_by_role("radio", name="250 points").check()
    expect(page.locator("#id_per_point")).to_be_visible()
    expect(page.locator("#id_per_mark")).to_have_count(0)
    expect(page.locator("#id_per_set")).to_have_value("2.00")
    expect(page.locator("#id_option_target")).to_have_value("250")
    page.get_by_role("button", name="Save rules and stakes").click()
    expect(page.get_by_role("status")).to_contain_text("Rules and stakes are saved.")
    event.refresh_from_db()
    assert event.rules == {"preset": "points"}
    assert event.stakes == {"currency": "USD", "per_set": "2.00"}
