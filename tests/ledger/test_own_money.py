"""Money of one's own: a member who is a player sees his statement, and nobody else's."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Player, User
from clubs.roles import RIGHTS, Right, Role
from clubs.services.clubs import member_player_set
from ledger.accounts import ExpectedEntry, of_player
from ledger.models import Book, EntryKind
from ledger.services.books import entry_make
from ledger.services.transfers import transfer_pay, transfers_plan
from tests.conftest import ApiFor, ClientFor
from tests.tournaments.pages import words

PAGES = (("player-statement",), ("player-file", "csv"), ("player-print", "statement"))
OTHERS = [role for role in Role.values if Right.MONEY not in RIGHTS[role]]


@pytest.fixture
def owing(book: Book, players: list[Player], owner: User) -> Book:
    """Ann lost 5.00 to Ben; the transfers are worked out."""
    amounts = {of_player(players[0].pk): -500, of_player(players[1].pk): 500}
    entry_make(
        book=book, entry=ExpectedEntry("m", EntryKind.STAKES, "Table 1", amounts), made_by=owner
    )
    transfers_plan(book=book)
    return book


def is_player(club: Club, player: Player, role: str) -> User:
    """A member with a role who is this player."""
    user = User.objects.create_user(f"is-{player.pk}-{role}")
    member = Membership.objects.create(club=club, user=user, role=role)
    member_player_set(membership=member, player=player)
    return user


def statuses(client: Client, player: Player) -> set[int]:
    return {
        client.get(reverse(name, args=[player.club.slug, player.pk, *more])).status_code
        for name, *more in PAGES
    }


@pytest.mark.parametrize("role", OTHERS)
def test_a_member_sees_his_own_money_and_no_other(
    role: str, club: Club, owing: Book, players: list[Player], client_for: ClientFor
) -> None:
    client = client_for(is_player(club, players[0], role))
    assert statuses(client, players[0]) == {200}
    assert statuses(client, players[1]) == {403}
    for name in ("club-money", "book-money"):
        keys = [owing.pk] if name == "book-money" else []
        assert client.get(reverse(name, args=[club.slug, *keys])).status_code == 403


@pytest.mark.parametrize("role", OTHERS)
def test_a_member_who_is_nobody_on_the_roster_sees_none(
    role: str, club: Club, owing: Book, players: list[Player], client_for: ClientFor
) -> None:
    user = User.objects.create_user(role)
    Membership.objects.create(club=club, user=user, role=role)
    assert statuses(client_for(user), players[0]) == {403}
    assert "Your statement" not in words(client_for(user).get(reverse("your-clubs")))


def test_a_treasurer_who_plays_sees_everybodys(
    club: Club, owing: Book, players: list[Player], client_for: ClientFor
) -> None:
    client = client_for(is_player(club, players[0], Role.TREASURER))
    assert statuses(client, players[0]) == statuses(client, players[1]) == {200}


def test_what_somebody_is_in_one_club_is_nothing_to_its_neighbour(
    club: Club, owing: Book, players: list[Player], stranger: User, client_for: ClientFor
) -> None:
    member = stranger.memberships.get()
    Membership.objects.filter(pk=member.pk).update(player=players[0], role=Role.VIEWER)
    assert statuses(client_for(stranger), players[0]) == {404}
    theirs = reverse("player-statement", args=[member.club.slug, players[0].pk])
    assert client_for(stranger).get(theirs).status_code == 404


def test_the_start_page_and_the_players_page_lead_to_it_and_nowhere_else(
    club: Club, owing: Book, players: list[Player], client_for: ClientFor
) -> None:
    client = client_for(is_player(club, players[0], Role.VIEWER))
    address = reverse("player-statement", args=[club.slug, players[0].pk])
    for page in (reverse("your-clubs"), reverse("club", args=[club.slug])):
        home = client.get(page)
        assert "Your statement" in words(home)
        assert f'href="{address}"' in home.text
    assert (
        f'href="{address}"' in client.get(reverse("player", args=[club.slug, players[0].pk])).text
    )
    other = client.get(reverse("player", args=[club.slug, players[1].pk])).text
    assert "/money/" not in other
    led = client.get(address).text
    assert reverse("club-money", args=[club.slug]) + '"' not in led
    assert "/money/books/" not in led


@pytest.mark.parametrize(("who", "seen"), [(0, True), (1, True), (2, False)])
def test_a_statement_shows_what_is_to_be_paid_and_got_until_it_is(
    who: int,
    seen: bool,
    club: Club,
    owing: Book,
    players: list[Player],
    owner: User,
    client_for: ClientFor,
) -> None:
    client = client_for(is_player(club, players[who], Role.VIEWER))
    at = reverse("player-statement", args=[club.slug, players[who].pk])
    line = ("You pay Ben 5.00 EUR.", "You receive 5.00 EUR from Ann.", "Ann pays Ben")[who]
    assert (line in words(client.get(at))) is seen
    transfer_pay(transfer=owing.transfers.get(), made_by=owner)
    assert line not in words(client.get(at))


@pytest.mark.parametrize("role", OTHERS)
def test_programs_read_ones_own_statement_and_no_other(
    role: str, club: Club, owing: Book, players: list[Player], api_for: ApiFor
) -> None:
    api: Any = api_for(is_player(club, players[0], role))
    club_data = api.get(reverse("api-clubs-detail", args=[club.slug])).json()
    assert club_data["player"] == players[0].pk
    statement = api.get(reverse("api-statement-detail", args=[club.slug, club_data["player"]]))
    assert [row["balance"] for row in statement.json()] == [-500]
    other = api.get(reverse("api-statement-detail", args=[club.slug, players[1].pk]))
    assert other.status_code == 403
