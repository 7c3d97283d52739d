"""Who may enter which page: one table over every address of clubs, for every role."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from clubs import urls
from clubs.models import Club, Invitation, Membership, Player, User
from clubs.roles import RIGHTS, Right, Role
from clubs.services.clubs import club_picture_set
from clubs.services.invitations import invitation_make
from tests.clubs.pictures import drawn

SEE, RUN, MEMBERS = Right.SEE, Right.RUN, Right.MEMBERS


@dataclass(frozen=True)
class Address:
    """An address below a club: what it needs, and how it is asked for."""

    name: str
    right: Right
    method: str = "get"
    about: str = ""

    def url(self, club: Club) -> str:
        keys_by_subject: dict[str, Callable[[], list[object]]] = {
            "player": lambda: [Player.objects.create(club=club, name="Ann", name_key="ann").pk],
            "player_file": lambda: [
                Player.objects.create(club=club, name="Ann", name_key="ann").pk,
                "csv",
            ],
            "member": lambda: [Membership.objects.filter(club=club).latest("pk").pk],
            "invitation": lambda: [invitation_of(club).pk],
            "file": lambda: ["csv"],
            "": list,
        }
        return reverse(self.name, args=[club.slug, *keys_by_subject[self.about]()])


def invitation_of(club: Club) -> Invitation:
    owner = Membership.objects.filter(club=club, role=Role.OWNER).earliest("pk").user
    made = invitation_make(club=club, role=Role.SCORER, days=1, created_by=owner)
    return made.invitation


ADDRESSES = [
    Address("club", SEE),
    Address("players", SEE),
    Address("players-file", SEE, about="file"),
    Address("player-search", SEE),
    Address("search", SEE),
    Address("player", SEE, about="player"),
    Address("player-numbers", SEE, about="player"),
    Address("player-numbers-file", SEE, about="player_file"),
    Address("player-new", RUN, "post"),
    Address("player-edit", RUN, about="player"),
    Address("player-edit", RUN, "post", about="player"),
    Address("player-roster", RUN, "post", about="player"),
    Address("player-name", RUN, "post", about="player"),
    Address("players-paste", RUN),
    Address("players-paste", RUN, "post"),
    Address("members", MEMBERS),
    Address("members-file", MEMBERS, about="file"),
    Address("members", MEMBERS, "post"),
    Address("member-role", MEMBERS, "post", about="member"),
    Address("member-player", MEMBERS, about="member"),
    Address("member-player", MEMBERS, "post", about="member"),
    Address("member-remove", MEMBERS, about="member"),
    Address("member-remove", MEMBERS, "post", about="member"),
    Address("invitation-new", MEMBERS, "post"),
    Address("invitation-revoke", MEMBERS, "post", about="invitation"),
    Address("club-settings", MEMBERS),
    Address("club-settings", MEMBERS, "post"),
    Address("club-picture", MEMBERS),
    Address("club-picture", MEMBERS, "post"),
    Address("club-picture-remove", MEMBERS, "post"),
    Address("club-picture-file", SEE),
]
OWN_PAGES = ["your-clubs", "password", "tokens", "club-new"]


@pytest.fixture(autouse=True)
def picture(club: Club) -> None:
    club_picture_set(club=club, content=drawn())


every_address = pytest.mark.parametrize(
    "address", ADDRESSES, ids=lambda a: f"{a.name} {a.method.upper()}"
)


def ask(client: Client, address: Address, club: Club) -> int:
    return getattr(client, address.method)(address.url(club)).status_code


@every_address
@pytest.mark.parametrize("role", Role.values)
def test_a_member_enters_exactly_what_the_role_allows(
    role: str, address: Address, club: Club, client_for: Callable[[User], Client]
) -> None:
    user = User.objects.create_user(f"a-{role}")
    Membership.objects.create(club=club, user=user, role=role)
    expected = {200, 302, 422} if address.right in RIGHTS[role] else {403}
    assert ask(client_for(user), address, club) in expected


@every_address
def test_a_stranger_is_told_nothing_of_the_club(
    address: Address, club: Club, stranger: User, client_for: Callable[[User], Client]
) -> None:
    assert ask(client_for(stranger), address, club) == 404


@every_address
def test_somebody_who_is_not_signed_in_signs_in_first(
    address: Address, club: Club, client: Client
) -> None:
    answer = getattr(client, address.method)(address.url(club))
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("sign-in"))


@pytest.mark.parametrize("name", OWN_PAGES)
def test_pages_of_ones_own_need_signing_in_and_no_club(
    name: str, client: Client, stranger: User, client_for: Callable[[User], Client]
) -> None:
    url = reverse(name)
    assert client.get(url)["Location"] == f"{reverse('sign-in')}?next={url}"
    assert client_for(stranger).get(url).status_code == 200


def test_the_table_holds_every_address_below_a_club() -> None:
    below = {pattern.name for pattern in urls.urlpatterns if str(pattern.pattern).startswith("c/")}
    assert below <= {address.name for address in ADDRESSES}


@pytest.mark.parametrize("name", ["player-edit", "player", "player-roster", "player-name"])
def test_a_neighbours_player_is_not_found(
    name: str, club: Club, stranger: User, owner: User, client_for: Callable[[User], Client]
) -> None:
    neighbours = stranger.memberships.get().club
    theirs = Player.objects.create(club=neighbours, name="Zoe", name_key="zoe")
    url = reverse(name, args=[club.slug, theirs.pk])
    method = "post" if name in {"player-roster", "player-name"} else "get"
    assert getattr(client_for(owner), method)(url).status_code == 404


@pytest.mark.parametrize("name", ["member-role", "member-remove", "member-player"])
def test_a_neighbours_member_is_not_found(
    name: str, club: Club, stranger: User, owner: User, client_for: Callable[[User], Client]
) -> None:
    theirs = stranger.memberships.get()
    url = reverse(name, args=[club.slug, theirs.pk])
    assert client_for(owner).post(url, {"role": "viewer"}).status_code == 404
    assert Membership.objects.filter(pk=theirs.pk, role=Role.OWNER).exists()
