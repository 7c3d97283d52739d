"""What SQLite alone allows, or does at its own time: writing over rows, checks at the commit."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.models import Player
from ledger.models import Account, AccountKind, Book, Posting
from tests.ledger.rows import closed, posted


@pytest.mark.django_db(transaction=True)
def test_postings_without_their_entry_do_not_come_through(
    book: Book, players: list[Player]
) -> None:
    kind = AccountKind.PLAYER
    account = Account.objects.create(book=book, kind=kind, player=players[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.create(transaction_id=uuid.uuid4(), account=account, amount=5)
    assert not Posting.objects.exists()


@pytest.mark.parametrize("table", ["transaction", "posting", "account", "book"])
def test_nothing_is_replaced_by_writing_over_it(
    table: str, book: Book, accounts: list[Account]
) -> None:
    closed(book, posted(accounts, 5, -5))
    with (
        pytest.raises(IntegrityError, match=r"only ever added|is closed|written once"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"INSERT OR REPLACE INTO ledger_{table} SELECT * FROM ledger_{table}")


def test_no_posting_is_taken_from_its_entry_by_writing_over_it(
    book: Book, accounts: list[Account]
) -> None:
    closed(book, posted(accounts, 5, -5))
    with (
        pytest.raises(IntegrityError, match="only ever added"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "INSERT OR REPLACE INTO ledger_posting (id, transaction_id, account_id, amount)"
            " SELECT MIN(id), %s, account_id, amount FROM ledger_posting",
            [uuid.uuid4().hex],
        )
