"""Balances, entries, corrections and statements of books."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from core.text import isolated
from ledger.amounts import with_currency
from ledger.hooks import Gap, gaps_in
from ledger.models import (
    Account,
    AccountKind,
    Book,
    EntryKind,
    Posting,
    Settlement,
    Transaction,
    Transfer,
    Way,
)

BOX: Final = 0
"""The key of the cash box among the keys of players, which count from 1."""


@dataclass(frozen=True, slots=True)
class AccountBalance:
    """An account with transactions and the amount it is to receive, negative if it owes."""

    account: Account
    amount: int


@dataclass(frozen=True, slots=True)
class SettlementView:
    """The settlement of a book. ``is_current`` is false if balances have changed since the open
    transfers were computed, or if none have been computed yet."""

    way: Way
    settlement: Settlement | None
    open: tuple[Transfer, ...]
    paid: tuple[Transfer, ...]
    is_current: bool

    @property
    def is_settled(self) -> bool:
        """Whether nobody owes anything."""
        return self.is_current and not self.open


def balances_of(book: Book) -> tuple[AccountBalance, ...]:
    """Return every account that has entries: players by name, then the others. One query."""
    accounts = (
        Account.objects.filter(book=book, postings__isnull=False)
        .annotate(total=Sum("postings__amount"))
        .select_related("player")
        .order_by("player__sort_key", "pk")
    )
    balances = [AccountBalance(account, account.total) for account in accounts]
    return tuple(sorted(balances, key=lambda balance: balance.account.player is None))


def settled_books(book: Book) -> list[Book]:
    """Return the book and those settled in it. One query."""
    return list(Book.objects.filter(Q(pk=book.pk) | Q(settled_with=book)).order_by("date", "pk"))


def people_balances(books: Iterable[Book]) -> dict[int, int]:
    """Return the amount that each player is to receive over these books, by key; the rest under
    ``BOX``.

    The cash box represents all accounts without an owner: pot, prizes and the club's share. The
    balances sum to 0. One query.
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
    """Return the transfers of a book, open and paid, and whether they still fit. Four queries."""
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
    left = dict(balances)
    for transfer in transfers:
        payer, payee = transfer.payer_id or BOX, transfer.payee_id or BOX
        left[payer] = left.get(payer, 0) + transfer.amount
        left[payee] = left.get(payee, 0) - transfer.amount
    return {key: amount for key, amount in left.items() if amount}


class OpenBalance(NamedTuple):
    """An open balance of a player, or of the cash box."""

    player: Player | None
    amount: int


def balances_over_all(books: Iterable[Book]) -> list[OpenBalance]:
    """Return open balances over these books, by name; that of the cash box last."""
    totals = people_balances(books)
    players = sorted(players_by_key(totals).values(), key=lambda player: player.in_order)
    rows = [OpenBalance(player, totals[player.pk]) for player in players]
    return [*rows, OpenBalance(None, totals[BOX])] if BOX in totals else rows


def players_by_key(keys: Iterable[int]) -> dict[int, Player]:
    """Players by their keys, without the cash box. One query."""
    return Player.objects.in_bulk([key for key in keys if key != BOX])


# Entries and corrections.


BY_HAND = frozenset({EntryKind.EXPENSE, EntryKind.CASH, EntryKind.BETWEEN})
"""Kinds that a person enters and may reverse; all others are derived."""
CORRECTED = frozenset({EntryKind.STAKES, EntryKind.PRIZE, EntryKind.HOUSE})
"""Kinds derived from hands, whose corrections are shown."""


@dataclass(frozen=True, slots=True)
class BookCorrection:
    """An entry that was reversed because something it depends on changed, and its replacement.
    ``after`` is None if there is no replacement. ``changes`` is the difference for each account."""

    before: Transaction
    reversal: Transaction
    after: Transaction | None
    changes: tuple[tuple[str, int], ...]


def journal_of(book: Book) -> QuerySet[Transaction]:
    """Return the entries of a book, the newest first, each with its postings. Three queries in
    all."""
    entries = book.transactions.select_related("made_by", "reverses", "reversed_by")
    return entries.prefetch_related("postings__account__player").order_by("-number")


def corrections_of(
    books: Sequence[Book], *, since: datetime.datetime | None = None
) -> tuple[BookCorrection, ...]:
    """Return the corrections of transactions derived from hands, over books, newest first.

    Four queries.
    """
    entries = Transaction.objects.filter(book__in=[book.pk for book in books])
    reversals = entries.filter(kind__in=CORRECTED, reverses__isnull=False)
    if since is not None:
        reversals = reversals.filter(made_at__gt=since)
    ordered = reversals.order_by("-made_at", "-book", "-number")
    corrections = list(ordered.select_related("reverses", "made_by", "book"))
    sources = {reversal.source for reversal in corrections}
    follows = {
        (entry.book_id, entry.source, entry.revision): entry
        for entry in entries.filter(source__in=sources, reverses=None)
    }
    triples = [(reversal, follows.get(_next_revision(reversal))) for reversal in corrections]
    amounts = _amounts([entry for pair in triples for entry in pair if entry is not None])
    return tuple(_correction(reversal, after, amounts) for reversal, after in triples)


