"""Double-entry books, and the transfers that settle them.

Amounts are integers in minor units. A positive balance is what its owner is still to receive, a
negative one what they owe. Nothing here knows an event, a match or a rule: the ``source`` of a
transaction identifies its origin.
"""

import uuid
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from core.currencies import currency_written_check
from core.names import line_check, name_check
from feeds.models import ChangeKind
from feeds.noting import noted
from ledger.messages import message_text


class AccountKind(models.TextChoices):
    PLAYER = "player", _("player")
    POT = "pot", _("pot")
    PRIZES = "prizes", _("prizes")
    CLUB = "club", _("club")
    CASH = "cash", _("cash box")


class EntryKind(models.TextChoices):
    FEE = "fee", _("entry fee")
    PAYMENT = "payment", _("fee paid")
    STAKES = "stakes", _("stakes")
    POT = "pot", _("side pot")
    PRIZE = "prize", _("prizes")
    HOUSE = "house", _("house cut")
    EXPENSE = "expense", _("expense")
    FLOAT = "float", _("cash float")
    CASH = "cash", _("cash put in or taken out")
    TRANSFER = "transfer", _("transfer")
    BETWEEN = "between", _("between players")


MOST_NAME: Final = 160
"""Characters in the name of a book."""


class Book(models.Model):
    """The book of an evening or a season, in one currency.

    ``settled_with`` is the book in which this one's balances are settled, such as the season's;
    empty if it is settled separately.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="books")
    name = models.CharField(_("name"), max_length=MOST_NAME, validators=[name_check])
    date = models.DateField(_("date"))
    currency = models.CharField(_("currency"), max_length=3, validators=[currency_written_check])
    settled_with = models.ForeignKey(
        "self", models.PROTECT, related_name="settles", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-pk"]
        verbose_name = _("book")
        verbose_name_plural = _("books")

    def __str__(self) -> str:
        return self.name


class Account(models.Model):
    """An account of a book: a player's, or one without an owner, distinguished by ``label``."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="accounts")
    kind = models.CharField(max_length=8, choices=AccountKind)
    player = models.ForeignKey(Player, models.PROTECT, related_name="accounts", null=True)
    label = models.CharField(max_length=80, blank=True, validators=[line_check])

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["book", "player"],
                condition=Q(player__isnull=False),
                name="one_account_a_player",
            ),
            models.UniqueConstraint(
                fields=["book", "kind", "label"],
                condition=Q(player__isnull=True),
                name="one_account_a_label",
            ),
            models.CheckConstraint(
                condition=Q(kind=AccountKind.PLAYER, player__isnull=False)
                | (~Q(kind=AccountKind.PLAYER) & Q(player__isnull=True)),
                name="players_have_players_accounts",
            ),
        ]
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return str(self.player) if self.player else self.label or self.get_kind_display()


MOST_REMARK: Final = 160
"""How long the words for an entry by hand may be."""


class Transaction(models.Model):
    """A transaction whose postings sum to zero. Never changed: a correction reverses it.

    Its postings are written first and this row closes them: the database refuses a row whose
    postings do not sum to zero, and a later posting. ``number`` counts within the book. ``about``
    is a code with its values that describes it; a typed transaction has a ``text`` instead.
    ``cause`` likewise describes its cause, None if unknown. ``source`` is its origin, as
    ``match:17``, and ``revision`` counts the transactions of one source, reversals included, so
    that nothing is entered twice. ``made_by`` is empty if it was made automatically.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="transactions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=EntryKind)
    text = models.CharField(max_length=240)
    about = models.JSONField(null=True)
    cause = models.JSONField(null=True)
    source = models.CharField(max_length=80)
    revision = models.PositiveIntegerField(default=1)
    reverses = models.OneToOneField(
        "self", models.PROTECT, related_name="reversed_by", null=True, blank=True
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["book", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "number"], name="one_entry_a_book_and_number"),
            models.UniqueConstraint(
                fields=["book", "source", "revision"], name="one_entry_a_revision"
            ),
        ]
        verbose_name = _("entry of a book")
        verbose_name_plural = _("entries of a book")

    def __str__(self) -> str:
        return f"{self.number}. {self.description}"

    @property
    def description(self) -> str:
        """The purpose; for a reversal also its cause."""
        return self.words_for(None)

    @property
    def cause_description(self) -> str:
        """The cause; empty if unknown."""
        return message_text(self.cause) if self.cause else ""

    @property
    def is_reversal(self) -> bool:
        """Whether it takes another entry back."""
        return self.reverses_id is not None

    def words_for(self, reader: int | None) -> str:
        """Return the same as the player of this key reads it."""
        description = message_text(self.about, reader) if self.about else self.text
        if self.reverses_id and self.cause:
            return f"{description} ({self.cause_description})"
        return description


class Posting(models.Model):
    """The amount that one account receives (below zero: gives) by a transaction."""

    transaction = models.ForeignKey(Transaction, models.PROTECT, related_name="postings")
    account = models.ForeignKey(Account, models.PROTECT, related_name="postings")
    amount = models.BigIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["transaction", "account"], name="one_posting_an_account"
            ),
            models.CheckConstraint(condition=~Q(amount=0), name="a_posting_moves_something"),
        ]
        verbose_name = _("posting")
        verbose_name_plural = _("postings")

    def __str__(self) -> str:
        return f"{self.account}: {self.amount}"


class Way(models.TextChoices):
    """How a book is settled; see ``ledger.settling``."""

    FEWEST = "fewest", _("as few transfers as possible")
    TWO_PAYEES = "two_payees", _("nobody pays more than two people")
    CASH_BOX = "cash_box", _("everything through the cash box")


class Settlement(models.Model):
    """The settlement of a book: the chosen method, and when transfers were last computed."""

    book = models.OneToOneField(Book, models.PROTECT, related_name="settlement")
    way = models.CharField(_("Settle by"), max_length=12, choices=Way, default=Way.FEWEST)
    planned_at = models.DateTimeField()

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")

    def __str__(self) -> str:
        return f"{self.book}: {self.get_way_display()}"


class Transfer(models.Model):
    """A payment between accounts; no account on a side means the cash box.

    An open transfer is a proposal and is recomputed when balances change. A paid one has its
    transaction and stays.
    """

    book = models.ForeignKey(Book, models.PROTECT, related_name="transfers")
    payer = models.ForeignKey(Player, models.PROTECT, related_name="+", null=True)
    payee = models.ForeignKey(Player, models.PROTECT, related_name="+", null=True)
    amount = models.BigIntegerField()
    transaction = models.OneToOneField(
        Transaction, models.PROTECT, related_name="transfer", null=True
    )

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_transfer_moves_something")
        ]
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee}: {self.amount}"

    @property
    def is_paid(self) -> bool:
        """Whether it is in the book."""
        return self.transaction_id is not None


# Resources, for the feed of changes


noted(
    Book,
    ChangeKind.MONEY,
    "books/{pk}/",
    club="club_id",
    of={
        Book: "settles",
        Transaction: ("transactions", "settles__transactions"),
        Transfer: "transfers",
        Settlement: "settlement",
    },
)
