"""Calendar feeds: who may have which, and what another program reads in them."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from clubs.models import Club, Membership, User
from leagues.models import CalendarFeed, Contender, Season
from leagues.services.evenings import absence_note
from tests.leagues.conftest import EveningHolder, evening_of

pytestmark = pytest.mark.django_db
ClientFor = Callable[[User], Client]


def ask(client: Client, club: Club, of: str, do: str = "make") -> int:
    address = reverse("calendar-feeds", args=[club.slug])
    return client.post(address, {"of": of, "do": do}).status_code


def dates_in(feed: CalendarFeed) -> list[str]:
    answer = Client().get(reverse("calendar-feed", args=[feed.code]))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return [str(day["SUMMARY"]) for day in Calendar.from_ical(answer.content).walk("VEVENT")]


def test_a_season_s_feed_has_its_evenings_and_the_events_made_of_them(
    season: Season, hold: EveningHolder, organiser: User, client_for: ClientFor
) -> None:
    assert ask(client_for(organiser), season.club, f"season-{season.pk}") == 302
    feed = CalendarFeed.objects.get(season=season)
    hold(season, 1, won=["Ada"])
    event = evening_of(season, 1).event
    assert event is not None
    others = [f"{season.name}, evening {number}" for number in (2, 3)]
    assert dates_in(feed) == [event.name, *others]
    address = reverse("calendar-feed", args=[feed.code])
    tag = Client().get(address).headers["ETag"]
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304


def test_one_s_own_feed_has_what_is_expected_of_one(
    season: Season, viewer: User, client_for: ClientFor
) -> None:
    contender = Contender.objects.filter(season=season).earliest("pk")
    own = Membership.objects.get(user=viewer, club=season.club)
    own.player = contender.player
    own.save()
    assert ask(client_for(viewer), season.club, f"player-{contender.player_id}") == 302
    feed = CalendarFeed.objects.get(player=contender.player)
    assert len(dates_in(feed)) == 3
    absence_note(evening=evening_of(season, 2), contender=contender, noticed=True)
    assert dates_in(feed) == [f"{season.name}, evening {number}" for number in (1, 3)]


def test_who_may_make_and_withdraw_an_address(
    season: Season, viewer: User, organiser: User, stranger: User, client_for: ClientFor
) -> None:
    club = season.club
    assert ask(client_for(viewer), club, "club") == 403
    assert ask(client_for(stranger), club, "club") == 404
    organise = client_for(organiser)
    assert ask(organise, club, "season-0") == 404
    assert ask(organise, club, "club", "burn") == 404
    assert not CalendarFeed.objects.exists()
    assert ask(organise, club, "club") == 302
    feed = CalendarFeed.objects.get(club=club, season=None)
    page = client_for(viewer).get(reverse("calendar-feeds", args=[club.slug]))
    assert feed.code in page.content.decode()
    assert ask(organise, club, "club", "withdraw") == 302
    assert Client().get(reverse("calendar-feed", args=[feed.code])).status_code == 404
