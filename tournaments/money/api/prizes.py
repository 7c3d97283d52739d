"""Prizes, side pots, expenses, cash and the entries of an event's book, in smallest coins."""

import secrets
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.serializers import PlayerRefSerializer
from clubs.rest.operations import operation
from clubs.roles import Right
from core.rest.incoming import IncomingLineField, KeyField, SettingsSerializer
from ledger.amounts import MOST
from ledger.api.serializers import BetweenSerializer
from ledger.api.views import TAGS
from ledger.models import MOST_REMARK
from ledger.selectors import journal_of
from tournaments.events.api.base import EventViewSet
from tournaments.money.api.money import MoneySerializer, UnitsField, money_kept
from tournaments.money.models import SidePot
from tournaments.money.selectors.money import players_of
from tournaments.money.selectors.prizes import AwardPlan, award_plan_of
from tournaments.money.services.money import (
    Bearer,
    cash_move,
    expense_add,
    hand_entry_reverse,
    prizes_award,
    prizes_fit,
    prizes_take_back,
    side_pot_add,
    side_pot_remove,
    side_pot_set,
)

MOST_PLAYERS = 1000


class AwardSerializer(serializers.Serializer[Any]):
    """The prize of an entry."""

    entry = serializers.IntegerField(source="entrant.number", help_text="The entry's number.")
    rank = serializers.IntegerField()
    amount = serializers.IntegerField()


class PrizesSerializer(serializers.Serializer[AwardPlan]):
    """How the pot is divided by the standings as they are."""

    pot = serializers.IntegerField(source="fund.pot", help_text="The fees, less expenses.")
    house = serializers.IntegerField(source="fund.house", help_text="The club's share.")
    prizes = serializers.ListField(child=serializers.IntegerField(), help_text="By place.")
    awards = AwardSerializer(many=True, help_text="None until the event is finished.")
    unwon = serializers.IntegerField(help_text="The prizes of places that nobody holds.")
    rest = serializers.IntegerField(
        help_text="What the prizes leave; below zero what the club adds."
    )
    tied = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Entries among whom an odd coin is to be drawn by lot.",
    )


class PrizeViewSet(EventViewSet):
    """The division of the pot."""

    tags = TAGS
    reads = writes = Right.MONEY
    serializer_class = PrizesSerializer

    def retrieve(self, request: Request, slug: str, event: int) -> Response:
        """Show the prizes.

        By the settings of the money, and once the event is finished by its standings. `awarded`
        of the money says whether they are entered.
        """
        return self.answer(award_plan_of(money_kept(self.event)))

    @action(detail=True, methods=["post"])
    @operation(answer=MoneySerializer, stays_open=True)
    def award(self, request: Request, slug: str, event: int) -> Response:
        """Award the prizes.

        Enters the club's share and the prizes by the standings of a finished event; from then on
        they follow the standings. Finishing the event does so by itself, unless the table of prizes
        has no line for so few entries; this is for prizes that were set, or taken back, later.
        """
        prizes_award(event=money_kept(self.event).event, made_by=self.user)
        return self.answer(money_kept(self.event))

    @action(detail=True, methods=["post"], url_path="take-back")
    @operation(answer=MoneySerializer, stays_open=True)
    def take_back(self, request: Request, slug: str, event: int) -> Response:
        """Take the prizes back.

        Enters the opposite of what was awarded.
        """
        prizes_take_back(event=money_kept(self.event).event, made_by=self.user)
        return self.answer(money_kept(self.event))

    @action(detail=True, methods=["post"])
    @operation(answer=MoneySerializer)
    def fit(self, request: Request, slug: str, event: int) -> Response:
        """Fit the table of prizes to the field.

        Its first row then holds for as few entries as there are; nothing changes where it does
        already. Refused with 409 where that would change what a finished event has entered.
        """
        prizes_fit(event=money_kept(self.event).event, made_by=self.user)
        return self.answer(money_kept(self.event))


# Side pots


class SidePotSerializer(serializers.ModelSerializer[SidePot]):
    """A side pot; its winners share it, the better lot first."""

    players = PlayerRefSerializer(many=True, read_only=True)

    class Meta:
        model = SidePot
        fields = ["id", "name", "stake", "players", "winners"]
        read_only_fields = fields
        extra_kwargs = {"winners": {"help_text": "Players by their `id`."}}


class SidePotIn(SettingsSerializer):
    """A side pot to be set up."""

    shapes: ClassVar = {"stake": UnitsField}

    class Meta:
        model = SidePot


def _keys(**more: Any) -> serializers.ListField:
    key = KeyField()
    return serializers.ListField(child=key, max_length=MOST_PLAYERS, **more)


class SidePotPlayersIn(serializers.Serializer[Any]):
    """Who is in a side pot, and who won it."""

    players = _keys(help_text="Of those who are or were entered in the event.")
    winners = _keys(required=False, help_text="None where left out: it stays in the pot.")


