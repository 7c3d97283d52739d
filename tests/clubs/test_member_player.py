"""Who on the roster a member is."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Player, User
from clubs.services.clubs import member_player_set
from clubs.services.players import player_add, player_update
from tests.conftest import ClientFor
from tests.refused import refused
from tests.tournaments.pages import at_field, messages_of, words


@pytest.fixture
def ann(club: Club) -> Player:
    return player_add(club=club, name="Ann Lee", note="the tall one")


@pytest.fixture
def member(club: Club, viewer: User) -> Membership:
    return Membership.objects.get(club=club, user=viewer)


@pytest.fixture
def browser(owner: User, client_for: ClientFor) -> Client:
    return client_for(owner)


def url(member: Membership) -> str:
    return reverse("member-player", args=[member.club.slug, member.pk])


def test_the_owner_says_who_a_member_is_and_that_he_is_nobody_again(
    browser: Client, member: Membership, ann: Player
) -> None:
    answer = browser.post(url(member), {"player": ann.pk}, follow=True)
    assert messages_of(answer) == ["viewer is Ann Lee (the tall one)."]
    assert "Ann Lee (the tall one)" in words(answer)
    member.refresh_from_db()
    assert member.player == ann
    answer = browser.post(url(member), {"player": ""}, follow=True)
    assert messages_of(answer) == ["viewer is not linked to a player."]
    member.refresh_from_db()
    assert member.player is None


def test_only_who_is_free_and_on_the_roster_is_offered(
    browser: Client, member: Membership, ann: Player, owner: User, club: Club, stranger: User
) -> None:
    taken = player_add(club=club, name="Ben")
    member_player_set(membership=owner.memberships.get(club=club), player=taken)
    gone = player_add(club=club, name="Cas")
    player_update(player=gone, name="Cas", note="", active=False)
    player_add(club=stranger.memberships.get().club, name="Zoe")
    page = browser.get(url(member))
    assert list(page.context["form"].fields["player"].queryset) == [ann]
    own_page = browser.get(url(owner.memberships.get(club=club)))
    assert list(own_page.context["form"].fields["player"].queryset) == [ann, taken]


def test_who_is_somebody_else_already_is_refused_beside_the_field(
    browser: Client, member: Membership, ann: Player, owner: User
) -> None:
    member_player_set(membership=owner.memberships.get(club=member.club), player=ann)
    answer = browser.post(url(member), {"player": ann.pk})
    assert answer.status_code == 422
    assert at_field(answer, "player") == [
        "Select a valid choice. That choice is not one of the available choices."
    ]


def test_two_members_are_never_one_player(member: Membership, ann: Player, owner: User) -> None:
    membership = owner.memberships.get(club=member.club)
    member_player_set(membership=membership, player=ann)
    with refused("player_of_another_member"):
        member_player_set(membership=member, player=ann)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.filter(pk=member.pk).update(player=ann)


def test_a_neighbours_player_is_nobody_here(member: Membership, stranger: User) -> None:
    zoe = player_add(club=stranger.memberships.get().club, name="Zoe")
    with refused("no_such_player"):
        member_player_set(membership=member, player=zoe)
    member.refresh_from_db()
    assert member.player is None
