"""The tables of the room."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.rest.views import sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from tournaments.api.base import EventView
from tournaments.api.bodies import RoomTableIn
from tournaments.api.serializers import EventSerializer
from tournaments.services.room import table_find, table_lose

TAGS = ["Rounds"]


class RoomLost(EventView):
    """A table that is lost."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="room_table_lose",
        tags=TAGS,
        summary="Lose a table of the room",
        description="What has not begun there goes to a free table, or is played when another "
        "meeting has ended (`shift` 2). Whatever has begun elsewhere stays where it is.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=RoomTableIn,
        responses=EventSerializer,
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """Lose it."""
        body = sent(request, RoomTableIn)
        return once(request, lambda: self._lost(body))

    def _lost(self, body: dict[str, Any]) -> Answer:
        changed = table_lose(event=self.event, number=body["table"])
        return Answer(200, EventSerializer(changed).data)


class RoomBack(EventView):
    """A lost table that is back."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="room_table_find",
        tags=TAGS,
        summary="Have a lost table back",
        description="Whatever has begun meanwhile stays where it is.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=RoomTableIn,
        responses=EventSerializer,
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """Have it back."""
        body = sent(request, RoomTableIn)
        return once(request, lambda: self._back(body))

    def _back(self, body: dict[str, Any]) -> Answer:
        changed = table_find(event=self.event, number=body["table"])
        return Answer(200, EventSerializer(changed).data)
