"""The search of a club: players, events and seasons by words of their names, in any script."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from clubs.services.players import player_add
from config.search import MOST
from leagues.models import Season
from tests.config.test_overview import event_of
from tests.tournaments.pages import words

ClientFor = Callable[[User], Client]


@pytest.fixture
def search(club: Club, viewer: User, client_for: ClientFor) -> Callable[[str], str]:
    """The words of the page of results, as somebody who only looks on sees it."""
    client = client_for(viewer)
    return lambda text: words(client.get(reverse("search", args=[club.slug]), {"q": text}))


@pytest.mark.parametrize("typed", ["zoë harvest", "HARVEST zoe", " harvest  zoë "])
def test_every_word_finds_players_events_and_seasons_whatever_their_case_and_accents(
    typed: str, club: Club, owner: User, search: Callable[[str], str]
) -> None:
    player_add(club=club, name="Zoë Harvest")
    event_of(club, "Harvest of Zoë")
    Season.objects.create(
        club=club, name="Zoë, harvest", game="texas42", starts_on="2026-01-08", created_by=owner
    )
    page = search(typed)
    for name in ("Players Zoë Harvest", "Events Harvest of Zoë", "Seasons Zoë, harvest"):
        assert name in page
    assert "Nothing found" in search("zoë nowhere")


def test_names_are_found_as_another_keyboard_writes_them(
    club: Club, search: Callable[[str], str]
) -> None:
    player_add(club=club, name="یاسمین")
    player_add(club=club, name="山田")
    assert "Players یاسمین" in search("ياسمين")
    assert "Players 山田" in search("山田")


def test_of_many_the_first_are_shown_with_the_way_to_all(
    club: Club, viewer: User, client_for: ClientFor
) -> None:
    for number in range(MOST + 1):
        event_of(club, f"Night {number}")
    page = client_for(viewer).get(reverse("search", args=[club.slug]), {"q": "night"})
    assert words(page).count("Night") == MOST
    assert f"{reverse('events', args=[club.slug])}?q=night" in page.text


def test_another_clubs_are_not_found(
    club: Club, stranger: User, search: Callable[[str], str]
) -> None:
    neighbours = Club.objects.get(memberships__user=stranger)
    player_add(club=neighbours, name="Zoë")
    event_of(neighbours, "Zoë")
    assert "Nothing found" in search("zoë")


def test_without_words_nothing_is_sought(club: Club, search: Callable[[str], str]) -> None:
    event_of(club, "Night")
    for text in ("", " ", "'"):
        assert "Night" not in search(text)


def test_the_search_asks_as_often_for_many_as_for_few(
    club: Club,
    viewer: User,
    client_for: ClientFor,
    django_assert_num_queries: Any,
) -> None:
    client, url = client_for(viewer), reverse("search", args=[club.slug])
    for number in range(20):
        event_of(club, f"Night {number}")
        player_add(club=club, name=f"Night {number}")
    with django_assert_num_queries(7):
        client.get(url, {"q": "night"})
