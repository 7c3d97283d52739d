"""An event and its season: the way from one to the other, and giving an event a place."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from clubs.models import Club, User
from leagues.models import Season
from leagues.services.evenings import evening_event_attach, evening_event_create
from leagues.services.seasons import season_finish
from tests.conftest import ClientFor
from tests.leagues.conftest import EveningHolder, SeasonMaker, evening_of
from tournaments.events.models import Event
from tournaments.events.services.events import event_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(season: Season, owner: User) -> Event:
    """An evening of Pandoeren that was set up by itself, on the day of the second evening."""
    date = evening_of(season, 2).date
    return event_create(
        club=season.club, name="By itself", date=date, created_by=owner, game="pandoeren", rules={}
    )


def page(client: Client, name: str, event: Event) -> str:
    return client.get(reverse(name, args=[event.club.slug, event.pk])).content.decode()


def place_of(season: Season, number: int) -> str:
    """The link to an evening of the season."""
    return f'href="{reverse("season-evening", args=[season.club.slug, season.pk, number])}"'


def offer_of(event: Event) -> str:
    return f'href="{reverse("event-season", args=[event.club.slug, event.pk])}"'


def gather(client: Client, event: Event, chosen: str) -> int:
    url = reverse("event-season", args=[event.club.slug, event.pk])
    return client.post(url, {"evening": chosen}).status_code


def test_the_page_that_gives_an_event_a_place_is_called_so_on_the_way_to_it(
    event: Event, owner: User, client_for: ClientFor
) -> None:
    shown = page(client_for(owner), "event-season", event)
    assert "<title>Add to a season · By itself" in shown
    assert f'<a href="{reverse("event", args=[event.club.slug, event.pk])}">' in shown


def test_an_evening_and_its_event_lead_to_each_other(
    season: Season, owner: User, client_for: ClientFor
) -> None:
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    client = client_for(owner)
    for name in ("event", "event-entries", "event-standings", "event-settings"):
        shown = page(client, name, event)
        assert place_of(season, 1) in shown, name
        assert "Autumn, evening 1" in shown
        assert offer_of(event) not in shown
    url = reverse("season-evening", args=[season.club.slug, season.pk, 1])
    back = f'href="{reverse("event", args=[season.club.slug, event.pk])}"'
    assert back in client.get(url).content.decode()


def test_an_event_in_two_seasons_leads_to_both(
    make_season: SeasonMaker, owner: User, client_for: ClientFor
) -> None:
    league, cup = make_season(), make_season(name="Cup")
    event = evening_event_create(evening=evening_of(league, 1), created_by=owner)
    evening_event_attach(evening=evening_of(cup, 3), event=event)
    shown = page(client_for(owner), "event", event)
    assert place_of(league, 1) in shown
    assert place_of(cup, 3) in shown


def test_an_event_by_itself_is_offered_a_season_to_those_who_may(
    season: Season, event: Event, owner: User, viewer: User, client_for: ClientFor
) -> None:
    assert offer_of(event) in page(client_for(owner), "event", event)
    assert offer_of(event) not in page(client_for(viewer), "event", event)


def test_nothing_is_offered_where_no_season_is_under_way(
    season: Season, event: Event, owner: User, client_for: ClientFor
) -> None:
    season_finish(season=season)
    client = client_for(owner)
    assert offer_of(event) not in page(client, "event", event)
    assert "No matching season" in page(client, "event-season", event)


def test_an_event_counts_as_the_evening_that_is_chosen(
    season: Season, event: Event, owner: User, client_for: ClientFor
) -> None:
    client = client_for(owner)
    nearest = evening_of(season, 2)
    assert f'value="evening-{nearest.pk}" selected' in page(client, "event-season", event)
    assert gather(client, event, f"evening-{nearest.pk}") == 302
    assert evening_of(season, 2).event == event
    assert place_of(season, 2) in page(client, "event", event)


def test_one_more_evening_is_made_on_the_event_s_day(
    season: Season, event: Event, owner: User, client_for: ClientFor
) -> None:
    assert gather(client_for(owner), event, f"season-{season.pk}") == 302
    added = evening_of(season, 4)
    assert (added.event, added.date) == (event, event.date)


def test_an_evening_that_has_its_event_is_not_given_away(
    season: Season, event: Event, owner: User, client_for: ClientFor
) -> None:
    taken = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    assert gather(client_for(owner), event, f"evening-{evening_of(season, 1).pk}") == 422
    assert evening_of(season, 1).event == taken


def test_a_season_of_another_game_or_club_is_not_offered(
    make_season: SeasonMaker, event: Event, owner: User, stranger: User, client_for: ClientFor
) -> None:
    other = make_season(game="dummy_spades", name="Spades", count=0)
    assert "Spades" not in page(client_for(owner), "event-season", event)
    assert gather(client_for(owner), event, f"season-{other.pk}") == 422
    url = reverse("event-season", args=[event.club.slug, event.pk])
    assert client_for(stranger).get(url).status_code == 404


def test_a_new_event_is_shown_the_evening_that_waits(
    make_season: SeasonMaker, hold: EveningHolder, owner: User, club: Club, client_for: ClientFor
) -> None:
    season = make_season(name="Autumn & co")
    hold(season, 1, won=["Ada"])
    new = reverse("event-new", args=[club.slug])
    client = client_for(owner)
    shown = client.get(new, {"game": "pandoeren"}).content.decode()
    assert place_of(season, 2) in shown
    assert escape("Autumn & co, evening 2") in shown
    assert place_of(season, 3) not in shown
    assert place_of(season, 2) not in client.get(new, {"game": "texas42"}).content.decode()
