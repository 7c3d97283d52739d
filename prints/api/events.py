"""What can be printed for an event, and ordering it."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Paper as ClubPaper
from clubs.queueing import enqueue_on_commit
from clubs.rest.docs import CREATING
from clubs.rest.idempotent import once
from clubs.rest.problems import ProblemError
from clubs.rest.views import sent
from clubs.services.idempotency import Answer
from press.base import Paper
from prints.api.documents import DocumentSerializer
from prints.documents import NothingToPrintError
from prints.event_prints import (
    EventPrint,
    Facts,
    Option,
    Phase,
    Wish,
    event_print_order,
    facts_of,
    prints_for,
)
from prints.models import Document
from prints.tasks import document_make
from tournaments.api.base import EventView

TAGS = ["Documents"]


class PrintSerializer(serializers.Serializer[Any]):
    """Something that can be printed; ``missing`` says why not yet, and is empty where it can."""

    key = serializers.CharField()
    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase])
    title = serializers.CharField()
    text = serializers.CharField()
    options = serializers.ListField(
        child=serializers.ChoiceField(choices=[option.value for option in Option]),
        help_text="What may be chosen beside the paper.",
    )
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The rounds that may be chosen."
    )
    missing = serializers.CharField(allow_blank=True)


class PrintIn(serializers.Serializer[Any]):
    """What is to be printed; an option that the print does not have is refused."""

    paper = serializers.ChoiceField(
        choices=ClubPaper.choices, required=False, help_text="The club's paper if left out."
    )
    round = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="All rounds if left out or null."
    )
    blank = serializers.BooleanField(required=False)
    large = serializers.BooleanField(required=False)
    poster = serializers.BooleanField(required=False, help_text="On twice the paper.")
    site = serializers.URLField(
        required=False,
        max_length=200,
        help_text="Where codes lead, as `https://scores.example.org`; the address of this request "
        "if left out.",
    )


class PrintList(EventView):
    """The prints of an event."""

    @extend_schema(
        operation_id="prints_list",
        tags=TAGS,
        summary="List what can be printed",
        description="Everything that can be printed for the event, in the order in which an "
        "evening needs it.",
        responses=PrintSerializer(many=True),
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The list."""
        facts = facts_of(self.event)
        rows = [_row(row, facts) for row in prints_for(self.event, self.membership)]
        return Response(PrintSerializer(rows, many=True).data)


class PrintOrder(EventView):
    """Ordering a print."""

    @extend_schema(
        operation_id="prints_order",
        tags=TAGS,
        summary="Order a print",
        description="Orders it as a document, however short it is. Follow the document at its "
        "`url` until `file_url` is there. 409 where there is nothing to print yet.",
        parameters=CREATING,
        request=PrintIn,
        responses={201: DocumentSerializer, 409: OpenApiResponse(description="")},
    )
    def post(self, request: Request, slug: str, event: int, what: str) -> Response:
        """Order it."""
        rows = {row.key: row for row in prints_for(self.event, self.membership)}
        row = rows.get(what)
        if row is None:
            raise ProblemError(404, "not_found", _("There is no such print."))
        wish = self._wish(row, sent(request, PrintIn))
        return once(request, lambda: self._ordered(row, wish))

    def _wish(self, row: EventPrint, body: Mapping[str, Any]) -> Wish:
        known = {option.value for option in row.options} | {"paper"}
        if wrong := sorted(body.keys() - known):
            raise serializers.ValidationError(
                {name: [_("This print has no such option.")] for name in wrong}
            )
        number = body.get("round")
        if number is not None and number not in rounds_of(row, facts_of(self.event)):
            raise serializers.ValidationError({"round": [_("There is no such round.")]})
        return Wish(
            paper=Paper[body.get("paper", self.club.paper).upper()],
            round=number,
            blank=body.get("blank", False),
            large=body.get("large", False),
            poster=body.get("poster", False),
            site=body.get("site", self.request.build_absolute_uri("/")).rstrip("/"),
        )

    def _ordered(self, row: EventPrint, wish: Wish) -> Answer:
        try:
            document = event_print_order(event=self.event, row=row, wish=wish, by=self.user)
        except NothingToPrintError as error:
            raise ProblemError(409, "nothing_to_print", str(error)) from None
        enqueue_on_commit(document_make, str(document.pk))
        return Answer(201, DocumentSerializer(document).data, _place(document))


def rounds_of(row: EventPrint, facts: Facts) -> tuple[int, ...]:
    """The rounds that may be chosen for a row."""
    if Option.ROUND not in row.options:
        return ()
    return facts.begun if row.begun_only else facts.rounds


def _row(row: EventPrint, facts: Facts) -> dict[str, Any]:
    return {
        "key": row.key,
        "phase": row.phase.value,
        "title": row.title,
        "text": row.text,
        "options": [option.value for option in Option if option in row.options],
        "rounds": rounds_of(row, facts),
        "missing": row.missing(facts),
    }


def _place(document: Document) -> str:
    return reverse("api-document", args=[document.club.slug, document.pk])
