"""A season's book over HTTP: settled together, worked out, paid, parted again."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import Player, User
from clubs.roles import Role
from leagues.models import Season
from leagues.services.evenings import evening_event_create
from ledger.accounts import ExpectedEntry, of_player
from ledger.models import Book, EntryKind, Transfer
from ledger.services.books import book_open, entries_reconcile
from tests.api.conftest import Evening
from tests.conftest import ApiFor, member_of
from tournaments.money.services.money import money_set_up

pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def desk(evening: Evening, api_for: ApiFor) -> APIClient:
    """The treasurer's program."""
    return api_for(member_of(evening.club, Role.TREASURER))


def keep(evening: Evening, name: str, amount: int) -> Book:
    """A book by which Ann owes Bob so much."""
    club = evening.club
    book = book_open(club=club, name=name, date=evening.event.date, currency=club.currency)
    ann, bob = Player.objects.filter(club=club).order_by("pk")[:2]
    entries_reconcile(book=book, wanted=[stakes(ann, bob, amount)])
    return book


def stakes(
    giver: Player, receiver: Player, amount: int, cause: dict[str, str] | None = None
) -> ExpectedEntry:
    amounts = {of_player(giver.pk): -amount, of_player(receiver.pk): amount}
    return ExpectedEntry("stakes:1", EntryKind.STAKES, "Stakes", amounts, cause=cause)


@pytest.fixture
def two(evening: Evening) -> list[int]:
    """Ann owes 5.00 of Friday and is owed 3.00 of Saturday."""
    return [keep(evening, "Friday", 500).pk, keep(evening, "Saturday", -300).pk]


@pytest.fixture
def winter(desk: APIClient, evening: Evening, two: list[int]) -> str:
    """Where the book is found in which both are settled."""
    answer = desk.post(f"{evening.at}books/", {"name": "Winter", "books": two})
    assert answer.status_code == 201
    assert answer["Location"] == f"{evening.at}books/{answer.json()['id']}/"
    return answer["Location"]


def test_books_are_listed_and_shown(
    desk: APIClient, evening: Evening, two: list[int], winter: str
) -> None:
    posting = desk.get(winter).json()
    assert (posting["name"], posting["currency"], posting["decimals"]) == ("Winter", "USD", 2)
    assert sorted(posting["settles"]) == two
    rows = {row["name"]: row for row in desk.get(f"{evening.at}books/").json()["results"]}
    assert {row["settled_with"] for name, row in rows.items() if name != "Raffle"} == {
        None,
        posting["id"],
    }
    assert rows["Friday"]["settled_with"] == posting["id"]


def test_what_cancels_out_is_not_paid_and_each_is_marked(desk: APIClient, winter: str) -> None:
    balances = desk.get(f"{winter}balances/").json()
    amounts = {row["player"]["name"]: row["amount"] for row in balances["balances"]}
    assert (balances["currency"], amounts) == ("USD", {"Ann": -200, "Bob": 200})
    planned = desk.post(f"{winter}transfers/", {"way": "fewest"}).json()
    (row,) = planned["transfers"]
    assert (row["payer"]["name"], row["payee"]["name"], row["amount"]) == ("Ann", "Bob", 200)
    for paid in (True, True, False, False, True):
        assert desk.put(f"{winter}transfers/{row['id']}/", {"paid": paid}).json()["paid"] is paid
    assert desk.get(f"{winter}balances/").json()["balances"] == []
    assert desk.get(f"{winter}transfers/").json()["is_current"] is True


def test_the_cash_box_is_nobody(desk: APIClient, winter: str) -> None:
    rows = desk.post(f"{winter}transfers/", {"way": "cash_box"}).json()["transfers"]
    assert [(row["payer"] is None, row["payee"] is None) for row in rows] == [
        (True, False),
        (False, True),
    ]


def test_a_correction_of_a_settled_evening_is_told(
    desk: APIClient, evening: Evening, two: list[int], winter: str
) -> None:
    assert desk.get(f"{winter}corrections/").json()["results"] == []
    ann, bob = evening.players[:2]
    changed = stakes(ann, bob, 900, cause={"code": "hand 3 corrected by Eve"})
    entries_reconcile(book=Book.objects.get(pk=two[0]), wanted=[changed])
    (correction,) = desk.get(f"{winter}corrections/").json()["results"]
    assert (
        correction["book"],
        correction["before"],
        correction["reversal"],
        correction["after"],
    ) == (two[0], 1, 2, 3)
    assert correction["text"] == "Stakes (hand 3 corrected by Eve)"
    assert correction["changes"] == [
        {"account": "Ann", "amount": -400},
        {"account": "Bob", "amount": 400},
    ]
    entries_reconcile(book=Book.objects.get(pk=two[0]), wanted=[stakes(ann, bob, 0)])
    newest, _before = desk.get(f"{winter}corrections/").json()["results"]
    assert newest["after"] is None


