"""The database alone keeps the books: none of our services stands between these rows and it."""

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.models import Club, Player
from ledger.models import Account, AccountKind, Book, Transaction
from ledger.services.books import book_open
from tests.ledger.conftest import FRIDAY
from tests.ledger.rows import closed, posted


@pytest.mark.parametrize(
    ("amounts", "why"),
    [((5, -4, 0), "does not sum to zero"), ((5,), "gives and nobody receives"), ((), "is empty")],
)
def test_an_entry_that_does_not_sum_to_zero_is_refused(
    amounts: tuple[int, ...], why: str, book: Book, accounts: list[Account]
) -> None:
    with pytest.raises(IntegrityError, match=r"an entry (sums|has)"), transaction.atomic():
        closed(book, posted(accounts, *(amount for amount in amounts if amount)))
    assert not Transaction.objects.exists(), why


def test_nothing_is_added_to_an_entry_that_is_closed(book: Book, accounts: list[Account]) -> None:
    key = posted(accounts, 5, -5)
    closed(book, key)
    with pytest.raises(IntegrityError, match="an entry is closed"), transaction.atomic():
        posted(accounts[2:], 3, key=key)


def test_postings_without_their_entry_are_found_before_the_commit(
    book: Book, accounts: list[Account]
) -> None:
    def left_open() -> None:
        posted(accounts, 5, -5)
        connection.check_constraints()

    with pytest.raises(IntegrityError), transaction.atomic():
        left_open()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE ledger_posting SET amount = amount + 1",
        "UPDATE ledger_transaction SET text = 'other'",
        "UPDATE ledger_account SET label = 'other'",
    ],
)
def test_what_is_entered_is_never_changed(change: str, book: Book, accounts: list[Account]) -> None:
    closed(book, posted(accounts, 5, -5))
    with (
        pytest.raises(IntegrityError, match="only ever added"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change)


@pytest.mark.parametrize("table", ["ledger_posting", "ledger_transaction"])
def test_what_is_entered_is_never_deleted(table: str, book: Book, accounts: list[Account]) -> None:
    closed(book, posted(accounts, 5, -5))
    with (
        pytest.raises(IntegrityError, match="only ever added"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"DELETE FROM {table}")


def test_an_entry_does_not_mix_books(
    club: Club, book: Book, accounts: list[Account], players: list[Player]
) -> None:
    other = book_open(club=club, name="Other", date=FRIDAY, currency="EUR")
    theirs = Account.objects.create(book=other, kind=AccountKind.PLAYER, player=players[1])
    with pytest.raises(IntegrityError, match="belongs to one book"), transaction.atomic():
        closed(book, posted([accounts[0], theirs], 5, -5))


@pytest.mark.parametrize(
    ("amounts", "sound"), [((-5, 5), True), ((-4, 4), False), ((5, -5), False)]
)
def test_a_reversal_undoes_the_whole_of_an_entry(
    amounts: tuple[int, int], sound: bool, book: Book, accounts: list[Account]
) -> None:
    entry = closed(book, posted(accounts, 5, -5))
    if sound:
        assert closed(book, posted(accounts, *amounts), reverses=entry).reverses == entry
        return
    with pytest.raises(IntegrityError, match="undoes the whole"), transaction.atomic():
        closed(book, posted(accounts, *amounts), reverses=entry)


def test_an_entry_is_reversed_once_and_a_reversal_never(
    book: Book, accounts: list[Account]
) -> None:
    entry = closed(book, posted(accounts, 5, -5))
    undone = closed(book, posted(accounts, -5, 5), reverses=entry)
    for reversed_entry, amounts in ((entry, (-5, 5)), (undone, (5, -5))):
        with pytest.raises(IntegrityError), transaction.atomic():
            closed(book, posted(accounts, *amounts), reverses=reversed_entry)


def test_a_book_in_use_keeps_its_currency(book: Book, accounts: list[Account]) -> None:
    Book.objects.filter(pk=book.pk).update(currency="JPY")
    closed(book, posted(accounts, 5, -5))
    with pytest.raises(IntegrityError, match="keeps its currency"), transaction.atomic():
        Book.objects.filter(pk=book.pk).update(currency="USD")
    Book.objects.filter(pk=book.pk).update(name="Another name")


def test_one_source_is_entered_once_a_turn(book: Book, accounts: list[Account]) -> None:
    closed(book, posted(accounts, 5, -5), source="match:1")
    with pytest.raises(IntegrityError), transaction.atomic():
        closed(book, posted(accounts, 5, -5), source="match:1")
