"""Pages of seasons in Chromium: for eyes, ears and fingers, on a phone and a laptop."""

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from clubs.models import Player, User
from clubs.services.players import players_add_many
from leagues.models import Season
from leagues.services.evenings import absence_note
from leagues.services.ratings import ratings_refresh
from leagues.services.seasons import contenders_add, division_update, season_create
from leagues.services.standings import season_refresh
from scoring.models import Match
from tests.browser.conftest import PageFor
from tests.browser.seeing import objections_at
from tests.browser.test_every_page import warning
from tests.conftest import club_of, new_owner
from tests.held import load_once
from tests.leagues.conftest import begun, contender, declare, division_of, evening_of, fridays
from tests.tournaments.single import misere
from tests.tournaments.single import play as play_out
from tournaments.events.models import Event
from tournaments.events.services.events import event_create

NAMES = ("Ada Lovelace", "Ben", "پریسا رضایی", "花子", "Eva", "Fay", "Gus", "Hal the Elder of Oak")


@pytest.fixture
def season(transactional_db: None, folder_of_run: Path) -> Season:
    """Two divisions of four and five, three evenings of five played, somebody absent."""
    load_once(folder_of_run / "season.sqlite3", played_season)
    return Season.objects.get()


@pytest.fixture
def owner(season: Season) -> User:
    return season.created_by


def played_season() -> None:
    owner = new_owner()
    club = club_of(owner)
    people = players_add_many(club=club, names=[*NAMES, "Ivo"])
    season = season_create(
        club=club,
        name="Autumn league",
        game="pandoeren",
        created_by=owner,
        dates=fridays(5),
        divisions=["First division", "Second division"],
        measure="points",
        best=2,
        minimum=2,
        noticed="lowest",
    )
    contenders_add(division=division_of(season, 1), lineups=[[person] for person in people[:4]])
    contenders_add(division=division_of(season, 2), lineups=[[person] for person in people[4:]])
    division_update(division=division_of(season, 1), relegated=1)
    division_update(division=division_of(season, 2), promoted=1)
    play(season, owner, people)
    season_refresh(season_id=season.pk)
    ratings_refresh(season_id=season.pk)


def play(season: Season, owner: User, people: list[Player]) -> None:
    """Three evenings; each time somebody else is absent, and a few win or lose a misère."""
    for number in (1, 2, 3):
        absent = contender(season, people[-number].name)
        absence_note(evening=evening_of(season, number), contender=absent, noticed=number < 3)
        event = begun(evening_of(season, number), owner)
        for place in range(number + 2):
            declare(event, people[place].name, owner, made=place % 3 != number % 3)
        for match in event.rounds.get(number=1).tables.values_list("games__match", flat=True):
            finish(match, owner)


def finish(match_id: int, owner: User) -> None:
    """Play a table of sixteen hands out, the dealer's misères all won."""
    while not (match := Match.objects.get(pk=match_id)).is_over:
        play_out(match, owner, lambda dealer: misere(dealer, dealer % 3))


def beside(season: Season) -> Event:
    """An event that counts in no season yet."""
    return event_create(
        club=season.club,
        name="By itself",
        date=season.starts_on,
        created_by=season.created_by,
        game=season.game,
        rules={},
    )


def addresses(season: Season) -> list[str]:
    """The pages on which two divisions, zones and absences look other than one table does."""
    pages = ("season", "season-calendar", "season-members", "season-settings", "season-next")
    members = [contender(season, name).pk for name in ("Ben", "Ivo")]
    return [
        *(reverse(name, args=[season.club.slug, season.pk]) for name in pages),
        *(reverse("season-evening", args=[season.club.slug, season.pk, n]) for n in (1, 4)),
        *(reverse("season-member", args=[season.club.slug, season.pk, key]) for key in members),
        reverse("event-season", args=[season.club.slug, beside(season).pk]),
    ]


def test_no_page_of_a_season_has_anything_to_object_to(
    season: Season, owner: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(owner)
    said: list[str] = []
    page.on("console", lambda message: said.extend(warning(message)))
    assert objections_at(page, addresses(season)) == {}
    assert said == []


def test_a_table_stays_where_it_was_scrolled_when_it_is_brought_up_to_date(
    season: Season, owner: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(owner, width=360, dark=False)
    page.goto(reverse("season", args=[season.club.slug, season.pk]))
    wrap = page.locator(".table-wrap").first
    wrap.evaluate("wrap => { wrap.scrollLeft = 40; wrap.dataset.old = 'yes'; }")
    expect(wrap).not_to_have_attribute("data-old", "yes")
    assert wrap.evaluate("wrap => wrap.scrollLeft") == 40


def test_an_absence_takes_two_taps_and_the_evening_one_more(
    season: Season, owner: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(owner, width=360, dark=True)
    page.goto(reverse("season", args=[season.club.slug, season.pk]))
    page.get_by_role("link", name="Who is coming?").click()
    row = page.get_by_role("listitem").filter(has_text="Ben")
    row.get_by_role("button", name="absent with notice").click()
    expect(page.get_by_role("status")).to_contain_text("Ben is absent with notice.")
    page.get_by_role("button", name="Set up the evening").click()
    expect(page.get_by_role("status")).to_contain_text("those who are coming are entered")
    expect(page.get_by_role("rowheader", name="Ada Lovelace")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Ben", exact=True)).to_have_count(0)
