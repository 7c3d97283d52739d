"""Who is to receive and who to give, and how a book is to be settled."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, Sum

from clubs.models import Player
from ledger.models import Account, Book, Posting, Settlement, Transfer, Way

BOX: Final = 0
"""The key of the cash box among the keys of players, which count from 1."""


@dataclass(frozen=True, slots=True)
class Balance:
    """An account that has entries, and what it is to receive; below zero what it is to give."""

    account: Account
    amount: int


@dataclass(frozen=True, slots=True)
class SettlementView:
    """How a book stands to be settled.

    ``is_current`` is false where balances have changed since the open transfers were worked out,
    or none have been yet.
    """

    way: Way
    settlement: Settlement | None
    open: tuple[Transfer, ...]
    paid: tuple[Transfer, ...]
    is_current: bool

    @property
    def is_settled(self) -> bool:
        """Whether nobody owes anything."""
        return self.is_current and not self.open


def balances_of(book: Book) -> tuple[Balance, ...]:
    """Every account that has entries: players by name, then the others. One query."""
    accounts = (
        Account.objects.filter(book=book, postings__isnull=False)
        .annotate(total=Sum("postings__amount"))
        .select_related("player")
        .order_by("player__sort_key", "pk")
    )
    found = [Balance(account, account.total) for account in accounts]
    return tuple(sorted(found, key=lambda balance: balance.account.player is None))


def settled_books(book: Book) -> list[Book]:
    """The book and those settled in it. One query."""
    return list(Book.objects.filter(Q(pk=book.pk) | Q(settled_with=book)).order_by("date", "pk"))


def people_balances(books: Iterable[Book]) -> dict[int, int]:
    """What each player is to receive over all these books, by key; the rest under ``BOX``.

    The cash box stands for everything that is nobody's: pot, prizes and the club's share are in
    it. Together zero. One query.
    """
    sums = (
        Posting.objects.filter(account__book__in=[book.pk for book in books])
        .order_by()
        .values("account__player")
        .annotate(total=Sum("amount"))
        .values_list("account__player", "total")
    )
    return {player or BOX: total for player, total in sums if total}


def settlement_of(book: Book) -> SettlementView:
    """The transfers of a book, open and paid, and whether they still fit. Four queries."""
    transfers = list(book.transfers.select_related("payer", "payee", "transaction"))
    open_ = tuple(transfer for transfer in transfers if not transfer.is_paid)
    settlement = Settlement.objects.filter(book=book).first()
    return SettlementView(
        way=Way(settlement.way) if settlement else Way.FEWEST,
        settlement=settlement,
        open=open_,
        paid=tuple(transfer for transfer in transfers if transfer.is_paid),
        is_current=_after(people_balances(settled_books(book)), open_) == {},
    )


def _after(balances: dict[int, int], transfers: Sequence[Transfer]) -> dict[int, int]:
    """What is left once these transfers are paid."""
    left = dict(balances)
    for transfer in transfers:
        payer, payee = transfer.payer_id or BOX, transfer.payee_id or BOX
        left[payer] = left.get(payer, 0) + transfer.amount
        left[payee] = left.get(payee, 0) - transfer.amount
    return {key: amount for key, amount in left.items() if amount}


def balances_over_all(books: Iterable[Book]) -> list[tuple[Player | None, int]]:
    """Who still owes or is owed over these books, by name; the cash box, as None, last."""
    found = people_balances(books)
    players = sorted(players_by_key(found).values(), key=lambda player: player.in_order)
    rows: list[tuple[Player | None, int]] = [(player, found[player.pk]) for player in players]
    return [*rows, (None, found[BOX])] if BOX in found else rows


def players_by_key(keys: Iterable[int]) -> dict[int, Player]:
    """Players by their keys; the cash box is none of them. One query."""
    return Player.objects.in_bulk([key for key in keys if key != BOX])
