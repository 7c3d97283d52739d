"""Prizes, side pots, expenses, cash and the entries of an event's book, in smallest coins."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.api.serializers import MAX_KEY
from clubs.rest.actions import action, reading
from core.rest.incoming import LineField, NameField
from core.rest.pages import Pages
from ledger.api.serializers import BetweenSerializer
from ledger.models import EntryKind, Transaction
from ledger.selectors import journal_of
from stakes.api.money import TAGS, MoneySerializer, MoneyView, UnitsField
from stakes.models import MOST, EventMoney, SidePot
from stakes.selectors.money import players_of
from stakes.selectors.prizes import AwardPlan, award_plan_of
from stakes.services.money import (
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
from tournaments.api.serializers import SeatedPlayer

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


class Prizes(MoneyView):
    """The division of the pot."""

    @reading(
        "prizes_retrieve",
        "Show the prizes",
        "By the settings of the money, and once the event is finished by its standings. `awarded` "
        "of the money says whether they are entered.",
        tags=TAGS,
        answer=PrizesSerializer,
    )
    def get(self) -> AwardPlan:
        return award_plan_of(self.money)


class PrizesAward(MoneyView):
    """Awarding."""

    @action(
        "prizes_award",
        "Award the prizes",
        "Enters the club's share and the prizes by the standings of a finished event; from then "
        "on they follow the standings.",
        tags=TAGS,
        answer=MoneySerializer,
    )
    def post(self) -> EventMoney:
        prizes_award(event=self.money.event, made_by=self.user)
        return self.money


class PrizesTakeBack(MoneyView):
    """Taking the prizes back."""

    @action(
        "prizes_take_back",
        "Take the prizes back",
        "Enters the opposite of what was awarded.",
        tags=TAGS,
        answer=MoneySerializer,
    )
    def post(self) -> EventMoney:
        prizes_take_back(event=self.money.event, made_by=self.user)
        return self.money


class PrizesFit(MoneyView):
    """A table of prizes for a small field."""

    @action(
        "prizes_fit",
        "Fit the table of prizes to the field",
        "Its first row then holds for as few entries as there are; nothing changes where it does "
        "already. Refused with 409 where the prizes are awarded.",
        tags=TAGS,
        answer=MoneySerializer,
    )
    def post(self) -> EventMoney:
        prizes_fit(event=self.money.event, made_by=self.user)
        return self.money


# Side pots


class SidePotSerializer(serializers.ModelSerializer[SidePot]):
    """A side pot; its winners share it, the better lot first."""

    players = SeatedPlayer(many=True, read_only=True)

    class Meta:
        model = SidePot
        fields = ["id", "name", "stake", "players", "winners"]
        read_only_fields = fields
        extra_kwargs = {"winners": {"help_text": "Players by their `id`."}}


class SidePotIn(serializers.Serializer[Any]):
    """A side pot to be set up."""

    name = NameField(max_length=80)
    stake = UnitsField(min_value=1, max_value=MOST, help_text="What each player puts in.")


def _keys(**more: Any) -> serializers.ListField:
    key = serializers.IntegerField(min_value=1, max_value=MAX_KEY)
    return serializers.ListField(child=key, max_length=MOST_PLAYERS, **more)


class SidePotPlayersIn(serializers.Serializer[Any]):
    """Who is in a side pot, and who won it."""

    players = _keys(help_text="Of those who are or were entered in the event.")
    winners = _keys(required=False, help_text="None where left out: it stays in the pot.")


class SidePotList(MoneyView):
    """The side pots of an event."""

    @reading(
        "side_pots_list",
        "List side pots",
        "Every side pot with its players and winners.",
        tags=TAGS,
        answer=SidePotSerializer,
        many=True,
    )
    def get(self) -> Sequence[SidePot]:
        return list(self.money.side_pots.prefetch_related("players"))

    @action(
        "side_pots_add",
        "Set up a side pot",
        "Some of the players put the same stake into it.",
        tags=TAGS,
        body=SidePotIn,
        answer=SidePotSerializer,
        status=201,
        location="api-money-pot",
    )
    def post(self, *, name: str, stake: int) -> SidePot:
        return side_pot_add(money=self.money, name=name, stake=stake)


class SidePotDetail(MoneyView):
    """One side pot."""

    pot: SidePot

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the pot of that event."""
        super().initial(request, *args, **kwargs)
        self.pot = get_object_or_404(SidePot, money=self.money, pk=kwargs["pot"])

    @reading(
        "side_pots_retrieve",
        "Show a side pot",
        "A side pot with its players and winners.",
        tags=TAGS,
        answer=SidePotSerializer,
    )
    def get(self) -> SidePot:
        return self.pot

    @action(
        "side_pots_set",
        "Say who is in a side pot, and who won it",
        "Stakes and shares are entered at once. Winners share it; without any it stays in the pot.",
        tags=TAGS,
        body=SidePotPlayersIn,
        answer=SidePotSerializer,
    )
    def put(self, *, players: list[int], winners: Sequence[int] = ()) -> SidePot:
        known = players_of(self.money).in_bulk({*players, *winners})
        if not known.keys() >= {*players, *winners}:
            raise Http404
        return side_pot_set(
            pot=self.pot,
            players=[known[key] for key in players],
            winners=[known[key] for key in winners],
            made_by=self.user,
        )

    @action(
        "side_pots_remove",
        "Call a side pot off",
        "What was put in is reversed.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        side_pot_remove(pot=self.pot, made_by=self.user)


# The book


class BookEntrySerializer(BetweenSerializer):
    """An entry of a book."""

    kind = serializers.ChoiceField(choices=EntryKind.choices)


class CashIn(serializers.Serializer[Any]):
    """Cash that the club puts into the box or takes out."""

    amount = UnitsField(min_value=1, max_value=MOST)
    text = LineField(max_length=160, help_text="What it was for.")
    direction = serializers.ChoiceField(choices=["in", "out"], help_text="Into the box, or out.")


class ExpenseIn(serializers.Serializer[Any]):
    """An expense of the evening."""

    amount = UnitsField(min_value=1, max_value=MOST)
    text = LineField(max_length=160, help_text="What it was for.")
    bearer = serializers.ChoiceField(
        choices=[bearer.value for bearer in Bearer],
        default=Bearer.CLUB.value,
        help_text="Who is charged; what the pot bears, the prizes lack.",
    )
    payer = serializers.IntegerField(
        min_value=1,
        max_value=MAX_KEY,
        allow_null=True,
        default=None,
        help_text="A player of the event who paid it; null for the cash box.",
    )


class BookExpenses(MoneyView):
    """Expenses."""

    @action(
        "expenses_create",
        "Enter an expense",
        "Paid from the cash box, or by a player who is to get it back. It is taken back by its "
        "number in the book. What the pot bears is refused with 409 once prizes are awarded that "
        "would change.",
        tags=TAGS,
        body=ExpenseIn,
        answer=BookEntrySerializer,
        status=201,
    )
    def post(self, *, amount: int, text: str, bearer: str, payer: int | None) -> Transaction:
        return expense_add(
            money=self.money,
            amount=amount,
            text=text,
            bearer=Bearer(bearer),
            payer=None if payer is None else get_object_or_404(players_of(self.money), pk=payer),
            made_by=self.user,
            key=secrets.token_hex(12),
        )


class BookCash(MoneyView):
    """Cash put into the box or taken out."""

    @action(
        "cash_create",
        "Enter cash",
        "Cash that the club puts into the box or takes out of it. It is taken back by its number "
        "in the book.",
        tags=TAGS,
        body=CashIn,
        answer=BookEntrySerializer,
        status=201,
    )
    def post(self, *, amount: int, text: str, direction: str) -> Transaction:
        units = amount if direction == "in" else -amount
        key = secrets.token_hex(12)
        return cash_move(money=self.money, amount=units, text=text, made_by=self.user, key=key)


class BookEntryList(MoneyView):
    """The entries of an event's book."""

    pagination_class = Pages

    @reading(
        "entries_of_book_list",
        "List the entries of an event's book",
        "Every entry of the book, those that reverse others included, the newest first.",
        tags=TAGS,
        answer=BookEntrySerializer,
        many=True,
    )
    def get(self) -> Any:
        return journal_of(self.money.book)


class BookEntryBack(MoneyView):
    """Reversing an entry."""

    @action(
        "entries_of_book_take_back",
        "Take back an entry that was made by hand",
        "An expense, cash, or money between players: enters the opposite. 400 for an entry that "
        "follows from something else, and for one taken back already; 409 where awarded prizes "
        "would change.",
        tags=TAGS,
        answer=BookEntrySerializer,
    )
    def post(self) -> Transaction:
        number = self.kwargs["number"]
        return hand_entry_reverse(money=self.money, number=number, made_by=self.user)
