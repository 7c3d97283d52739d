"""Two programs read the same settings: the second to change them is told."""

import datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import Club, User
from clubs.services.clubs import member_add
from clubs.services.players import player_add
from leagues.services.seasons import season_create
from tests.api.operations import described
from tests.conftest import ApiFor
from tests.core.test_versions import CASES as FORMS
from tournaments.deals.services.deals import deal_set_draw
from tournaments.events.services.events import event_create, event_update
from tournaments.money.services.money import money_set_up

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 11, 20)

NO_SETTINGS = {
    "season_contenders_move": "a decision, not a setting",
    "webhooks_update": "nothing of a webhook is taken over from its form",
}

CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "clubs_update": ("", {"name": "Elm Street"}, {"paper": "letter"}),
    "players_update": ("players/{player}/", {"name": "Adele"}, {"note": "the tall one"}),
    "members_update": ("members/{member}/", {"role": "scorer"}, {"role": "organiser"}),
    "events_update": ("events/{event}/", {"cap": 9}, {"name": "Friday"}),
    "events_public_update": ("events/{event}/public/", {"is_on": True}, {"may_be_found": True}),
    "events_sign_up_update": ("events/{event}/sign-up/", {"places": 9}, {"is_on": True}),
    "money_update": ("events/{event}/money/", {"fee": 600}, {"cash_float": 900}),
    "seasons_update": ("seasons/{season}/", {"minimum": 1}, {"name": "Winter"}),
    "seasons_public_update": (
        "seasons/{season}/public/",
        {"is_on": True},
        {"shows_ratings": True},
    ),
    "season_divisions_update": ("seasons/{season}/divisions/1/", {"promoted": 1}, {"name": "A"}),
    "season_evenings_update": (
        "seasons/{season}/evenings/1/",
        {"date": "2026-11-27"},
        {"date": "2026-12-04"},
    ),
}


BY_FORM = {
    **{"ClubSettingsForm": "clubs_update", "PlayerEditForm": "players_update"},
    **{"MemberPlayerForm": "members_update", "EventForm": "events_update"},
    **{"RulesForm": "events_update", "StakesForm": "events_update"},
    **{"EventPageForm": "events_public_update", "SignUpPageForm": "events_sign_up_update"},
    **{"SetUpForm": "money_update", "PotPlayersForm": "side_pots_set"},
    **{"SeedsForm": "entries_seed", "ScoringForm": "deals_scoring_set"},
    **{"SeasonForm": "seasons_update", "SeasonPageForm": "seasons_public_update"},
    **{"DivisionForm": "season_divisions_update", "EveningForm": "season_evenings_update"},
}
"""The operation that changes what a form of settings does."""


@pytest.fixture
def api(owner: User, api_for: ApiFor) -> APIClient:
    return api_for(owner)


@pytest.fixture
def address(club: Club, owner: User) -> dict[str, str]:
    """The address of each thing with settings."""
    made: dict[str, Any] = {"club": club, "created_by": owner}
    event = event_create(name="Night", date=DAY, **made)
    money_set_up(event=event, fee=500)
    keys = {
        "player": player_add(club=club, name="Ada").pk,
        "member": member_add(club=club, username="zoe", role="viewer").membership.pk,
        "event": event.pk,
        "season": season_create(name="Autumn", game="texas42", dates=[DAY], **made).pk,
    }
    above = f"/api/v1/clubs/{club.slug}/"
    return {name: above + path.format(**keys) for name, (path, _first, _other) in CASES.items()}


def settings_in(answer: Any) -> str:
    """The part of the tag that changes with the settings, not with standings."""
    return str(answer["ETag"].split("-")[0])


def test_every_change_of_settings_takes_the_tag_that_was_seen() -> None:
    operations = [
        (method, operation)
        for path in described()["paths"].values()
        for method, operation in path.items()
    ]
    patched = {operation["operationId"] for method, operation in operations if method == "patch"}
    assert patched == CASES.keys() | NO_SETTINGS.keys()
    assert BY_FORM.keys() == FORMS.keys()
    changes = {operation["operationId"]: operation for _method, operation in operations}
    for name in CASES.keys() | set(BY_FORM.values()):
        assert "If-Match" in {parameter["name"] for parameter in changes[name]["parameters"]}, name
        assert "412" in changes[name]["responses"], name


@pytest.mark.parametrize("name", CASES)
def test_the_second_of_two_is_refused_with_its_code_and_changes_nothing(
    name: str, address: dict[str, str], api: APIClient
) -> None:
    at, (_path, body, other) = address[name], CASES[name]
    seen = api.get(at)
    tag = {"If-Match": seen["ETag"]}
    first = api.patch(at, body, format="json", headers=tag)
    assert first.status_code == 200, first.json()
    assert settings_in(first) == settings_in(api.get(at)) != settings_in(seen)

    second = api.patch(at, other, format="json", headers=tag)
    assert (second.status_code, second.json()["code"]) == (412, "stale")
    assert settings_in(api.get(at)) == settings_in(first)

    again = api.patch(at, other, format="json", headers={"If-Match": first["ETag"]})
    assert again.status_code == 200, again.json()


