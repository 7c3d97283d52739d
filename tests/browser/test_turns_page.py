"""Tables with one player more than seats in Chromium: nothing sticks out, nothing is unreadable."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.seeing import objections_at, sticks_out, violations
from tests.scoring.matches import match_create
from tests.tournaments.single import called, misere, spades, thrown_in

LONG = (
    "Maximiliana Oosterhout-van der Meulen-Ek",
    "Александра Константиновна Преображенская",
    "Nguyễn Thị Minh Khai Hoàng Phương Thảo B",
    "عبد الرحمن بن محمد الأنصاري الدمشقي الحل",
    "Wolfeschlegelsteinhausenbergerdorffmanns",
)
NAMES = ("Ann de Vries", "Bob", "Cleo van der Meulen-Oosterhout", "پریسا", "Eva Jansen")
HANDS: dict[str, list[Any]] = {
    "pandoeren": [misere(3, 0), called(3, 1, 2, made=False), thrown_in(3), called(3, 0, 3)],
    "dummy_spades": [spades(2, [5, 2, 1], [5, 4, 0, 4])] * 3,
}


@pytest.fixture(params=HANDS)
def match(request: pytest.FixtureRequest, live_server: Any, club: Club, organiser: User) -> Match:
    """Five at Pandoeren, then four at spades; Bob dealt first."""
    game = request.param
    count = 5 if game == "pandoeren" else 4
    match = match_create(
        club=club,
        game=game,
        rules={"hands": 8} if game == "pandoeren" else {},
        stakes={"currency": "EUR", "per_point": "0.10"},
        players=[player_add(club=club, name=name) for name in NAMES[:count]],
        label="Round 1, table 1",
        first_dealer=1,
    )
    for hand in HANDS[game]:
        hand_record(match_id=match.pk, record=hand, author=organiser)
    return match


def test_match_and_hand_fit_and_can_be_read(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    start = f"/c/{match.club.slug}/matches/{match.pk}/"
    pages = [f"{start}{below}" for below in ("", "hands/2/", "hands/2/correct/")]
    assert objections_at(signed_in_page(organiser), pages) == {}


def test_a_hand_is_recorded_and_the_next_table_is_shown(
    match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    page.goto(f"/c/{match.club.slug}/matches/{match.pk}/")
    spots = page.locator("#match-aside")
    before = NAMES[(1 + match.hands.count()) % len(match.totals)]
    expect(spots).to_contain_text(f"{before} deals and sits out")
    page.keyboard.type("bmism" if match.game == "pandoeren" else "453 5233")
    page.keyboard.press("Enter")
    expect(spots).not_to_contain_text(f"{before} deals and sits out")
    after = NAMES[(NAMES.index(before) + 1) % len(match.totals)]
    expect(spots).to_contain_text(f"{after} deals and sits out")
    expect(page.locator("#entry-title")).to_contain_text(f"{after} deals and sits out")


def test_five_names_of_forty_letters_fit(
    live_server: Any, club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    assert [len(name) for name in LONG] == [40] * 5
    match = match_create(
        club=club,
        game="pandoeren",
        rules={"hands": 8},
        stakes={"currency": "EUR", "per_point": "0.10"},
        players=[player_add(club=club, name=name) for name in LONG],
        label="Round 1, table 1",
        first_dealer=1,
    )
    for hand in HANDS["pandoeren"]:
        hand_record(match_id=match.pk, record=hand, author=organiser)
    page = signed_in_page(organiser)
    for width, height in ((1366, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/c/{match.club.slug}/matches/{match.pk}/")
        assert_names_fit(page, width)


def assert_names_fit(page: Page, width: int) -> None:
    """Every name and total of the match has its room."""
    assert not sticks_out(page)
    assert page.locator(".table-wrap").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    for player in range(5):
        cell = page.locator("tbody tr").first.locator("td.num").nth(player)
        assert 0 <= cell.bounding_box()["x"] <= width - cell.bounding_box()["width"]
    for name in LONG:
        shown = page.locator("#match-score").get_by_text(name)
        assert shown.evaluate("one => one.scrollWidth <= one.clientWidth || !one.clientWidth")
    title = page.locator("h1")
    expect(title).to_have_text("Round 1, table 1")
    assert title.bounding_box()["height"] < 40
    expect(page.locator("#match-aside")).not_to_contain_text("even")
    assert not violations(page)
