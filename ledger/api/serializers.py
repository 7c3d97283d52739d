"""The shape of what is answered about money. Amounts are whole numbers of smallest coins."""

from typing import Any

from rest_framework import serializers

from ledger.models import AccountKind, EntryKind, Way

UNITS = "In smallest coins of the currency; below zero it is owed by the owner of the account."


class WhoSerializer(serializers.Serializer[Any]):
    """A player by key and name."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class AccountSerializer(serializers.Serializer[Any]):
    """Whose an account is; side pots are told apart by their keys."""

    kind = serializers.ChoiceField(choices=AccountKind.choices)
    player = WhoSerializer(allow_null=True)
    pot = serializers.CharField(source="label", help_text="Empty but for side pots.")


class BalanceSerializer(serializers.Serializer[Any]):
    """What an account is to receive."""

    account = AccountSerializer()
    amount = serializers.IntegerField(help_text=UNITS)


class TransferSerializer(serializers.Serializer[Any]):
    """Somebody pays somebody; null is the cash box."""

    id = serializers.IntegerField(source="pk")
    payer = WhoSerializer(allow_null=True)
    payee = WhoSerializer(allow_null=True)
    amount = serializers.IntegerField(help_text="In smallest coins, more than none.")
    paid = serializers.BooleanField(source="is_paid")


class LineSerializer(serializers.Serializer[Any]):
    """An entry as one player sees it."""

    book = serializers.CharField(source="entry.book.name")
    date = serializers.DateField(source="entry.book.date")
    number = serializers.IntegerField(source="entry.number", help_text="Within the book.")
    kind = serializers.ChoiceField(choices=EntryKind.choices, source="entry.kind")
    text = serializers.CharField(source="entry.text")
    made_at = serializers.DateTimeField(source="entry.made_at")
    is_reversal = serializers.SerializerMethodField(help_text="Whether it takes another back.")
    amount = serializers.IntegerField(help_text=UNITS)
    balance = serializers.IntegerField(help_text="What is open after it.")

    def get_is_reversal(self, line: Any) -> bool:
        """Whether it takes another entry back."""
        return bool(line.entry.reverses_id)


class StatementSerializer(serializers.Serializer[Any]):
    """A player's lines in one currency."""

    currency = serializers.CharField(help_text="ISO 4217.")
    balance = serializers.IntegerField(help_text=UNITS)
    lines = LineSerializer(many=True)


class PeriodQuery(serializers.Serializer[Any]):
    """From which day to which, by the dates of books."""

    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)


class WayIn(serializers.Serializer[Any]):
    """How everybody is to settle."""

    way = serializers.ChoiceField(
        choices=Way.choices, required=False, help_text="The last one chosen, where left out."
    )


class PaidIn(serializers.Serializer[Any]):
    """Whether a transfer is paid."""

    paid = serializers.BooleanField()
