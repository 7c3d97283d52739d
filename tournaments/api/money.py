"""The money of an event: set-up, fees, balances, transfers. Only owners and treasurers enter."""

from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import paged, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from ledger.api.base import MONEY, transfer_marked, transfers_answer
from ledger.api.serializers import PaidIn, TransferSerializer, TransfersSerializer, WayIn
from ledger.models import Way
from ledger.selectors.balances import balances_of
from ledger.services.transfers import transfers_plan
from tournaments.api.base import EventView
from tournaments.api.money_shapes import (
    BalancesSerializer,
    FeeIn,
    FeeSerializer,
    MoneySerializer,
    SetUpIn,
)
from tournaments.models import EventMoney
from tournaments.selectors.money import FeeStatus, fee_lines, money_of, players_balances
from tournaments.services.money.fees import fee_set
from tournaments.services.money.settling import evening_settle
from tournaments.services.money.setup import money_set_up

TAGS = ["Money"]
DOOR = dict.fromkeys(("GET", "HEAD", "PUT"), Right.DOOR)
"""What fees need: who takes them at the door sees them too."""


class MoneyView(EventView):
    """An endpoint of an event's money; where none is kept there is nothing."""

    rights: ClassVar = MONEY

    @property
    def money(self) -> EventMoney:
        """The event's money as it stands."""
        found = money_of(self.event)
        if found is None:
            raise Http404
        return found


class MoneyDetail(MoneyView):
    """How the money of an event is set up."""

    @extend_schema(
        operation_id="money_retrieve",
        tags=TAGS,
        summary="Show how an event's money is set up",
        description="Fees, prizes and shares. All amounts are whole numbers of the currency's "
        "smallest coin. 404 where no money is kept yet.",
        responses=MoneySerializer,
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The set-up."""
        return Response(MoneySerializer(self.money).data)

    @extend_schema(
        operation_id="money_update",
        tags=TAGS,
        summary="Set up an event's money",
        description="Begins to keep the event's money, where it is not kept yet, and changes what "
        "is sent. Entries follow at once.",
        request=SetUpIn,
        responses=MoneySerializer,
    )
    def patch(self, request: Request, slug: str, event: int) -> Response:
        """Change what was sent."""
        changes = sent(request, SetUpIn)
        money_set_up(event=self.event, made_by=self.user, **changes)
        return Response(MoneySerializer(self.money).data)


class MoneySettle(MoneyView):
    """Bringing the book up to date."""

    @extend_schema(
        operation_id="money_settle",
        tags=TAGS,
        summary="Enter what is known now",
        description="Posts the stakes of every finished match, fees and prizes; what was entered "
        "before and has changed is reversed and entered anew. The worker does the same by itself "
        "shortly after every change; sent twice it changes nothing the second time.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=BalancesSerializer,
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """Settle, and answer with the balances."""
        money = self.money
        return once(request, lambda: self._settled(money))

    def _settled(self, money: EventMoney) -> Answer:
        evening_settle(event_id=self.event.pk, made_by=self.user)
        return Answer(200, _balances(money))


class MoneyBalances(MoneyView):
    """Who owes and who is owed."""

    @extend_schema(
        operation_id="money_balances",
        tags=TAGS,
        summary="Show balances",
        description="What each player, the pot, the club and the cash box are still to receive, "
        "or owe where it is below zero. Together they are zero.",
        responses=BalancesSerializer,
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The balances."""
        return Response(_balances(self.money))


class FeeList(MoneyView):
    """The door list."""

    rights: ClassVar = DOOR
    pagination_class = Pages

    @extend_schema(
        operation_id="fees_list",
        tags=TAGS,
        summary="List fees",
        description="The door list: every fee by the entries' numbers, and how it stands.",
        responses=FeeSerializer(many=True),
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The fees."""
        return paged(self, fee_lines(self.money), FeeSerializer)


class FeeDetail(MoneyView):
    """One fee."""

    rights: ClassVar = DOOR

    @extend_schema(
        operation_id="fees_update",
        tags=TAGS,
        summary="Say how a fee stands",
        description="Paid, owing, waived, or refunded. The same sent twice has one effect. Who "
        "takes fees without keeping the money says paid and owing, of a fee that is neither waived "
        "nor refunded.",
        request=FeeIn,
        responses=FeeSerializer,
    )
    def put(self, request: Request, slug: str, event: int, entry: int, place: int) -> Response:
        """Change it."""
        known = {(line.entrant.number, line.place) for line in fee_lines(self.money)}
        if (entry, place) not in known:
            raise Http404
        status = FeeStatus(sent(request, FeeIn)["status"])
        line = fee_set(
            event=self.event,
            number=entry,
            place=place,
            status=status,
            made_by=self.user,
            only_taken=not self.membership.may(Right.MONEY),
        )
        return Response(FeeSerializer(line).data)


class TransferList(MoneyView):
    """Settling up."""

    @extend_schema(
        operation_id="transfers_list",
        tags=TAGS,
        summary="List transfers",
        description="Who pays whom so that nobody owes anything, as it was last worked out.",
        responses=TransfersSerializer,
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The transfers."""
        return Response(transfers_answer(self.money.book))

    @extend_schema(
        operation_id="transfers_plan",
        tags=TAGS,
        summary="Work out transfers",
        description="From the balances as they are now. What was paid stays; what is open is "
        "worked out anew: as few transfers as possible, with nobody paying more than two people, "
        "or everything through the cash box.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=WayIn,
        responses=TransfersSerializer,
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """Work them out."""
        way = sent(request, WayIn).get("way")
        money = self.money
        return once(request, lambda: self._planned(money, Way(way) if way else None))

    def _planned(self, money: EventMoney, way: Way | None) -> Answer:
        evening_settle(event_id=self.event.pk, made_by=self.user)
        transfers_plan(book=money.book, way=way)
        return Answer(200, transfers_answer(money.book))


class TransferDetail(MoneyView):
    """One transfer."""

    @extend_schema(
        operation_id="transfers_update",
        tags=TAGS,
        summary="Mark a transfer as paid, or not",
        description="A transfer that is paid is entered in the book; one that is not after all is "
        "taken back by a reversing entry. The same sent twice has one effect.",
        request=PaidIn,
        responses=TransferSerializer,
    )
    def put(self, request: Request, slug: str, event: int, transfer: int) -> Response:
        """Mark it."""
        return Response(transfer_marked(request, self.money.book, transfer, by=self.user))


def _balances(money: EventMoney) -> dict[str, Any]:
    balances = balances_of(money.book)
    here = {row.player.pk for row in players_balances(money, balances)}
    shown = [one for one in balances if one.account.player_id in {*here, None}]
    body = {"currency": money.book.currency, "balances": shown}
    return dict(BalancesSerializer(body).data)
