"""Endpoints of an event's deals: the set, those that are over, how they are scored, rulings."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from core.rest.docs import IF_NONE_MATCH, SETTINGS_SEEN
from core.rest.etags import conditional, settings_seen, values_tag
from engine.standings.metrics import CROSS_SCORE, MATCHPOINTS
from tournaments.deals.api.serializers import (
    ComparedSerializer,
    DealRulingIn,
    DealRulingSerializer,
    DealsIn,
    DealsSerializer,
    ScoringIn,
    ScoringSerializer,
)
from tournaments.deals.models import Deal, DealRuling, DealSet, DealSource
from tournaments.deals.selectors.balance import balance_of
from tournaments.deals.selectors.deals import (
    dealer_of,
    deals_shown,
    round_of_deal,
    seed_shown,
)
from tournaments.deals.selectors.duplicate import scoring_of
from tournaments.deals.selectors.travellers import TravellerCell, Travellers
from tournaments.deals.services.deals import (
    deal_ruling_give,
    deal_scoring_set,
    deal_set_draw,
    deal_set_drop,
    deal_set_read,
    travellers_analysed,
)
from tournaments.events.api.base import EVENT_TRIAL, EventViewSet
from tournaments.events.models import Event, Table
from tournaments.events.services.decisions import decision_revoke


class DealSetViewSet(EventViewSet):
    """The deals of an event."""

    tags = ("Deals",)
    serializer_class = DealsSerializer

    def retrieve(self, request: Request, slug: str, event: int) -> Response:
        """Show the deals.

        The deal set, and the deals whose round is over at every table. Before that nobody sees a
        deal, whatever the role.
        """
        return self.answer(_shown(self.event))

    @operation(body=DealsIn, name="make")
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Make a deal set.

        By lot from a seed that nobody knows, or from a file. All tables of a round then play the
        same deals, and a match ends after them. Refused with 400 once a round has begun, where the
        event plays several games a meeting, and with every faulty line of a file. The answer names
        no deal and no seed.
        """
        body = self.validated_body()
        per_round, rounds = body["per_round"], body.get("rounds")
        shared: dict[str, Any] = {"event": self.event, "by": self.user, "per_round": per_round}
        if body["made_from"] == DealSource.FILE:
            deal_set_read(text=body.get("file", ""), **shared)
        elif rounds is None:
            raise ValidationError({"rounds": _("Enter the number of rounds.")})
        else:
            deal_set_draw(count=rounds * per_round, **shared)
        self.event.refresh_from_db()
        return self.answer(_shown(self.event))

    @operation()
    def destroy(self, request: Request, slug: str, event: int) -> Response:
        """Throw the deal set away.

        Possible until the first round has begun.
        """
        deal_set_drop(event=self.event)
        return Response(status=204)

    @action(detail=True, url_path="results")
    @operation(answer=ComparedSerializer)
    def compared(self, request: Request, slug: str, event: int) -> Response:
        """Compare the results of the deals.

        The result of each table for each deal whose round is over at every table, and its value
        compared with the others who held the same hands.
        """
        travellers = travellers_analysed(event=self.event)
        return self.answer(_compared(travellers) | {"balance": balance_of(self.event)})

    @extend_schema(parameters=[IF_NONE_MATCH])
    @action(detail=True)
    @operation(answer=ScoringSerializer)
    def scoring(self, request: Request, slug: str, event: int) -> Response:
        """Show how deals are scored.

        With the order of tie-breaks, of which it is the first.
        """
        answer = self._scoring(self.event)
        return conditional(request, answer["ETag"], lambda: answer.data)

    @extend_schema(parameters=[SETTINGS_SEEN])
    @scoring.mapping.put
    @operation(body=ScoringIn, answer=ScoringSerializer, trial=EVENT_TRIAL)
    def scoring_set(self, request: Request, slug: str, event: int) -> Response:
        """Choose how deals are scored.

        It becomes the first tie-break of the event; the others keep their order.
        """
        metric, version = self.validated_body()["scoring"], settings_seen(request, ())
        return self._scoring(deal_scoring_set(event=self.event, metric=metric, version=version))

    def _scoring(self, event: Event) -> Response:
        scoring = scoring_of(event)
        answer = self.answer({"scoring": scoring, "tie_breaks": event.tie_breaks})
        answer["ETag"] = values_tag(scoring, answer.data)
        return answer


class RulingViewSet(EventViewSet):
    """Rulings on single deals."""

    tags = ("Deals",)
    serializer_class = DealRulingSerializer
    lookup_url_kwarg = "ruling"

    def get_queryset(self) -> QuerySet[DealRuling]:
        """Return the event's rulings."""
        return self.event.deal_rulings.select_related("table__round").order_by("pk")

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List rulings on deals.

        Those that were taken back too: `revoked_at` says when.
        """
        return self.page(self.get_queryset())

    @operation(body=DealRulingIn, name="give", trial=EVENT_TRIAL)
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Rule on a deal at a table.

        The awards stand in place of what was played there until they are taken back.
        """
        body = self.validated_body()
        table = get_object_or_404(
            Table.objects.select_related("round"),
            round__event=self.event,
            round__number=body["round_number"],
            number=body["table"],
        )
        ruling = deal_ruling_give(
            table=table,
            number=body["deal"],
            awards=body["awards"],
            by=self.user,
            reason=body["reason"],
        )
        return self.answer(ruling)

    @action(detail=True, methods=["post"])
    @operation(trial=EVENT_TRIAL)
    def revoke(self, request: Request, slug: str, event: int, ruling: int) -> Response:
        """Take a ruling back.

        It stays on record, and what was played counts again.
        """
        return self.answer(decision_revoke(decision=self.get_object(), by=self.user))


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


def _compared(travellers: Travellers) -> dict[str, Any]:
    return {
        "scoring": travellers.scoring,
        "expected": travellers.expected,
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
            for deal in travellers.deals
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
