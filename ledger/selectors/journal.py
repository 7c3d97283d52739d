"""Entries of a book in their order, and the corrections among them."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.models import Player
from ledger.models import Book, EntryKind, Posting, Transaction

BY_HAND = frozenset({EntryKind.EXPENSE, EntryKind.CASH, EntryKind.BETWEEN})
"""What a person enters as it is, and may take back; the rest follows from something else."""
CORRECTED = frozenset({EntryKind.STAKES, EntryKind.PRIZE, EntryKind.HOUSE})
"""What follows from hands, so that a correction of it is worth telling."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An entry that was reversed since something behind it changed, and what stands now.

    ``after`` is empty where nothing took its place. ``changes`` is what each account receives by
    it more, or less where below zero.
    """

    before: Transaction
    reversal: Transaction
    after: Transaction | None
    changes: tuple[tuple[str, int], ...]


def journal_of(book: Book) -> QuerySet[Transaction]:
    """The entries of a book, the newest first, each with its postings. Three queries in all."""
    entries = book.transactions.select_related("made_by", "reverses", "reversed_by")
    return entries.prefetch_related("postings__account__player").order_by("-number")


def corrections_of(
    books: Sequence[Book], *, since: datetime.datetime | None = None
) -> tuple[Correction, ...]:
    """What was corrected in what follows from hands, over books, the newest first. Four queries."""
    entries = Transaction.objects.filter(book__in=[book.pk for book in books])
    reversals = entries.filter(kind__in=CORRECTED, reverses__isnull=False)
    if since is not None:
        reversals = reversals.filter(made_at__gt=since)
    ordered = reversals.order_by("-made_at", "-book", "-number")
    found = list(ordered.select_related("reverses", "made_by", "book"))
    sources = {reversal.source for reversal in found}
    follows = {
        (entry.book_id, entry.source, entry.turn): entry
        for entry in entries.filter(source__in=sources, reverses=None)
    }
    triples = [(reversal, follows.get(_next_turn(reversal))) for reversal in found]
    amounts = _amounts([entry for pair in triples for entry in pair if entry is not None])
    return tuple(_correction(reversal, after, amounts) for reversal, after in triples)


def _next_turn(reversal: Transaction) -> tuple[int, str, int]:
    return reversal.book_id, reversal.source, reversal.turn + 1


_AmountsOf = dict[object, list[tuple[str, int]]]


def _amounts(entries: Iterable[Transaction]) -> _AmountsOf:
    found: _AmountsOf = {entry.pk: [] for entry in entries}
    postings = Posting.objects.filter(transaction__in=[*found]).select_related("account__player")
    for posting in postings:
        found[posting.transaction_id].append((str(posting.account), posting.amount))
    return found


def _correction(
    reversal: Transaction, after: Transaction | None, amounts: _AmountsOf
) -> Correction:
    changes = dict[str, int]()
    for name, amount in [*amounts[reversal.pk], *(amounts[after.pk] if after else [])]:
        changes[name] = changes.get(name, 0) + amount
    told = tuple(sorted((name, amount) for name, amount in changes.items() if amount))
    assert reversal.reverses is not None
    return Correction(reversal.reverses, reversal, after, told)


def received_by(book: Book, source: str) -> tuple[tuple[Player, int], ...]:
    """What players receive by what stands under a source, the most first. One query."""
    found = Posting.objects.filter(
        transaction__book=book,
        transaction__source=source,
        transaction__reverses=None,
        transaction__reversed_by=None,
        account__player__isnull=False,
        amount__gt=0,
    )
    ordered = found.select_related("account__player").order_by(
        "-amount", "account__player__sort_key", "pk"
    )
    return tuple(
        (posting.account.player, posting.amount) for posting in ordered if posting.account.player
    )
