"""The deals of an event: the set, and those that are over."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework import serializers

from clubs.rest.actions import action, reading
from core.rest.moments import MomentField
from deals.models import Deal, DealSet, DealSource
from deals.selectors.deals import (
    dealer_of,
    deals_shown,
    round_of_deal,
    seed_shown,
)
from deals.services.deals import (
    MOST_DEALS,
    MOST_HANDS,
    deal_set_draw,
    deal_set_drop,
    deal_set_read,
)
from tournaments.api.base import EventView
from tournaments.models import Event

TAGS = ["Deals"]
MOST_TEXT = 2_000_000


class DealSerializer(serializers.Serializer[Any]):
    """A deal that is over at every table."""

    number = serializers.IntegerField()
    round = serializers.IntegerField()
    dealer = serializers.IntegerField(help_text="The seat that deals, at every table.")
    deal = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Four hands by seat, in the pieces of hand records.",
    )
    centre = serializers.CharField(
        allow_blank=True, help_text="The card in the middle, in games that have one; else empty."
    )


class DealsSerializer(serializers.Serializer[Any]):
    """The deal set of an event; ``count`` is 0 if there is none."""

    made_from = serializers.ChoiceField(choices=DealSource.choices, allow_blank=True)
    count = serializers.IntegerField()
    per_round = serializers.IntegerField(help_text="As many hands has every match.")
    seed_hash = serializers.CharField(
        allow_blank=True, help_text="SHA-256 of the seed in UTF-8, in hexadecimal."
    )
    seed = serializers.CharField(allow_blank=True, help_text="Empty until every deal is over.")
    made_at = MomentField(allow_null=True)
    deals = DealSerializer(many=True, help_text="Those that are over at every table.")


class DealsIn(serializers.Serializer[Any]):
    """A deal set to be made."""

    made_from = serializers.ChoiceField(choices=DealSource.choices)
    per_round = serializers.IntegerField(min_value=1, max_value=MOST_HANDS)
    rounds = serializers.IntegerField(
        min_value=1,
        max_value=MOST_DEALS,
        required=False,
        help_text="How many rounds have deals, for deals by lot.",
    )
    file = serializers.CharField(
        required=False,
        max_length=MOST_TEXT,
        help_text="The text of a file of deals: a `deal/1` object a line or, for games of cards, "
        "PBN, of which the tags `Deal` are read.",
    )


class Deals(EventView):
    """The deals of an event."""

    @reading(
        "deals_retrieve",
        "Show the deals",
        "The deal set, and the deals whose round is over at every table. Before that nobody sees "
        "a deal, whatever the role.",
        tags=TAGS,
        answer=DealsSerializer,
    )
    def get(self) -> dict[str, Any]:
        return _shown(self.event)

    @action(
        "deals_make",
        "Make a deal set",
        "By lot from a seed that nobody knows, or from a file. All tables of a round then play "
        "the same deals, and a match ends after them. Refused with 400 once a round has begun, "
        "where the event plays several games a meeting, and with every faulty line of a file. "
        "The answer names no deal and no seed.",
        tags=TAGS,
        body=DealsIn,
        answer=DealsSerializer,
        status=201,
    )
    def post(
        self, *, made_from: str, per_round: int, rounds: int | None = None, file: str = ""
    ) -> dict[str, Any]:
        given: dict[str, Any] = {"event": self.event, "by": self.user, "per_round": per_round}
        if made_from == DealSource.FILE:
            deal_set_read(text=file, **given)
        elif rounds is None:
            raise ValidationError({"rounds": _("Say for how many rounds.")})
        else:
            deal_set_draw(count=rounds * per_round, **given)
        self.event.refresh_from_db()
        return _shown(self.event)

    @action(
        "deals_delete",
        "Throw the deal set away",
        "Possible until the first round has begun.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        deal_set_drop(event=self.event)


def _shown(event: Event) -> dict[str, Any]:
    deal_set = DealSet.objects.filter(event=event).first()
    if deal_set is None:
        empty = {"made_from": "", "count": 0, "per_round": 0, "seed_hash": "", "seed": ""}
        return {**empty, "made_at": None, "deals": []}
    return {
        "made_from": deal_set.source,
        "count": deal_set.count,
        "per_round": event.deals_per_round,
        "seed_hash": deal_set.seed_hash,
        "seed": seed_shown(event),
        "made_at": deal_set.made_at,
        "deals": [_deal(event, deal) for deal in deals_shown(event)],
    }


def _deal(event: Event, deal: Deal) -> dict[str, Any]:
    return {
        "number": deal.number,
        "round": round_of_deal(event, deal.number),
        "dealer": dealer_of(event, deal.number),
        "deal": deal.hands,
        "centre": deal.centre,
    }
