"""Serializers of money. Amounts are integers in minor units."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.serializers import PlayerRefSerializer
from core.rest.incoming import DayField, IncomingLineField, KeyField
from core.rest.moments import MomentField
from ledger.models import MOST_REMARK, Account, Book, EntryKind, Transaction, Transfer, Way
from ledger.selectors import BookCorrection
from rules.money import decimals

MOST_BOOKS = 400
"""Maximum number of books settled together: more than a club's evenings in years."""
UNITS = "In smallest coins of the currency; below zero it is owed by the owner of the account."


class AccountSerializer(serializers.ModelSerializer[Account]):
    """An account and its owner; side pots are distinguished by their keys."""

    player = PlayerRefSerializer(allow_null=True)
    pot = serializers.CharField(source="label", help_text="Empty but for side pots.")

    class Meta:
        model = Account
        fields = ["kind", "player", "pot"]
        read_only_fields = fields


class BalanceSerializer(serializers.Serializer[Any]):
    """The amount that an account is to receive."""

    account = AccountSerializer()
    amount = serializers.IntegerField(help_text=UNITS)


class TransferSerializer(serializers.ModelSerializer[Transfer]):
    """A payment from one player to another; null is the cash box."""

    payer = PlayerRefSerializer(allow_null=True)
    payee = PlayerRefSerializer(allow_null=True)
    amount = serializers.IntegerField(help_text="In smallest coins, more than none.")
    paid = serializers.BooleanField(source="is_paid")

    class Meta:
        model = Transfer
        fields = ["id", "payer", "payee", "amount", "paid"]
        read_only_fields = fields


class GapSerializer(serializers.Serializer[Any]):
    """Money that is in no balance, because nobody knows it."""

    book = serializers.IntegerField()
    subject = serializers.CharField(help_text="Of what, as an entry of the book would say it.")
    reason = serializers.CharField(help_text="What has to be known first.")
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="Whose money it is."
    )


UNKNOWN_HELP = "What is not known, and so in no balance and no transfer."


class TransfersSerializer(serializers.Serializer[Any]):
    """How a book is settled."""

    currency = serializers.CharField(help_text="ISO 4217.")
    way = serializers.ChoiceField(choices=Way.choices)
    is_current = serializers.BooleanField(
        help_text="False where balances have changed since, or nothing was worked out yet."
    )
    transfers = TransferSerializer(many=True, help_text="Open ones first, then those paid.")
    unknown = GapSerializer(many=True, help_text=UNKNOWN_HELP)


class BookSerializer(serializers.ModelSerializer[Book]):
    """The book of an evening, or one in which several are settled together."""

    decimals = serializers.SerializerMethodField(help_text="How many the currency has.")

    class Meta:
        model = Book
        fields = ["id", "name", "date", "currency", "decimals", "settled_with", "settles"]
        read_only_fields = fields
        extra_kwargs: ClassVar = {
            "currency": {"help_text": "ISO 4217."},
            "settled_with": {
                "help_text": "The book in which this one is settled; null where it is settled by "
                "itself."
            },
            "settles": {"help_text": "The books that are settled in this one."},
        }

    def get_decimals(self, book: Book) -> int:
        """Return the currency's decimals."""
        return decimals(book.currency)


class SettleTogetherIn(serializers.ModelSerializer[Book]):
    """Books to be settled together, and the name of that in which they are."""

    books = serializers.ListField(
        child=KeyField(),
        min_length=2,
        max_length=MOST_BOOKS,
        help_text="Two or more, none of them settled with others yet.",
    )

    class Meta:
        model = Book
        fields: ClassVar = ["name", "books"]


class CombinedBalanceSerializer(serializers.Serializer[Any]):
    """A player's balance over all books settled together."""

    player = PlayerRefSerializer(allow_null=True, help_text="Null is the cash box.")
    amount = serializers.IntegerField(help_text=UNITS)


class CombinedBalances(serializers.Serializer[Any]):
    """Balances over all books settled together; they sum to 0."""

    currency = serializers.CharField(help_text="ISO 4217.")
    balances = CombinedBalanceSerializer(many=True)
    unknown = GapSerializer(many=True, help_text=UNKNOWN_HELP)


class ChangeSerializer(serializers.Serializer[Any]):
    """The change of an account by a correction, negative if it receives less."""

    account = serializers.CharField(help_text="Its owner's name, or what it is for.")
    amount = serializers.IntegerField(help_text=UNITS)


