"""Serializers of deal sets, compared deals and rulings."""

from typing import Any, ClassVar

from rest_framework import serializers

from core.rest.moments import MomentField
from engine.standings.duplicate import Award
from engine.standings.metrics import COMPARED
from tournaments.deals.models import DealRuling, DealSource
from tournaments.deals.services.deals import MOST_DEALS, MOST_HANDS
from tournaments.events.event_labels import AWARD_LABELS

AWARDS = [(str(award), AWARD_LABELS[award]) for award in Award]
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
        help_text="The text of a file of deals: a `deal/1` object a line.",
    )


class ComparedSideSerializer(serializers.Serializer[Any]):
    """One side of a table: its result, or the award that replaces it."""

    entries = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the entries on this side."
    )
    result = serializers.IntegerField(
        allow_null=True,
        help_text="The margin where two sides meet, else what the side scored.",
    )
    award = serializers.ChoiceField(choices=AWARDS, allow_blank=True)
    percent = serializers.CharField(
        allow_null=True,
        help_text="Matchpoints in per cent of the top, in hundredths: `66.67`. Of partners whose "
        "awards differ, that of each in the order of `entries`: `64.10 · 60.00`.",
    )
    cross_score = serializers.CharField(
        allow_null=True,
        help_text="The average difference from the others: `-0.33`. Of partners as `percent`.",
    )


class ComparedTableSerializer(serializers.Serializer[Any]):
    """A table that was to play a deal."""

    table = serializers.IntegerField(help_text="Its number in the draw.")
    match = serializers.IntegerField(allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    left_out = serializers.BooleanField(help_text="Neither a hand that counts nor a ruling.")
    sides = ComparedSideSerializer(many=True)


class ComparedDealSerializer(serializers.Serializer[Any]):
    """A deal with all its tables."""

    number = serializers.IntegerField()
    round = serializers.IntegerField()
    par = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The margin that par gives each side; null where it is not known, or not yet.",
    )
    tables = ComparedTableSerializer(many=True)


class ComparisonBalanceSerializer(serializers.Serializer[Any]):
    """On how many deals any two entries that are ranked together are compared, in all rounds that
    are planned."""

    least = serializers.IntegerField()
    most = serializers.IntegerField()
    average = serializers.CharField(source="average_text", help_text="With one decimal: `5.1`.")
    never = serializers.IntegerField(help_text="How many couples are compared on none.")
    couples = serializers.IntegerField(help_text="How many couples there are.")


class ComparedSerializer(serializers.Serializer[Any]):
    """The deals that are over, compared."""

    scoring = serializers.ChoiceField(choices=COMPARED, allow_blank=True)
    expected = serializers.IntegerField(help_text="As many results is every deal counted for.")
    balance = ComparisonBalanceSerializer(allow_null=True, help_text="Null before the draw.")
    deals = ComparedDealSerializer(many=True)


class ScoringIn(serializers.Serializer[Any]):
    """How deals are scored; empty for plain totals."""

    scoring = serializers.ChoiceField(choices=COMPARED, allow_blank=True)


class ScoringSerializer(serializers.Serializer[Any]):
    """How deals are scored, and the order of tie-breaks with it."""

    scoring = serializers.ChoiceField(choices=COMPARED, allow_blank=True)
    tie_breaks = serializers.ListField(child=serializers.CharField())


class DealRulingSerializer(serializers.ModelSerializer[DealRuling]):
    """A ruling on one deal at one table."""

    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    deal = serializers.IntegerField(source="number")
    awards = serializers.ListField(child=serializers.ChoiceField(choices=AWARDS))

    class Meta:
        model = DealRuling
        fields = ["id", "deal", "round", "table", "awards", "reason", "made_at", "revoked_at"]
        read_only_fields = fields


class DealRulingIn(serializers.ModelSerializer[DealRuling]):
    """A ruling: an award for each side of a table, and why."""

    deal = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(min_value=1, source="round_number")
    table = serializers.IntegerField(min_value=1)
    awards = serializers.ListField(
        child=serializers.ChoiceField(choices=AWARDS), min_length=2, max_length=4
    )

    class Meta:
        model = DealRuling
        fields: ClassVar = ("deal", "round", "table", "awards", "reason")
