"""Endpoints of an event's money, in smallest coins. Only owners and treasurers enter."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers

from clubs.rest.actions import action, reading
from clubs.rest.settings import SettingsChange, SettingsSerializer
from clubs.roles import Right
from core.rest.pages import Pages
from ledger.api.serializers import (
    UNKNOWN_HELP,
    BalanceSerializer,
    GapSerializer,
    PaidIn,
    TransferSerializer,
    TransfersSerializer,
    WayIn,
)
from ledger.api.views import MONEY, Transfers, transfer_mark, transfers_of
from ledger.hooks import gaps_in
from ledger.models import Transfer, Way
from ledger.selectors import balances_of
from ledger.services.transfers import transfers_plan
from rules.money import decimals
from stakes.models import (
    AMOUNTS,
    MOST,
    MOST_PRIZES,
    SETTINGS,
    EventMoney,
)
from stakes.selectors.fees import FeeLine, FeeStatus, fee_lines
from stakes.selectors.money import money_of, players_balances
from stakes.services.money import SETTABLE, fee_set, money_set_up
from stakes.services.settling import evening_settle
from tournaments.api.base import EventView
from tournaments.api.serializers import SeatedPlayer

# Requests and responses about an event's money, in minor units.


class UnitsField(serializers.IntegerField):
    """Smallest coins: a whole number, never a text; "5.00" would pass for five of them."""

    def to_internal_value(self, data: Any) -> int:
        """The number as it was sent."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class PrizeRow(serializers.Serializer[Any]):
    """The prizes for fields of at least so many entries."""

    entries = serializers.IntegerField(min_value=1, max_value=9999)
    prizes = serializers.ListField(
        child=UnitsField(min_value=0, max_value=MOST),
        min_length=1,
        max_length=MOST_PRIZES,
        help_text="Amounts, or whole percent of the pot where prizes are shares.",
    )


class AmountSetting(UnitsField):
    """An amount of the settings."""

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=0, max_value=MOST, **more)


class PrizeTable(serializers.ListField):
    """The prizes by place, for each number of entries from which they hold."""

    child = PrizeRow()

    def to_internal_value(self, data: Any) -> Any:
        """The rows as the model has them."""
        return [[row["entries"], list(row["prizes"])] for row in super().to_internal_value(data)]

    def to_representation(self, data: Any) -> Any:
        """The rows as they are sent."""
        return [{"entries": least, "prizes": prizes} for least, prizes in data]


class MoneySettings(SettingsSerializer):
    """The settings of an event's money."""

    shapes: ClassVar = {**dict.fromkeys(AMOUNTS, AmountSetting), "prize_table": PrizeTable}

    class Meta:
        model = EventMoney
        fields: ClassVar[Sequence[str]] = SETTINGS


class SetUpIn(SettingsChange, MoneySettings):
    """Changes of an event's money settings; omitted fields keep their values."""


class MoneySerializer(MoneySettings):
    """How an event's money is set up."""

    currency = serializers.CharField(source="book.currency", read_only=True, help_text="ISO 4217.")
    decimals = serializers.SerializerMethodField(help_text="How many the currency has.")
    is_settled = serializers.SerializerMethodField(
        help_text="Whether everything that is known now has been entered."
    )

    class Meta(MoneySettings.Meta):
        fields = ("currency", "decimals", *SETTINGS, "awarded", "is_settled")
        read_only_fields = fields

    def get_decimals(self, money: EventMoney) -> int:
        """The currency's decimals."""
        return decimals(money.book.currency)

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
    """The status of a fee."""

    status = serializers.ChoiceField(choices=[(status.value, status.label) for status in SETTABLE])


class BalancesSerializer(serializers.Serializer[Any]):
    """The balances of a book; together they are zero."""

    currency = serializers.CharField(help_text="ISO 4217.")
    balances = BalanceSerializer(many=True)
    unknown = GapSerializer(many=True, help_text=UNKNOWN_HELP)


Balances = dict[str, Any]

TAGS = ["Money"]
DOOR = dict.fromkeys(("GET", "HEAD", "PUT"), Right.DOOR)
"""Permission for fees, which those who take them at the door have too."""


class MoneyView(EventView):
    """An endpoint of an event's money; 404 if no money is kept."""

    rights: ClassVar = MONEY

    @property
    def money(self) -> EventMoney:
        """Return the event's money."""
        money = money_of(self.event)
        if money is None:
            raise Http404
        return money