def _next_revision(reversal: Transaction) -> tuple[int, str, int]:
    return reversal.book_id, reversal.source, reversal.revision + 1


_AmountsOf = dict[object, list[tuple[str, int]]]


def _amounts(entries: Iterable[Transaction]) -> _AmountsOf:
    amounts: _AmountsOf = {entry.pk: [] for entry in entries}
    postings = Posting.objects.filter(transaction__in=[*amounts]).select_related("account__player")
    for posting in postings:
        amounts[posting.transaction_id].append((str(posting.account), posting.amount))
    return amounts


def _correction(
    reversal: Transaction, after: Transaction | None, amounts: _AmountsOf
) -> BookCorrection:
    changes = dict[str, int]()
    for name, amount in [*amounts[reversal.pk], *(amounts[after.pk] if after else [])]:
        changes[name] = changes.get(name, 0) + amount
    differences = tuple(sorted((name, amount) for name, amount in changes.items() if amount))
    assert reversal.reverses is not None
    return BookCorrection(reversal.reverses, reversal, after, differences)


def received_by(book: Book, source: str) -> tuple[tuple[Player, int], ...]:
    """Return the amounts that players receive from the valid transaction of a source, largest
    first. One query.
    """
    postings = Posting.objects.filter(
        transaction__book=book,
        transaction__source=source,
        transaction__reverses=None,
        transaction__reversed_by=None,
        account__player__isnull=False,
        amount__gt=0,
    )
    ordered = postings.select_related("account__player").order_by(
        "-amount", "account__player__sort_key", "pk"
    )
    return tuple(
        (posting.account.player, posting.amount) for posting in ordered if posting.account.player
    )


# Statements of a player.


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A transaction from one player's view; ``balance`` is theirs after it."""

    entry: Transaction
    amount: int
    balance: int
    reader: int

    @property
    def description(self) -> str:
        """Its description for the player."""
        return self.entry.words_for(self.reader)


@dataclass(frozen=True, slots=True)
class BalanceStep:
    """A payment that is still open for a player: they receive ``amount``, or pay it below zero.

    ``other`` is the player at the other end, None for the cash box. If ``is_planned`` is false the
    transfers have not been worked out yet, and nobody knows with whom.
    """

    amount: int
    currency: str
    other: Player | None = None
    book: Book | None = None
    is_planned: bool = True

    @property
    def due(self) -> int:
        """The amount without its direction."""
        return abs(self.amount)

    @property
    def text(self) -> str:
        """The step as a sentence to the player."""
        values = {
            "amount": with_currency(self.due, self.currency),
            "name": isolated(self.other.name) if self.other else _("the cash box"),
        }
        if self.is_planned:
            pays, receives = (
                _("You pay %(name)s %(amount)s."),
                _("You receive %(amount)s from %(name)s."),
            )
        else:
            pays = _("You owe %(amount)s. Ask the treasurer whom to pay.")
            receives = _("You have %(amount)s coming. Ask the treasurer who pays you.")
        return (pays if self.amount < 0 else receives) % values


@dataclass(frozen=True, slots=True)
class Statement:
    """A player's lines in one currency, in the order of entry, and what is open now.

    ``opening`` is the balance before the first line, ``later`` the sum of the entries outside the
    period that follow it. ``steps`` are the open payments: they come to the ``balance``. ``gaps``
    are unknown amounts; a statement may have nothing else.
    """

    player: Player
    currency: str
    opening: int
    lines: tuple[StatementLine, ...]
    later: int
    steps: tuple[BalanceStep, ...]
    gaps: tuple[Gap, ...] = ()

    @property
    def balance(self) -> int:
        """The player's balance now; negative if they owe."""
        return self.opening + sum(line.amount for line in self.lines) + self.later

    @property
    def is_known(self) -> bool:
        """Whether the balance is complete: it leaves out unknown amounts."""
        return bool(self.balance or not self.gaps)

    @property
    def step_texts(self) -> list[str]:
        """The open payments as sentences to the player."""
        texts = [step.text for step in self.steps]
        if not texts and not self.is_known:
            return [_("What you owe or are owed is not known yet.")]
        return texts or [_("You owe nothing, and nothing is owed to you.")]