class CorrectionSerializer(serializers.Serializer[Any]):
    """An entry that was reversed because something it depends on changed."""

    book = serializers.IntegerField(source="reversal.book_id")
    text = serializers.CharField(source="reversal.description", help_text="What, by whom and why.")
    made_at = MomentField(source="reversal.made_at")
    before = serializers.IntegerField(source="before.number", help_text="The entry reversed.")
    reversal = serializers.IntegerField(source="reversal.number")
    after = serializers.SerializerMethodField(help_text="What took its place; null for nothing.")
    changes = serializers.SerializerMethodField()

    def get_after(self, correction: BookCorrection) -> int | None:
        """Return the number of the entry that is now valid."""
        return correction.after.number if correction.after else None

    @extend_schema_field(ChangeSerializer(many=True))
    def get_changes(self, correction: BookCorrection) -> list[dict[str, Any]]:
        """By account."""
        return [{"account": name, "amount": amount} for name, amount in correction.changes]


class LineSerializer(serializers.Serializer[Any]):
    """An entry as one player sees it."""

    book = serializers.CharField(source="entry.book.name")
    date = serializers.DateField(source="entry.book.date")
    number = serializers.IntegerField(source="entry.number", help_text="Within the book.")
    kind = serializers.ChoiceField(choices=EntryKind.choices, source="entry.kind")
    text = serializers.CharField(source="description")
    made_at = MomentField(source="entry.made_at")
    is_reversal = serializers.BooleanField(
        source="entry.is_reversal", help_text="Whether it takes another back."
    )
    amount = serializers.IntegerField(help_text=UNITS)
    balance = serializers.IntegerField(help_text="What is open after it.")


class StepSerializer(serializers.Serializer[Any]):
    """A payment that is still open for a player."""

    amount = serializers.IntegerField(
        help_text="In smallest coins: what the player receives; below zero what the player pays."
    )
    is_planned = serializers.BooleanField(
        help_text="False while the transfers are not worked out: nobody knows with whom."
    )
    other = PlayerRefSerializer(allow_null=True, help_text="Null for the cash box, or not known.")
    text = serializers.CharField(help_text="The payment as a sentence to the player.")


class StatementSerializer(serializers.Serializer[Any]):
    """A player's lines in one currency, and what is open now."""

    currency = serializers.CharField(help_text="ISO 4217.")
    opening = serializers.IntegerField(help_text="The balance before the first line.")
    lines = LineSerializer(many=True)
    later = serializers.IntegerField(help_text="The sum of all entries after the lines.")
    balance = serializers.IntegerField(
        help_text="What is open now, in smallest coins; below zero the player owes it."
    )
    steps = StepSerializer(many=True, help_text="The open payments: they come to the balance.")
    unknown = GapSerializer(many=True, source="gaps", help_text=UNKNOWN_HELP)


class PeriodQuery(serializers.Serializer[Any]):
    """From which day to which, by the dates of books."""

    since = DayField(required=False)
    until = DayField(required=False)


class BetweenIn(serializers.Serializer[Any]):
    """Money between two players."""

    what = serializers.ChoiceField(
        choices=["paid", "takes_over"],
        help_text="`paid`: payer gave other so much. `takes_over`: payer pays what other owes.",
    )
    payer = KeyField()
    other = KeyField()
    amount = serializers.IntegerField(
        min_value=1,
        max_value=10**12,
        required=False,
        help_text="In smallest coins; all that is owed where it is left out of `takes_over`.",
    )
    text = IncomingLineField(max_length=MOST_REMARK, required=False, help_text="What it was for.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A payment has an amount."""
        if attrs["what"] == "paid" and "amount" not in attrs:
            raise serializers.ValidationError({"amount": _("Enter how much was paid.")})
        return attrs


class BetweenSerializer(serializers.ModelSerializer[Transaction]):
    """A transaction between two players."""

    text = serializers.CharField(source="description")
    is_reversal = serializers.BooleanField(help_text="Whether it takes another back.")

    class Meta:
        model = Transaction
        fields: ClassVar[Sequence[str]] = ("number", "text", "made_at", "is_reversal")
        read_only_fields = fields
        extra_kwargs: ClassVar = {"number": {"help_text": "Within the book."}}


class WayIn(serializers.Serializer[Any]):
    """How the players settle."""

    way = serializers.ChoiceField(
        choices=Way.choices, required=False, help_text="The last one chosen, where left out."
    )


class PaidIn(serializers.Serializer[Any]):
    """Whether a transfer is paid."""

    paid = serializers.BooleanField()
