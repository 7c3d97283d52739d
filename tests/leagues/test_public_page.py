"""The public page of a season: who sees what of it, under which names."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club, User
from clubs.services.players import player_name_hide, player_update
from leagues.models import Season, SeasonPage
from leagues.services.evenings import absence_note
from leagues.services.ratings import ratings_refresh
from leagues.services.seasons import season_page_update
from leagues.services.standings import season_refresh
from tests.leagues.conftest import EveningHolder, evening_of
from tests.leagues.pages import SeasonPages
from tests.tournaments.pages import text, words

ADDRESSES = (
    *("public-season", "public-season-live", "public-season-calendar", "public-season-ratings"),
)
NOTE = "limps a little"


@pytest.fixture
def shown(season: Season, hold: EveningHolder) -> SeasonPage:
    """The page of a season after its first evening, with ratings."""
    hold(season, 1, won=["Ada"])
    for player in season.club.players.all():
        name = f"{player.name} Xylander{player.name[::-1]}"
        player_update(player=player, name=name, note=NOTE, active=True)
    season_refresh(season_id=season.pk)
    ratings_refresh(season_id=season.pk)
    return season_page_update(season=season, is_on=True, shows_ratings=True)


def address(name: str, page: SeasonPage) -> str:
    return reverse(name, args=[page.code])


def everything(client: Client, page: SeasonPage) -> str:
    answers = [client.get(address(name, page)) for name in ADDRESSES]
    assert {answer.status_code for answer in answers} == {200}
    return " ".join(answer.content.decode() for answer in answers)


def test_it_is_seen_by_anybody_while_it_is_on_and_at_its_own_code_alone(
    shown: SeasonPage, client: Client
) -> None:
    assert "row--me" not in client.get(address("public-season", shown)).content.decode()
    everything(client, shown)
    for name in ADDRESSES:
        assert client.get(address(name, shown))["X-Robots-Tag"] == "noindex, nofollow"
        assert client.get(reverse(name, args=["0000-0000-0000"])).status_code == 404
        assert client.post(address(name, shown)).status_code == 405
    season_page_update(season=shown.season, is_on=False)
    for name in ADDRESSES:
        assert client.get(address(name, shown)).status_code == 404, name
    assert not client.cookies


def test_ratings_are_there_only_if_they_are_shown(shown: SeasonPage, client: Client) -> None:
    assert "Ratings" in words(client.get(address("public-season-ratings", shown)))
    season_page_update(season=shown.season, shows_ratings=False)
    assert client.get(address("public-season-ratings", shown)).status_code == 404
    page = client.get(address("public-season", shown)).content.decode()
    assert address("public-season-ratings", shown) not in page


def test_nothing_of_notes_absences_or_hidden_names_is_on_it(
    shown: SeasonPage, club: Club, client: Client
) -> None:
    season = shown.season
    contender = season.contenders.earliest("pk")
    absence_note(evening=evening_of(season, 2), contender=contender, noticed=True)
    page = everything(client, shown)
    assert "Ada X." in page
    for secret in ("Xylander", NOTE, "absent with notice", "/c/", "/money/", "USD"):
        assert secret not in page, secret
    player_name_hide(player=contender.player, hidden=True)
    page = everything(client, shown)
    assert "Ada" not in text(page)
    assert "Player 1<" in page


def test_an_unchanged_table_is_not_made_again(shown: SeasonPage, client: Client) -> None:
    live = address("public-season-live", shown)
    tag = client.get(live)["ETag"]
    with CaptureQueriesContext(connection) as captured:
        assert client.get(live, headers={"If-None-Match": tag}).status_code == 304
    assert len(captured) <= 6  # guesses, the page with its season, what is stale, names
    player_name_hide(player=shown.season.contenders.earliest("pk").player, hidden=True)
    assert client.get(live, headers={"If-None-Match": tag}).status_code == 200


def test_the_organiser_turns_it_on_and_moves_it(season: Season, pages: SeasonPages) -> None:
    url = reverse("season-public", args=[season.club.slug, season.pk])
    answer = pages.client.post(url, {"is_on": "on"}, follow=True)
    page = SeasonPage.objects.get(season=season)
    assert f"http://testserver/s/{page.code}/" in words(answer)
    pages.client.post(reverse("season-public-renew", args=[season.club.slug, season.pk]))
    assert SeasonPage.objects.get(season=season).code != page.code
    pages.client.post(url)
    assert not SeasonPage.objects.get(season=season).is_on


def test_another_program_turns_it_on(
    season: Season, organiser: User, api_for: Callable[[User], Any], client: Client
) -> None:
    url = reverse("api-seasons-public-detail", args=[season.club.slug, season.pk])
    api = api_for(organiser)
    assert api.get(url).json()["address"] is None
    shown = api.patch(url, {"is_on": True, "shows_ratings": True}).json()
    assert client.get(shown["address"]).status_code == 200
