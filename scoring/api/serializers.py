"""The shape of matches and hands. Records and verdicts are described by ``rules.json_schema``."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.utils import translation
from drf_spectacular.utils import OpenApiExample, extend_schema_field
from rest_framework import serializers

from clubs.models import Membership
from clubs.rest.operations import DryRunQuery
from clubs.roles import Right
from core.rest.docs import SCHEMAS, Schema, ref
from core.rest.incoming import LeftOutField
from games import PRESENTERS
from games.wording import problem_body
from rules import judge
from rules.json_schema import verdict_schema
from scoring.host import TrialResult
from scoring.models import (
    MOST_REASON,
    EnteredResult,
    Hand,
    HandRevision,
    Match,
    RevisionKind,
    Seat,
    Side,
)
from scoring.running_score import match_rotation
from scoring.selectors.histories import EvidencePicture, evidence_of


def json_field(schema: dict[str, Any]) -> type[serializers.JSONField]:
    """Return a JSON field described by ``schema``, as a class of its own."""
    described = type("DescribedField", (serializers.JSONField,), {})
    extend_schema_field(schema)(described)
    return described


def hand_examples(*, whole: bool) -> list[OpenApiExample]:
    """Return hands as tables write them down; ``whole`` adds the keys that a match's hands may
    omit."""
    with translation.override(None):
        return [
            OpenApiExample(
                f"{presenter.label}: {title}",
                {"format": "hand-record/1", "game": game, **record} if whole else record,
                request_only=True,
            )
            for game, presenter in PRESENTERS.items()
            for title, record in presenter.examples.items()
        ]


MATCH_STATE: Final[Schema] = {
    "type": "object",
    "description": "How a match stands: totals and winner by side.",
    "properties": {
        "version": {
            "type": "integer",
            "minimum": 0,
            "description": "Grows with every change of a hand.",
        },
        "hand_count": {"type": "integer", "minimum": 0},
        "next_dealer": {
            "type": "integer",
            "minimum": 0,
            "maximum": 3,
            "description": "The seat that deals in the next record.",
        },
        "totals": {"type": "array", "items": {"type": "integer"}},
        "winner": {"type": ["integer", "null"], "minimum": 0, "maximum": 4},
        "is_over": {"type": "boolean"},
        "next_seated": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 4},
            "description": "Who plays the next hand, in the order of its record's seats.",
        },
    },
    "additionalProperties": False,
    "required": [
        *("version", "hand_count", "next_dealer", "totals", "winner", "is_over", "next_seated")
    ],
}


def hand_written() -> Schema:
    """Return the schema of the answer to a hand that was recorded."""
    number = {"type": "integer", "minimum": 1}
    place = {"number": number, "revision": number, "match": ref("MatchState")}
    return {
        "type": "object",
        "description": "The verdict, the hand's place, and how the match stands now. After an "
        "undo there is no verdict.",
        "required": [*place],
        "properties": {**place, **verdict_schema(SCHEMAS)["properties"]},
    }


def verdict_body(hand: Hand | HandRevision) -> dict[str, Any] | None:
    """Return a stored verdict, its warnings in the reader's language.

    A warning is stored as the rule book says it, in English: its words follow from the record.
    """
    record: dict[str, Any] | None = hand.record
    verdict: dict[str, Any] | None = hand.verdict
    if not record or not verdict or not verdict["warnings"]:
        return verdict
    presenter, warnings = PRESENTERS[record["game"]], judge(record).warnings
    return verdict | {"warnings": [problem_body(warning, presenter) for warning in warnings]}


@extend_schema_field(ref("Verdict", nullable=True))
class VerdictField(serializers.Field[Any, Any, Any, Any]):
    """The verdict of a hand or a revision."""

    def __init__(self, **options: Any) -> None:
        super().__init__(source="*", read_only=True, **options)

    def to_representation(self, value: Hand | HandRevision) -> Any:
        return verdict_body(value)


@extend_schema_field(ref("HandRecordInMatch"))
class RecordField(serializers.DictField):
    """A record; the rule book reports its problems."""


TOTALS = {"type": "array", "items": {"type": "integer"}}
STATE = ("version", "hand_count", "next_dealer", "totals", "winner", "is_over")
DERIVED_CALLS = (
    "Places in the record's auction of calls that nobody wrote: passes that a form added to the "
    "winning bid. Null where that was not kept."
)
SEATED = (
    "Who plays the hand: the numbers of the match's seats, in the order of the record's. Where a "
    "match has one player more than its game has seats, whoever deals sits out and is not here."
)


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A player's place at the table, under that evening's name."""

    class Meta:
        model = Seat
        fields = ["number", "player", "name"]
        read_only_fields = fields


