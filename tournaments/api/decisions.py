"""What the director decides beside the hands: penalties, bonuses, play-offs, forfeits."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import IDEMPOTENT, REPLAYED
from clubs.rest.pages import Pages
from clubs.rest.views import paged, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from scoring.api.serializers import ConsequencesSerializer, CorrectionQuery, or_foretold
from tournaments.api.base import DRY_RUN, EventView
from tournaments.api.bodies import AdjustmentIn, ForfeitIn, PlayOffIn
from tournaments.api.rounds import round_answer
from tournaments.api.serializers import AdjustmentSerializer, PlayOffSerializer, RoundSerializer
from tournaments.models import Adjustment, DecisionKind, Entry, PlayOff, Table
from tournaments.services.decisions import (
    adjustment_make,
    adjustment_revoke,
    play_off_record,
    play_off_revoke,
    table_forfeit,
    table_forfeit_undo,
)

TAGS = ["Decisions"]


class AdjustmentList(EventView):
    """The penalties and bonuses of an event."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="adjustments_list",
        tags=TAGS,
        summary="List penalties and bonuses",
        description="Those that were taken back too: `revoked_at` says when.",
        responses=AdjustmentSerializer(many=True),
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """All of them in the order in which they were made."""
        found = self.event.adjustments.select_related("entry").order_by("pk")
        return paged(self, found, AdjustmentSerializer)

    @extend_schema(
        operation_id="adjustments_make",
        tags=TAGS,
        summary="Give a penalty or a bonus",
        description="Adds games and marks (or points) to an entry, or takes some where negative. "
        "It is part of every computation of the standings until it is taken back." + DRY_RUN,
        parameters=[CorrectionQuery, IDEMPOTENT, REPLAYED],
        request=AdjustmentIn,
        responses={201: AdjustmentSerializer, 200: ConsequencesSerializer},
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """Let it count."""
        body = sent(request, AdjustmentIn)
        return self.once_or_tried(request, lambda: self._made(**body))

    def _made(self, entry: int, **given: Any) -> Answer:
        found = get_object_or_404(Entry, event=self.event, number=entry)
        made = adjustment_make(entry=found, by=self.user, **given)
        return Answer(201, AdjustmentSerializer(made).data)


class AdjustmentRevoke(EventView):
    """Taking a penalty or bonus back."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="adjustments_revoke",
        tags=TAGS,
        summary="Take a penalty or bonus back",
        description="It stays on record and counts no more." + DRY_RUN,
        parameters=[CorrectionQuery, IDEMPOTENT, REPLAYED],
        request=None,
        responses={200: or_foretold(AdjustmentSerializer)},
    )
    def post(self, request: Request, slug: str, event: int, adjustment: int) -> Response:
        """Take it back."""
        found = get_object_or_404(Adjustment, event=self.event, pk=adjustment)
        return self.once_or_tried(request, lambda: self._revoked(found))

    def _revoked(self, found: Adjustment) -> Answer:
        revoked = adjustment_revoke(adjustment=found, by=self.user)
        return Answer(200, AdjustmentSerializer(revoked).data)


class PlayOffList(EventView):
    """The ties of an event that were decided at a table."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="play_offs_list",
        tags=TAGS,
        summary="List play-offs",
        description="Ties decided by one hand, a domino or a card; taken back ones too.",
        responses=PlayOffSerializer(many=True),
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """All of them in the order in which they were recorded."""
        return paged(self, self.event.play_offs.order_by("pk"), PlayOffSerializer)

    @extend_schema(
        operation_id="play_offs_record",
        tags=TAGS,
        summary="Record a play-off",
        description="How a tie came out, the best entry first. An event that did not rank by "
        "play-offs does from then on, before any lot." + DRY_RUN,
        parameters=[CorrectionQuery, IDEMPOTENT, REPLAYED],
        request=PlayOffIn,
        responses={201: PlayOffSerializer, 200: ConsequencesSerializer},
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """Record it."""
        body = sent(request, PlayOffIn)
        return self.once_or_tried(request, lambda: self._recorded(**body))

    def _recorded(self, order: list[int], kind: str, note: str = "") -> Answer:
        made = play_off_record(
            event=self.event, order=order, kind=DecisionKind(kind), by=self.user, note=note
        )
        return Answer(201, PlayOffSerializer(made).data)


class PlayOffRevoke(EventView):
    """Taking a play-off back."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="play_offs_revoke",
        tags=TAGS,
        summary="Take a play-off back",
        description="It stays on record and decides no more." + DRY_RUN,
        parameters=[CorrectionQuery, IDEMPOTENT, REPLAYED],
        request=None,
        responses={200: or_foretold(PlayOffSerializer)},
    )
    def post(self, request: Request, slug: str, event: int, play_off: int) -> Response:
        """Take it back."""
        found = get_object_or_404(PlayOff, event=self.event, pk=play_off)
        return self.once_or_tried(request, lambda: self._revoked(found))

    def _revoked(self, found: PlayOff) -> Answer:
        revoked = play_off_revoke(play_off=found, by=self.user)
        return Answer(200, PlayOffSerializer(revoked).data)


class TableView(EventView):
    """An endpoint of one table."""

    table: Table
    rights: ClassVar = {"POST": Right.RUN}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The table of that event's round."""
        super().initial(request, *args, **kwargs)
        self.table = get_object_or_404(
            Table.objects.select_related("round"),
            round__event=self.event,
            round__number=kwargs["number"],
            number=kwargs["table"],
        )

    def answer(self) -> Answer:
        """The round as it stands now."""
        return round_answer(self.event, self.table.round.number)


class TableForfeit(TableView):
    """Giving a meeting up."""

    @extend_schema(
        operation_id="tables_forfeit",
        tags=TAGS,
        summary="Let an entry give its meeting up",
        description="Where two sides meet. Each game of the meeting counts with the event's score "
        "of a forfeit; what was played counts for nothing, and stays." + DRY_RUN,
        parameters=[CorrectionQuery, IDEMPOTENT, REPLAYED],
        request=ForfeitIn,
        responses={200: or_foretold(RoundSerializer)},
    )
    def post(self, request: Request, slug: str, event: int, number: int, table: int) -> Response:
        """Note it."""
        body = sent(request, ForfeitIn)
        return self.once_or_tried(request, lambda: self._given_up(**body))

    def _given_up(self, entry: int) -> Answer:
        found = get_object_or_404(Entry, event=self.event, number=entry)
        table_forfeit(table=self.table, entry=found)
        return self.answer()


class TableForfeitUndo(TableView):
    """Taking back that a meeting was given up."""

    @extend_schema(
        operation_id="tables_forfeit_undo",
        tags=TAGS,
        summary="Take a forfeit back",
        description="What was played at the table counts again." + DRY_RUN,
        parameters=[CorrectionQuery, IDEMPOTENT, REPLAYED],
        request=None,
        responses={200: or_foretold(RoundSerializer)},
    )
    def post(self, request: Request, slug: str, event: int, number: int, table: int) -> Response:
        """Take it back."""
        return self.once_or_tried(request, self._taken_back)

    def _taken_back(self) -> Answer:
        table_forfeit_undo(table=self.table)
        return self.answer()
