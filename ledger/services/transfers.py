"""Settling up: transfers worked out from balances, and marked paid one by one.

Every service locks the book in which is settled first.
"""

from collections import Counter
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player, User
from core.text import isolated
from ledger.accounts import CASH, AccountRef, ExpectedEntry, of_player, paid
from ledger.amounts import amount_check
from ledger.hooks import books_settling
from ledger.models import MOST_REMARK, Book, EntryKind, Settlement, Transaction, Transfer, Way
from ledger.selectors import BOX, people_balances, settled_books, settlement_of
from ledger.services.books import book_locked, book_settle_with, entry_make, entry_reverse
from ledger.settling import settle, settle_by_box, with_two_payees

_Line = tuple[int, int, int]
"""Payer, payee, amount."""


def books_bring(*, book: Book, made_by: User) -> None:
    """Have all pending entries made, in this book and in those settled in it. The owner of each
    book does it under its own locks, so do not call this in a transaction. One query if nothing is
    pending."""
    keys = [settled.pk for settled in settled_books(book)]
    books_settling.send(sender=Book, books=keys, made_by=made_by)


@transaction.atomic
def transfers_plan(*, book: Book, way: Way | None = None) -> list[Transfer]:
    """Compute the transfers from the current balances. Locks the book.

    Paid transfers stay and count; open ones are replaced, except equal ones. ``way`` defaults to
    the last one chosen. Raise ``ValidationError`` if the book is settled elsewhere.
    """
    locked = book_locked(book.pk)
    if locked.settled_with_id:
        raise ValidationError(
            _("This book is settled with its season."), code="settled_with_season"
        )
    settlement = Settlement.objects.filter(book=locked).first() or Settlement(book=locked)
    settlement.way = way or settlement.way
    settlement.planned_at = timezone.now()
    settlement.save()
    return _rewritten(locked, Way(settlement.way))


def transfers_renew(*, book: Book) -> None:
    """Recompute the open transfers if balances have changed. Locks the book.

    Does nothing before transfers were first requested. The time of that request is kept, so that
    later corrections can be shown.
    """
    current = Book.objects.select_related("settled_with").get(pk=book.pk)
    home = current.settled_with or current
    if settlement_of(home).settlement is None:
        return
    with transaction.atomic():
        locked = book_locked(home.pk)
        view = settlement_of(locked)
        if not view.is_current:
            _rewritten(locked, view.way)


@transaction.atomic
def book_separate(*, book: Book) -> Book:
    """Settle a book separately again. Locks it, then the book in which it was settled, and
    recomputes that book's open transfers."""
    season = Book.objects.select_related("settled_with").get(pk=book.pk).settled_with
    parted = book_settle_with(book=book, season=None)
    if season is not None:
        transfers_renew(book=season)
    return parted


@transaction.atomic
def transfer_pay(*, transfer: Transfer, made_by: User) -> Transfer:
    """Mark a transfer as paid: it is entered in the book. Locks the book."""
    current = _locked(transfer)
    if current.is_paid:
        raise ValidationError(_("This transfer has already been paid."), code="paid_already")
    current.transaction = entry_make(
        book=current.book,
        made_by=made_by,
        entry=ExpectedEntry(
            source=f"transfer:{current.pk}",
            kind=EntryKind.TRANSFER,
            text="",
            amounts=paid(_at(current.payer_id), _at(current.payee_id), current.amount),
            about={
                "code": "transfer",
                "payer": current.payer and current.payer.name,
                "payee": current.payee and current.payee.name,
            },
        ),
    )
    current.save(update_fields=["transaction"])
    return current


@transaction.atomic
def transfer_unpay(*, transfer: Transfer, made_by: User) -> Transfer:
    """Undo the payment of a transfer, by a reversal. Locks the book.

    It is open again. If balances have changed meanwhile, or fewer transfers would now do, the open
    ones are recomputed. For an evening settled in its season it is deleted: the amount is open in
    the season.
    """
    current = _locked(transfer)
    if current.transaction is None:
        raise ValidationError(_("This transfer is not marked as paid."), code="not_paid")
    undone = current.transaction
    current.transaction = None
    current.save(update_fields=["transaction"])
    entry_reverse(entry=undone, made_by=made_by, cause={"code": "not_paid"})
    if current.book.settled_with_id:
        Transfer.objects.filter(pk=current.pk).delete()
        transfers_renew(book=current.book)
        return current
    view = settlement_of(current.book)
    fewest = _lines(people_balances(settled_books(current.book)), view.way)
    if not view.is_current or len(fewest) < len(view.open):
        _rewritten(current.book, view.way)
    return current


