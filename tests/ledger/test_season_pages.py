"""Evenings settled together: chosen by the treasurer, balanced over all, paid once."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from ledger.accounts import ExpectedEntry, of_player
from ledger.models import Book, EntryKind, Transfer
from ledger.selectors import settlement_of
from ledger.services.books import book_open, entries_reconcile, entry_make, season_open
from ledger.services.transfers import transfers_plan, transfers_renew
from tests.ledger.conftest import FRIDAY
from tests.tournaments.pages import at_field, messages_of, words


@pytest.fixture
def desk(treasurer: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(treasurer)


@pytest.fixture
def evenings(club: Club, book: Book, players: list[Player], owner: User) -> list[Book]:
    """Ann lost 5.00 to Ben on Friday, and won 3.00 from him a week later."""
    later = book_open(club=club, name="Later", date=FRIDAY.replace(day=27), currency="EUR")
    for where, amount in ((book, 500), (later, -300)):
        amounts = {of_player(players[0].pk): -amount, of_player(players[1].pk): amount}
        entry = ExpectedEntry("m:1", EntryKind.STAKES, "Table 1", amounts)
        entry_make(book=where, entry=entry, made_by=owner)
    return [book, later]


def post(client: Client, name: str, /, *keys: Any, **fields: Any) -> Any:
    return client.post(reverse(name, args=keys), fields, follow=True)


def test_evenings_are_settled_together_and_what_cancels_out_is_not_paid(
    desk: Client, club: Club, evenings: list[Book]
) -> None:
    keys = [book.pk for book in evenings]
    page = post(desk, "club-money", club.slug, name="Winter", books=keys)
    season = Book.objects.get(name="Winter")
    assert "2 evenings settled together" in words(page)
    assert "Ann 2.00 Ben 2.00" in words(page)
    page = post(desk, "book-money", club.slug, season.pk, way="fewest")
    assert messages_of(page) == ["The transfers have been worked out."]
    transfer = Transfer.objects.get()
    assert (transfer.payer.name, transfer.amount) == ("Ann", 200)
    assert messages_of(post(desk, "book-transfer-paid", club.slug, season.pk, transfer.pk)) == [
        "Marked as paid."
    ]
    assert settlement_of(season).is_settled
    assert messages_of(post(desk, "book-transfer-paid", club.slug, season.pk, transfer.pk)) == [
        "This transfer has already been paid."
    ]
    assert messages_of(post(desk, "book-transfer-unpaid", club.slug, season.pk, transfer.pk)) == [
        "It is open again."
    ]


def test_an_evening_is_settled_by_itself_again(
    desk: Client, club: Club, evenings: list[Book]
) -> None:
    season = season_open(club=club, name="Winter", books=evenings)
    post(desk, "book-money", club.slug, season.pk, way="fewest")
    page = post(desk, "book-apart", club.slug, evenings[1].pk)
    assert messages_of(page) == ["“Later” is settled separately again."]
    assert [row.amount for row in season.transfers.all()] == [500]
    again = post(desk, "book-apart", club.slug, evenings[1].pk)
    assert again.redirect_chain[-1][0] == reverse("club-money", args=[club.slug])


@pytest.mark.parametrize(
    ("name", "count", "field", "problem"),
    [
        ("", 2, "name", "This field is required."),
        ("Winter", 1, "books", "Choose two books or more."),
        ("Winter", 0, "books", "This field is required."),
    ],
)
def test_what_is_missing_is_told(
    name: str,
    count: int,
    field: str,
    problem: str,
    desk: Client,
    club: Club,
    evenings: list[Book],
) -> None:
    keys = [book.pk for book in evenings[:count]]
    page = post(desk, "club-money", club.slug, name=name, books=keys)
    assert page.status_code == 422
    assert at_field(page, field) == [problem]
    assert not Book.objects.filter(name="Winter").exists()


def test_books_of_two_currencies_are_not_settled_together(
    desk: Client, club: Club, evenings: list[Book]
) -> None:
    yen = book_open(club=club, name="Yen", date=FRIDAY, currency="JPY")
    page = post(desk, "club-money", club.slug, name="Winter", books=[evenings[0].pk, yen.pk])
    assert "one club and one currency" in words(page)
    assert not Book.objects.filter(name="Winter").exists()


def test_what_is_settled_in_a_season_is_not_offered_for_another(
    desk: Client, club: Club, evenings: list[Book]
) -> None:
    season = season_open(club=club, name="Winter", books=evenings)
    page = desk.get(reverse("club-money", args=[club.slug]))
    assert list(page.context["form"].fields["books"].queryset) == []
    assert "settled with Winter" in words(page)
    own_words = words(desk.get(reverse("book-money", args=[club.slug, evenings[0].pk])))
    assert "This book is settled with others." in own_words
    assert season.settles.count() == 2


def test_a_statement_of_a_season_has_its_evenings_alone(
    desk: Client, club: Club, evenings: list[Book], players: list[Player], owner: User
) -> None:
    season = season_open(club=club, name="Winter", books=evenings)
    other = book_open(club=club, name="Another night", date=FRIDAY, currency="EUR")
    amounts = {of_player(players[0].pk): -700, of_player(players[2].pk): 700}
    entry_make(book=other, entry=ExpectedEntry("m", EntryKind.STAKES, "x", amounts), made_by=owner)
    at = reverse("player-statement", args=[club.slug, players[0].pk])
    assert "Owes 9.00" in words(desk.get(at))
    page = words(desk.get(at, {"season": season.pk}))
    assert "Owes 2.00" in page
    assert "Another night" not in page.replace("all books", "")


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("transfers", [["Ann", "Ben", "2.00", "EUR", "open"]]),
        ("balances", [["Ann", "-2.00", "EUR"], ["Ben", "2.00", "EUR"]]),
    ],
)
def test_a_season_is_had_for_a_spreadsheet(
    kind: str, rows: list[list[str]], desk: Client, club: Club, evenings: list[Book]
) -> None:
    season = season_open(club=club, name="Winter", books=evenings)
    transfers_plan(book=season)
    answer = desk.get(reverse("book-file", args=[club.slug, season.pk, kind, "csv"]))
    _head, *file_rows = csv.reader(io.StringIO(answer.content.decode().removeprefix("\ufeff")))
    assert file_rows == rows
    assert reverse("book-file", args=[club.slug, season.pk, kind, "csv"]) in (
        desk.get(reverse("book-money", args=[club.slug, season.pk])).text
    )


def test_there_is_no_other_table_of_a_season(desk: Client, club: Club, book: Book) -> None:
    assert (
        desk.get(reverse("book-file", args=[club.slug, book.pk, "door", "csv"])).status_code == 404
    )


def test_a_correction_of_a_settled_evening_is_told_on_the_page_of_its_season(
    desk: Client, club: Club, evenings: list[Book], players: list[Player]
) -> None:
    season = season_open(club=club, name="Winter", books=evenings)
    page = post(desk, "book-money", club.slug, season.pk, way="fewest")
    assert "None: no hand was corrected" in words(page)
    post(desk, "book-transfer-paid", club.slug, season.pk, Transfer.objects.get().pk)
    amounts = {of_player(players[0].pk): -700, of_player(players[1].pk): 700}
    again = ExpectedEntry(
        "m:1", EntryKind.STAKES, "Table 1", amounts, cause={"code": "hand 3 corrected by Eve"}
    )
    entries_reconcile(book=evenings[0], wanted=[again])
    transfers_renew(book=evenings[0])
    page = post(desk, "book-money", club.slug, season.pk)
    page_words = words(page)
    assert "1 correction since the transfers were worked out: only what remains" in page_words
    assert "Ann pays Ben 2.00" in page_words
    assert "Table 1 (hand 3 corrected by Eve)" in page_words
    assert f"{evenings[0].name} : Entry 1 is reversed by 2, entered again as 3." in page_words
    assert "Ann −2.00 · Ben +2.00" in page_words


def test_the_page_of_a_season_takes_as_many_queries_however_many_its_evenings(
    desk: Client,
    club: Club,
    evenings: list[Book],
    players: list[Player],
    django_assert_max_num_queries: Any,
) -> None:
    for week in range(8):
        later = book_open(club=club, name=f"{week}", date=FRIDAY, currency="EUR")
        for amount in (500, 700):
            amounts = {of_player(players[0].pk): -amount, of_player(players[1].pk): amount}
            entries_reconcile(
                book=later, wanted=[ExpectedEntry("m:1", EntryKind.STAKES, "x", amounts)]
            )
        evenings.append(later)
    season = season_open(club=club, name="Winter", books=evenings)
    transfers_plan(book=season)
    with django_assert_max_num_queries(17):
        page = post(desk, "book-money", club.slug, season.pk)
    assert len(page.context["corrections"]) == 8
