"""The statement of one player over books: line by line, with what is open after each."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from ledger.amounts import with_currency
from ledger.models import AccountKind, Book, Posting, Transaction, Transfer


@dataclass(frozen=True, slots=True)
class StatementLine:
    """An entry as one player sees it; ``balance`` is what he is to receive after it."""

    entry: Transaction
    amount: int
    balance: int
    reader: int

    @property
    def words(self) -> str:
        """What it is for, as he reads it."""
        return self.entry.words_for(self.reader)


@dataclass(frozen=True, slots=True)
class Statement:
    """A player's lines in one currency, in the order they were entered, and what is open."""

    player: Player
    currency: str
    lines: tuple[StatementLine, ...]

    @property
    def balance(self) -> int:
        """What the player is still to receive; below zero what he is to give."""
        return self.lines[-1].balance if self.lines else 0


@dataclass(frozen=True, slots=True)
class OpenAccount:
    """A player with what he is still to receive over all books of a currency."""

    player: Player
    currency: str
    amount: int


def statements_of(
    player: Player,
    *,
    books: Iterable[Book] | None = None,
    since: datetime.date | None = None,
    until: datetime.date | None = None,
) -> tuple[Statement, ...]:
    """One statement a currency, over these books or all of the club's. One query.

    ``since`` and ``until`` are dates of books. What stands before them is not in the balance.
    """
    found = Posting.objects.filter(account__player=player, account__book__club=player.club_id)
    if books is not None:
        found = found.filter(account__book__in=[book.pk for book in books])
    if since is not None:
        found = found.filter(account__book__date__gte=since)
    if until is not None:
        found = found.filter(account__book__date__lte=until)
    lines: dict[str, list[StatementLine]] = defaultdict(list)
    ordered = found.select_related("transaction__book").order_by(
        "account__book__date", "account__book", "transaction__number"
    )
    for posting in ordered:
        entry = posting.transaction
        before = lines[entry.book.currency][-1].balance if lines[entry.book.currency] else 0
        line = StatementLine(entry, posting.amount, before + posting.amount, player.pk)
        lines[entry.book.currency].append(line)
    return tuple(
        Statement(player, currency, tuple(rows)) for currency, rows in sorted(lines.items())
    )


def open_accounts(club: Club) -> tuple[OpenAccount, ...]:
    """Every player of a club who still owes or is owed something, by name. Two queries."""
    sums = (
        Posting.objects.filter(account__book__club=club, account__kind=AccountKind.PLAYER)
        .order_by()
        .values("account__player", "account__book__currency")
        .annotate(total=Sum("amount"))
        .exclude(total=0)
        .values_list("account__player", "account__book__currency", "total")
    )
    rows = list(sums)
    players = Player.objects.in_bulk({player for player, _currency, _total in rows})
    found = [OpenAccount(players[player], currency, total) for player, currency, total in rows]
    return tuple(sorted(found, key=lambda row: (row.player.in_order, row.currency)))


def transfers_open(player: Player, books: Iterable[Book] | None = None) -> list[Transfer]:
    """What a player is to pay whom, and by whom he is to be paid, as worked out. One query.

    ``books`` limits it to these and to those in which they are settled.
    """
    found = Transfer.objects.filter(Q(payer=player) | Q(payee=player), transaction=None)
    if books is not None:
        homes = {key for book in books for key in (book.pk, book.settled_with_id) if key}
        found = found.filter(book__in=homes)
    return list(found.select_related("book", "payer", "payee").order_by("book__date", "pk"))


def books_of(club: Club) -> QuerySet[Book]:
    """A club's books with those they are settled with, the newest first."""
    return Book.objects.filter(club=club).select_related("club", "settled_with")


def steps_of(
    player: Player, found: tuple[Statement, ...], transfers: Iterable[Transfer], currency: str
) -> list[str]:
    """What a player is to do, as he is told: whom he pays, by whom he is paid.

    Where no transfer is worked out yet, what is open in all.
    """
    steps = []
    for row in transfers:
        if row.book.currency != currency:
            continue
        amount = with_currency(row.amount, currency)
        if row.payer_id == player.pk:
            other = row.payee.name if row.payee else _("the cash box")
            steps.append(_("You pay %(name)s %(amount)s.") % {"name": other, "amount": amount})
        else:
            other = row.payer.name if row.payer else _("the cash box")
            words = _("You receive %(amount)s from %(name)s.")
            steps.append(words % {"name": other, "amount": amount})
    if steps:
        return steps
    open_ = sum(one.balance for one in found if one.currency == currency)
    values = {"amount": with_currency(abs(open_), currency)}
    if open_ < 0:
        return [_("You owe %(amount)s. Ask the treasurer whom to pay.") % values]
    if open_ > 0:
        return [_("You have %(amount)s coming. Ask the treasurer who pays you.") % values]
    return [_("You owe nothing, and nothing is owed to you.")]
