"""The director's decisions: penalties, bonuses, play-offs."""

from django.db.models import QuerySet
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from tournaments.events.api.base import EVENT_TRIAL, EventViewSet
from tournaments.events.api.bodies import AdjustmentIn, PlayOffIn
from tournaments.events.api.serializers import AdjustmentSerializer, PlayOffSerializer
from tournaments.events.models import Adjustment, Entry, PlayOff
from tournaments.events.services.decisions import adjustment_make, decision_revoke, play_off_record


class AdjustmentViewSet(EventViewSet):
    """The penalties and bonuses of an event."""

    tags = ("Decisions",)
    serializer_class = AdjustmentSerializer
    lookup_url_kwarg = "adjustment"

    def get_queryset(self) -> QuerySet[Adjustment]:
        """Return those that were taken back too."""
        return self.event.adjustments.select_related("entry").order_by("pk")

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List penalties and bonuses.

        Those that were taken back too: `revoked_at` says when.
        """
        return self.page(self.get_queryset())

    @operation(body=AdjustmentIn, name="make", trial=EVENT_TRIAL)
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Give a penalty or a bonus.

        Adds games and marks (or points) to an entry, or takes some where negative. It is part of
        every computation of the standings until it is taken back.
        """
        body = self.validated_body()
        entry = get_object_or_404(Entry, event=self.event, number=body.pop("entry"))
        return self.answer(adjustment_make(entry=entry, by=self.user, **body))

    @action(detail=True, methods=["post"])
    @operation(trial=EVENT_TRIAL)
    def revoke(self, request: Request, slug: str, event: int, adjustment: int) -> Response:
        """Take a penalty or bonus back.

        It stays on record and counts no more.
        """
        return self.answer(decision_revoke(decision=self.get_object(), by=self.user))


class PlayOffViewSet(EventViewSet):
    """The ties of an event that were decided at a table."""

    tags = ("Decisions",)
    serializer_class = PlayOffSerializer
    lookup_url_kwarg = "play_off"

    def get_queryset(self) -> QuerySet[PlayOff]:
        """Return those that were taken back too."""
        return self.event.play_offs.order_by("pk")

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List play-offs.

        Ties decided by one hand, a domino or a card; taken back ones too.
        """
        return self.page(self.get_queryset())

    @operation(body=PlayOffIn, name="record", trial=EVENT_TRIAL)
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Record a play-off.

        How a tie came out, the best entry first. An event that did not rank by play-offs does
        from then on, before any lot.
        """
        return self.answer(play_off_record(event=self.event, by=self.user, **self.validated_body()))

    @action(detail=True, methods=["post"])
    @operation(trial=EVENT_TRIAL)
    def revoke(self, request: Request, slug: str, event: int, play_off: int) -> Response:
        """Take a play-off back.

        It stays on record and decides no more.
        """
        return self.answer(decision_revoke(decision=self.get_object(), by=self.user))
