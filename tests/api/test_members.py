"""Members over HTTP: who on the roster each is, and what he is."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import Club, Membership, User
from clubs.services.players import player_add
from tests.conftest import ApiFor


@pytest.fixture
def api(owner: User, api_for: ApiFor) -> APIClient:
    """The owner's program."""
    return api_for(owner)


@pytest.fixture
def at(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}/"


@pytest.fixture
def member(club: Club, viewer: User) -> Membership:
    return viewer.memberships.get(club=club)


def test_a_member_is_said_to_be_a_player_and_reads_his_own_statement(
    api: APIClient, at: str, club: Club, member: Membership, viewer: User, api_for: ApiFor
) -> None:
    ann = player_add(club=club, name="Ann")
    statement = f"{at}players/{ann.pk}/statement/"
    assert api_for(viewer).get(statement).status_code == 403
    path = f"{at}members/{member.pk}/"
    for player, status in ((ann.pk, 200), (ann.pk, 200), (None, 403)):
        answer = api.patch(path, {"player": player})
        assert (answer.status_code, answer.json()["player"]) == (200, player)
        assert api_for(viewer).get(statement).status_code == status


def test_members_are_listed_with_who_they_are(
    api: APIClient, at: str, member: Membership, owner: User
) -> None:
    rows = api.get(f"{at}members/").json()["results"]
    assert [(row["username"], row["role"], row["player"]) for row in rows] == [
        ("owner", "owner", None),
        ("viewer", "viewer", None),
    ]
    assert api.get(f"{at}members/{member.pk}/").json() == rows[1]


def test_a_role_is_changed_and_the_last_owner_stays(
    api: APIClient, at: str, club: Club, member: Membership, owner: User
) -> None:
    assert api.patch(f"{at}members/{member.pk}/", {"role": "scorer"}).json()["role"] == "scorer"
    membership = owner.memberships.get(club=club)
    assert api.patch(f"{at}members/{membership.pk}/", {"role": "viewer"}).status_code == 400
    membership.refresh_from_db()
    assert membership.role == "owner"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"player": "theirs"}, "player"),
        ({"player": "taken"}, "player"),
        ({"player": 0}, "player"),
        ({"player": 10**12}, "player"),
        ({"role": "king"}, "role"),
        ({"player": "taken", "role": "scorer"}, "player"),
    ],
)
def test_what_is_wrong_is_told_by_field_and_changes_nothing(
    api: APIClient,
    at: str,
    club: Club,
    member: Membership,
    scorer: User,
    stranger: User,
    body: dict[str, Any],
    field: str,
) -> None:
    taken = player_add(club=club, name="Ann")
    Membership.objects.filter(club=club, user=scorer).update(player=taken)
    theirs = player_add(club=stranger.memberships.get().club, name="Zoe")
    named = {"theirs": theirs.pk, "taken": taken.pk}
    sent = {key: named.get(value, value) for key, value in body.items()}
    answer = api.patch(f"{at}members/{member.pk}/", sent)
    assert answer.status_code == 400
    assert [*answer.json()["errors"]] == [field]
    member.refresh_from_db()
    assert (member.player, member.role) == (None, "viewer")


def test_the_neighbours_member_is_not_found(
    api: APIClient, at: str, stranger: User, owner: User
) -> None:
    theirs = stranger.memberships.get()
    assert api.patch(f"{at}members/{theirs.pk}/", {"role": "viewer"}).status_code == 404
    theirs.refresh_from_db()
    assert theirs.role == "owner"


def test_a_new_account_is_told_its_password_once_and_a_known_user_none(
    api: APIClient, at: str, scorer: User, stranger: User
) -> None:
    key: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": "new-1"}
    made = api.post(f"{at}members/", {"username": "zoe", "role": "scorer"}, **key)
    assert (made.status_code, made.json()["role"]) == (201, "scorer")
    assert User.objects.get(username="zoe").check_password(made.json()["password"])
    assert "password" not in api.get(made["Location"]).json()
    again = api.post(f"{at}members/", {"username": "zoe", "role": "scorer"}, **key)
    assert (again.status_code, again.json()["codes"]) == (400, {"username": ["member_already"]})
    known = api.post(f"{at}members/", {"username": stranger.username, "role": "viewer"})
    assert (known.status_code, known.json()["password"]) == (201, None)


def test_a_member_is_removed_and_the_last_owner_stays(
    api: APIClient, at: str, club: Club, member: Membership, owner: User, viewer: User
) -> None:
    assert api.delete(f"{at}members/{member.pk}/").status_code == 204
    assert User.objects.filter(pk=viewer.pk).exists()
    assert api.delete(f"{at}members/{member.pk}/").status_code == 404
    membership = owner.memberships.get(club=club)
    refused = api.delete(f"{at}members/{membership.pk}/")
    assert refused.json()["codes"] == {"non_field_errors": ["last_owner"]}
    assert [membership.user for membership in club.memberships.all()] == [owner]
