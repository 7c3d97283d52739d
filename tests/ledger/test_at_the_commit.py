"""What is not whole at the commit does not come through."""

import uuid

import pytest
from django.db import IntegrityError, transaction

from clubs.models import Player
from ledger.models import Account, AccountKind, Book, Posting


@pytest.mark.django_db(transaction=True)
def test_postings_without_their_entry_do_not_come_through(
    book: Book, players: list[Player]
) -> None:
    kind = AccountKind.PLAYER
    account = Account.objects.create(book=book, kind=kind, player=players[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.create(transaction_id=uuid.uuid4(), account=account, amount=5)
    assert not Posting.objects.exists()