def test_an_evening_is_settled_by_itself_again(
    desk: APIClient, evening: Evening, two: list[int], winter: str
) -> None:
    desk.post(f"{winter}transfers/", {})
    friday = f"{evening.at}books/{two[0]}/"
    refused = desk.post(f"{friday}transfers/", {})
    assert refused.status_code == 400
    for _twice in range(2):
        answer = desk.post(f"{friday}apart/", {})
        assert (answer.status_code, answer.json()["settled_with"]) == (200, None)
    assert desk.get(winter).json()["settles"] == [two[1]]
    (row,) = desk.get(f"{winter}transfers/").json()["transfers"]
    assert (row["payer"]["name"], row["amount"]) == ("Bob", 300)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "x"}, "books"),
        ({"name": "x", "books": [0, 1]}, "books"),
        ({"name": " ", "books": "both"}, "name"),
        ({"name": "x", "books": "one"}, "books"),
        ({"name": "x", "books": "one twice"}, "books"),
        ({"name": "x", "books": "theirs"}, "books"),
        ({"name": "x", "books": "settled"}, "books"),
    ],
)
def test_what_is_wrong_is_told_by_field(
    desk: APIClient,
    evening: Evening,
    two: list[int],
    winter: str,
    stranger: User,
    body: dict[str, Any],
    field: str,
) -> None:
    loose = [keep(evening, name, 100).pk for name in ("Sunday", "Monday")]
    theirs = book_open(
        club=stranger.memberships.get().club, name="x", date=evening.event.date, currency="USD"
    )
    named: dict[Any, list[int]] = {
        "both": loose,
        "one": loose[:1],
        "one twice": loose[:1] * 2,
        "theirs": [loose[0], theirs.pk],
        "settled": [loose[0], two[0]],
    }
    if isinstance(body.get("books"), str):
        body = body | {"books": named[body["books"]]}
    answer = desk.post(f"{evening.at}books/", body)
    assert answer.status_code == 400
    assert [*answer.json()["errors"]] == [field]
    assert Book.objects.filter(settles__isnull=False).distinct().count() == 1


def test_a_request_sent_twice_under_its_key_opens_one_book(
    desk: APIClient, evening: Evening, two: list[int]
) -> None:
    answers = [
        desk.post(
            f"{evening.at}books/",
            {"name": "Winter", "books": two},
            headers={"Idempotency-Key": "winter"},
        )
        for _twice in range(2)
    ]
    assert answers[0].json() == answers[1].json()
    assert Book.objects.filter(name="Winter").count() == 1


def test_the_neighbours_transfer_is_not_ours(
    desk: APIClient, winter: str, evening: Evening
) -> None:
    desk.post(f"{winter}transfers/", {})
    other = keep(evening, "Sunday", 100)
    path = f"{evening.at}books/{other.pk}/transfers/{Transfer.objects.get().pk}/"
    assert desk.put(path, {"paid": True}).status_code == 404
    assert Transfer.objects.get().transaction is None


class TestASeason:
    """The book of a season's evenings."""

    @pytest.fixture
    def season(self, evening: Evening, owner: User) -> Season:
        """Two more of its evenings cost everybody 5.00."""
        for place in evening.season.evenings.filter(event=None)[:2]:
            event = evening_event_create(evening=place, created_by=owner)
            money_set_up(event=event, fee=500)
        return evening.season

    def test_its_evenings_are_settled_together_once(
        self, desk: APIClient, evening: Evening, season: Season
    ) -> None:
        first = desk.post(f"{evening.season_at}book/", {})
        assert first.status_code == 200
        assert (first.json()["name"], len(first.json()["settles"])) == (season.name, 2)
        assert desk.post(f"{evening.season_at}book/", {}).json() == first.json()
        at = f"{evening.at}books/{first.json()['id']}/balances/"
        assert desk.get(at).status_code == 200

    def test_without_money_there_is_nothing_to_settle(
        self, desk: APIClient, evening: Evening
    ) -> None:
        answer = desk.post(f"{evening.season_at}book/", {})
        assert answer.status_code == 400
        assert "At least two evenings of this season" in str(answer.json()["errors"])