class SidePotViewSet(EventViewSet):
    """The side pots of an event."""

    tags = TAGS
    reads = writes = Right.MONEY
    serializer_class = SidePotSerializer
    versioned = ("players", "winners")
    pagination_class = None
    lookup_url_kwarg = "pot"

    def get_queryset(self) -> QuerySet[SidePot]:
        """Return the event's side pots."""
        return money_kept(self.event).side_pots.prefetch_related("players")

    @operation(many=True)
    def list(self, request: Request, slug: str, event: int) -> Response:
        """List side pots.

        Every side pot with its players and winners.
        """
        return self.answer(self.get_queryset())

    @operation(body=SidePotIn, name="add", stays_open=True)
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Set up a side pot.

        Some of the players put the same stake into it.
        """
        return self.created(side_pot_add(money=money_kept(self.event), **self.validated_body()))

    def retrieve(self, request: Request, slug: str, event: int, pot: int) -> Response:
        """Show a side pot.

        A side pot with its players and winners.
        """
        return self.tagged(self.get_object())

    @operation(body=SidePotPlayersIn, name="set", stays_open=True)
    def update(self, request: Request, slug: str, event: int, pot: int) -> Response:
        """Say who is in a side pot, and who won it.

        Stakes and shares are entered at once. Winners share it; without any it stays in the pot.
        """
        side_pot, body = self.get_object(), self.changes()
        keys, winners = body["players"], body.get("winners", ())
        players = players_of(side_pot.money).in_bulk({*keys, *winners})
        if not players.keys() >= {*keys, *winners}:
            raise Http404
        side_pot = side_pot_set(
            pot=side_pot,
            players=[players[key] for key in keys],
            winners=[players[key] for key in winners],
            made_by=self.user,
            version=body.get("version"),
        )
        return self.changed(side_pot)

    @operation(name="remove", stays_open=True)
    def destroy(self, request: Request, slug: str, event: int, pot: int) -> Response:
        """Call a side pot off.

        What was put in is reversed.
        """
        side_pot_remove(pot=self.get_object(), made_by=self.user)
        return Response(status=204)


# The book


class BookEntrySerializer(BetweenSerializer):
    """An entry of a book."""

    class Meta(BetweenSerializer.Meta):
        fields = (*BetweenSerializer.Meta.fields, "kind")
        read_only_fields = fields


class CashIn(serializers.Serializer[Any]):
    """Cash that the club puts into the box or takes out."""

    amount = UnitsField(min_value=1, max_value=MOST)
    text = IncomingLineField(max_length=MOST_REMARK, help_text="What it was for.")
    direction = serializers.ChoiceField(choices=["in", "out"], help_text="Into the box, or out.")


class ExpenseIn(serializers.Serializer[Any]):
    """An expense of the evening."""

    amount = UnitsField(min_value=1, max_value=MOST)
    text = IncomingLineField(max_length=MOST_REMARK, help_text="What it was for.")
    bearer = serializers.ChoiceField(
        choices=[bearer.value for bearer in Bearer],
        default=Bearer.CLUB.value,
        help_text="Who is charged; what the pot bears, the prizes lack.",
    )
    payer = KeyField(
        allow_null=True,
        default=None,
        help_text="A player of the event who paid it; null for the cash box.",
    )


class BookEntryViewSet(EventViewSet):
    """The entries of an event's book."""

    tags = TAGS
    reads = writes = Right.MONEY
    serializer_class = BookEntrySerializer
    lookup_url_kwarg = "number"
    lookup_value_converter = "number"

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List the entries of an event's book.

        Every entry of the book, those that reverse others included, the newest first.
        """
        return self.page(journal_of(money_kept(self.event).book))

    @action(detail=True, methods=["post"], url_path="take-back")
    @operation()
    def take_back(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Take back an entry that was made by hand.

        An expense, cash, or money between players: enters the opposite. 400 for an entry that
        follows from something else, and for one taken back already; 409 where awarded prizes
        would change.
        """
        entry = hand_entry_reverse(money=money_kept(self.event), number=number, made_by=self.user)
        return self.answer(entry)


class ExpenseViewSet(EventViewSet):
    """Expenses of an event."""

    tags = TAGS
    reads = writes = Right.MONEY
    serializer_class = BookEntrySerializer

    @operation(body=ExpenseIn)
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Enter an expense.

        Paid from the cash box, or by a player who is to get it back. It is taken back by its
        number in the book. What the pot bears is refused with 409 once prizes are awarded that
        would change.
        """
        money, body = money_kept(self.event), self.validated_body()
        key = body.pop("payer")
        entry = expense_add(
            money=money,
            bearer=Bearer(body.pop("bearer")),
            payer=None if key is None else get_object_or_404(players_of(money), pk=key),
            made_by=self.user,
            key=secrets.token_hex(12),
            **body,
        )
        return self.answer(entry)


class CashViewSet(EventViewSet):
    """Cash that is put into the box or taken out."""

    tags = TAGS
    reads = writes = Right.MONEY
    serializer_class = BookEntrySerializer

    @operation(body=CashIn, stays_open=True)
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Enter cash.

        Cash that the club puts into the box or takes out of it. It is taken back by its number in
        the book.
        """
        money, body = money_kept(self.event), self.validated_body()
        units = body["amount"] if body["direction"] == "in" else -body["amount"]
        entry = cash_move(
            money=money,
            amount=units,
            text=body["text"],
            made_by=self.user,
            key=secrets.token_hex(12),
        )
        return self.answer(entry)