@transaction.atomic
def payment_enter(
    *,
    book: Book,
    payer: Player,
    payee: Player,
    amount: int,
    made_by: User,
    key: str,
    text: str = "",
) -> Transaction:
    """Enter a payment between two players, in minor units. Locks the book. Open transfers follow.
    ``key`` is the sender's idempotency key. The payment is reversed by its number, like any manual
    entry. Raise ``ValidationError`` by field."""
    _must_be_two(book, payer, payee)
    amount_check(amount)
    return _between(
        book,
        ExpectedEntry(
            source=f"between:{key}",
            kind=EntryKind.BETWEEN,
            text="",
            amounts=paid(of_player(payer.pk), of_player(payee.pk), amount),
            about={
                "code": "between",
                "payer": payer.name,
                "payee": payee.name,
                "text": remark(text),
            },
        ),
        made_by,
    )


@transaction.atomic
def debt_take_over(
    *,
    book: Book,
    payer: Player,
    owner: Player,
    made_by: User,
    key: str,
    amount: int | None = None,
    text: str = "",
) -> Transaction:
    """Let a player pay for another, taking over that much of their debt. Locks the book.

    The whole debt without an ``amount``. ``ValidationError`` if the other owes less, or nothing.
    The rest is as for ``payment_enter``.
    """
    _must_be_two(book, payer, owner)
    locked = book_locked(book.pk)
    source = f"between:{key}"
    if locked.transactions.filter(source=source).exists():
        whole = amount or 1  # a repeated request returns the transaction stored under the key
    else:
        owed = -people_balances(settled_books(locked)).get(owner.pk, 0)
        if owed <= 0:
            raise ValidationError(
                _("%(name)s owes nothing here.") % {"name": isolated(owner.name)},
                code="nothing_owed",
            )
        whole = owed if amount is None else amount
        amount_check(whole)
        if whole > owed:
            raise ValidationError(
                {
                    "amount": ValidationError(
                        _("That is more than is owed here."), code="more_than_owed"
                    )
                }
            )
    return _between(
        locked,
        ExpectedEntry(
            source=source,
            kind=EntryKind.BETWEEN,
            text="",
            amounts=paid(of_player(owner.pk), of_player(payer.pk), whole),
            about={
                "code": "taken_over",
                "payer": payer.name,
                "owner": owner.name,
                "text": remark(text),
            },
        ),
        made_by,
    )


@transaction.atomic
def payment_take_back(*, book: Book, number: int, made_by: User) -> Transaction:
    """Reverse a payment between players by its number. Locks the book. Raise ``ValidationError`` if
    it is another kind of entry or already reversed."""
    locked = book_locked(book.pk)
    payment = locked.transactions.filter(number=number, kind=EntryKind.BETWEEN).first()
    if payment is None:
        raise ValidationError(_("Only manual entries can be taken back here."), code="not_by_hand")
    undone = entry_reverse(entry=payment, made_by=made_by)
    transfers_renew(book=locked)
    return undone


def _between(book: Book, entry: ExpectedEntry, made_by: User) -> Transaction:
    made = entry_make(book=book, entry=entry, made_by=made_by)
    transfers_renew(book=book)
    return made


def _must_be_two(book: Book, first: Player, second: Player) -> None:
    if first.pk == second.pk:
        raise ValidationError(_("Choose two different players."), code="same_player")
    if {first.club_id, second.club_id} != {book.club_id}:
        raise ValidationError(_("Only players of this club can take part."), code="other_club")


def remark(text: str, *, is_needed: bool = False) -> str:
    """Return what an entry by hand was for as one line; ``ValidationError`` if it is too long."""
    words = " ".join(text.split())
    if len(words) > MOST_REMARK or (is_needed and not words):
        raise ValidationError(
            {"text": ValidationError(_("Say in a few words what it was for."), code="text_length")}
        )
    return words


def _rewritten(book: Book, way: Way) -> list[Transfer]:
    """Replace the open transfers by those that follow from the balances. The book is locked."""
    wanted = Counter(_lines(people_balances(settled_books(book)), way))
    for transfer in book.transfers.filter(transaction=None):
        line = (transfer.payer_id or BOX, transfer.payee_id or BOX, transfer.amount)
        if wanted[line]:
            wanted[line] -= 1
        else:
            transfer.delete()
    Transfer.objects.bulk_create(
        Transfer(book=book, payer_id=payer or None, payee_id=payee or None, amount=amount)
        for payer, payee, amount in sorted(wanted.elements())
    )
    return list(book.transfers.filter(transaction=None))


def _lines(balances: dict[int, int], way: Way) -> Sequence[_Line]:
    match way:
        case Way.FEWEST:
            return settle(balances)
        case Way.TWO_PAYEES:
            return with_two_payees(settle(balances))
        case Way.CASH_BOX:
            return settle_by_box(balances, box=BOX)


def _locked(transfer: Transfer) -> Transfer:
    book_locked(transfer.book_id)
    transfers = Transfer.objects.select_related("book", "payer", "payee", "transaction")
    current = transfers.filter(pk=transfer.pk).first()
    if current is None:
        raise ValidationError(
            _("This transfer has changed in the meantime: check it again."), code="transfer_changed"
        )
    return current


def _at(player_id: int | None) -> AccountRef:
    return of_player(player_id) if player_id else CASH
