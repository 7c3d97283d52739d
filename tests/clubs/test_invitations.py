"""A link makes one person a member, once; who makes it, who opens it, and when it ends."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Invitation, Membership, User
from clubs.roles import Role
from clubs.services.clubs import club_create, member_remove
from clubs.services.invitations import (
    NewInvitation,
    invitation_accept,
    invitation_make,
    invitation_revoke,
)
from tests.conftest import ClientFor
from tests.refused import refused

PASSWORD = "seven strokes of chalk"
NEW_USER = {"username": "zoe", "password": PASSWORD}


@pytest.fixture
def made(club: Club, owner: User) -> NewInvitation:
    return invitation_make(club=club, role=Role.ORGANISER, days=7, created_by=owner)


def at(made: NewInvitation) -> str:
    return reverse("invitation", args=[made.key])


def roles(club: Club) -> dict[str, str]:
    return dict(club.memberships.values_list("user__username", "role"))


def test_an_owner_makes_a_link_that_is_shown_once(
    club: Club, owner: User, client_for: ClientFor
) -> None:
    client = client_for(owner)
    sent = {"invite-role": "organiser", "invite-days": "7"}
    page = client.post(reverse("invitation-new", args=[club.slug]), sent).text
    [path] = set(re.findall(r"/invitation/[\w-]+/", page))
    again = client.get(reverse("members", args=[club.slug])).text
    assert path not in again
    assert "Organiser" in again
    assert Client().get(path).status_code == 200


def test_somebody_with_an_account_accepts_and_it_is_used_up(
    made: NewInvitation, club: Club, stranger: User, client_for: ClientFor
) -> None:
    answer = client_for(stranger).post(at(made))
    assert answer["Location"] == reverse("club", args=[club.slug])
    assert roles(club)["stranger"] == Role.ORGANISER
    made.invitation.refresh_from_db()
    assert (made.invitation.accepted_by, made.invitation.state) == (stranger, "accepted")
    late = Client().post(at(made), NEW_USER)
    assert late.status_code == 410
    assert "no longer valid" in late.text
    assert not User.objects.filter(username="zoe").exists()


def test_somebody_without_an_account_makes_one_and_is_signed_in(
    made: NewInvitation, club: Club, client: Client
) -> None:
    answer = client.post(at(made), NEW_USER, follow=True)
    assert answer.request["PATH_INFO"] == reverse("club", args=[club.slug])
    assert roles(club)["zoe"] == Role.ORGANISER
    assert User.objects.get(username="zoe").check_password(PASSWORD)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "owner"}, "username"),
        ({"password": "12345"}, "password"),
        ({"password": ""}, "password"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nobody_is_made(
    given: dict[str, str], field: str, made: NewInvitation, club: Club, client: Client
) -> None:
    before = User.objects.count()
    answer: Any = client.post(at(made), NEW_USER | given)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert User.objects.count() == before
    made.invitation.refresh_from_db()
    assert made.invitation.state == "open"


def test_a_revoked_or_expired_invitation_takes_nobody(
    made: NewInvitation, club: Club, owner: User, stranger: User
) -> None:
    invitation_revoke(invitation=made.invitation)
    other = invitation_make(club=club, role=Role.VIEWER, days=1, created_by=owner)
    Invitation.objects.filter(pk=other.invitation.pk).update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    for over in (made, other):
        assert Client().get(at(over)).status_code == 410
        with refused("invitation_over"):
            invitation_accept(invitation=over.invitation, user=stranger)
    assert "stranger" not in roles(club)


def test_an_invitation_ends_with_the_rights_of_its_author(
    made: NewInvitation, club: Club, owner: User, stranger: User
) -> None:
    Membership.objects.create(club=club, user=User.objects.create_user("two"), role=Role.OWNER)
    member_remove(membership=club.memberships.get(user=owner))
    with refused("invitation_over"):
        invitation_accept(invitation=made.invitation, user=stranger)


def test_a_member_keeps_their_role_and_leaves_the_link_to_another(
    made: NewInvitation, club: Club, owner: User, stranger: User
) -> None:
    invitation_accept(invitation=made.invitation, user=owner)
    assert roles(club)["owner"] == Role.OWNER
    assert invitation_accept(invitation=made.invitation, user=stranger).role == Role.ORGANISER


def test_a_wrong_key_opens_nothing_and_a_neighbour_revokes_nothing(
    made: NewInvitation, stranger: User, client_for: ClientFor
) -> None:
    assert Client().get(reverse("invitation", args=["wrong"])).status_code == 404
    neighbours = club_create(name="Neighbours", owner=stranger)
    revoke = reverse("invitation-revoke", args=[neighbours.slug, made.invitation.pk])
    assert client_for(stranger).post(revoke).status_code == 404
    made.invitation.refresh_from_db()
    assert made.invitation.state == "open"


def test_a_club_has_only_so_many_open_invitations(club: Club, owner: User) -> None:
    for _ in range(20):
        invitation_make(club=club, role=Role.VIEWER, days=1, created_by=owner)
    with refused("too_many_invitations"):
        invitation_make(club=club, role=Role.VIEWER, days=1, created_by=owner)
