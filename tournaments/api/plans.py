"""Changing a planned round by hand, seeds, the clock of a round, level meetings, results."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.actions import action, reading
from clubs.roles import Right
from core.rest.filters import MAX_KEY
from scoring.api.base import as_problem
from scoring.errors import ScoringError
from scoring.services.results import MOST_REASON, results_restore
from tournaments.api.base import EventView, correction
from tournaments.api.decisions import TableView
from tournaments.api.rounds import round_shown
from tournaments.api.serializers import MAX_ROUND, PlayOffSerializer, RoundSerializer
from tournaments.models import Clock, DecisionKind, Game, PlayOff, Round
from tournaments.selectors.rounds import RoundView
from tournaments.services.clocks import (
    clock_extend,
    clock_pause,
    clock_start,
    time_call,
    time_uncall,
)
from tournaments.services.plan_changes import (
    entries_seed,
    plan_undo,
    round_redraw,
    seats_swap,
    series_set,
    table_pin,
)
from tournaments.services.tables import entries_reseat, table_decide, table_decision_undo

TAGS = ["Rounds"]
MOST_MINUTES = 999


class NumberedRoundView(EventView):
    """An endpoint of one round."""

    round: Round

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the round of that event."""
        super().initial(request, *args, **kwargs)
        self.round = get_object_or_404(Round, event=self.event, number=kwargs["number"])

    def shown(self) -> RoundView:
        """Return the current state of the round."""
        return round_shown(self.event, self.round.number)


class PairIn(serializers.Serializer[Any]):
    """Two entries by their numbers."""

    one = serializers.IntegerField(min_value=1, max_value=MAX_ROUND)
    other = serializers.IntegerField(min_value=1, max_value=MAX_ROUND)


class PlanSwap(NumberedRoundView):
    """Two entries that change places."""

    @action(
        "rounds_plan_swap",
        "Swap two entries of a planned round",
        "Their tables are pinned. Entries of different groups swap groups, until the first round "
        "begins.",
        tags=TAGS,
        body=PairIn,
        answer=RoundSerializer,
    )
    def post(self, *, one: int, other: int) -> RoundView:
        seats_swap(round=self.round, one=one, other=other, by=self.user)
        return self.shown()


class PlanUndo(NumberedRoundView):
    """Taking a change of the plan back."""

    @action(
        "rounds_plan_undo",
        "Take back the last change by hand of a planned round",
        "A swap, a pin or the length of a series.",
        tags=TAGS,
        answer=RoundSerializer,
    )
    def post(self) -> RoundView:
        plan_undo(round=self.round)
        return self.shown()


class PlanRedraw(NumberedRoundView):
    """Drawing again."""

    @action(
        "rounds_plan_redraw",
        "Draw the next round's lot again",
        "Where the format has a lot for each round. The lots drawn before stay on record, and "
        "pinned tables stay as they are.",
        tags=TAGS,
        answer=RoundSerializer,
    )
    def post(self) -> RoundView:
        round_redraw(event=self.event)
        return self.shown()


class RoundReseat(NumberedRoundView):
    """Who sat where."""

    @correction(
        "rounds_reseat",
        "Swap two entries of a begun round",
        "They sat in each other's places: the hands stay where they were played, and count for "
        "the corrected players.",
        tags=TAGS,
        body=PairIn,
        answer=RoundSerializer,
    )
    def post(self, *, one: int, other: int) -> RoundView:
        entries_reseat(round=self.round, one=one, other=other)
        return self.shown()


class TablePlanIn(serializers.Serializer[Any]):
    """Changes of a planned table; omitted fields keep their values."""

    pinned = serializers.BooleanField(required=False, help_text="Whether new plans leave it alone.")
    best_of = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=9,
        help_text="The games of its series, an odd number; 0 plays all games of the event.",
    )


class TablePlan(TableView):
    """One planned table."""

    @action(
        "tables_plan",
        "Pin a planned table, or set the length of its series",
        "Each change can be taken back by `plan/undo/` of the round.",
        tags=TAGS,
        body=TablePlanIn,
        answer=RoundSerializer,
    )
    def post(self, *, pinned: bool | None = None, best_of: int | None = None) -> RoundView:
        if pinned is not None:
            table_pin(table=self.table, pinned=pinned, by=self.user)
        if best_of is not None:
            series_set(table=self.table, best_of=best_of, by=self.user)
        return round_shown(self.event, self.table.round.number)


class SeedSerializer(serializers.Serializer[Any]):
    """The seed of an entry, from 1; null for none."""

    entry = serializers.IntegerField(
        source="number", min_value=1, max_value=MAX_ROUND, help_text="The entry's number."
    )
    seed = serializers.IntegerField(min_value=1, max_value=MAX_ROUND, allow_null=True)


class SeedsIn(serializers.Serializer[Any]):
    """Seeds; entries that are left out keep theirs."""

    seeds = SeedSerializer(many=True)


