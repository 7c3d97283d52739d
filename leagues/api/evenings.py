"""Evenings of a season: dates, events, and who does not come."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import CREATING, IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import paged, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from leagues.api.seasons import EveningView, SeasonView
from leagues.api.serializers import (
    AbsenceIn,
    AbsenceSerializer,
    AttachIn,
    EveningChange,
    EveningsAddedSerializer,
    EveningsIn,
    SeasonEveningDetailSerializer,
    SeasonEveningSerializer,
)
from leagues.services.evenings import (
    absence_clear,
    absence_note,
    evening_event_attach,
    evening_event_create,
    evening_remove,
    evening_update,
    evenings_add,
)
from tournaments.api.serializers import EventSerializer
from tournaments.models import Event

TAGS = ["Seasons"]


class EveningList(SeasonView):
    """The evenings of a season."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="season_evenings_list",
        tags=TAGS,
        summary="List a season's evenings",
        description="By number, each with the event that counts for it.",
        responses=SeasonEveningSerializer(many=True),
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """All of them."""
        known = self.season.evenings.select_related("division")
        return paged(self, known, SeasonEveningSerializer)

    @extend_schema(
        operation_id="season_evenings_add",
        tags=TAGS,
        summary="Add evenings",
        description="Behind those there are, in the order of their dates.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=EveningsIn,
        responses={201: EveningsAddedSerializer},
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Add them."""
        body = sent(request, EveningsIn)
        return once(request, lambda: self._added(body))

    def _added(self, body: dict[str, Any]) -> Answer:
        order = body.get("division")
        division = self.division(order) if order else None
        added = evenings_add(season=self.season, dates=body["dates"], division=division)
        return Answer(201, EveningsAddedSerializer({"evenings": added}).data)


class EveningDetail(EveningView):
    """One evening."""

    rights: ClassVar = {"PATCH": Right.RUN, "DELETE": Right.RUN}

    @extend_schema(
        operation_id="season_evenings_retrieve",
        tags=TAGS,
        summary="Show an evening",
        description="The evening with everybody it is for, and who comes.",
        responses=SeasonEveningDetailSerializer,
    )
    def get(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """The evening."""
        return Response(SeasonEveningDetailSerializer(self.evening).data)

    @extend_schema(
        operation_id="season_evenings_update",
        tags=TAGS,
        summary="Move an evening",
        description="To another date, or to another division; the event keeps its own date.",
        request=EveningChange,
        responses=SeasonEveningDetailSerializer,
    )
    def patch(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Change what was sent."""
        body = sent(request, EveningChange)
        division = self.evening.division
        if "division" in body:
            division = self.division(body["division"]) if body["division"] else None
        changed = evening_update(
            evening=self.evening, date=body.get("date", self.evening.date), division=division
        )
        return Response(SeasonEveningDetailSerializer(changed).data)

    @extend_schema(
        operation_id="season_evenings_remove",
        tags=TAGS,
        summary="Take an evening out",
        description="Its event stays, and counts no more. Other evenings keep their numbers.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Take it out."""
        evening_remove(evening=self.evening)
        return Response(status=204)


class EveningMake(EveningView):
    """Making the event of an evening."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="season_evenings_make",
        tags=TAGS,
        summary="Make the event of an evening",
        description="Set up as the season's last event was, else as its template has it; everybody "
        "who is expected is entered.",
        parameters=CREATING,
        request=None,
        responses={201: EventSerializer},
    )
    def post(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Make it."""
        return once(request, self._made)

    def _made(self) -> Answer:
        event = evening_event_create(evening=self.evening, created_by=self.user)
        place = reverse("api-event", args=[self.club.slug, event.pk])
        return Answer(201, EventSerializer(event).data, place)


class EveningAttach(EveningView):
    """An event that is there already."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="season_evenings_attach",
        tags=TAGS,
        summary="Let an event count as an evening",
        description="An event of the club and of the season's game that counts for no other "
        "evening of the season. It takes the place of one that counted before.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=AttachIn,
        responses=SeasonEveningDetailSerializer,
    )
    def post(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Let it count."""
        key = sent(request, AttachIn)["event"]
        return once(request, lambda: self._attached(key))

    def _attached(self, key: int) -> Answer:
        event = get_object_or_404(Event, club=self.club, pk=key)
        changed = evening_event_attach(evening=self.evening, event=event)
        return Answer(200, SeasonEveningDetailSerializer(changed).data)


class EveningDetach(EveningView):
    """An event that is to count no more."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="season_evenings_detach",
        tags=TAGS,
        summary="Take the event off an evening",
        description="The event and all that was played stay; it counts no more.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=SeasonEveningDetailSerializer,
    )
    def post(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Take it off."""
        return once(request, self._detached)

    def _detached(self) -> Answer:
        changed = evening_event_attach(evening=self.evening, event=None)
        return Answer(200, SeasonEveningDetailSerializer(changed).data)


class AbsenceList(EveningView):
    """Who has been noted as absent."""

    pagination_class = Pages

    @extend_schema(
        operation_id="season_absences_list",
        tags=TAGS,
        summary="List absences",
        description="Of one evening. Who neither came nor is listed here was absent without "
        "notice.",
        responses=AbsenceSerializer(many=True),
    )
    def get(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """All of them."""
        return paged(self, self.evening.absences.all(), AbsenceSerializer)


class AbsenceDetail(EveningView):
    """Whether somebody comes."""

    rights: ClassVar = {"PUT": Right.RUN, "DELETE": Right.RUN}

    @extend_schema(
        operation_id="season_absences_note",
        tags=TAGS,
        summary="Note an absence",
        description="With notice or without; noted again, the last word holds.",
        request=AbsenceIn,
        responses=AbsenceSerializer,
    )
    def put(
        self, request: Request, slug: str, season: int, evening: int, contender: int
    ) -> Response:
        """Note it."""
        found = self.contender(contender)
        noticed = sent(request, AbsenceIn)["noticed"]
        absence = absence_note(evening=self.evening, contender=found, noticed=noticed)
        return Response(AbsenceSerializer(absence).data)

    @extend_schema(
        operation_id="season_absences_clear",
        tags=TAGS,
        summary="Take an absence back",
        description="They come after all.",
        responses={204: None},
    )
    def delete(
        self, request: Request, slug: str, season: int, evening: int, contender: int
    ) -> Response:
        """Take it back."""
        absence_clear(evening=self.evening, contender=self.contender(contender))
        return Response(status=204)
