"""Who may see money: one table over every treasurer's address, for every role."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Player, User
from clubs.roles import RIGHTS, Right, Role
from clubs.services.players import player_add
from ledger import urls as club_urls
from paper.documents import urls as print_urls
from tests.conftest import ClientFor
from tests.stakes.conftest import KeepMoney
from tournaments.events.models import Event
from tournaments.events.services.events import event_create
from tournaments.money.services.money import money_set_up, side_pot_add
from tournaments.money.urls import MONEY

pytestmark = pytest.mark.usefixtures("held")


NO_TRANSFER = 999_999_999


@dataclass(frozen=True)
class Address:
    """An address: how it is asked for, what stands in it, and the right that it needs."""

    name: str
    method: str = "get"
    keys: tuple[Any, ...] = ()
    right: Right = Right.MONEY

    def __str__(self) -> str:
        return f"{self.name} {self.method.upper()}"


OF_EVENT = [
    Address("event-money"),
    Address("event-money-settle", "post"),
    Address("event-money-setup"),
    Address("event-money-setup", "post"),
    Address("event-money-door", right=Right.DOOR),
    Address("event-money-door", "post", right=Right.DOOR),
    Address("event-money-door-live", right=Right.DOOR),
    Address("event-money-fee", "post", (1, 0), Right.DOOR),
    Address("event-money-transfers"),
    Address("event-money-transfers", "post"),
    Address("event-money-paid", "post", (NO_TRANSFER,)),
    Address("event-money-unpaid", "post", (NO_TRANSFER,)),
    Address("event-money-prizes"),
    Address("event-money-prizes", "post"),
    Address("event-money-award", "post"),
    Address("event-money-divide", "post"),
    Address("event-money-pot", "get", ("pot",)),
    Address("event-money-pot", "post", ("pot",)),
    Address("event-money-pot-off", "post", ("pot",)),
    Address("event-money-book"),
    Address("event-money-book", "post"),
    Address("event-money-undo", "post", (1,)),
    Address("event-money-file", "get", ("balances", "csv")),
]
OF_CLUB = [
    Address("club-money"),
    Address("club-money", "post"),
    Address("book-money", "get", ("book",)),
    Address("book-money", "post", ("book",)),
    Address("book-file", "get", ("book", "transfers", "csv")),
    Address("book-prints", "get", ("book",)),
    Address("book-print", "get", ("book", "settlement")),
    Address("book-print-order", "post", ("book", "settlement")),
    Address("book-apart", "post", ("book",)),
    Address("book-transfer-paid", "post", ("book", NO_TRANSFER)),
    Address("book-transfer-unpaid", "post", ("book", NO_TRANSFER)),
    Address("player-statement", "get", ("player",)),
    Address("player-file", "get", ("player", "csv")),
    Address("player-prints", "get", ("player",)),
    Address("player-print", "get", ("player", "statement")),
    Address("player-print-order", "post", ("player", "statement")),
]


def url(address: Address, club: Club, event: Event, player: Player) -> str:
    pot = event.money.side_pots.get().pk
    named = {"pot": pot, "player": player.pk, "book": event.money.book_id}
    of_event = (event.pk,) if address in OF_EVENT else ()
    keys = [named.get(key, key) for key in address.keys]
    return reverse(address.name, args=[club.slug, *of_event, *keys])


def statuses_for(client: Client, club: Club, event: Event, player: Player) -> dict[str, int]:
    """The status by address; whatever was changed is undone."""
    statuses = {}
    for address in [*OF_EVENT, *OF_CLUB]:
        with transaction.atomic():
            answer = getattr(client, address.method)(url(address, club, event, player))
            statuses[str(address)] = answer.status_code
            transaction.set_rollback(True)
    return statuses


@pytest.fixture
def night(stakes_night: Event, keep: KeepMoney) -> Event:
    """An evening whose money is kept, with a side pot."""
    side_pot_add(money=keep(stakes_night, fee=500), name="Last bid", stake=100)
    return stakes_night


@pytest.fixture
def theirs(stranger: User) -> tuple[Event, Player]:
    """The neighbours' event with its money, and one of their players."""
    club = stranger.memberships.get().club
    event = event_create(
        club=club,
        name="Theirs",
        date=club.created_at.date(),
        created_by=stranger,
        rules={"preset": "marks"},
    )
    money = money_set_up(event=event, cash_float=500)
    side_pot_add(money=money, name="Theirs", stake=100)
    return event, player_add(club=club, name="Zoe")


