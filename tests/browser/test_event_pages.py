"""What a script adds to the pages of events, and what stays where there is none."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from clubs.models import Club, User
from clubs.services.players import players_add_many
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.seeing import sticks_out, violations
from tests.tournaments.conftest import begin_next, match_of, record
from tests.tournaments.naive import result
from tournaments.events.models import Event
from tournaments.events.services.clocks import clock_start
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create
from tournaments.events.services.rounds import rounds_plan


@pytest.fixture
def league(club: Club, organiser: User) -> Event:
    """Sixteen pairs, more tables than come at once; the first round has begun."""
    event = event_create(
        club=club,
        name="League",
        date=datetime.date(2026, 11, 20),
        created_by=organiser,
        rules={"preset": "marks"},
    )
    people = players_add_many(club=club, names=[f"P{number:02d}" for number in range(32)])
    entries_add(event=event, lineups=list(zip(people[::2], people[1::2], strict=True)))
    rounds_plan(event=event)
    begin_next(event)
    return event


def test_a_new_event_is_called_after_its_kind_until_somebody_names_it(
    club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    page.goto(reverse("event-new", args=[club.slug]))
    name = page.get_by_label("Name", exact=True)
    page.get_by_text("All kinds").click()
    page.locator("label.option", has_text="Swiss tournament").click()
    expect(name).to_have_value(f"Swiss tournament, {timezone.localdate():%-d %b %Y}")
    name.fill("The cup")
    page.locator("label.option", has_text="Town festival").click()
    expect(name).to_have_value("The cup")


def test_rounds_that_somebody_opens_come_and_stay_while_the_page_refreshes_itself(
    league: Event, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    page.goto(reverse("event", args=[league.club.slug, league.pk]))
    page.locator("#round-9 > summary").click()
    expect(page.locator("#round-9 .fixture")).to_have_count(8)
    match = match_of(league, 1, 1)
    hand_record(match_id=match.pk, record=record(match.next_dealer, 0), author=organiser)
    expect(page.locator("#round-1 .hall__score").first).to_have_text("1")
    expect(page.locator("#round-9 .fixture")).to_have_count(8)
    page.locator("#round-9 > summary").click()
    expect(page.locator("#round-9 .fixture").first).to_be_hidden()


def test_on_a_phone_the_tab_one_is_on_is_in_sight(
    league: Event, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=360)
    page.goto(reverse("event-settings", args=[league.club.slug, league.pk]))
    expect(
        page.get_by_role("navigation", name="This event").get_by_text("Settings")
    ).to_be_in_viewport(ratio=0.95)


def test_one_s_own_pair_is_sought_in_a_bracket_in_one_row(
    league: Event, organiser: User, signed_in_page: PageFor
) -> None:
    cup = event_create(
        club=league.club,
        name="Cup",
        date=league.date,
        created_by=organiser,
        rules={"preset": "marks"},
        format="single_elimination",
    )
    people = list(cup.club.players.all())
    entries_add(event=cup, lineups=list(zip(people[::2], people[1::2], strict=True)))
    rounds_plan(event=cup)
    page = signed_in_page(organiser)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(reverse("event-bracket", args=[cup.club.slug, cup.pk]))
        chosen = page.get_by_label("Pair", exact=True).bounding_box()
        box = page.get_by_role("button", name="Find").bounding_box()
        assert chosen
        assert box
        assert abs(chosen["y"] + chosen["height"] / 2 - box["y"] - box["height"] / 2) <= 2
        assert 0 < box["x"] - chosen["x"] - chosen["width"] < 40
        assert box["x"] + box["width"] <= width


@pytest.fixture
def cup(club: Club, organiser: User) -> Event:
    """A double elimination of 32 pairs whose first round is played, 7-4 everywhere."""
    event = event_create(
        club=club,
        name="Cup",
        date=datetime.date(2026, 11, 20),
        created_by=organiser,
        rules={"preset": "marks"},
        format="double_elimination",
    )
    people = players_add_many(club=club, names=[f"P{number:02d}" for number in range(64)])
    entries_add(event=event, lineups=list(zip(people[::2], people[1::2], strict=True)))
    rounds_plan(event=event)
    begin_next(event)
    for number in range(1, 17):
        result(match_of(event, 1, number), 7, 4)
    return event


def test_the_final_of_a_wide_bracket_stays_in_sight_wherever_it_is_moved(
    cup: Event, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=1366, height=768)
    page.goto(reverse("event-bracket", args=[cup.club.slug, cup.pk]))
    wrap = page.locator(".bracket__wrap").first
    final = wrap.get_by_text("Final", exact=True)
    for place in (0, 10_000):
        wrap.evaluate(f"box => box.scrollTo({place}, 0)")
        edges, final_box = wrap.bounding_box(), final.bounding_box()
        assert edges
        assert final_box
        assert edges["x"] <= final_box["x"] <= edges["x"] + edges["width"] - final_box["width"]
    expect(wrap.locator(".bracket__score-won").first).to_have_text("7")
    expect(wrap.locator(".bracket__score").first).to_have_text("4")
    assert not sticks_out(page)
    assert not violations(page)


def test_a_phone_shows_one_round_of_a_bracket_at_a_time(
    cup: Event, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=390, height=844, touch=True)
    page.goto(reverse("event-bracket", args=[cup.club.slug, cup.pk]))
    rounds = page.locator(".bracket__rounds").first
    expect(page.locator(".bracket__wrap").first).to_be_hidden()
    shown = rounds.locator(".bracket__round")
    page.get_by_role("navigation", name="Rounds").first.get_by_text("Round 2").click()
    expect(shown.nth(1)).to_be_in_viewport(ratio=0.9)
    expect(shown.nth(0)).not_to_be_in_viewport(ratio=0.1)
    widths = [element.bounding_box()["width"] for element in shown.all()]
    assert set(widths) == {rounds.bounding_box()["width"]}
    rounds.focus()
    page.keyboard.press("ArrowLeft")
    expect(shown.nth(0)).to_be_in_viewport(ratio=0.9)
    assert not sticks_out(page)
    assert not violations(page)


def test_keys_lead_from_table_to_table_and_to_the_search_but_not_while_one_types(
    league: Event, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser, width=1366)
    matches = [match_of(league, 1, number).pk for number in (1, 2)]
    way = [reverse("match", args=[league.club.slug, key]) for key in matches]
    page.goto(way[0])
    page.locator("[data-command]").press("n")
    expect(page.locator("[data-command]")).to_have_value("n")
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(f"{way[1]}$"))
    page.locator("h1").click()
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile(f"{way[0]}$"))
    page.locator("h1").click()
    page.keyboard.press("/")
    page.keyboard.type("p05")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="P05", exact=True)).to_be_visible()


def test_the_wall_sounds_and_flashes_when_time_is_up(
    league: Event, organiser: User, signed_in_page: PageFor
) -> None:
    clock_start(round=league.rounds.get(number=1), minutes=25)
    page = signed_in_page(organiser)
    page.goto(reverse("event-projector", args=[league.club.slug, league.pk]))
    sound = page.get_by_role("button", name="Sound when time is up")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(600)
    expect(page.locator("body.time-up")).to_have_count(0)
    page.evaluate("document.querySelector('[data-left]').dataset.left = 0")
    expect(page.locator("body.time-up")).to_have_count(1)
