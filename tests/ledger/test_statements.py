"""What a statement says to pay is its balance: on the page, on paper and over HTTP."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Player, User
from ledger.accounts import ExpectedEntry, of_player
from ledger.models import Book, EntryKind
from ledger.services.books import book_open, entries_reconcile, season_open
from ledger.services.transfers import book_separate, transfer_pay, transfers_plan, transfers_renew
from tests.conftest import ApiFor
from tests.prints.matches.reading import texts
from tests.tournaments.pages import words

NOVEMBER = 11


@pytest.fixture
def evenings(club: Club, players: list[Player]) -> list[Book]:
    """Two Fridays in November on which Ann lost 2.80, then won 2.08, both times against Ben."""
    ann, ben, *_rest = players
    books = []
    for day, amount in ((13, -280), (20, 208)):
        date = club.created_at.date().replace(year=2026, month=NOVEMBER, day=day)
        books.append(book_open(club=club, name=f"Friday {day}", date=date, currency="EUR"))
        lost(books[-1], ann, ben, -amount)
    return books


def lost(book: Book, loser: Player, winner: Player, amount: int) -> None:
    """What the match of an evening came to, entered or corrected."""
    amounts = {of_player(loser.pk): -amount, of_player(winner.pk): amount}
    entry = ExpectedEntry("match:1", EntryKind.STAKES, "Table 1", amounts)
    entries_reconcile(book=book, wanted=[entry])
    transfers_renew(book=book)


def unsettled(books: list[Book], by: User) -> None:
    """Nothing is worked out."""


def settled_alone(books: list[Book], by: User) -> None:
    for book in books:
        transfers_plan(book=book)


def settled_in_part(books: list[Book], by: User) -> None:
    transfers_plan(book=books[0])


def paid_in_part(books: list[Book], by: User) -> None:
    settled_alone(books, by)
    transfer_pay(transfer=books[0].transfers.get(), made_by=by)


def settled_together(books: list[Book], by: User) -> None:
    transfers_plan(book=season_open(club=books[0].club, name="Winter", books=books))


def joined_but_not_worked_out(books: list[Book], by: User) -> None:
    settled_alone(books, by)
    season_open(club=books[0].club, name="Winter", books=books)


def together_and_paid(books: list[Book], by: User) -> None:
    season = season_open(club=books[0].club, name="Winter", books=books)
    (transfer,) = transfers_plan(book=season)
    transfer_pay(transfer=transfer, made_by=by)


def corrected_afterwards(books: list[Book], by: User) -> None:
    together_and_paid(books, by)
    ann, ben = Player.objects.filter(accounts__book=books[0]).order_by("sort_key")
    lost(books[0], ann, ben, 300)


def parted_again(books: list[Book], by: User) -> None:
    together_and_paid(books, by)
    book_separate(book=Book.objects.get(pk=books[0].pk))


STATES = [
    (unsettled, "You owe 0.72 EUR. Ask the treasurer whom to pay."),
    (settled_alone, "You pay Ben 2.80 EUR. You receive 2.08 EUR from Ben."),
    (
        settled_in_part,
        "You pay Ben 2.80 EUR. You have 2.08 EUR coming. Ask the treasurer who pays you.",
    ),
    (paid_in_part, "You receive 2.08 EUR from Ben."),
    (settled_together, "You pay Ben 0.72 EUR."),
    (joined_but_not_worked_out, "You owe 0.72 EUR. Ask the treasurer whom to pay."),
    (together_and_paid, "You owe nothing, and nothing is owed to you."),
    (corrected_afterwards, "You pay Ben 0.20 EUR."),
    (
        parted_again,
        "You receive 2.80 EUR from Ben. You owe 2.80 EUR. Ask the treasurer whom to pay.",
    ),
]
SAYS = re.compile(r"(You pay|You owe|You receive|You have)[^0-9.]*(\d+\.\d\d) EUR")
ENDS = re.compile(r"Balance now ([+−]?)(\d+\.\d\d) EUR")


def said(text: str) -> int:
    """What the sentences of a statement come to, in cents: what is received less what is paid."""
    return sum(
        (1 if verb in {"You receive", "You have"} else -1) * cents(amount)
        for verb, amount in SAYS.findall(text)
    )


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))


@pytest.mark.parametrize(("settle", "sentences"), STATES, ids=[row[0].__name__ for row in STATES])
def test_page_paper_and_api_say_to_pay_what_the_balance_is(
    settle: Callable[[list[Book], User], None],
    sentences: str,
    club: Club,
    evenings: list[Book],
    players: list[Player],
    treasurer: User,
    viewer: User,
    client_for: Callable[[User], Client],
    api_for: ApiFor,
) -> None:
    settle(evenings, treasurer)
    ann = players[0]
    Membership.objects.filter(user=viewer).update(player=ann)
    where = [club.slug, ann.pk]
    for period in ({}, {"until": "2026-11-13"}, {"since": "2026-11-20"}):
        page = words(client_for(viewer).get(reverse("player-statement", args=where), period))
        assert sentences in page
        paper = client_for(treasurer).get(
            reverse("player-print", args=[*where, "statement"]), period
        )
        printed = " ".join(" ".join(texts(paper.content)).split())
        assert sentences in printed
        ((sign, amount),) = ENDS.findall(printed)
        balance = -cents(amount) if sign == "−" else cents(amount)
        assert said(page) == said(printed) == balance
        at = reverse("api-statement-detail", args=where)
        (answer,) = api_for(treasurer).get(at, period).json()
        assert sum(step["amount"] for step in answer["steps"]) == answer["balance"] == balance


def test_a_sentence_has_the_direction_of_the_page_though_it_begins_with_an_amount(
    evenings: list[Book],
    club: Club,
    players: list[Player],
    treasurer: User,
    viewer: User,
    client_for: Callable[[User], Client],
) -> None:
    """Browsers would take that of an isolated name at its beginning for the direction of all."""
    paid_in_part(evenings, treasurer)
    Membership.objects.filter(user=viewer).update(player=players[0])
    address = reverse("player-statement", args=[club.slug, players[0].pk])
    page = client_for(viewer).get(address, {"language": "fa"}).content.decode()
    assert "\u20682\u066b08 EUR\u2069 از \u2068Ben\u2069 می‌گیرید." in page
    assert re.findall("<bdi>\\s*\u2068", page) == []
