"""An evening of single players run by an organiser, from the new event to the standings."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from tests.browser.conftest import PageFor
from tests.browser.seeing import sticks_out
from tests.tournaments.single import called, misere, play, spades
from tournaments.models import Event
from tournaments.services.standings import standings_refresh

PEOPLE = ["Ann", "Bob", "Cleo", "Dev", "پریسا", "花子", "Gus", "Hal"]
SCREENS = [(1280, False), (360, True)]
GAMES = [
    ("pandoeren", "Pandoeren", "Pandoeren evening"),
    ("dummy_spades", "Dummy-Hand Spades", "Spades evening"),
]


def opened(page: Page, name: str) -> None:
    """Follow a tab of the event."""
    page.get_by_role("navigation", name="This event").get_by_role("link", name=name).click()


@pytest.mark.parametrize(("width", "dark"), SCREENS)
@pytest.mark.parametrize(("game", "label", "kind"), GAMES)
def test_an_evening_is_set_up_drawn_and_played(
    game: str,
    label: str,
    kind: str,
    width: int,
    dark: bool,
    club: Club,
    organiser: User,
    signed_in_page: PageFor,
) -> None:
    page = signed_in_page(organiser, width=width, dark=dark)
    page.goto(reverse("event-new", args=[club.slug]))
    page.get_by_role("link", name=label).click()
    expect(page.get_by_label("Name")).to_have_value(re.compile(f"^{kind}, "))
    page.get_by_role("button", name="Set up").click()

    page.get_by_role("link", name="Paste a list").click()
    page.get_by_label("Players, one a line").fill("\n".join(PEOPLE))
    page.get_by_role("button", name="Enter these players").click()
    expect(page.get_by_role("status").first).to_contain_text("8 players entered.")
    page.get_by_role("link", name="Go to the draw").click()
    page.get_by_role("button", name="Draw the rounds").click()
    page.get_by_role("button", name="Begin round 1").click()
    expect(page.get_by_role("status").first).to_contain_text("the first named deals first")
    assert sticks_out(page) == 0
    first = page.locator(".fixture--single").first
    names = [one for one in first.locator("bdi").all_inner_texts() if one in PEOPLE]
    assert len(names) == (4 if game == "pandoeren" else 3)

    event = Event.objects.get()
    match = event.rounds.get(number=1).tables.get(number=1).games.get().match
    assert [seat.name for seat in match.seats.all()] == names
    if game == "pandoeren":
        play(match, organiser, lambda d: called(d, 1, 3), lambda d: misere(d, 0, made=False))
        totals = ["−3", "1", "0", "1"]
    else:
        play(match, organiser, lambda d: spades(d, (7, 5, 6), (4, 3, 2, 4)))
        totals = ["71", "50", "−60"]
    expect(first.locator(".fixture__points")).to_have_text(totals)  # the page refreshes itself

    standings_refresh(event_id=event.pk)
    opened(page, "Standings")
    expect(page.get_by_role("heading", name="Who sat with whom")).to_be_visible()
    column = page.get_by_role("row").filter(has_text=names[1]).first
    expect(column).to_contain_text(totals[1])
    assert sticks_out(page) == 0
