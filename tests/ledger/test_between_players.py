"""A player pays another, or for another: entered, taken back, and over HTTP."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Membership, Player, User
from clubs.services.players import player_add
from ledger.accounts import POT, ExpectedEntry, of_player
from ledger.models import MOST_REMARK, Book, EntryKind
from ledger.selectors import balances_of, people_balances, statements_of, transfers_open
from ledger.services.books import book_open, entry_make
from ledger.services.transfers import (
    debt_take_over,
    payment_enter,
    payment_take_back,
    transfers_plan,
)
from tests.conftest import ApiFor
from tests.refused import refused


@pytest.fixture
def three(club: Club) -> list[Player]:
    return [player_add(club=club, name=name) for name in ("Ann", "Bob", "Łucja")]


@pytest.fixture
def book(club: Club, three: list[Player], treasurer: User) -> Book:
    """Ann owes 5.00, Bob 12.40, Łucja is owed 17.40."""
    opened = book_open(club=club, name="Friday", date=timezone.localdate(), currency="USD")
    ann, bob, lucja = (of_player(player.pk) for player in three)
    amounts = {ann: -500, bob: -1240, lucja: 1740}
    entry_make(
        book=opened, entry=ExpectedEntry("m", EntryKind.STAKES, "x", amounts), made_by=treasurer
    )
    return opened


def balances(book: Book, three: list[Player]) -> list[int]:
    balances = people_balances([book])
    return [balances.get(player.pk, 0) for player in three]


def steps(player: Player) -> list[str]:
    """What the statement of a player says to do."""
    (statement,) = statements_of(player)
    return statement.step_texts


def test_a_payment_between_two_is_no_longer_owed_and_can_be_taken_back(
    book: Book, three: list[Player], treasurer: User
) -> None:
    transfers_plan(book=book)
    bob, lucja = three[1], three[2]
    for _twice in range(2):
        made = payment_enter(
            book=book, payer=bob, payee=lucja, amount=240, made_by=treasurer, key="k", text="cash"
        )
    assert balances(book, three) == [-500, -1000, 1500]
    assert made.description == "Bob paid Łucja: cash"
    assert [row.amount for row in transfers_open(bob)] == [1000]
    payment_take_back(book=book, number=made.number, made_by=treasurer)
    assert balances(book, three) == [-500, -1240, 1740]
    with refused("reversed_already"):
        payment_take_back(book=book, number=made.number, made_by=treasurer)


def test_one_pays_all_that_another_owes(book: Book, three: list[Player], treasurer: User) -> None:
    ann, bob, lucja = three
    made = debt_take_over(book=book, payer=ann, owner=bob, made_by=treasurer, key="k")
    assert balances(book, three) == [-1740, 0, 1740]
    assert made.description == "Ann pays for Bob"
    again = debt_take_over(book=book, payer=ann, owner=bob, made_by=treasurer, key="k")
    assert again.pk == made.pk
    with refused("nothing_owed"):
        debt_take_over(book=book, payer=ann, owner=lucja, made_by=treasurer, key="l")
    payment_take_back(book=book, number=made.number, made_by=treasurer)
    part: dict[str, Any] = {"payer": ann, "owner": bob, "made_by": treasurer}
    debt_take_over(book=book, amount=1000, key="m", **part)
    assert balances(book, three) == [-1500, -240, 1740]
    with refused("more_than_owed"):
        debt_take_over(book=book, amount=241, key="n", **part)


def test_nobody_pays_himself_or_a_neighbour(
    book: Book, three: list[Player], treasurer: User
) -> None:
    ann = three[0]
    with refused("same_player"):
        payment_enter(book=book, payer=ann, payee=ann, amount=1, made_by=treasurer, key="k")
    with refused("same_player"):
        debt_take_over(book=book, payer=ann, owner=ann, amount=1, made_by=treasurer, key="k")
    with refused("amount_range"):
        payment_enter(book=book, payer=ann, payee=three[1], amount=0, made_by=treasurer, key="k")


def test_what_a_payment_was_for_is_said_in_a_line(
    book: Book, three: list[Player], treasurer: User
) -> None:
    ann, bob, _lucja = three
    asked: dict[str, Any] = {"payer": ann, "payee": bob, "amount": 1, "made_by": treasurer}
    with refused("text_length"):
        payment_enter(book=book, key="k", text="x" * (MOST_REMARK + 1), **asked)
    made = payment_enter(book=book, key="k", text="x" * MOST_REMARK, **asked)
    assert made.description == f"Ann paid Bob: {'x' * MOST_REMARK}"


def test_balances_name_the_players_first_and_the_pot_last(
    book: Book, three: list[Player], treasurer: User
) -> None:
    entry = ExpectedEntry("x", EntryKind.FEE, "x", {POT: 5, of_player(three[0].pk): -5})
    entry_make(book=book, entry=entry, made_by=treasurer)
    names = [
        balance.account.player and balance.account.player.name for balance in balances_of(book)
    ]
    assert names == ["Ann", "Bob", "Łucja", None]


def test_a_statement_says_whom_to_pay(book: Book, three: list[Player], treasurer: User) -> None:
    bob = three[1]
    assert steps(bob) == ["You owe 12.40 USD. Ask the treasurer whom to pay."]
    transfers_plan(book=book)
    assert steps(bob) == ["You pay Łucja 12.40 USD."]
    assert steps(three[2]) == [
        "You receive 5.00 USD from Ann.",
        "You receive 12.40 USD from Bob.",
    ]


def test_a_members_own_page_tells_him_what_to_do(
    book: Book, three: list[Player], viewer: User, client_for: Callable[[User], Client]
) -> None:
    transfers_plan(book=book)
    Membership.objects.filter(user=viewer).update(player=three[1])
    page = client_for(viewer).get(reverse("player-statement", args=[book.club.slug, three[1].pk]))
    assert "You pay Łucja 12.40 USD." in page.content.decode()


def test_money_between_players_is_entered_and_taken_back_over_http(
    book: Book, three: list[Player], treasurer: User, viewer: User, api_for: ApiFor
) -> None:
    api = api_for(treasurer)
    at = reverse("api-books-payments-create", args=[book.club.slug, book.pk])
    body = {"what": "takes_over", "payer": three[0].pk, "other": three[1].pk}
    assert api_for(viewer).post(at, body).status_code == 403
    made = api.post(at, body)
    assert (made.status_code, made.data["text"]) == (201, "Ann pays for Bob")
    assert balances(book, three) == [-1740, 0, 1740]
    entry = [book.club.slug, book.pk, made.data["number"]]
    back = reverse("api-books-payments-take-back", args=entry)
    assert api.post(back).data["is_reversal"]
    assert api.post(back).status_code == 400
    assert balances(book, three) == [-500, -1240, 1740]
    assert api.post(at, body | {"what": "paid"}).status_code == 400
    assert api.post(at, body | {"other": 10**6}).status_code == 400


def test_other_entries_are_not_taken_back_as_payments(
    book: Book, three: list[Player], treasurer: User
) -> None:
    entry = ExpectedEntry("x", EntryKind.FEE, "x", {of_player(three[0].pk): -5, POT: 5})
    made = entry_make(book=book, entry=entry, made_by=treasurer)
    with refused("not_by_hand"):
        payment_take_back(book=book, number=made.number, made_by=treasurer)