def test_the_table_holds_every_address_of_money() -> None:
    money = ("books/", "players/")
    printed = [p for p in print_urls.urlpatterns if str(p.pattern).startswith(money)]
    patterns = [*MONEY, *club_urls.urlpatterns, *printed]
    names = {pattern.name for pattern in patterns}
    assert names == {address.name for address in [*OF_EVENT, *OF_CLUB]}


@pytest.mark.parametrize("role", Role.values)
def test_only_who_keeps_the_money_sees_it(
    role: str, club: Club, night: Event, players: list[Player], client_for: ClientFor
) -> None:
    user = User.objects.create_user(f"a-{role}")
    Membership.objects.create(club=club, user=user, role=role)
    statuses = statuses_for(client_for(user), club, night, players[0])
    allowed = {str(address) for address in [*OF_EVENT, *OF_CLUB] if address.right in RIGHTS[role]}
    assert {address for address, status in statuses.items() if status != 403} == allowed
    assert set(statuses.values()) <= {200, 302, 403, 404, 422}
    if Right.MONEY in RIGHTS[role]:
        none_yet = {
            f"{name} POST"
            for name in (
                *("event-money-paid", "event-money-unpaid"),
                *("book-transfer-paid", "book-transfer-unpaid"),
            )
        }
        assert {address for address, status in statuses.items() if status == 404} == none_yet


@pytest.mark.parametrize(
    ("right", "roles"),
    [
        (Right.MONEY, {"owner", "treasurer"}),
        (Right.DOOR, {"owner", "treasurer", "organiser"}),
    ],
)
def test_these_roles_and_no_others_have_the_right(right: Right, roles: set[str]) -> None:
    assert {role for role in Role.values if right in RIGHTS[role]} == roles


def test_a_stranger_is_told_nothing_of_the_money(
    club: Club, night: Event, players: list[Player], stranger: User, client_for: ClientFor
) -> None:
    assert set(statuses_for(client_for(stranger), club, night, players[0]).values()) == {404}


def test_somebody_who_is_not_signed_in_signs_in_first(
    club: Club, night: Event, players: list[Player], client: Client
) -> None:
    assert set(statuses_for(client, club, night, players[0]).values()) == {302}
    answer = client.get(url(OF_EVENT[0], club, night, players[0]))
    assert answer["Location"].startswith(reverse("sign-in"))


def test_the_neighbours_money_is_not_found_under_our_address(
    club: Club, theirs: tuple[Event, Player], treasurer: User, client_for: ClientFor
) -> None:
    event, player = theirs
    statuses = statuses_for(client_for(treasurer), club, event, player)
    books = {"club-money GET", "club-money POST"}
    assert {address for address, status in statuses.items() if status != 404} == books
    event.money.refresh_from_db()
    assert event.money.book.transactions.count() == 1


def test_the_neighbours_pot_is_not_found_in_our_event(
    club: Club,
    night: Event,
    theirs: tuple[Event, Player],
    treasurer: User,
    client_for: ClientFor,
) -> None:
    pot = theirs[0].money.side_pots.get()
    address = reverse("event-money-pot", args=[club.slug, night.pk, pot.pk])
    assert client_for(treasurer).get(address).status_code == 404


def test_who_may_not_see_money_is_not_led_there(
    club: Club, night: Event, players: list[Player], scorer: User, client_for: ClientFor
) -> None:
    client = client_for(scorer)
    for name, key in (("event", night.pk), ("player", players[0].pk)):
        page = client.get(reverse(name, args=[club.slug, key])).content.decode()
        assert "/money/" not in page
