"""Rounds with their tables, and the standings."""

from typing import ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import IDEMPOTENT, IF_NONE_MATCH, REPLAYED, etag_header
from clubs.rest.etags import body_tag, conditional
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import paged, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from tournaments.api.base import EventView
from tournaments.api.bodies import PlanIn
from tournaments.api.serializers import RoundSerializer, StandingsSerializer
from tournaments.models import Event, Round
from tournaments.selectors import RoundView, event_overview, standings_for
from tournaments.services.rounds import round_begin, round_undo_begin, rounds_plan

TAGS = ["Rounds"]


class RoundList(EventView):
    """The rounds of an event."""

    pagination_class = Pages

    @extend_schema(
        operation_id="rounds_list",
        tags=TAGS,
        summary="List rounds",
        description="Rounds in their order, begun and planned, with tables, entries and games. A "
        "game names its match, where hands are recorded.",
        responses=RoundSerializer(many=True),
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The rounds."""
        return paged(self, event_overview(self.event).rounds, RoundSerializer)


class RoundPlan(EventView):
    """Planning."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="rounds_plan",
        tags=TAGS,
        summary="Plan the rounds",
        description="Plans all rounds not yet begun from who is here now; begun ones stay.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=PlanIn,
        responses=RoundSerializer(many=True),
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """Plan them."""
        body = sent(request, PlanIn)
        return once(request, lambda: self._planned(**body))

    def _planned(self, *, shuffle: bool) -> Answer:
        rounds_plan(event=self.event, shuffle=shuffle)
        return Answer(200, RoundSerializer(event_overview(self.event).rounds, many=True).data)


class RoundDetail(EventView):
    """One round."""

    @extend_schema(
        operation_id="rounds_retrieve",
        tags=TAGS,
        summary="Show a round",
        description="The round's tables with entries and games.",
        responses=RoundSerializer,
    )
    def get(self, request: Request, slug: str, event: int, number: int) -> Response:
        """The round."""
        return Response(RoundSerializer(_round(self.event, number)).data)


class RoundBegin(EventView):
    """Beginning a round."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="rounds_begin",
        tags=TAGS,
        summary="Begin a round",
        description="Sets up the matches of the next planned round. Where pairs meet, the first "
        "shaker of each table is drawn and the lot recorded; single players deal by their places.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=RoundSerializer,
    )
    def post(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Begin it."""
        found = get_object_or_404(Round, event=self.event, number=number)
        return once(request, lambda: self._begun(found))

    def _begun(self, found: Round) -> Answer:
        round_begin(round=found)
        return round_answer(self.event, found.number)


class RoundTakeBack(EventView):
    """Taking a beginning back."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="rounds_take_back",
        tags=TAGS,
        summary="Take back the beginning of a round",
        description="Of the last begun round, as long as no hand was recorded in it.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=RoundSerializer,
    )
    def post(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Take it back."""
        found = get_object_or_404(Round, event=self.event, number=number)
        return once(request, lambda: self._taken_back(found))

    def _taken_back(self, found: Round) -> Answer:
        round_undo_begin(round=found)
        return round_answer(self.event, found.number)


class StandingsView(EventView):
    """The standings."""

    @extend_schema(
        operation_id="standings_retrieve",
        tags=["Standings"],
        summary="Show the standings",
        description="As they were last computed: `version` is the event's version they were "
        "computed from, `as_of` the time, `is_stale` whether something newer is still being "
        "counted. Send the tag back in `If-None-Match` to be told 304 while nothing has changed.",
        parameters=[IF_NONE_MATCH, etag_header("Changes with anything in the table.")],
        responses=StandingsSerializer,
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The table, unless the client has it."""
        body = StandingsSerializer(standings_for(self.event)).data
        return conditional(request, body_tag(body), lambda: body)


def _round(event: Event, number: int) -> RoundView:
    for found in event_overview(event).rounds:
        if found.number == number:
            return found
    raise Http404


def round_answer(event: Event, number: int) -> Answer:
    """A round as it stands."""
    return Answer(200, RoundSerializer(_round(event, number)).data)
