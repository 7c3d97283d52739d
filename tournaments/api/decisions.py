"""The director's decisions: penalties, bonuses, play-offs, forfeits."""

from collections.abc import Iterable
from typing import Any

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.rest.actions import reading
from core.rest.pages import Pages
from tournaments.api.base import EventView, correction
from tournaments.api.rounds import round_shown
from tournaments.api.serializers import (
    AdjustmentIn,
    AdjustmentSerializer,
    ForfeitIn,
    PlayOffIn,
    PlayOffSerializer,
    RoundSerializer,
)
from tournaments.models import Adjustment, DecisionKind, Entry, PlayOff, Table
from tournaments.selectors.rounds import RoundView
from tournaments.services.decisions import (
    adjustment_make,
    decision_revoke,
    play_off_record,
    table_forfeit,
    table_forfeit_undo,
)

TAGS = ["Decisions"]


class AdjustmentList(EventView):
    """The penalties and bonuses of an event."""

    pagination_class = Pages

    @reading(
        "adjustments_list",
        "List penalties and bonuses",
        "Those that were taken back too: `revoked_at` says when.",
        tags=TAGS,
        answer=AdjustmentSerializer,
        many=True,
    )
    def get(self) -> Iterable[Adjustment]:
        return self.event.adjustments.select_related("entry").order_by("pk")

    @correction(
        "adjustments_make",
        "Give a penalty or a bonus",
        "Adds games and marks (or points) to an entry, or takes some where negative. "
        "It is part of every computation of the standings until it is taken back.",
        tags=TAGS,
        body=AdjustmentIn,
        answer=AdjustmentSerializer,
        status=201,
    )
    def post(self, *, entry: int, **given: Any) -> Adjustment:
        found = get_object_or_404(Entry, event=self.event, number=entry)
        return adjustment_make(entry=found, by=self.user, **given)


class AdjustmentRevoke(EventView):
    """Taking a penalty or bonus back."""

    @correction(
        "adjustments_revoke",
        "Take a penalty or bonus back",
        "It stays on record and counts no more.",
        tags=TAGS,
        answer=AdjustmentSerializer,
    )
    def post(self) -> Adjustment:
        found = get_object_or_404(Adjustment, event=self.event, pk=self.kwargs["adjustment"])
        return decision_revoke(decision=found, by=self.user)


class PlayOffList(EventView):
    """The ties of an event that were decided at a table."""

    pagination_class = Pages

    @reading(
        "play_offs_list",
        "List play-offs",
        "Ties decided by one hand, a domino or a card; taken back ones too.",
        tags=TAGS,
        answer=PlayOffSerializer,
        many=True,
    )
    def get(self) -> Iterable[PlayOff]:
        return self.event.play_offs.order_by("pk")

    @correction(
        "play_offs_record",
        "Record a play-off",
        "How a tie came out, the best entry first. An event that did not rank by "
        "play-offs does from then on, before any lot.",
        tags=TAGS,
        body=PlayOffIn,
        answer=PlayOffSerializer,
        status=201,
    )
    def post(self, *, order: list[int], kind: str, note: str = "") -> PlayOff:
        return play_off_record(
            event=self.event, order=order, kind=DecisionKind(kind), by=self.user, note=note
        )


class PlayOffRevoke(EventView):
    """Taking a play-off back."""

    @correction(
        "play_offs_revoke",
        "Take a play-off back",
        "It stays on record and decides no more.",
        tags=TAGS,
        answer=PlayOffSerializer,
    )
    def post(self) -> PlayOff:
        found = get_object_or_404(PlayOff, event=self.event, pk=self.kwargs["play_off"])
        return decision_revoke(decision=found, by=self.user)


class TableView(EventView):
    """An endpoint of one table."""

    table: Table

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the table of that event's round."""
        super().initial(request, *args, **kwargs)
        self.table = get_object_or_404(
            Table.objects.select_related("round"),
            round__event=self.event,
            round__number=kwargs["number"],
            number=kwargs["table"],
        )


class TableForfeit(TableView):
    """Giving a meeting up."""

    @correction(
        "tables_forfeit",
        "Let an entry give its meeting up",
        "Where two sides meet. Each game of the meeting counts with the event's score "
        "of a forfeit; what was played counts for nothing, and stays. Deals that every table plays "
        "stand in their comparison, unless `deals_stand` is false.",
        tags=TAGS,
        body=ForfeitIn,
        answer=RoundSerializer,
    )
    def post(self, *, entry: int, deals_stand: bool) -> RoundView:
        found = get_object_or_404(Entry, event=self.event, number=entry)
        table_forfeit(table=self.table, entry=found, deals_stand=deals_stand)
        return round_shown(self.event, self.table.round.number)


class TableForfeitUndo(TableView):
    """Taking back that a meeting was given up."""

    @correction(
        "tables_forfeit_undo",
        "Take a forfeit back",
        "What was played at the table counts again.",
        tags=TAGS,
        answer=RoundSerializer,
    )
    def post(self) -> RoundView:
        table_forfeit_undo(table=self.table)
        return round_shown(self.event, self.table.round.number)
