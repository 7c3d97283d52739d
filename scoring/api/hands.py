"""Hands: listing, recording, correcting, undoing."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.actions import reading
from clubs.rest.idempotent import REPLAYED as REPLAYED_HEADER
from clubs.rest.idempotent import idempotency_key
from clubs.roles import Right
from core.rest.docs import CREATING, IDEMPOTENT, REPLAYED, etag_header, if_match, ref
from core.rest.etags import conditional, version_required, version_seen
from core.rest.incoming import queried, sent
from core.rest.pages import Pages
from core.rest.problems import ProblemError
from rules import explain
from scoring.api.matches import MatchView
from scoring.api.serializers import (
    Correction,
    CorrectionQuery,
    HandSerializer,
    ReasonQuery,
    RevisionSerializer,
    hand_examples,
    preview_body,
    state_body,
)
from scoring.errors import HandConflict, HandRejected
from scoring.host import host_of
from scoring.models import Hand, HandRevision, Match
from scoring.services.hands import Written, hand_correct, hand_record, hand_undo

HAND_TAG = etag_header('`"r…"`: the hand\'s revision, which a correction goes out from.')
WRITTEN_OR_FORETOLD = {"anyOf": [ref("HandWritten"), ref("Consequences")]}
TAKES_RECORD = {"application/json": ref("HandRecordInMatch")}


def hand_tag(number: int, *, counted: bool = True) -> str:
    """The tag of a hand at this revision; one that counts for nothing now looks different."""
    return f'"r{number}"' if counted else f'"r{number}-uncounted"'


class HandList(MatchView):
    """The hands of a match."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RECORD}

    @reading(
        "hands_list",
        "List the hands of a match",
        "Hands in their order, each with its record and verdict, and who was "
        "seated where; those that were taken back are left out.",
        tags=["Hands"],
        answer=HandSerializer,
        many=True,
    )
    def get(self) -> Any:
        return _hands(self.kwargs["match"]).filter(record__isnull=False)

    @extend_schema(
        operation_id="hands_record",
        tags=["Hands"],
        summary="Record a hand",
        description="Records the next hand. The body is a hand record; `format`, `game` and "
        "`rules` may be left out and are the match's. The answer is its verdict, with the hand's "
        "`number` and `revision` and how the match stands now. An illegal record is refused with "
        "422 and the verdict's `problems`, each `at` a JSON Pointer into the body. With "
        "`If-Match` the hand is only recorded if the match is still at that version (412).",
        parameters=[*CREATING, if_match("The match's tag."), HAND_TAG],
        request=TAKES_RECORD,
        responses={201: ref("HandWritten")},
        examples=hand_examples(whole=False),
    )
    def post(self, request: Request, slug: str, match: int) -> Response:
        """Record the hand."""
        written = hand_record(
            match_id=match,
            record=_sent(request.data),
            author=self.user,
            version=version_seen(request, "v"),
            key=idempotency_key(request),
        )
        answer = _answer(written, 201)
        answer["Location"] = reverse("api-hand", args=[slug, match, written.hand.number])
        return answer


