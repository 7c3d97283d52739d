"""Endpoints of an event's money, in smallest coins. Only owners and treasurers enter."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.serializers import PlayerRefSerializer
from clubs.rest.operations import operation
from clubs.roles import Right
from core.rest.incoming import SettingsChange, SettingsSerializer
from ledger.amounts import MOST
from ledger.api.serializers import (
    UNKNOWN_HELP,
    BalanceSerializer,
    GapSerializer,
)
from ledger.api.views import TAGS, Transfers
from ledger.hooks import gaps_in
from ledger.models import Book
from ledger.selectors import balances_of
from rules.money import decimals
from tournaments.events.api.base import EventViewSet
from tournaments.events.models import Event
from tournaments.money.models import (
    AMOUNTS,
    MOST_PRIZES,
    SETTINGS,
    EventMoney,
)
from tournaments.money.selectors.fees import FeeStatus, fee_lines
from tournaments.money.selectors.money import money_of, players_balances
from tournaments.money.services.money import SETTABLE, fee_set, money_set_up
from tournaments.money.services.settling import evening_settle

# Requests and responses about an event's money, in minor units.


class UnitsField(serializers.IntegerField):
    """Smallest coins: a whole number, never a text; "5.00" would pass for five of them."""

    def to_internal_value(self, data: Any) -> int:
        """The number as it was sent."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class PrizeRow(serializers.Serializer[Any]):
    """The prizes for a field of at least this many entries."""

    entries = serializers.IntegerField(min_value=1, max_value=9999)
    prizes = serializers.ListField(
        child=UnitsField(min_value=0, max_value=MOST),
        min_length=1,
        max_length=MOST_PRIZES,
        help_text="Amounts, or whole percent of the pot where prizes are shares.",
    )


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

    shapes: ClassVar = {**dict.fromkeys(AMOUNTS, UnitsField), "prize_table": PrizeTable}

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
    players = PlayerRefSerializer(many=True)
    status = serializers.ChoiceField(choices=FeeStatus.choices)
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField(help_text="What is still to come in.")
    back = serializers.IntegerField(
        help_text="What is owed to an entry that paid and left before its first round."
    )


class FeeIn(serializers.Serializer[Any]):
    """The status of a fee."""

    status = serializers.ChoiceField(choices=[(status.value, status.label) for status in SETTABLE])


class BalancesSerializer(serializers.Serializer[Any]):
    """The balances of a book; together they are zero."""

    currency = serializers.CharField(help_text="ISO 4217.")
    balances = BalanceSerializer(many=True)
    unknown = GapSerializer(many=True, help_text=UNKNOWN_HELP)


def money_kept(event: Event) -> EventMoney:
    """Return the event's money as it stands now; 404 if no money is kept."""
    money = money_of(event)
    if money is None:
        raise Http404
    return money


class SetUpViewSet(EventViewSet):
    """How an event's money is set up, and what its book comes to."""

    tags = TAGS
    reads = writes = Right.MONEY
    serializer_class = MoneySerializer
    versioned = SETTINGS

    def retrieve(self, request: Request, slug: str, event: int) -> Response:
        """Show how an event's money is set up.

        Fees, prizes and shares. All amounts are whole numbers of the currency's smallest coin.
        404 where no money is kept yet.
        """
        return self.tagged(money_kept(self.event))

    @operation(body=SetUpIn)
    def partial_update(self, request: Request, slug: str, event: int) -> Response:
        """Set up an event's money.

        Begins to keep the event's money, where it is not kept yet, and changes what is sent.
        Entries follow at once. Refused with 409 where the event is finished and an entry would be
        taken back for it.
        """
        money_set_up(event=self.event, made_by=self.user, **self.changes())
        return self.changed(money_kept(self.event))

    @action(detail=True, methods=["post"])
    @operation(answer=BalancesSerializer, stays_open=True)
    def settle(self, request: Request, slug: str, event: int) -> Response:
        """Enter what is known now.

        Posts the stakes of every finished match, fees and prizes; what was entered before and has
        changed is reversed and entered anew. The worker does the same by itself shortly after
        every change; sent twice it changes nothing the second time.
        """
        money = money_kept(self.event)
        evening_settle(event_id=self.event.pk, made_by=self.user)
        return self._balances(money)

    @action(detail=True)
    @operation(answer=BalancesSerializer)
    def balances(self, request: Request, slug: str, event: int) -> Response:
        """Show balances.

        What each player, the pot, the club and the cash box are still to receive, or owe where it
        is below zero. Together they are zero.
        """
        return self._balances(money_kept(self.event))

    def _balances(self, money: EventMoney) -> Response:
        balances = balances_of(money.book)
        here = {row.player.pk for row in players_balances(money, balances)}
        rows = [row for row in balances if row.account.player_id in {*here, None}]
        gaps = gaps_in([money.book])
        return self.answer({"currency": money.book.currency, "balances": rows, "unknown": gaps})


class FeeViewSet(EventViewSet):
    """The door list, which those who take fees at the door have too."""

    tags = TAGS
    reads = writes = Right.DOOR
    serializer_class = FeeSerializer

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List fees.

        The door list: every fee by the entries' numbers, and how it stands.
        """
        return self.page(fee_lines(money_kept(self.event)))

    @action(detail=False, methods=["put"], url_path="<number:entry>/<place:place>")
    @operation(body=FeeIn, name="update")
    def status(self, request: Request, slug: str, event: int, entry: int, place: int) -> Response:
        """Say how a fee stands.

        Paid, owing, waived, or refunded. The same sent twice has one effect. Who takes fees
        without keeping the money says paid and owing, of a fee that is neither waived nor
        refunded. Refused with 409 where the prizes of a finished event are awarded and would
        change.
        """
        fees = fee_lines(money_kept(self.event))
        if (entry, place) not in {(fee.entrant.number, fee.place) for fee in fees}:
            raise Http404
        line = fee_set(
            event=self.event,
            number=entry,
            place=place,
            status=FeeStatus(self.validated_body()["status"]),
            made_by=self.user,
            only_taken=not self.membership.may(Right.MONEY),
        )
        return self.answer(line)


class EventTransferViewSet(Transfers, EventViewSet):
    """How an event's book is settled."""

    @cached_property
    def book(self) -> Book:  # type: ignore[override] # read when it is asked for
        """Return the event's book."""
        return money_kept(self.event).book
