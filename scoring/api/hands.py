"""Hands: listing, recording, correcting, undoing; their history and best play."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.idempotent import REPLAYED, idempotency_key
from clubs.rest.operations import operation
from core.rest.docs import IDEMPOTENT, if_match, ref
from core.rest.etags import conditional, version_required, version_seen
from core.rest.problems import ProblemError
from core.transactions import is_trial
from rules import explain
from scoring.api.base import MATCH_TRIAL, MatchViewSet
from scoring.api.best_play import BestPlaySerializer, best_play_of
from scoring.api.serializers import (
    Correction,
    HandSerializer,
    ReasonQuery,
    RevisionSerializer,
    hand_examples,
    state_body,
    verdict_body,
)
from scoring.errors import HandConflict, HandRejected
from scoring.models import Hand, HandRevision
from scoring.services.hands import Written, hand_correct, hand_record, hand_undo

SEEN = if_match("The hand's tag.", required=True)
WRITTEN_OR_PREDICTED = {"anyOf": [ref("HandWritten"), ref("Consequences")]}


def hand_tag(number: int, *, counted: bool = True) -> str:
    """The tag of a hand at this revision; one that counts for nothing now looks different."""
    return f'"r{number}"' if counted else f'"r{number}-uncounted"'


class HandViewSet(MatchViewSet):
    """The hands of a match. Keys of requests are kept with the hands that they recorded."""

    tags = ("Hands",)
    serializer_class = HandSerializer
    lookup_field = "number"
    lookup_url_kwarg = "number"
    lookup_value_converter = "number"

    def get_queryset(self) -> QuerySet[Hand]:
        """Return the hands of the match, those that were taken back too."""
        hands = Hand.objects.filter(match_id=self.kwargs["match"])
        return hands.select_related("match").order_by("number")

    def list(self, request: Request, slug: str, match: int) -> Response:
        """List the hands of a match.

        Hands in their order, each with its record and verdict, and who was seated where; those
        that were taken back are left out.
        """
        return self.page(self.get_queryset().filter(record__isnull=False))

    @extend_schema(
        parameters=[IDEMPOTENT, if_match("The match's tag.")],
        responses={201: ref("HandWritten")},
        examples=hand_examples(whole=False),
    )
    @operation(body={"application/json": ref("HandRecordInMatch")}, name="record", keyed=False)
    def create(self, request: Request, slug: str, match: int) -> Response:
        """Record a hand.

        Records the next hand. The body is a hand record; `format`, `game` and `rules` may be left
        out and are the match's. The answer is its verdict, with the hand's `number` and
        `revision` and how the match stands now. An illegal record is refused with 422 and the
        verdict's `problems`, each `at` a JSON Pointer into the body. With `If-Match` the hand is
        only recorded if the match is still at that version (412).
        """
        if not isinstance(request.data, dict):
            raise HandRejected("", explain(request.data))
        written = hand_record(
            match_id=match,
            record=request.data,
            author=self.user,
            version=version_seen(request, "v"),
            key=idempotency_key(request),
        )
        answer = _answer(written, 201)
        answer["Location"] = self.address_of(written.hand)
        return answer

    def retrieve(self, request: Request, slug: str, match: int, number: int) -> Response:
        """Show a hand.

        The hand as it stands. Its tag is what a correction or undo sends back in `If-Match`.
        """
        hand = self.get_object()
        tag = hand_tag(hand.revision, counted=hand.counted)
        return conditional(request, tag, lambda: HandSerializer(hand).data)

    @extend_schema(parameters=[IDEMPOTENT, SEEN], responses={200: WRITTEN_OR_PREDICTED})
    @operation(body=Correction, name="correct", trial=MATCH_TRIAL)
    def update(self, request: Request, slug: str, match: int, number: int) -> Response:
        """Correct a hand.

        Puts another record in the hand's place; the former stays in its history. `If-Match` with
        the hand's tag is required (428); one that is not current is refused with 412 and the hand
        as it stands. The dealer cannot be corrected. Pointers in `problems` are into `record`.
        Refused with 409 where the event is finished.
        """
        revision = version_required(request, "r")
        written = hand_correct(
            match_id=match,
            number=number,
            author=self.user,
            revision=revision,
            key=self._key(),
            **self.validated_body(),
        )
        return _answer(written, 200)

    @extend_schema(parameters=[IDEMPOTENT, SEEN], responses={200: WRITTEN_OR_PREDICTED})
    @operation(query=ReasonQuery, name="undo", trial=MATCH_TRIAL)
    def destroy(self, request: Request, slug: str, match: int, number: int) -> Response:
        """Undo the last hand.

        Takes back the last hand of the match; its history stays. `If-Match` with the hand's tag
        is required (428, 412). A hand that is not the last is refused with 409, as is any once
        the event is finished.
        """
        revision = version_required(request, "r")
        try:
            written = hand_undo(
                match_id=match,
                author=self.user,
                number=number,
                revision=revision,
                reason=self.queried()["reason"],
                key=self._key(),
            )
        except HandConflict as error:
            raise _not_last(error, number) from error
        return _answer(written, 200)

    @action(detail=True)
    @operation(answer=RevisionSerializer, many=True)
    def revisions(self, request: Request, slug: str, match: int, number: int) -> Response:
        """Show a hand's history.

        Every state that the hand was in: what was written, by whom, when and why.
        """
        return self.page(HandRevision.objects.filter(hand=self.get_object()).order_by("no"))

    @action(detail=True, url_path="best-play")
    @operation(answer=BestPlaySerializer)
    def best_play(self, request: Request, slug: str, match: int, number: int) -> Response:
        """Show what could have been made of a hand.

        With all hands seen and everybody playing perfectly: what each seat could have made of the
        deal under the match's rules, par, what each play was worth, and whether a claim holds. It
        is computed when it is first asked for. 404 in a game that is not analysed.
        """
        return self.answer(best_play_of(self.get_object(), self.club))

    def _key(self) -> str:
        """Return the key of the request; none for what is only tried."""
        return "" if is_trial() else idempotency_key(self.request)


def _not_last(error: HandConflict, number: int) -> Exception:
    last = error.current
    if last is None or last.number == number:
        return error
    title = _("Only the last hand can be taken back.")
    return ProblemError(409, "not_the_last_hand", title, last=last.number)


def _answer(written: Written, status: int) -> Response:
    """Return the verdict of the written hand, its address, and the state of the match."""
    revision = written.revision
    body: dict[str, Any] = {
        **(verdict_body(revision) or {}),
        "number": written.hand.number,
        "revision": revision.no,
        "match": state_body(written.match),
    }
    headers = {"ETag": hand_tag(revision.no, counted=written.hand.counted)}
    if written.replayed:
        headers[REPLAYED] = "true"
    return Response(body, status, headers=headers)
