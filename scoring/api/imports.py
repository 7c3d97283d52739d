"""Many hands in one request: JSON Lines in, one answer for each line out, in their order."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import IO, Any, Final

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import RegexValidator
from django.http import Http404, StreamingHttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, parsers, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from clubs.rest.idempotent import MAX_LENGTH
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from core.rest.incoming import BodyTooLarge, KeyField
from core.rest.problems import ProblemError
from core.strict_json import json_value
from core.transactions import RowGone, trial
from scoring.api.base import problem_response
from scoring.api.serializers import RecordField, state_body
from scoring.errors import ScoringError
from scoring.models import Match
from scoring.services.hands import Written, hand_record

MEDIA_TYPE: Final = "application/x-ndjson"
MAX_BYTES: Final = 2_000_000
MAX_LINES: Final = 5_000


class LineIn(serializers.Serializer[Any]):
    """One line of an import: a hand record and its match."""

    match = KeyField(help_text="The match's `id`.")
    key = serializers.CharField(
        max_length=MAX_LENGTH,
        validators=[RegexValidator("^[ -~]+$")],
        help_text="An idempotency key: printable ASCII, unique by match and user.",
    )
    record = RecordField()
    number = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        help_text="The number of the hand in the match; refused where another one is next.",
    )


class ImportQuery(serializers.Serializer[Any]):
    """Whether lines are recorded, or only tried."""

    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="Keep nothing: answer what would happen."
    )


class LineAnswer(serializers.Serializer[Any]):
    """The outcome of a line."""

    line = serializers.IntegerField(min_value=1, help_text="Its number in the body, from 1.")
    outcome = serializers.ChoiceField(
        choices=["recorded", "known", "refused"],
        help_text="`known`: the same record was recorded before under this key.",
    )
    match = serializers.IntegerField(required=False)
    number = serializers.IntegerField(required=False, help_text="The number of the hand.")
    revision = serializers.IntegerField(required=False)
    url = serializers.CharField(required=False, help_text="The address of the hand.")
    score = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Of the hand, by side."
    )
    state = serializers.DictField(required=False, help_text="How the match stands after the line.")
    problem = serializers.DictField(
        required=False, help_text="Why the line was refused, as problem details."
    )


class LinesParser(parsers.BaseParser):
    """The lines of a body as bytes, without their ends."""

    media_type = MEDIA_TYPE

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the lines, a list of ``bytes``. Raises ``BodyTooLarge``."""
        body = stream.read(MAX_BYTES + 1)
        lines: list[bytes] = body.splitlines() if len(body) <= MAX_BYTES else []
        if len(body) > MAX_BYTES or len(lines) > MAX_LINES:
            raise BodyTooLarge(_("An import has at most 5,000 lines and two megabytes."))
        return lines


class LinesRenderer(JSONRenderer):
    """Lets a client ask for JSON Lines; a problem of the whole request stays JSON."""

    media_type = MEDIA_TYPE
    format = "ndjson"


@dataclass(frozen=True, slots=True)
class _ImportLine:
    """A submitted line: its number, its fields, or its problem."""

    number: int
    fields: dict[str, Any] | None
    error: Exception | None = None

    @property
    def match(self) -> int:
        """The match that it names, 0 for none."""
        return self.fields["match"] if self.fields else 0


class HandImportViewSet(ApiViewSet):
    """Many hands at once."""

    tags = ("Hands",)
    writes = Right.RECORD
    parser_classes = (LinesParser,)
    renderer_classes = (JSONRenderer, LinesRenderer)

    # Each line has its own key.
    @extend_schema(operation_id="hands_import", responses={(200, MEDIA_TYPE): LineAnswer})
    @operation(body={MEDIA_TYPE: LineIn}, query=ImportQuery, keyed=False)
    def create(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Import hands.

        The body is JSON Lines, at most 5,000 and two megabytes: each line names a `match`, an
        idempotency `key` and a hand `record`. Every line is recorded by itself, as the next hand
        of its match, and answered by a line of JSON in the same order: `recorded`, `known` where
        it was recorded before under the same key, or `refused` with a `problem`. A refused line
        does not stop the others. An answer is sent as soon as its line is kept; after a broken
        connection send the whole body again. With `dry_run` nothing is kept. Blank lines are
        skipped.
        """
        lines = [_read(number, text) for number, text in enumerate(request.data, 1) if text.strip()]
        wanted = {line.match for line in lines}
        ours = set(Match.objects.filter(club=self.club, pk__in=wanted).values_list("pk", flat=True))
        run = self._tried if self.queried()["dry_run"] else self._recorded
        language = translation.get_language()
        return StreamingHttpResponse(
            _in_language(language, run(lines, ours)), content_type=MEDIA_TYPE
        )

    def _recorded(self, lines: list[_ImportLine], ours: set[int]) -> Iterator[dict[str, Any]]:
        for line in lines:
            yield self._answered(line, ours)

    def _tried(self, lines: list[_ImportLine], ours: set[int]) -> Iterator[dict[str, Any]]:
        """Import match by match, so that nobody waits longer than one match takes."""
        answers: dict[int, dict[str, Any]] = {}
        for _match, group in groupby(sorted(lines, key=attrgetter("match")), attrgetter("match")):
            with trial():
                answers |= {line.number: self._answered(line, ours) for line in group}
        for line in lines:
            yield answers[line.number]

    def _answered(self, line: _ImportLine, ours: set[int]) -> dict[str, Any]:
        head = {"line": line.number}
        try:
            written = self._record(line, ours)
        except (ScoringError, exceptions.APIException, ValidationError, Http404, RowGone) as error:
            refusal = problem_response(error, {"request": self.request})
            assert refusal is not None
            return head | {"outcome": "refused", "problem": refusal.data}
        address = [self.club.slug, written.match.pk, written.hand.number]
        return head | {
            "outcome": "known" if written.replayed else "recorded",
            "match": written.match.pk,
            "number": written.hand.number,
            "revision": written.revision.no,
            "url": reverse("api-hands-detail", args=address),
            "score": (written.revision.verdict or {}).get("score", []),
            "state": state_body(written.match),
        }

    def _record(self, line: _ImportLine, ours: set[int]) -> Written:
        if line.error or line.fields is None:
            raise line.error or Http404
        if line.match not in ours:
            raise ProblemError(404, "not_found", _("There is no such match in this club."))
        fields = line.fields
        return hand_record(
            match_id=line.match,
            record=fields["record"],
            author=self.user,
            number=fields.get("number"),
            key=fields["key"],
        )


def _read(number: int, text: bytes) -> _ImportLine:
    try:
        value = json_value(text)
        body = LineIn(data=value)
        body.is_valid(raise_exception=True)
    except (ValueError, RecursionError):
        return _ImportLine(number, None, exceptions.ParseError(_("This line is not JSON.")))
    except exceptions.ValidationError as error:
        return _ImportLine(number, None, error)
    return _ImportLine(number, dict(body.validated_data))


def _in_language(language: str | None, answers: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    """Make each answer in a language: a stream is read after the request's own is left."""
    while True:
        with translation.override(language):
            answer = next(answers, None)
            if answer is None:
                return
            text = json.dumps(answer, cls=DjangoJSONEncoder, ensure_ascii=False)
        yield text.encode() + b"\n"
