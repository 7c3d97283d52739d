"""Clubs over HTTP: founding one, and its settings."""

from rest_framework.test import APIClient

from clubs.models import Club, User
from clubs.roles import Role
from tests.conftest import ApiFor


def test_whoever_founds_a_club_is_its_first_owner(stranger: User, api_for: ApiFor) -> None:
    api = api_for(stranger)
    for _twice in range(2):
        made = api.post(
            "/api/v1/clubs/",
            {"name": "Tea & Tricks", "currency": "EUR", "language": "nl"},
            headers={"Idempotency-Key": "tea"},
        )
        assert (made.status_code, made["Location"]) == (201, "/api/v1/clubs/tea-tricks/")
    club_data = api.get(made["Location"]).json()
    assert (club_data["currency"], club_data["language"], club_data["paper"]) == ("EUR", "nl", "a4")
    assert club_data["role"] == Role.OWNER
    assert Club.objects.filter(name="Tea & Tricks").count() == 1


def test_settings_change_one_by_one(owner: User, club: Club, api_for: ApiFor) -> None:
    api, at = api_for(owner), f"/api/v1/clubs/{club.slug}/"
    before = api.get(at).json()
    changes = {
        "name": "Harper",
        "currency": "JPY",
        "paper": "letter",
        "language": "sv",
        "calendar": "persian",
        "public_names": "number",
    }
    for name, value in changes.items():
        assert api.patch(at, {name: value}).json() == (before := before | {name: value})
    assert api.get(at).json() == before


def test_a_wrong_setting_is_told_by_field_and_nothing_is_kept(
    owner: User, club: Club, api_for: ApiFor
) -> None:
    api, at = api_for(owner), f"/api/v1/clubs/{club.slug}/"
    before = api.get(at).json()
    wrong = [
        ("name", " "),
        ("currency", "XXQ"),
        ("currency", "dollars"),
        ("paper", "a0"),
        ("language", "zz"),
        ("calendar", "julian"),
        ("public_names", "all"),
    ]
    for name, value in wrong:
        answer = api.patch(at, {"paper": "letter", name: value})
        assert (answer.status_code, [*answer.json()["errors"]]) == (400, [name]), name
        assert api.post("/api/v1/clubs/", {"name": "New", name: value}).status_code == 400, name
    assert api.get(at).json() == before
    assert not Club.objects.filter(name="New").exists()


def test_a_currency_that_went_stays_until_another_is_chosen(
    owner: User, club: Club, api_for: ApiFor
) -> None:
    Club.objects.update(currency="DEM")
    api: APIClient = api_for(owner)
    at = f"/api/v1/clubs/{club.slug}/"
    assert api.patch(at, {"name": "Harper"}).json()["currency"] == "DEM"