class Seeds(EventView):
    """The seeds of an event."""

    @reading(
        "entries_seeds",
        "List seeds",
        "Every entry with its seed.",
        tags=["Entries"],
        answer=SeedSerializer,
        many=True,
    )
    def get(self) -> Sequence[Any]:
        return list(self.event.entries.order_by("number"))

    @action(
        "entries_seed",
        "Seed entries",
        "Before the first round begins. Planned rounds are planned again, and groups dealt again.",
        tags=["Entries"],
        body=SeedsIn,
        answer=SeedSerializer,
        many=True,
    )
    def put(self, *, seeds: list[dict[str, Any]]) -> Sequence[Any]:
        entries_seed(event=self.event, seeds={one["number"]: one["seed"] for one in seeds})
        return list(self.event.entries.order_by("number"))


# The clock


class ClockSerializer(serializers.ModelSerializer[Clock]):
    """The clock of a round: it counts down `seconds`."""

    spent = serializers.IntegerField(help_text="Seconds that ran before `running_since`.")

    class Meta:
        model = Clock
        fields = ["seconds", "spent", "running_since", "called_at", "shift"]
        read_only_fields = fields


class ClockIn(serializers.Serializer[Any]):
    """What the clock is to do."""

    act = serializers.ChoiceField(
        choices=["start", "pause", "extend", "call", "uncall"],
        help_text="`call` calls time: hands under way are finished and end their matches; "
        "`uncall` takes that back.",
    )
    minutes = serializers.IntegerField(
        required=False,
        min_value=-MOST_MINUTES,
        max_value=MOST_MINUTES,
        help_text="Of `start`, where the event's are not meant; of `extend`, negative for fewer; "
        "1 if left out.",
    )


class RoundClock(NumberedRoundView):
    """The clock."""

    @reading(
        "clock_retrieve",
        "Show the clock of a round",
        "`seconds` is 0 while it was never started.",
        tags=TAGS,
        answer=ClockSerializer,
    )
    def get(self) -> Clock:
        return Clock.objects.filter(round=self.round).first() or Clock(seconds=0)

    @action(
        "clock_set",
        "Start, pause or lengthen the clock of a round, or call time",
        "Of a round that has begun.",
        tags=TAGS,
        body=ClockIn,
        answer=ClockSerializer,
    )
    def post(self, *, act: str, minutes: int | None = None) -> Clock:
        if act == "start":
            return clock_start(round=self.round, minutes=minutes)
        if act == "extend":
            return clock_extend(round=self.round, minutes=1 if minutes is None else minutes)
        if act == "call":
            return time_call(round=self.round, by=self.user)
        return (clock_pause if act == "pause" else time_uncall)(round=self.round)


# Level meetings


class DecideIn(serializers.Serializer[Any]):
    """Who won a meeting that ended level, and how that was decided."""

    entry = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUND, help_text="The entry's number; its partner's, too."
    )
    kind = serializers.ChoiceField(choices=DecisionKind.choices, default=DecisionKind.HAND)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)


class TableDecide(TableView):
    """Deciding."""

    @action(
        "tables_decide",
        "Decide a level meeting",
        "By one hand, or a piece drawn. It counts as a play-off as well.",
        tags=["Decisions"],
        body=DecideIn,
        answer=PlayOffSerializer,
        status=201,
    )
    def post(self, *, entry: int, kind: str, note: str = "") -> PlayOff:
        seat = get_object_or_404(self.table.seats, entry__number=entry)
        return table_decide(
            table=self.table, side=seat.side, kind=DecisionKind(kind), by=self.user, note=note
        )


class TableDecideUndo(TableView):
    """Taking a decision back."""

    @correction(
        "tables_decide_undo",
        "Take the decision of a level meeting back",
        "The table is level again.",
        tags=["Decisions"],
        answer=RoundSerializer,
    )
    def post(self) -> RoundView:
        table_decision_undo(table=self.table)
        return round_shown(self.event, self.table.round.number)


# Results of a round


class ChangeOfResult(serializers.Serializer[Any]):
    """A change of the result of a match."""

    match = serializers.IntegerField(min_value=1, max_value=MAX_KEY)
    revision = serializers.IntegerField(
        min_value=1,
        max_value=MAX_KEY,
        help_text="The `id` of the newest revision of the result, as it was seen.",
    )


class RestoringMany(serializers.Serializer[Any]):
    """Which changes are taken back, and why."""

    revisions = serializers.ListField(
        child=ChangeOfResult(), allow_empty=False, max_length=MAX_ROUND
    )
    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MOST_REASON,
        default="",
        help_text="Wanted once others rely on one of the results.",
    )


class ResultsRestore(NumberedRoundView):
    """The way back from several results that were entered together."""

    def handle_exception(self, exc: Exception) -> Response:
        """Turn refusals of scoring into problem details."""
        return super().handle_exception(as_problem(exc) if isinstance(exc, ScoringError) else exc)

    @correction(
        "rounds_results_restore",
        "Put the former results of several matches of a round back",
        "Those that were there before the results of a file, for example: all or none. Refused "
        "with 412 where one was changed again, and with 400 and `reason_missing` where others "
        "rely on one and no reason is given.",
        tags=TAGS,
        body=RestoringMany,
        answer=RoundSerializer,
        right=Right.RECORD,
    )
    def post(self, *, revisions: list[dict[str, int]], reason: str) -> RoundView:
        newest = {one["match"]: one["revision"] for one in revisions}
        if Game.objects.filter(table__round=self.round, match__in=newest).count() < len(newest):
            raise Http404
        results_restore(revisions=newest, author=self.user, reason=reason)
        return self.shown()