class MoneyDetail(MoneyView):
    """How the money of an event is set up."""

    @reading(
        "money_retrieve",
        "Show how an event's money is set up",
        "Fees, prizes and shares. All amounts are whole numbers of the currency's "
        "smallest coin. 404 where no money is kept yet.",
        tags=TAGS,
        answer=MoneySerializer,
        settings=SETTINGS,
    )
    def get(self) -> EventMoney:
        return self.money

    @action(
        "money_update",
        "Set up an event's money",
        "Begins to keep the event's money, where it is not kept yet, and changes what "
        "is sent. Entries follow at once. Refused with 409 where the event is finished and an "
        "entry would be taken back for it.",
        tags=TAGS,
        body=SetUpIn,
        answer=MoneySerializer,
        settings=SETTINGS,
    )
    def patch(self, **changes: Any) -> EventMoney:
        money_set_up(event=self.event, made_by=self.user, **changes)
        return self.money


class MoneySettle(MoneyView):
    """Bringing the book up to date."""

    @action(
        "money_settle",
        "Enter what is known now",
        "Posts the stakes of every finished match, fees and prizes; what was entered "
        "before and has changed is reversed and entered anew. The worker does the same by itself "
        "shortly after every change; sent twice it changes nothing the second time.",
        tags=TAGS,
        answer=BalancesSerializer,
    )
    def post(self) -> Balances:
        money = self.money
        evening_settle(event_id=self.event.pk, made_by=self.user)
        return _balances(money)


class MoneyBalances(MoneyView):
    """The balances of all accounts."""

    @reading(
        "money_balances",
        "Show balances",
        "What each player, the pot, the club and the cash box are still to receive, "
        "or owe where it is below zero. Together they are zero.",
        tags=TAGS,
        answer=BalancesSerializer,
    )
    def get(self) -> Balances:
        return _balances(self.money)


class FeeList(MoneyView):
    """The door list."""

    rights: ClassVar = DOOR
    pagination_class = Pages

    @reading(
        "fees_list",
        "List fees",
        "The door list: every fee by the entries' numbers, and how it stands.",
        tags=TAGS,
        answer=FeeSerializer,
        many=True,
    )
    def get(self) -> Sequence[FeeLine]:
        return fee_lines(self.money)


class FeeDetail(MoneyView):
    """One fee."""

    rights: ClassVar = DOOR

    @action(
        "fees_update",
        "Say how a fee stands",
        "Paid, owing, waived, or refunded. The same sent twice has one effect. Who "
        "takes fees without keeping the money says paid and owing, of a fee that is neither waived "
        "nor refunded. Refused with 409 where the prizes of a finished event are awarded and would "
        "change.",
        tags=TAGS,
        body=FeeIn,
        answer=FeeSerializer,
    )
    def put(self, *, status: str) -> FeeLine:
        number, place = self.kwargs["entry"], self.kwargs["place"]
        known = {(line.entrant.number, line.place) for line in fee_lines(self.money)}
        if (number, place) not in known:
            raise Http404
        return fee_set(
            event=self.event,
            number=number,
            place=place,
            status=FeeStatus(status),
            made_by=self.user,
            only_taken=not self.membership.may(Right.MONEY),
        )


class TransferList(MoneyView):
    """Settling up."""

    @reading(
        "transfers_list",
        "List transfers",
        "Who pays whom so that nobody owes anything, as it was last worked out.",
        tags=TAGS,
        answer=TransfersSerializer,
    )
    def get(self) -> Transfers:
        return transfers_of(self.money.book)

    @action(
        "transfers_plan",
        "Work out transfers",
        "From the balances as they are now. What was paid stays; what is open is "
        "worked out anew: as few transfers as possible, with nobody paying more than two people, "
        "or everything through the cash box.",
        tags=TAGS,
        body=WayIn,
        answer=TransfersSerializer,
    )
    def post(self, *, way: str | None = None) -> Transfers:
        book = self.money.book
        evening_settle(event_id=self.event.pk, made_by=self.user)
        transfers_plan(book=book, way=Way(way) if way else None)
        return transfers_of(book)


class TransferDetail(MoneyView):
    """One transfer."""

    @action(
        "transfers_update",
        "Mark a transfer as paid, or not",
        "A transfer that is paid is entered in the book; one that is not after all is "
        "taken back by a reversing entry. The same sent twice has one effect.",
        tags=TAGS,
        body=PaidIn,
        answer=TransferSerializer,
    )
    def put(self, *, paid: bool) -> Transfer:
        return transfer_mark(self.money.book, self.kwargs["transfer"], paid=paid, by=self.user)


def _balances(money: EventMoney) -> Balances:
    balances = balances_of(money.book)
    here = {row.player.pk for row in players_balances(money, balances)}
    rows = [row for row in balances if row.account.player_id in {*here, None}]
    gaps = gaps_in([money.book])
    return {"currency": money.book.currency, "balances": rows, "unknown": gaps}
