"""Books and their entries: opened, made, reversed, reconciled. Never edited.

Every service locks the book first.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, User
from ledger.accounts import AccountRef, ExpectedEntry
from ledger.messages import Message
from ledger.models import MOST_NAME, Account, AccountKind, Book, EntryKind, Posting, Transaction
from rules.money import is_currency


def book_open(*, club: Club, name: str, date: datetime.date, currency: str) -> Book:
    """Open a book in a currency (ISO 4217); ``ValidationError`` if it is unknown."""
    if not is_currency(currency):
        raise ValidationError(
            {
                "currency": ValidationError(
                    _("Type three capital letters, as in EUR."), code="currency_malformed"
                )
            }
        )
    return Book.objects.create(club=club, name=name, date=date, currency=currency)


def book_locked(book_id: int) -> Book:
    """Return the book, locked until the end of the transaction: nothing is entered meanwhile."""
    return Book.objects.select_for_update(of=("self",)).get(pk=book_id)


@transaction.atomic
def book_currency_set(*, book: Book, currency: str) -> Book:
    """Give a book that has no entry yet another currency. Locks the book."""
    locked = book_locked(book.pk)
    if locked.currency == currency:
        return locked
    if locked.transactions.exists():
        raise ValidationError(
            _("This book has entries, so its currency can no longer change."), code="currency_fixed"
        )
    locked.currency = currency
    locked.save(update_fields=["currency"])
    return locked


@transaction.atomic
def book_settle_with(*, book: Book, season: Book | None) -> Book:
    """Settle a book's balances in another, such as its season's; None: separately.

    Locks both. Open transfers of the book are deleted; paid ones stay and count.
    ``ValidationError`` if they differ in club or currency, if the other is itself settled
    elsewhere, or this one settles others.
    """
    locked = book_locked(book.pk)
    if season is not None:
        _must_go_together(locked, book_locked(season.pk))
    locked.settled_with = season
    locked.save(update_fields=["settled_with"])
    locked.transfers.filter(transaction=None).delete()
    return locked


@transaction.atomic
def season_open(*, club: Club, name: str, books: Sequence[Book]) -> Book:
    """Open a book in which these are settled together, dated as the last of them. Locks them.

    ``ValidationError`` where there are fewer than two, or they do not go together.
    """
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > MOST_NAME:
        wrong = _("Type a name of at most %(most)d characters.") % {"most": MOST_NAME}
        raise ValidationError({"name": ValidationError(wrong, code="name_length")})
    if len(books) < 2:
        raise ValidationError(
            {"books": ValidationError(_("Choose two books or more."), code="too_few_books")}
        )
    last = max(book.date for book in books)
    season = book_open(club=club, name=tidy, date=last, currency=books[0].currency)
    for book in books:
        if book.settled_with_id:
            raise ValidationError(
                {
                    "books": ValidationError(
                        _("One of these is settled with others already."),
                        code="settled_with_others",
                    )
                }
            )
        book_settle_with(book=book, season=season)
    return season


def _must_go_together(book: Book, season: Book) -> None:
    if (book.club_id, book.currency) != (season.club_id, season.currency):
        raise ValidationError(
            _("Only books of one club and one currency are settled together."), code="books_differ"
        )
    if season.settled_with_id or book.settles.exists() or book.pk == season.pk:
        raise ValidationError(
            _("A season's book is always settled separately."), code="season_book"
        )


# Transactions. Callers that also lock matches or an event lock these before the book.


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """The entries that were needed to reconcile a book, in order."""

    entered: tuple[Transaction, ...] = ()
    reversed: tuple[Transaction, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return bool(self.entered or self.reversed)


@dataclass(frozen=True, slots=True)
class _Standing:
    """The last transaction of a source; ``amounts`` are empty if it was reversed."""

    last: Transaction
    amounts: Mapping[AccountRef, int]


@transaction.atomic
def entry_make(*, book: Book, entry: ExpectedEntry, made_by: User | None) -> Transaction:
    """Make an entry for something that a person did. Locks the book. A source is entered once: a
    repeated call returns the existing entry."""
    locked = book_locked(book.pk)
    standing = _standing(locked, Q(source=entry.source)).get(entry.source)
    if standing is not None and standing.amounts:
        return standing.last
    revision = standing.last.revision + 1 if standing else 1
    (made,) = _written(locked, [(entry, revision, None)], made_by)
    return made


@transaction.atomic
def entry_reverse(
    *, entry: Transaction, made_by: User | None, cause: Message | None = None
) -> Transaction:
    """Reverse a transaction. Locks the book.

    Raise ``ValidationError`` if it is already reversed or is itself a reversal.
    """
    locked = book_locked(entry.book_id)
    current = locked.transactions.get(pk=entry.pk)
    if current.reverses_id or Transaction.objects.filter(reverses=current).exists():
        raise ValidationError(_("This entry has been taken back already."), code="reversed_already")
    standing = _standing(locked, Q(source=current.source))[current.source]
    undone = _undoing(standing, cause or {"code": "taken_back"})
    (made,) = _written(locked, [(undone, current.revision + 1, current)], made_by)
    return made


@transaction.atomic
def entries_reconcile(
    *,
    book: Book,
    wanted: Iterable[ExpectedEntry],
    made_by: User | None = None,
    kinds: Collection[EntryKind] = (),
    causes: Mapping[str, Message] = MappingProxyType({}),
) -> Reconciliation:
    """Reconcile the transactions of each source with those expected. Locks the book.

    Equal ones are left alone; different ones are reversed and entered again. With ``kinds``,
    ``wanted`` is complete for these kinds: other sources of them are reversed. ``causes`` are the
    known causes of changes by source. Idempotent.
    """
    locked = book_locked(book.pk)
    by_source = {entry.source: entry for entry in wanted}
    standing = _standing(locked, Q(kind__in=kinds) if kinds else Q(source__in=[*by_source]))
    gone = [
        replace(_named(standing[source]), amounts={})
        for source in standing
        if source not in by_source
    ]
    undone: list[_Line] = []
    fresh: list[_Line] = []
    for entry in [*by_source.values(), *gone]:
        amounts = {at: amount for at, amount in entry.amounts.items() if amount}
        stands = standing.get(entry.source)
        cause = causes.get(entry.source, entry.cause)
        if amounts == (stands.amounts if stands else {}) and not _differs(stands, entry):
            continue
        revision = stands.last.revision + 1 if stands else 1
        if stands is not None and stands.amounts:
            undone.append((_undoing(stands, cause), revision, stands.last))
            revision += 1
        if amounts:
            why = cause if stands or entry.source in causes else None
            fresh.append((replace(entry, amounts=amounts, cause=why), revision, None))
    made = _written(locked, [*undone, *fresh], made_by)
    return Reconciliation(tuple(made[len(undone) :]), tuple(made[: len(undone)]))


def _differs(stands: _Standing | None, entry: ExpectedEntry) -> bool:
    """Return whether the expected entry differs in more than its amounts; an entry without amounts
    never does."""
    about = stands.last.about if stands and stands.amounts else None
    if not about or not entry.about or not entry.amounts:
        return False
    return bool(about.get("facts") != entry.about.get("facts"))


_Line = tuple[ExpectedEntry, int, Transaction | None]
"""A transaction to write, its number among those of its source, and the one that it reverses."""


def _standing(book: Book, which: Q) -> dict[str, _Standing]:
    """Return the last entry of each source, of entries of a kind or source. Two queries."""
    entries = book.transactions.filter(which)
    last = {entry.source: entry for entry in entries.order_by("revision")}
    amounts: dict[uuid.UUID, dict[AccountRef, int]] = defaultdict(dict)
    postings = Posting.objects.filter(transaction__in=entries.order_by()).select_related("account")
    for posting in postings:
        amounts[posting.transaction_id][_at(posting.account)] = posting.amount
    return {
        source: _Standing(entry, {} if entry.reverses_id else amounts[entry.pk])
        for source, entry in last.items()
    }


def _at(account: Account) -> AccountRef:
    return AccountRef(AccountKind(account.kind), account.player_id, account.label)


def _named(standing: _Standing) -> ExpectedEntry:
    last = standing.last
    return ExpectedEntry(last.source, EntryKind(last.kind), last.text, standing.amounts, last.about)


def _undoing(standing: _Standing, cause: Message | None) -> ExpectedEntry:
    """Return the reversal of the valid entry, with its cause."""
    entry = _named(standing)
    opposite = {at: -amount for at, amount in entry.amounts.items()}
    return replace(entry, amounts=opposite, cause=cause)


def _written(book: Book, lines: Sequence[_Line], made_by: User | None) -> list[Transaction]:
    """Write postings, then the rows that close them. The book is locked."""
    if not lines:
        return []
    number = book.transactions.aggregate(last=Max("number"))["last"] or 0
    accounts = _accounts(book, {at for entry, _revision, _undone in lines for at in entry.amounts})
    now = timezone.now()
    made = [
        Transaction(
            book=book,
            number=number + place,
            kind=entry.kind,
            text=entry.text[:240],
            about=dict(entry.about) if entry.about else None,
            cause=dict(entry.cause) if entry.cause else None,
            source=entry.source,
            revision=revision,
            reverses=undone,
            made_by=made_by,
            made_at=now,
        )
        for place, (entry, revision, undone) in enumerate(lines, start=1)
    ]
    Posting.objects.bulk_create(
        Posting(transaction_id=row.pk, account=accounts[at], amount=amount)
        for row, (entry, _revision, _undone) in zip(made, lines, strict=True)
        for at, amount in entry.amounts.items()
        if amount
    )
    return Transaction.objects.bulk_create(made)


def _accounts(book: Book, places: Iterable[AccountRef]) -> dict[AccountRef, Account]:
    """Return the accounts, opening new ones."""
    known = {_at(account): account for account in book.accounts.all()}
    new = [
        Account(book=book, kind=at.kind, player_id=at.player, label=at.label)
        for at in sorted(set(places) - known.keys(), key=_order)
    ]
    return known | {_at(account): account for account in Account.objects.bulk_create(new)}


def _order(at: AccountRef) -> tuple[str, int, str]:
    return at.kind, at.player or 0, at.label
