"""Calendar feeds: who may have which, and what another program reads in them."""

from datetime import time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from clubs.models import Club, Membership, User
from leagues.models import CalendarFeed, Contender, Season
from leagues.services.evenings import absence_note, evening_event_create, evening_remove
from tests.conftest import ClientFor
from tests.leagues.conftest import EveningHolder, evening_of
from tournaments.events.services.events import event_delete, event_update

pytestmark = pytest.mark.django_db


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
    membership = Membership.objects.get(user=viewer, club=season.club)
    membership.player = contender.player
    membership.save()
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


def entries_in(feed: CalendarFeed) -> dict[str, Any]:
    """The entries of a feed by their titles."""
    return {str(day["SUMMARY"]): day for day in days_in(feed)}


def days_in(feed: CalendarFeed) -> list[Any]:
    answer = Client().get(reverse("calendar-feed", args=[feed.code]))
    return Calendar.from_ical(answer.content).walk("VEVENT")


def test_a_day_has_one_name_in_every_feed_which_tells_no_secret_and_stays_after_renewal(
    season: Season, hold: EveningHolder, organiser: User, client_for: ClientFor
) -> None:
    client, player = client_for(organiser), Contender.objects.filter(season=season)[0].player
    membership = Membership.objects.get(user=organiser, club=season.club)
    membership.player = player
    membership.save()
    hold(season, 1, won=[player.name])
    kinds = ("club", f"season-{season.pk}", f"player-{player.pk}")
    names = []
    for do in ("make", "renew"):
        for of in kinds:
            ask(client, season.club, of, do)
        feeds = CalendarFeed.objects.all()
        assert len(feeds) == len(kinds)
        for feed in feeds:
            days = entries_in(feed)
            names.append({title: str(day["UID"]) for title, day in days.items()})
            assert not any(feed.code in name for name in names[-1].values())
    shared = set.intersection(*(set(named) for named in names))
    assert len(shared) == 3
    assert all(len({named[title] for named in names}) == 1 for title in shared)


def test_a_change_is_counted_and_dated_and_a_time_and_place_are_told(
    season: Season, hold: EveningHolder, organiser: User, client_for: ClientFor
) -> None:
    ask(client_for(organiser), season.club, "club")
    feed = CalendarFeed.objects.get(season=None, player=None)
    hold(season, 1, won=["Ada"])
    event = evening_of(season, 1).event
    assert event is not None
    type(event).objects.update(calendar_at=timezone.now() - timedelta(days=1))
    before = entries_in(feed)[event.name]
    assert (before["SEQUENCE"], "LOCATION" in before) == (0, False)
    assert before["DTEND"].dt - before["DTSTART"].dt == timedelta(days=1)
    event_update(event=event, starts_at=time(22), minutes=150, place="De Zwaan, 1e verdieping")
    event.refresh_from_db()
    after = entries_in(feed)[event.name]
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] == 1
    assert after["LAST-MODIFIED"].dt > before["LAST-MODIFIED"].dt
    assert after["LOCATION"] == "De Zwaan, 1e verdieping"
    assert timezone.localtime(after["DTSTART"].dt).time() == time(22)
    assert after["DTEND"].dt - after["DTSTART"].dt == timedelta(minutes=150)
    event_update(event=event, cap=5)
    assert entries_in(feed)[event.name]["SEQUENCE"] == 1, "calendars do not see it"


def test_a_deleted_event_is_cancelled_in_the_feeds_that_have_shown_it(
    season: Season, organiser: User, client_for: ClientFor
) -> None:
    for of in ("club", f"season-{season.pk}"):
        ask(client_for(organiser), season.club, of)
    event = evening_event_create(evening=evening_of(season, 1), created_by=organiser)
    other = CalendarFeed.objects.get(season=season)
    name = entries_in(other)[event.name]["UID"]
    event_delete(event=event)
    assert CalendarFeed.objects.count() == 2
    for feed in CalendarFeed.objects.all():
        day = next(day for day in days_in(feed) if day["UID"] == name)
        assert (day["STATUS"], day["SEQUENCE"]) == ("CANCELLED", 1)


def test_an_evening_taken_out_of_a_season_is_cancelled(
    season: Season, organiser: User, client_for: ClientFor
) -> None:
    ask(client_for(organiser), season.club, "club")
    feed = CalendarFeed.objects.get()
    title = f"{season.name}, evening 2"
    assert entries_in(feed)[title]["STATUS"] == "CONFIRMED"
    evening_remove(evening=evening_of(season, 2))
    assert entries_in(feed)[title]["STATUS"] == "CANCELLED"