class HandDetail(MatchView):
    """One hand."""

    rights: ClassVar = {"PUT": Right.RECORD, "DELETE": Right.RECORD}

    @extend_schema(
        operation_id="hands_retrieve",
        tags=["Hands"],
        summary="Show a hand",
        description="The hand as it stands. Its tag is what a correction or undo sends back in "
        "`If-Match`.",
        parameters=[HAND_TAG],
        responses=HandSerializer,
    )
    def get(self, request: Request, slug: str, match: int, number: int) -> Response:
        """The hand, unless the client has it."""
        hand = get_object_or_404(_hands(match), number=number)
        tag = hand_tag(hand.revision, counted=hand.counted)
        return conditional(request, tag, lambda: HandSerializer(hand).data)

    @extend_schema(
        operation_id="hands_correct",
        tags=["Hands"],
        summary="Correct a hand",
        description="Puts another record in the hand's place; the former stays in its history. "
        "`If-Match` with the hand's tag is required (428); one that is not current is refused "
        "with 412 and the hand as it stands. The dealer cannot be corrected. Pointers in "
        "`problems` are into `record`. With `dry_run` nothing is kept, and the answer says what "
        "would follow: who would win, who would rise and fall, which draw would no longer hold. "
        "Refused with 409 where the event is finished.",
        parameters=[
            *(CorrectionQuery, IDEMPOTENT, REPLAYED),
            *(if_match("The hand's tag.", required=True), HAND_TAG),
        ],
        request=Correction,
        responses={200: WRITTEN_OR_FORETOLD},
    )
    def put(self, request: Request, slug: str, match: int, number: int) -> Response:
        """Append a correction."""
        seen = version_required(request, "r")
        body = sent(request, Correction)
        trial = queried(request, CorrectionQuery)["dry_run"]
        key = "" if trial else idempotency_key(request)
        weighed = host_of(get_object_or_404(Match, pk=match)).weigh(
            lambda: hand_correct(
                match_id=match, number=number, author=self.user, revision=seen, key=key, **body
            ),
            trial=trial,
        )
        return (
            Response(preview_body(weighed, self.membership))
            if trial
            else _answer(weighed.outcome, 200)
        )

    @extend_schema(
        operation_id="hands_undo",
        tags=["Hands"],
        summary="Undo the last hand",
        description="Takes back the last hand of the match; its history stays. `If-Match` with "
        "the hand's tag is required (428, 412). A hand that is not the last is refused with 409, "
        "as is any once the event is finished. With `dry_run` nothing is kept, and the answer "
        "says what would follow.",
        parameters=[ReasonQuery, IDEMPOTENT, REPLAYED, if_match("The hand's tag.", required=True)],
        responses={200: WRITTEN_OR_FORETOLD},
    )
    def delete(self, request: Request, slug: str, match: int, number: int) -> Response:
        """Append an undoing revision."""
        seen = version_required(request, "r")
        query = queried(request, ReasonQuery)
        trial = query["dry_run"]
        key = "" if trial else idempotency_key(request)
        try:
            weighed = host_of(get_object_or_404(Match, pk=match)).weigh(
                lambda: hand_undo(
                    match_id=match,
                    author=self.user,
                    number=number,
                    revision=seen,
                    reason=query["reason"],
                    key=key,
                ),
                trial=trial,
            )
        except HandConflict as error:
            raise _not_last(error, number) from error
        return (
            Response(preview_body(weighed, self.membership))
            if trial
            else _answer(weighed.outcome, 200)
        )


class RevisionList(MatchView):
    """The history of a hand."""

    pagination_class = Pages

    @reading(
        "hands_revisions",
        "Show a hand's history",
        "Every state that the hand was in: what was written, by whom, when and why.",
        tags=["Hands"],
        answer=RevisionSerializer,
        many=True,
    )
    def get(self) -> Any:
        hand = get_object_or_404(_hands(self.kwargs["match"]), number=self.kwargs["number"])
        return HandRevision.objects.filter(hand=hand).order_by("no")


def _hands(match: int) -> QuerySet[Hand]:
    return Hand.objects.filter(match_id=match).select_related("match").order_by("number")


def _sent(record: object) -> dict[str, Any]:
    """Return the submitted record; the rule book reports if it is none."""
    if not isinstance(record, dict):
        raise HandRejected(explain(record))
    return record


def _not_last(error: HandConflict, number: int) -> Exception:
    last = error.current
    if last is None or last.number == number:
        return error
    title = _("Only the last hand can be taken back.")
    return ProblemError(409, "not_the_last_hand", title, last=last.number)


def _answer(written: Written, status: int) -> Response:
    """Return the verdict of the written hand, its address, and the state of the match."""
    revision = written.revision
    body = {
        **(revision.verdict or {}),
        "number": written.hand.number,
        "revision": revision.no,
        "match": state_body(written.match),
    }
    headers = {"ETag": hand_tag(revision.no, counted=written.hand.counted)}
    if written.replayed:
        headers[REPLAYED_HEADER] = "true"
    return Response(body, status, headers=headers)
