"""Results of the same deals, compared; how an event scores them, and rulings."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers
from rest_framework.generics import get_object_or_404

from clubs.rest.actions import reading
from core.rest.pages import Pages
from deals.models import DealRuling
from deals.selectors.balance import balance_of
from deals.selectors.duplicate import scoring_of
from deals.selectors.travellers import TravellerCell, Travellers
from deals.services.deals import deal_scoring_set, travellers_analysed
from deals.services.rulings import deal_ruling_give
from standings.duplicate import Award
from standings.metrics import COMPARED, CROSS_SCORE, MATCHPOINTS
from tournaments.api.base import EventView, correction
from tournaments.metric_labels import AWARD_LABELS
from tournaments.models import Table
from tournaments.services.decisions import decision_revoke

TAGS = ["Deals"]
AWARDS = [(str(award), AWARD_LABELS[award]) for award in Award]


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


class DealRulingIn(serializers.Serializer[Any]):
    """A ruling: an award for each side of a table, and why."""

    deal = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(min_value=1, source="round_number")
    table = serializers.IntegerField(min_value=1)
    awards = serializers.ListField(
        child=serializers.ChoiceField(choices=AWARDS), min_length=2, max_length=4
    )
    reason = serializers.CharField(max_length=200)


class Compared(EventView):
    """The results of the same deals."""

    @reading(
        "deals_compared",
        "Compare the results of the deals",
        "What every table made of each deal whose round is over at every table, and what that "
        "is worth beside the others who held the same hands.",
        tags=TAGS,
        answer=ComparedSerializer,
    )
    def get(self) -> dict[str, Any]:
        found = travellers_analysed(event=self.event)
        return _shown(found) | {"balance": balance_of(self.event)}


class Scoring(EventView):
    """How deals are scored."""

    @correction(
        "deals_scoring",
        "Choose how deals are scored",
        "It becomes the first tie-break of the event; the others keep their order.",
        tags=TAGS,
        body=ScoringIn,
        answer=ScoringSerializer,
    )
    def post(self, *, scoring: str) -> dict[str, Any]:
        event = deal_scoring_set(event=self.event, metric=scoring)
        return {"scoring": scoring_of(event), "tie_breaks": event.tie_breaks}


class Rulings(EventView):
    """Rulings on single deals."""

    pagination_class = Pages

    @reading(
        "deal_rulings_list",
        "List rulings on deals",
        "Those that were taken back too: `revoked_at` says when.",
        tags=TAGS,
        answer=DealRulingSerializer,
        many=True,
    )
    def get(self) -> Iterable[DealRuling]:
        return self.event.deal_rulings.select_related("table__round").order_by("pk")

    @correction(
        "deal_rulings_give",
        "Rule on a deal at a table",
        "The awards stand in place of what was played there until they are taken back.",
        tags=TAGS,
        body=DealRulingIn,
        answer=DealRulingSerializer,
        status=201,
    )
    def post(
        self, *, deal: int, round_number: int, table: int, awards: list[str], reason: str
    ) -> DealRuling:
        tables = Table.objects.select_related("round")
        found = get_object_or_404(
            tables, round__event=self.event, round__number=round_number, number=table
        )
        return deal_ruling_give(
            table=found, number=deal, awards=awards, by=self.user, reason=reason
        )


class RulingRevoke(EventView):
    """Taking a ruling back."""

    @correction(
        "deal_rulings_revoke",
        "Take a ruling back",
        "It stays on record, and what was played counts again.",
        tags=TAGS,
        answer=DealRulingSerializer,
    )
    def post(self) -> DealRuling:
        found = get_object_or_404(DealRuling, event=self.event, pk=self.kwargs["ruling"])
        return decision_revoke(decision=found, by=self.user)


def _shown(found: Travellers) -> dict[str, Any]:
    return {
        "scoring": found.scoring,
        "expected": found.expected,
        "deals": [
            {
                "number": deal.number,
                "round": deal.round_number,
                "par": None if deal.par(0) is None else [deal.par(0), deal.par(1)],
                "tables": [
                    {
                        "table": row.table.number,
                        "match": row.match_id,
                        "hand": row.hand or None,
                        "left_out": row.is_left_out,
                        "sides": [_side(cell) for cell in row.cells],
                    }
                    for row in deal.rows
                ],
            }
            for deal in found.deals
        ],
    }


def _side(cell: TravellerCell) -> dict[str, Any]:
    return {
        "entries": [entrant.number for entrant in cell.entrants],
        "result": cell.result,
        "award": cell.award or "",
        "percent": " · ".join(cell.values(MATCHPOINTS)) or None,
        "cross_score": " · ".join(cell.values(CROSS_SCORE)) or None,
    }