class SideSerializer(serializers.ModelSerializer[Side]):
    """The state of a side: a team, or a single player."""

    class Meta:
        model = Side
        fields = ["number", "total", "against", "sets", "hands", "won", "drawn", "lost"]
        read_only_fields = fields
        extra_kwargs: ClassVar = {
            "sets": {"help_text": "Null where the game or the slip does not tell."},
            "hands": {"help_text": "Hands played; null where nobody counted them."},
            "drawn": {"help_text": "Level with another at the top of a match that is over."},
        }


class StateSerializer(serializers.ModelSerializer[Match]):
    """The state of a match."""

    totals = json_field(TOTALS)(read_only=True)
    next_seated = serializers.SerializerMethodField(help_text=SEATED)

    class Meta:
        model = Match
        fields = [*STATE, "next_seated"]
        read_only_fields = fields

    @extend_schema_field(TOTALS)
    def get_next_seated(self, match: Match) -> tuple[int, ...]:
        """The players of the next hand."""
        return seated_at(match, match.hand_count + 1)


def state_body(match: Match) -> dict[str, Any]:
    """``StateSerializer`` by hand, for recording: a serializer costs more than the hand."""
    body = {name: getattr(match, name) for name in STATE}
    return body | {"next_seated": seated_at(match, match.hand_count + 1)}


def seated_at(match: Match, number: int) -> tuple[int, ...]:
    """Return the numbers of the players of hand ``number``, by seat of its record."""
    return match_rotation(match).seated(number)


class MatchRowSerializer(StateSerializer):
    """A match in a list."""

    seats = SeatSerializer(many=True, read_only=True)

    class Meta(StateSerializer.Meta):
        fields = ["id", "game", "label", "seats", *StateSerializer.Meta.fields, "changed_at"]
        read_only_fields = fields


class MatchSerializer(MatchRowSerializer):
    """A match with everything that is known of it but its hands."""

    rules = json_field({"type": "object", "description": "As in a record."})(read_only=True)
    stakes = json_field({"type": ["object", "null"]})(read_only=True)
    entered_totals = json_field(TOTALS | {"type": ["array", "null"]})(
        read_only=True,
        help_text="The totals of its slip, where hands do not make the result. Results and "
        "standings count them; statistics count the hands that are recorded beside them.",
    )
    entered_hands = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="How many hands its slip speaks of; null where it does not say.",
    )
    entered_sets = json_field(TOTALS | {"type": ["array", "null"]})(
        read_only=True,
        help_text="How often each side was set, by its slip; null where it does not say.",
    )
    sides = SideSerializer(many=True, read_only=True)
    # ``match_body`` adds what follows to the fields of the match.
    unknown_stakes = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="Stakes that nobody knows the number of, as `per_set` where only the totals were "
        "written down: then there is no `settlement`.",
    )
    settlement = json_field(ref("Settlement", nullable=True))(read_only=True)
    hands_url = serializers.CharField(read_only=True)

    class Meta(MatchRowSerializer.Meta):
        fields = [
            *MatchRowSerializer.Meta.fields,
            *(
                "rules",
                "stakes",
                "time_pays",
                "entered_totals",
                "entered_hands",
                "entered_sets",
                "first_dealer",
                "sides",
                "unknown_stakes",
                "settlement",
                "hands_url",
            ),
        ]
        read_only_fields = fields


