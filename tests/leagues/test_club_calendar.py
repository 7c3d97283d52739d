"""The club's calendar: on paper for the wall, and as a public page."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, User
from leagues.models import CalendarFeed, Season
from tests.leagues.conftest import SeasonMaker
from tests.prints.matches.reading import texts
from tests.tournaments.pages import words
from tournaments.events.models import Event
from tournaments.events.services.events import event_create
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = pytest.mark.django_db
ClientFor = Callable[[User], Any]


def in_days(count: int) -> datetime.date:
    return timezone.localdate() + datetime.timedelta(days=count)


@pytest.fixture
def planned(club: Club, owner: User, make_season: SeasonMaker) -> Event:
    """An event with time and place in a week; a season with evenings in two weeks and in a year."""
    make_season(dates=[in_days(-7), in_days(14), in_days(365)])
    return event_create(
        club=club,
        name="Harvest Cup",
        date=in_days(7),
        created_by=owner,
        game="texas42",
        rules={},
        starts_at=datetime.time(19, 30),
        place="The Bell Inn",
    )


def printed(client: Client, club: Club, **options: str) -> str:
    address = reverse("club-print", args=[club.slug, club.pk, "calendar"])
    answer: Any = client.get(address, options)
    assert answer["Content-Type"] == "application/pdf"
    return " ".join(" ".join(texts(answer.content)).split())


def public_page(club: Club, **more: Any) -> str:
    feed = CalendarFeed.objects.create(club=club, is_on=True, **more)
    return reverse("public-club-calendar", args=[feed.code])


def test_the_wall_calendar_has_the_coming_six_months_unless_dates_are_chosen(
    planned: Event, viewer: User, client_for: ClientFor
) -> None:
    client, club = client_for(viewer), planned.club
    text = printed(client, club)
    for word in ("Harvest Cup", "19:30", "The Bell Inn", "Texas 42", "Autumn", "Evening 2"):
        assert word in text, word
    assert "Evening 1" not in text
    assert "Evening 3" not in text
    year = printed(client, club, since=str(in_days(-30)), until=str(in_days(400)))
    assert "Evening 1" in year
    assert "Evening 3" in year


def test_a_wall_calendar_without_evenings_says_so(
    club: Club, viewer: User, client_for: ClientFor
) -> None:
    assert "No evening is planned in this period." in printed(client_for(viewer), club)


def test_the_wall_calendar_of_many_evenings_is_printed_on_several_pages(
    make_season: SeasonMaker, viewer: User, client_for: ClientFor
) -> None:
    season = make_season(dates=[in_days(4 * number) for number in range(1, 41)])
    text = printed(client_for(viewer), season.club)
    assert all(f"Evening {number} " in text for number in range(1, 41))
    assert "Page 2 of" in text


def test_the_calendar_of_another_club_cannot_be_printed(
    planned: Event, stranger: User, viewer: User, client_for: ClientFor
) -> None:
    theirs = stranger.memberships.get().club
    for slug, key in ((planned.club.slug, planned.club_id), (theirs.slug, planned.club_id)):
        address = reverse("club-print", args=[slug, key, "calendar"])
        assert client_for(stranger).get(address).status_code == 404
    address = reverse("club-print", args=[planned.club.slug, theirs.pk, "calendar"])
    assert client_for(viewer).get(address).status_code == 404


def test_strangers_read_date_time_and_place_of_the_coming_evenings(
    planned: Event, client: Client
) -> None:
    answer: Any = client.get(public_page(planned.club))
    text = words(answer)
    for word in ("Harvest Cup", "19:30", "The Bell Inn", "Texas 42", "Autumn", "Evening 2"):
        assert word in text, word
    assert "Evening 3" not in text
    assert "/p/" not in answer.text
    assert "/c/" not in answer.text
    page = event_page_update(event=planned, is_on=True)
    answer = client.get(public_page(planned.club, season=Season.objects.get()))
    assert answer.status_code == 404, "the feed of a season is no page of the club"
    feed = CalendarFeed.objects.get(season=None)
    answer = client.get(reverse("public-club-calendar", args=[feed.code]))
    assert reverse("public-rounds", args=[page.code]) in answer.text


def test_the_public_calendar_says_when_nothing_is_planned_and_ends_with_its_address(
    club: Club, client: Client
) -> None:
    address = public_page(club)
    answer: Any = client.get(address)
    assert "No evening is planned yet." in words(answer)
    assert not client.cookies
    CalendarFeed.objects.update(is_on=False)
    assert client.get(address).status_code == 404


def test_the_page_of_calendars_leads_to_the_public_page_and_to_the_print(
    club: Club, organiser: User, client_for: ClientFor
) -> None:
    client, address = client_for(organiser), reverse("calendar-feeds", args=[club.slug])
    client.post(address, {"of": "club", "do": "make"})
    text = client.get(address).text
    feed = CalendarFeed.objects.get()
    assert reverse("public-club-calendar", args=[feed.code]) in text
    assert reverse("club-prints", args=[club.slug, club.pk]) in text
    prints = client.get(reverse("club-prints", args=[club.slug, club.pk])).text
    assert reverse("club-print-order", args=[club.slug, club.pk, "calendar"]) in prints
