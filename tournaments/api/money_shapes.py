"""The shape of what is sent and answered about an event's money, in smallest coins."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ledger.api.serializers import BalanceSerializer
from rules.money import decimals
from tournaments.api.serializers import SeatedPlayer
from tournaments.models import EventMoney, FeePer, HouseBase, PrizeKind, RestTo
from tournaments.selectors.money import FeeStatus
from tournaments.services.money.fees import SETTABLE
from tournaments.services.money.setup import MOST, MOST_PRIZES


class UnitsField(serializers.IntegerField):
    """Smallest coins: a whole number, never a text; "5.00" would pass for five of them."""

    def to_internal_value(self, data: Any) -> int:
        """The number as it was sent."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class PrizeRow(serializers.Serializer[Any]):
    """What the places win from so many entries on."""

    entries = serializers.IntegerField(min_value=1, max_value=9999)
    prizes = serializers.ListField(
        child=UnitsField(min_value=0, max_value=MOST),
        min_length=1,
        max_length=MOST_PRIZES,
        help_text="Amounts, or whole percent of the pot where prizes are shares.",
    )


def _amount() -> UnitsField:
    return UnitsField(min_value=0, max_value=MOST, required=False)


class SetUpIn(serializers.Serializer[Any]):
    """What of an event's money is to be changed; what is left out stays."""

    fee = _amount()
    fee_per = serializers.ChoiceField(choices=FeePer.choices, required=False)
    cash_float = _amount()
    house_amount = _amount()
    house_percent = serializers.IntegerField(min_value=0, max_value=100, required=False)
    house_of = serializers.ChoiceField(
        choices=HouseBase.choices, required=False, help_text="What the percent are of."
    )
    rest_to = serializers.ChoiceField(
        choices=RestTo.choices, required=False, help_text="Where goes what the prizes leave."
    )
    prize_kind = serializers.ChoiceField(choices=PrizeKind.choices, required=False)
    prize_table = PrizeRow(many=True, required=False)
    last_prize = _amount()
    ante = _amount()
    point = _amount()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The table of prizes as the service takes it."""
        if "prize_table" in attrs:
            rows = attrs["prize_table"]
            attrs["prize_table"] = [[row["entries"], list(row["prizes"])] for row in rows]
        return attrs


class MoneySerializer(serializers.ModelSerializer[EventMoney]):
    """How an event's money is set up."""

    currency = serializers.CharField(source="book.currency", help_text="ISO 4217.")
    decimals = serializers.SerializerMethodField(help_text="How many the currency has.")
    prize_table = serializers.SerializerMethodField()
    is_settled = serializers.SerializerMethodField(
        help_text="Whether everything that is known now has been entered."
    )

    class Meta:
        model = EventMoney
        fields = [
            *("currency", "decimals", "fee", "fee_per", "cash_float", "house_amount"),
            *("house_percent", "house_of", "prize_kind", "prize_table", "last_prize", "rest_to"),
            *("ante", "point", "awarded", "is_settled"),
        ]
        read_only_fields = fields

    def get_decimals(self, money: EventMoney) -> int:
        """The currency's decimals."""
        return decimals(money.book.currency)

    @extend_schema_field(PrizeRow(many=True))
    def get_prize_table(self, money: EventMoney) -> list[dict[str, Any]]:
        """The rows as they are sent."""
        return [{"entries": least, "prizes": prizes} for least, prizes in money.prize_table]

    def get_is_settled(self, money: EventMoney) -> bool:
        """Whether the book lacks nothing."""
        return money.settled_version == money.event.version


class FeeSerializer(serializers.Serializer[Any]):
    """A fee at the door."""

    entry = serializers.IntegerField(source="entrant.number", help_text="The entry's number.")
    place = serializers.IntegerField(help_text="The place in the entry; 0 for a whole entry.")
    players = SeatedPlayer(many=True)
    status = serializers.ChoiceField(choices=FeeStatus.choices)
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField(help_text="What is still to come in.")


class FeeIn(serializers.Serializer[Any]):
    """How a fee stands."""

    status = serializers.ChoiceField(choices=[(status.value, status.label) for status in SETTABLE])


class BalancesSerializer(serializers.Serializer[Any]):
    """The balances of a book; together they are zero."""

    currency = serializers.CharField(help_text="ISO 4217.")
    balances = BalanceSerializer(many=True)