class HandSerializer(serializers.ModelSerializer[Hand]):
    """The current state of a hand."""

    record = json_field(ref("HandRecord", nullable=True))(
        help_text="Null while the hand is undone."
    )
    derived_calls = json_field(TOTALS | {"type": ["array", "null"]})(help_text=DERIVED_CALLS)
    verdict = VerdictField()
    seated = serializers.SerializerMethodField(help_text=SEATED)

    class Meta:
        model = Hand
        fields = ["number", "revision", "counted", "record", "derived_calls", "verdict", "seated"]
        read_only_fields = fields

    @extend_schema_field(TOTALS)
    def get_seated(self, hand: Hand) -> tuple[int, ...]:
        """The players of the hand."""
        return seated_at(hand.match, hand.number)


class RevisionSerializer(serializers.ModelSerializer[HandRevision]):
    """One revision of a hand: record, author, time and reason."""

    kind = serializers.ChoiceField(choices=RevisionKind.choices, read_only=True)
    author = serializers.CharField(source="author_name", read_only=True)
    device = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="The number of a guest's phone in the event; null where the author signed in.",
    )
    record = json_field(ref("HandRecord", nullable=True))()
    derived_calls = json_field(TOTALS | {"type": ["array", "null"]})(help_text=DERIVED_CALLS)
    verdict = VerdictField()
    pictures = serializers.SerializerMethodField()

    class Meta:
        model = HandRevision
        fields = [
            *("no", "kind", "reason", "author", "device", "created_at"),
            *("record", "derived_calls", "verdict", "pictures"),
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_pictures(self, revision: HandRevision) -> list[str]:
        """Where the pictures are that it was read from, for as long as they are kept."""
        return _addresses(evidence_of([revision])[revision.pk])


class Correction(serializers.Serializer[Any]):
    """Another record in a hand's place, and why."""

    record = RecordField()
    reason = LeftOutField(
        max_length=MOST_REASON, help_text="Kept in the hand's history; only a dry run needs none."
    )


class ConsequenceSerializer(serializers.Serializer[Any]):
    """Something that follows from a correction."""

    kind = serializers.ChoiceField(
        choices=["match", "bracket", "standings", "draw", "money"],
        help_text="What it is about: a meeting, the bracket, places, rounds drawn, the book.",
    )
    text = serializers.CharField(help_text="In words, in the language that was asked for.")


class ConsequencesSerializer(serializers.Serializer[Any]):
    """The consequences of a correction; nothing has been kept."""

    consequences = ConsequenceSerializer(many=True)


class ReasonQuery(DryRunQuery):
    """Why something is taken back."""

    reason = LeftOutField(
        max_length=MOST_REASON,
        help_text="Wanted once others rely on it: its round is over, or the next one has begun or "
        "was drawn from it.",
    )


def preview_body(weighed: TrialResult[Any], membership: Membership) -> dict[str, Any]:
    """The body of a dry run, as a member may read it."""
    sees_money = membership.may(Right.MONEY)
    return {
        "consequences": [
            {"kind": consequence.kind, "text": consequence.text_for(sees_money=sees_money)}
            for consequence in weighed.consequences
        ]
    }


class EnteredResultSerializer(serializers.ModelSerializer[EnteredResult]):
    """One state of an entered result."""

    totals = json_field(TOTALS | {"type": ["array", "null"]})(
        help_text="By side; null where the result was taken back."
    )
    sets = json_field(TOTALS | {"type": ["array", "null"]})(
        help_text="How often each side was set; null where nobody counted it."
    )
    was = serializers.SerializerMethodField(help_text="The totals before it; null for none.")

    class Meta:
        model = EnteredResult
        fields = [
            *("id", "totals", "was", "hands", "sets", "reason", "author_name", "created_at"),
        ]
        read_only_fields = fields

    @extend_schema_field(TOTALS | {"type": ["array", "null"]})
    def get_was(self, row: EnteredResult) -> list[int] | None:
        """The previous value."""
        before = EnteredResult.objects.filter(match=row.match_id, pk__lt=row.pk)
        return before.order_by("-pk").values_list("totals", flat=True).first()


def _addresses(pictures: Sequence[EvidencePicture]) -> list[str]:
    return [picture.api_href for picture in pictures if picture.api_href]
