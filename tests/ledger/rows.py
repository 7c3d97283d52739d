"""Rows of a book written one by one, past all services."""

import uuid
from typing import Any

from django.utils import timezone

from ledger.models import Account, Book, EntryKind, Posting, Transaction


def posted(accounts: list[Account], *amounts: int, key: uuid.UUID | None = None) -> uuid.UUID:
    """Postings of a transaction whose row is still to be written."""
    key = key or uuid.uuid4()
    for account, amount in zip(accounts, amounts, strict=False):
        Posting.objects.create(transaction_id=key, account=account, amount=amount)
    return key


def closed(book: Book, key: uuid.UUID, **more: Any) -> Transaction:
    number = book.transactions.count() + 1
    given: dict[str, Any] = {"kind": EntryKind.STAKES, "text": "x", "source": f"x:{number}"}
    return Transaction.objects.create(
        id=key, book=book, number=number, made_at=timezone.now(), **given | more
    )
