"""Names stand in the alphabet of the club's language, and are found however they are written."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from clubs.selectors import players_find, players_suggest
from clubs.services.clubs import club_update
from clubs.services.players import player_add, player_update, players_add_many, rosters_sort
from core.names import folded, near, sort_key
from tests.conftest import ApiFor, ClientFor

NAMES = ["Zoë", "Łucja", "Szymon", "Åsa", "ana", "Zoe", "Ślązak", "Luna", "Ben", "Öbo", "花子"]
ORDERS = {
    "en": ["ana", "Åsa", "Ben", "Łucja", "Luna", "Öbo", "Ślązak", "Szymon", "Zoe", "Zoë", "花子"],
    "sv": ["ana", "Ben", "Łucja", "Luna", "Ślązak", "Szymon", "Zoe", "Zoë", "Åsa", "Öbo", "花子"],
    "pl": ["ana", "Åsa", "Ben", "Luna", "Łucja", "Öbo", "Szymon", "Ślązak", "Zoe", "Zoë", "花子"],
}


def settings_sent(club: Club, language: str) -> dict[str, str]:
    return {"name": club.name, "currency": "USD", "paper": "a4", "language": language}


@pytest.mark.parametrize("language", ORDERS)
def test_names_are_sorted_by_the_alphabet_of_a_language(language: str) -> None:
    assert sorted(NAMES, key=lambda name: sort_key(name, language)) == ORDERS[language]


@pytest.mark.parametrize("language", ORDERS)
def test_the_roster_and_the_api_follow_the_language_of_the_club(
    language: str, club: Club, owner: User, client_for: ClientFor, api_for: ApiFor
) -> None:
    players_add_many(club=club, names=NAMES)
    browser = client_for(owner)
    sent = settings_sent(club, language)
    assert browser.post(reverse("club-settings", args=[club.slug]), sent).status_code == 302
    roster = browser.get(reverse("players", args=[club.slug])).context["page"]
    assert [player.name for player in roster] == ORDERS[language]
    data = api_for(owner).get(f"/api/v1/clubs/{club.slug}/players/").json()
    assert [player["name"] for player in data["results"]] == ORDERS[language]


def test_a_renamed_player_moves_to_his_place(club: Club) -> None:
    _ben, cleo = players_add_many(club=club, names=["Ben", "Cleo"])
    player_update(player=cleo, name="Åsa", note="", active=True)
    assert [player.name for player in club.players.all()] == ["Åsa", "Ben"]
    club_update(club=club, name=club.name, currency="USD", paper="a4", language="sv")
    assert [player.name for player in club.players.all()] == ["Ben", "Åsa"]


def test_names_of_before_or_of_another_collation_get_their_places_on_migrating(club: Club) -> None:
    players_add_many(club=club, names=["Ben", "Åsa"])
    club.players.update(sort_key=b"", search_key="")
    Club.objects.update(names_sorted_by="en 1.0")
    rosters_sort()
    assert [player.name for player in club.players.all()] == ["Åsa", "Ben"]
    assert [player.name for player in players_find(club=club, text="asa")] == ["Åsa"]


def test_a_language_that_is_none_is_refused(club: Club, owner: User, client_for: ClientFor) -> None:
    answer = client_for(owner).post(
        reverse("club-settings", args=[club.slug]), settings_sent(club, "xx")
    )
    assert answer.status_code == 422
    assert "language" in answer.context["form"].errors


SEARCHES = [
    ("ŁUCJA", "lucja"),
    ("Łucja", "LUCJA"),
    ("Zoë Żak", "zoe zak"),
    ("ÅSA ÖBERG", "åsa öberg"),
    ("Åsa Öberg", "ASA OBERG"),
    ("Straße", "STRASSE"),
    ("Søren", "soren"),
    ("ΆΡΗΣ", "αρης"),
    ("Ёлка", "елка"),
    ("علي كريمي", "علی کریمی"),
    ("Ｔａｒｏ", "taro"),
    ("がく", "がく"),
]


@pytest.mark.parametrize(("name", "typed"), SEARCHES)
def test_a_name_is_found_whatever_its_case_and_accents(name: str, typed: str, club: Club) -> None:
    player_add(club=club, name="Somebody Else")
    player_add(club=club, name=name)
    assert [player.name for player in players_find(club=club, text=typed)] == [name]
    assert [player.name for player in players_suggest(club=club, text=typed)] == [name]


def test_a_note_is_found_as_a_name_is(club: Club) -> None:
    player_add(club=club, name="Ann", note="Ärztin, Łódź")
    assert players_find(club=club, text="LODZ ann").count() == 1


def test_letters_that_are_no_accents_stay_apart() -> None:
    assert folded("がく") != folded("かく")
    assert folded("") == ""


def test_names_with_other_accents_are_near() -> None:
    assert near("Lucja Nowak", ["Łucja Nowak", "Bea"]) == ["Łucja Nowak"]
    assert near("Bob", ["Łucja Nowak", "Bea"]) == []


def test_players_in_python_stand_as_in_the_database(club: Club) -> None:
    players_add_many(club=club, names=NAMES)
    everybody = list(Player.objects.filter(club=club))
    assert sorted(everybody, key=lambda player: player.in_order) == everybody


def test_the_settings_offer_languages(club: Club, owner: User, client_for: ClientFor) -> None:
    browser: Client = client_for(owner)
    page = browser.get(reverse("club-settings", args=[club.slug])).content.decode()
    assert '<option value="pl">polski</option>' in page
