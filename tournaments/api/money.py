"""The money of an event: set-up, fees, balances, transfers. Only owners and treasurers enter."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.http import Http404

from clubs.rest.actions import action, reading
from clubs.rest.pages import Pages
from clubs.roles import Right
from ledger.api.serializers import PaidIn, TransferSerializer, TransfersSerializer, WayIn
from ledger.api.views import MONEY, Transfers, transfer_mark, transfers_of
from ledger.models import Transfer, Way
from ledger.selectors import balances_of
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
from tournaments.selectors.money import FeeLine, FeeStatus, fee_lines, money_of, players_balances
from tournaments.services.money.fees import fee_set
from tournaments.services.money.settling import evening_settle
from tournaments.services.money.setup import money_set_up

Balances = dict[str, Any]
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

    @reading(
        "money_retrieve",
        "Show how an event's money is set up",
        "Fees, prizes and shares. All amounts are whole numbers of the currency's "
        "smallest coin. 404 where no money is kept yet.",
        tags=TAGS,
        answer=MoneySerializer,
    )
    def get(self) -> EventMoney:
        return self.money

    @action(
        "money_update",
        "Set up an event's money",
        "Begins to keep the event's money, where it is not kept yet, and changes what "
        "is sent. Entries follow at once.",
        tags=TAGS,
        body=SetUpIn,
        answer=MoneySerializer,
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
    """Who owes and who is owed."""

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
        "nor refunded.",
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
    shown = [one for one in balances if one.account.player_id in {*here, None}]
    return {"currency": money.book.currency, "balances": shown}
