"""Rounds with their plans and clocks, and their tables."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from clubs.roles import Right
from core.rest.docs import IF_NONE_MATCH
from core.rest.etags import body_tag, conditional
from scoring.services.results import results_restore
from tournaments.events.api.base import EVENT_TRIAL, EventViewSet
from tournaments.events.api.bodies import (
    ClockIn,
    DecideIn,
    ForfeitIn,
    PairIn,
    PlanIn,
    RestoringMany,
    TablePlanIn,
)
from tournaments.events.api.serializers import ClockSerializer, PlayOffSerializer, RoundSerializer
from tournaments.events.models import Clock, Entry, Event, Game, Round, Table
from tournaments.events.selectors.rounds import RoundView, event_overview
from tournaments.events.services.clocks import (
    clock_extend,
    clock_pause,
    clock_start,
    time_call,
    time_uncall,
)
from tournaments.events.services.decisions import table_forfeit, table_forfeit_undo
from tournaments.events.services.plan_changes import (
    plan_undo,
    round_redraw,
    seats_swap,
    series_set,
    table_pin,
)
from tournaments.events.services.rounds import round_begin, round_undo_begin, rounds_plan
from tournaments.events.services.tables import entries_reseat, table_decide, table_decision_undo


class RoundViewSet(EventViewSet):
    """The rounds of an event."""

    tags = ("Rounds",)
    serializer_class = RoundSerializer
    lookup_field = "number"
    lookup_url_kwarg = "number"
    lookup_value_converter = "number"

    def get_queryset(self) -> QuerySet[Round]:
        """Return the rounds of the event."""
        return self.event.rounds.all()

    @extend_schema(parameters=[IF_NONE_MATCH])
    def list(self, request: Request, slug: str, event: int) -> Response:
        """List rounds.

        Rounds in their order, begun and planned, with tables, entries and games. A game names its
        match, where hands are recorded.
        """
        page = self.page(event_overview(self.event).rounds).data
        return conditional(request, body_tag(page), lambda: page)

    @extend_schema(parameters=[IF_NONE_MATCH])
    def retrieve(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Show a round.

        The round's tables with entries and games.
        """
        return self.tagged(round_shown(self.event, number))

    @action(detail=False, methods=["post"], pagination_class=None)
    @operation(body=PlanIn, many=True)
    def plan(self, request: Request, slug: str, event: int) -> Response:
        """Plan the rounds.

        Plans all rounds not yet begun from who is here now; begun ones stay. Where no round
        without a repeated meeting or bye is left it is refused with `no_pairing_possible`; with a
        reason in `repeats` the round with the fewest repeats is drawn.
        """
        rounds_plan(event=self.event, **self.validated_body())
        return self.answer(event_overview(self.event).rounds)

    @action(detail=True, methods=["post"])
    @operation()
    def begin(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Begin a round.

        Sets up the matches of the next planned round. Where pairs meet, the first dealer of each
        table is drawn and the lot recorded; single players deal by their places.
        """
        round_begin(round=self.get_object())
        return self._shown()

    @action(detail=True, methods=["post"], url_path="take-back")
    @operation()
    def take_back(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Take back the beginning of a round.

        Of the last begun round, as long as no hand was recorded in it.
        """
        round_undo_begin(round=self.get_object())
        return self._shown()

    @action(detail=True, methods=["post"], url_path="plan/swap")
    @operation(body=PairIn)
    def plan_swap(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Swap two entries of a planned round.

        Their tables are pinned. Entries of different groups swap groups, until the first round
        begins.
        """
        seats_swap(round=self.get_object(), by=self.user, **self.validated_body())
        return self._shown()

    @action(detail=True, methods=["post"], url_path="plan/undo")
    @operation()
    def plan_undo(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Take back the last change by hand of a planned round.

        A swap, a pin or the length of a series.
        """
        plan_undo(round=self.get_object())
        return self._shown()

    @action(detail=True, methods=["post"], url_path="plan/redraw")
    @operation()
    def plan_redraw(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Draw the next round's lot again.

        Where the format has a lot for each round. The lots drawn before stay on record, and
        pinned tables stay as they are.
        """
        self.get_object()
        round_redraw(event=self.event)
        return self._shown()

    @action(detail=True, methods=["post"])
    @operation(body=PairIn, trial=EVENT_TRIAL)
    def reseat(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Swap two entries of a begun round.

        They sat in each other's places: the hands stay where they were played, and count for the
        corrected players.
        """
        entries_reseat(round=self.get_object(), **self.validated_body())
        return self._shown()

    @action(detail=True, methods=["post"], url_path="results/restore")
    @operation(body=RestoringMany, right=Right.RECORD, refuses=(412,), trial=EVENT_TRIAL)
    def results_restore(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Put the former results of several matches of a round back.

        Those that were there before the results of a file, for example: all or none. Refused with
        412 where one was changed again, and with 400 and `reason_missing` where others rely on
        one and no reason is given.
        """
        games, body = Game.objects.filter(table__round=self.get_object()), self.validated_body()
        newest = {change["match"]: change["revision"] for change in body["revisions"]}
        if games.filter(match__in=newest).count() < len(newest):
            raise Http404
        results_restore(revisions=newest, author=self.user, reason=body["reason"])
        return self._shown()

    @extend_schema(operation_id="clock_retrieve", parameters=[IF_NONE_MATCH])
    @action(detail=True)
    @operation(answer=ClockSerializer)
    def clock(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Show the clock of a round.

        `seconds` is 0 while it was never started.
        """
        clock = Clock.objects.filter(round=self.get_object()).first()
        return self.tagged(clock or Clock(seconds=0))

    @extend_schema(operation_id="clock_set")
    @clock.mapping.post
    @operation(body=ClockIn, answer=ClockSerializer)
    def clock_set(self, request: Request, slug: str, event: int, number: int) -> Response:
        """Start, pause or lengthen the clock of a round, or call time.

        Of a round that has begun.
        """
        round_, body = self.get_object(), self.validated_body()
        match body["act"]:
            case "start":
                clock = clock_start(round=round_, minutes=body.get("minutes"))
            case "pause":
                clock = clock_pause(round=round_)
            case "extend":
                clock = clock_extend(round=round_, minutes=body.get("minutes", 1))
            case "call":
                clock = time_call(round=round_, by=self.user)
            case _:
                clock = time_uncall(round=round_)
        return self.answer(clock)

    def _shown(self) -> Response:
        return self.answer(round_shown(self.event, self.kwargs["number"]))


class TableViewSet(EventViewSet):
    """The tables of a round."""

    tags = ("Decisions",)
    serializer_class = RoundSerializer
    lookup_field = "number"
    lookup_url_kwarg = "table"
    lookup_value_converter = "number"

    def get_queryset(self) -> QuerySet[Table]:
        """Return the tables of the event's round."""
        tables = Table.objects.filter(round__event=self.event, round__number=self.kwargs["number"])
        return tables.select_related("round")

    @action(detail=True, methods=["post"])
    @operation(body=ForfeitIn, trial=EVENT_TRIAL)
    def forfeit(self, request: Request, **address: Any) -> Response:
        """Let an entry give its meeting up.

        Where two sides meet. Each game of the meeting counts with the event's score of a forfeit;
        what was played counts for nothing, and stays. Deals that every table plays stand in their
        comparison, unless `deals_stand` is false.
        """
        table, body = self.get_object(), self.validated_body()
        entry = get_object_or_404(Entry, event=self.event, number=body["entry"])
        table_forfeit(table=table, entry=entry, deals_stand=body["deals_stand"])
        return self._shown()

    @action(detail=True, methods=["post"], url_path="forfeit/take-back")
    @operation(trial=EVENT_TRIAL)
    def forfeit_undo(self, request: Request, **address: Any) -> Response:
        """Take a forfeit back.

        What was played at the table counts again.
        """
        table_forfeit_undo(table=self.get_object())
        return self._shown()

    @extend_schema(tags=["Rounds"])
    @action(detail=True, methods=["post"])
    @operation(body=TablePlanIn)
    def plan(self, request: Request, **address: Any) -> Response:
        """Pin a planned table, or set the length of its series.

        Each change can be taken back by `plan/undo/` of the round.
        """
        table, body = self.get_object(), self.validated_body()
        if "pinned" in body:
            table_pin(table=table, pinned=body["pinned"], by=self.user)
        if "best_of" in body:
            series_set(table=table, best_of=body["best_of"], by=self.user)
        return self._shown()

    @action(detail=True, methods=["post"])
    @operation(body=DecideIn, answer=PlayOffSerializer, status=201)
    def decide(self, request: Request, **address: Any) -> Response:
        """Decide a level meeting.

        By one hand, or a piece drawn. It counts as a play-off as well.
        """
        table, body = self.get_object(), self.validated_body()
        seat = get_object_or_404(table.seats, entry__number=body.pop("entry"))
        play_off = table_decide(table=table, side=seat.side, by=self.user, **body)
        return self.answer(play_off)

    @action(detail=True, methods=["post"], url_path="decide/take-back")
    @operation(trial=EVENT_TRIAL)
    def decide_undo(self, request: Request, **address: Any) -> Response:
        """Take the decision of a level meeting back.

        The table is level again.
        """
        table_decision_undo(table=self.get_object())
        return self._shown()

    def _shown(self) -> Response:
        return self.answer(round_shown(self.event, self.kwargs["number"]))


def round_shown(event: Event, number: int) -> RoundView:
    """Return the round of that number; 404 if there is none."""
    for round_ in event_overview(event).rounds:
        if round_.number == number:
            return round_
    raise Http404
