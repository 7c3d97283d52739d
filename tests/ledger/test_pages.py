"""A club's open accounts and a player's statement, as its treasurer sees them."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from ledger.accounts import ExpectedEntry, of_player
from ledger.models import Book, EntryKind
from ledger.services.books import book_open, entry_make, entry_reverse
from tests.ledger.conftest import FRIDAY
from tests.tournaments.pages import words


@pytest.fixture
def desk(treasurer: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(treasurer)


@pytest.fixture
def entered(book: Book, players: list[Player], owner: User) -> Book:
    """Ann lost 5.00 to Ben on Friday and 100 yen a week later, of which one was a slip."""
    yen = book_open(club=book.club, name="Yen night", date=FRIDAY.replace(day=27), currency="JPY")
    for where, amount in ((book, 500), (yen, 100), (yen, 7)):
        amounts = {of_player(players[0].pk): -amount, of_player(players[1].pk): amount}
        entry = ExpectedEntry(f"m:{amount}", EntryKind.STAKES, "Table 1", amounts)
        made = entry_make(book=where, entry=entry, made_by=owner)
        if amount == 7:
            entry_reverse(entry=made, made_by=owner, cause={"code": "a slip"})
    return book


def url(name: str, player: Player, *more: str, **query: str) -> str:
    at = reverse(name, args=[player.club.slug, player.pk, *more])
    return f"{at}?{'&'.join(f'{key}={value}' for key, value in query.items())}"


def test_who_is_open_stands_with_the_books(desk: Client, entered: Book) -> None:
    page = words(desk.get(reverse("club-money", args=[entered.club.slug])))
    assert "Ann 5.00 EUR Ann 100 JPY Ben 5.00 EUR Ben 100 JPY" in page
    assert "Yen night" in page


def test_an_empty_club_is_told_how_to_begin(desk: Client, book: Book) -> None:
    Book.objects.all().delete()
    page = words(desk.get(reverse("club-money", args=[book.club.slug])))
    assert "Nobody owes anything." in page
    assert "No book yet" in page


def test_a_statement_says_what_is_open_in_each_currency(
    desk: Client, entered: Book, players: list[Player]
) -> None:
    page = words(desk.get(url("player-statement", players[0])))
    assert "Owes 5.00 EUR Owes 100 JPY" in page
    assert "Table 1 (a slip)" in page
    assert "All settled" not in page


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ({"until": "2026-11-20"}, "EUR", "JPY"),
        ({"since": "2026-11-21"}, "JPY", "EUR"),
        ({"since": "2027-01-01"}, "No entries", "EUR"),
        ({"since": "never"}, "EUR", "No entries"),
    ],
)
def test_a_period_is_asked_for(
    query: dict[str, str],
    shown: str,
    hidden: str,
    desk: Client,
    entered: Book,
    players: list[Player],
) -> None:
    page = words(desk.get(url("player-statement", players[0], **query)))
    assert shown in page
    assert hidden not in page


def test_a_statement_is_had_for_a_spreadsheet(
    desk: Client, entered: Book, players: list[Player]
) -> None:
    answer: Any = desk.get(url("player-file", players[0], "csv", until="2026-11-20"))
    head, *rows = csv.reader(io.StringIO(answer.content.decode().removeprefix("\ufeff")))
    assert head[0] == "Date"
    assert rows == [["2026-11-20", "Friday", "1", "Table 1", "EUR", "-5.00", "-5.00"]]