@dataclass(frozen=True, slots=True)
class OpenAccount:
    """A player with their balance over all books of a currency."""

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
    """Return one statement per currency, over these books or all of the club's. Six queries.

    ``since`` and ``until`` are dates of books. Each statement says what is open now over all books
    that are settled together with those given, so that its payments come to its balance; one
    without a line, and without anything that is not known, is left out.
    """
    postings = Posting.objects.filter(account__player=player, account__book__club=player.club_id)
    own_books = Book.objects.filter(club=player.club_id)
    wanted = None if books is None else {book.pk: book for book in books}
    if wanted is not None:
        homes = {book.settled_with_id or book.pk for book in wanted.values()}
        together = Q(account__book__in=homes) | Q(account__book__settled_with__in=homes)
        postings = postings.filter(together)
        own_books = own_books.filter(Q(pk__in=homes) | Q(settled_with__in=homes))
    by_currency: dict[str, list[Posting]] = defaultdict(list)
    for posting in postings.select_related("transaction__book").order_by(
        "account__book__date", "account__book", "transaction__number"
    ):
        by_currency[posting.transaction.book.currency].append(posting)

    def is_inside(book: Book) -> bool:
        inside = wanted is None or book.pk in wanted
        return inside and not ((since and book.date < since) or (until and book.date > until))

    transfers = transfers_open(player)
    club_books = {book.pk: book for book in own_books}
    gaps: dict[str, list[tuple[Book, Gap]]] = defaultdict(list)
    for gap in gaps_in(list(club_books.values()), player.pk):
        book = club_books[gap.book]
        gaps[book.currency].append((book, gap))
    statements = (
        _statement(
            player,
            currency,
            by_currency[currency],
            gaps[currency],
            is_inside=is_inside,
            transfers=transfers,
        )
        for currency in sorted({*by_currency, *gaps})
    )
    return tuple(statement for statement in statements if statement is not None)


def _statement(
    player: Player,
    currency: str,
    postings: Sequence[Posting],
    gaps: Sequence[tuple[Book, Gap]],
    *,
    is_inside: Callable[[Book], bool],
    transfers: Iterable[Transfer],
) -> Statement | None:
    """Return the statement over postings and gaps in one currency, in order; None if nothing is
    inside."""
    first_gap = min(((book.date, book.pk) for book, _gap in gaps if is_inside(book)), default=None)
    opening = later = 0
    lines: list[StatementLine] = []
    for posting in postings:
        entry = posting.transaction
        is_after_gap = first_gap is not None and (entry.book.date, entry.book_id) >= first_gap
        if is_inside(entry.book):
            before = lines[-1].balance if lines else opening
            line = StatementLine(entry, posting.amount, before + posting.amount, player.pk)
            lines.append(line)
        elif lines or is_after_gap:
            later += posting.amount
        else:
            opening += posting.amount
    if not lines and first_gap is None:
        return None
    steps = tuple(steps_of(player, currency, postings, transfers))
    unknown = tuple(gap for _book, gap in gaps)
    return Statement(player, currency, opening, tuple(lines), later, steps, unknown)


def steps_of(
    player: Player, currency: str, postings: Iterable[Posting], transfers: Iterable[Transfer]
) -> Iterator[BalanceStep]:
    """Yield the payments that are open for a player over these postings in one currency.

    Books are settled one by one or together. Where the transfers do not come to what is open, as
    before they are worked out, the open amount itself is the step. The steps come to the sum of
    the postings.
    """
    left: dict[int, int] = defaultdict(int)
    for posting in postings:
        book = posting.transaction.book
        left[book.settled_with_id or book.pk] += posting.amount
    unplanned = 0
    for home, amount in left.items():
        rows = [row for row in transfers if row.book_id == home]
        steps = [_step(player, row) for row in rows]
        if sum(step.amount for step in steps) == amount:
            yield from steps
        else:
            unplanned += amount
    if unplanned:
        yield BalanceStep(unplanned, currency, is_planned=False)


def _step(player: Player, transfer: Transfer) -> BalanceStep:
    pays = transfer.payer_id == player.pk
    amount = -transfer.amount if pays else transfer.amount
    other = transfer.payee if pays else transfer.payer
    return BalanceStep(amount, transfer.book.currency, other, transfer.book)


def open_accounts(club: Club) -> tuple[OpenAccount, ...]:
    """Return every player of a club with an open balance, by name. Two queries."""
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
    accounts = [OpenAccount(players[player], currency, total) for player, currency, total in rows]
    return tuple(sorted(accounts, key=lambda row: (row.player.in_order, row.currency)))


def transfers_open(player: Player) -> list[Transfer]:
    """Return a player's open transfers, as payer and payee, as computed. One query."""
    mine = Transfer.objects.filter(Q(payer=player) | Q(payee=player), transaction=None)
    return list(mine.select_related("book", "payer", "payee").order_by("book__date", "pk"))


def books_of(club: Club) -> QuerySet[Book]:
    """A club's books with those they are settled with, the newest first."""
    return Book.objects.filter(club=club).select_related("club", "settled_with")