def test_of_two_who_seed_the_entries_the_second_is_told(
    club: Club, owner: User, api: APIClient
) -> None:
    event = event_create(name="Night", date=DAY, club=club, created_by=owner)
    at = f"/api/v1/clubs/{club.slug}/events/{event.pk}/entries/"
    for names in (("Ada", "Bo"), ("Cy", "Di")):
        keys = [player_add(club=club, name=name).pk for name in names]
        api.post(at, {"players": keys})
    tag = {"If-Match": api.get(f"{at}seeds/")["ETag"]}

    def seeds(first: int, second: int) -> dict[str, Any]:
        return {"seeds": [{"entry": 1, "seed": first}, {"entry": 2, "seed": second}]}

    changed = api.put(f"{at}seeds/", seeds(2, 1), headers=tag)
    assert changed.status_code == 200, changed.json()
    refused = api.put(f"{at}seeds/", seeds(1, 2), headers=tag)
    assert (refused.status_code, refused.json()["code"]) == (412, "stale")
    known = api.get(f"{at}seeds/", headers={"If-None-Match": changed["ETag"]})
    assert known.status_code == 304
    again = api.put(f"{at}seeds/", seeds(1, 2), headers={"If-Match": changed["ETag"]})
    assert [row["seed"] for row in again.json()] == [1, 2]


def test_of_two_who_choose_how_deals_are_scored_the_second_is_told(
    club: Club, owner: User, api: APIClient
) -> None:
    event = event_create(name="Night", date=DAY, club=club, created_by=owner)
    deal_set_draw(event=event, by=owner, count=2, per_round=2)
    at = f"/api/v1/clubs/{club.slug}/events/{event.pk}/deals/scoring/"
    seen = api.get(at)
    assert seen.json()["scoring"] == ""
    tag = {"If-Match": seen["ETag"]}

    trial = api.put(f"{at}?dry_run=true", {"scoring": "matchpoints"}, headers=tag)
    assert "consequences" in trial.json()
    changed = api.put(at, {"scoring": "matchpoints"}, headers=tag)
    assert (changed.status_code, changed.json()["tie_breaks"][0]) == (200, "matchpoints")
    for address in (at, f"{at}?dry_run=true"):
        refused = api.put(address, {"scoring": "cross_score"}, headers=tag)
        assert (refused.status_code, refused.json()["code"]) == (412, "stale")
    known = api.get(at, headers={"If-None-Match": changed["ETag"]})
    assert known.status_code == 304
    others = changed.json()["tie_breaks"][:0:-1]
    event_update(event=event, tie_breaks=["matchpoints", *others])
    again = api.put(at, {"scoring": "cross_score"}, headers={"If-Match": changed["ETag"]})
    assert again.json() == {"scoring": "cross_score", "tie_breaks": ["cross_score", *others]}


def test_of_two_who_say_who_won_a_side_pot_the_second_is_told(
    club: Club, owner: User, api: APIClient
) -> None:
    event = event_create(name="Night", date=DAY, club=club, created_by=owner)
    money_set_up(event=event, fee=500)
    keys = [player_add(club=club, name=name).pk for name in ("Ada", "Bo")]
    at = f"/api/v1/clubs/{club.slug}/events/{event.pk}/"
    api.post(f"{at}entries/", {"players": keys})
    pot = api.post(f"{at}money/pots/", {"name": "Aces", "stake": 100})["Location"]
    tag = {"If-Match": api.get(pot)["ETag"]}
    first = api.put(pot, {"players": keys, "winners": keys[:1]}, headers=tag)
    assert first.status_code == 200, first.json()
    assert settings_in(first) == settings_in(api.get(pot))

    second = api.put(pot, {"players": keys, "winners": keys[1:]}, headers=tag)
    assert (second.status_code, second.json()["code"]) == (412, "stale")
    assert api.get(pot).json()["winners"] == keys[:1]


def test_without_a_tag_or_with_a_star_a_change_happens_as_before(
    address: dict[str, str], api: APIClient
) -> None:
    at = address["players_update"]
    for headers in ({}, {"If-Match": "*"}):
        changed = api.patch(at, {"note": str(headers)[:9]}, format="json", headers=headers)
        assert changed.status_code == 200


@pytest.mark.parametrize("tag", ['"x"', "x", '""', 'W/"1-2"', '"1", "2"'])
def test_a_tag_that_was_never_given_is_refused(
    tag: str, address: dict[str, str], api: APIClient
) -> None:
    at = address["events_update"]
    refused = api.patch(at, {"cap": 9}, format="json", headers={"If-Match": tag})
    assert refused.status_code == 412


def test_an_answer_that_is_known_is_not_sent_again(address: dict[str, str], api: APIClient) -> None:
    at = address["events_update"]
    tag = api.get(at)["ETag"]
    assert api.get(at, headers={"If-None-Match": tag}).status_code == 304
    api.patch(at, {"cap": 9}, format="json")
    assert api.get(at, headers={"If-None-Match": tag}).status_code == 200
