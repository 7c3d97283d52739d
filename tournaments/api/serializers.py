"""The shape of what is answered about events."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import Player
from scoring.api.serializers import json_field
from tournaments.models import Adjustment, Event, EventState, PlayOff, RoundState

ROUND_LENGTHS = (
    "The `target` of games or their number of `hands` by the number of a round, where it is not "
    "what the rules and the format say. It holds for rounds that have not begun."
)
OBJECT = {"type": "object", "additionalProperties": True}


@extend_schema_field(OBJECT | {"description": "As in a record."})
class ObjectField(serializers.JSONField):
    """Any object; the rule book knows what belongs in it."""


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class CountsField(serializers.JSONField):
    """Whole numbers by name."""


class EventSerializer(serializers.ModelSerializer[Event]):
    """An event."""

    rules = ObjectField(read_only=True)
    stakes = ObjectField(read_only=True, allow_null=True)
    format_options = CountsField(read_only=True)
    tie_breaks = serializers.ListField(child=serializers.CharField(), read_only=True)
    best_of = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="Games of a series by round, the last repeating; empty where all are played.",
    )
    round_lengths = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        read_only=True,
        help_text=ROUND_LENGTHS,
    )
    tables_lost = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="Tables of the room that cannot be played at.",
    )
    state = serializers.ChoiceField(choices=EventState.choices, read_only=True)
    is_stale = serializers.BooleanField(read_only=True, help_text="Standings lack a change.")

    class Meta:
        model = Event
        fields = [
            *("id", "name", "date", "game", "state", "rules", "rules_frozen", "stakes"),
            *("format", "format_options", "games_per_meeting", "best_of", "tie_breaks"),
            *("round_lengths", "says"),
            *("round_minutes", "time_rule", "bye_rule", "bye_for", "bye_against"),
            *("forfeit_for", "forfeit_against", "cap"),
            *("tables_in_room", "tables_lost", "substitutes"),
            *("version", "standings_version", "standings_at", "is_stale", "created_at"),
        ]
        read_only_fields = fields


class SeatedPlayer(serializers.ModelSerializer[Player]):
    """A player by key and name."""

    class Meta:
        model = Player
        fields = ["id", "name"]
        read_only_fields = fields


class EntrantSerializer(serializers.Serializer[Any]):
    """A pair or a player, with who sits for it."""

    number = serializers.IntegerField()
    players = SeatedPlayer(many=True)
    is_active = serializers.BooleanField(help_text="False once it has dropped out.")


class PlanEffectSerializer(serializers.Serializer[Any]):
    """What a change of the entries does to the announced rounds."""

    evenly = serializers.BooleanField(help_text="Planned anew, instead of keeping tables.")
    announced = serializers.IntegerField(help_text="Tables that are announced.")
    kept = serializers.IntegerField(help_text="Tables of them that stay as they are.")
    rounds = serializers.IntegerField(help_text="Rounds planned after the change.")
    rounds_added = serializers.IntegerField(help_text="Rounds more, or fewer where negative.")
    catch_ups = serializers.IntegerField(help_text="Meetings that are caught up.")
    byes_most = serializers.IntegerField(help_text="How often anybody sits out in all.")
    byes_spread = serializers.IntegerField(help_text="By how much that differs.")
    repeats = serializers.IntegerField(help_text="Partners, or meetings, that come again.")
    tables_first = serializers.IntegerField(help_text="Tables of the next round.")
    byes_first = serializers.IntegerField(help_text="How many sit out in the next round.")


class EntrySerializer(EntrantSerializer):
    """An entry in an event."""

    joined_round = serializers.IntegerField()
    left_after_round = serializers.IntegerField(allow_null=True)


@extend_schema_field({"type": "array", "items": {"type": "integer"}})
class NumbersField(serializers.Field[Any, Any, list[int], Any]):
    """Entries by their numbers."""

    def __init__(self, **more: Any) -> None:
        super().__init__(read_only=True, **more)

    def to_representation(self, value: Any) -> list[int]:
        """The numbers in the order of the places."""
        return [entrant.number for entrant in value]


class GameSerializer(serializers.Serializer[Any]):
    """A game of a meeting: the match, and how it stands."""

    number = serializers.IntegerField()
    match = serializers.IntegerField(source="match.pk")
    version = serializers.IntegerField(source="match.version")
    totals = serializers.ListField(
        child=serializers.IntegerField(), help_text="Marks or points, as the table's `entries`."
    )
    is_begun = serializers.BooleanField()
    is_over = serializers.BooleanField()
    counts = serializers.BooleanField(
        help_text="False where a decided series did not need it, or the meeting was given up."
    )
    winner = serializers.IntegerField(
        source="winner.number", default=None, allow_null=True, help_text="The entry's number."
    )
    winners = NumbersField(help_text="The numbers of the entries; two where partners change.")


class TableSerializer(serializers.Serializer[Any]):
    """A table; who sits out has one alone."""

    number = serializers.IntegerField(help_text="Its place in the draw.")
    in_room = serializers.IntegerField(help_text="The table of the room where it is played.")
    shift = serializers.IntegerField(
        help_text="Above 1 it is played when the meeting before has ended at that table."
    )
    is_bye = serializers.BooleanField()
    is_over = serializers.BooleanField()
    entries = EntrantSerializer(
        many=True, source="entrants", help_text="In the order of their places; the first is home."
    )
    best_of = serializers.IntegerField(help_text="Games of its series; 0 where all are played.")
    winners = NumbersField(help_text="Who won the meeting, once it is over.")
    given_up = NumbersField(help_text="Who gave the meeting up.")
    games = GameSerializer(many=True)


class RoundSerializer(serializers.Serializer[Any]):
    """A round with its tables."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RoundState.choices, source="round.state")
    begun_at = serializers.DateTimeField(source="round.begun_at", allow_null=True)
    is_over = serializers.BooleanField()
    tables = TableSerializer(many=True)


class AdjustmentSerializer(serializers.ModelSerializer[Adjustment]):
    """A penalty or bonus."""

    entry = serializers.IntegerField(source="entry.number", help_text="The entry's number.")

    class Meta:
        model = Adjustment
        fields = ["id", "entry", "games", "marks", "reason", "made_at", "revoked_at"]
        read_only_fields = fields


class PlayOffSerializer(serializers.ModelSerializer[PlayOff]):
    """A tie that was decided at a table."""

    order = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries by their numbers, the best first."
    )

    class Meta:
        model = PlayOff
        fields = ["id", "kind", "order", "note", "made_at", "revoked_at"]
        read_only_fields = fields


class ColumnSerializer(serializers.Serializer[Any]):
    """A metric of the standings."""

    key = serializers.CharField(source="metric.key")
    name = serializers.CharField(source="metric.name")
    abbreviation = serializers.CharField(source="metric.abbreviation")
    explanation = serializers.CharField(source="metric.explanation")
    decides = serializers.BooleanField(help_text="Whether the event ranks by it.")
    decimals = serializers.IntegerField(
        source="metric.decimals", help_text="Where 2, a value of 125 means 1.25."
    )


class RankedEntrant(EntrantSerializer):
    """An entry with all who played for it."""

    others = SeatedPlayer(many=True, help_text="Who played for it and sits there no longer.")


class KnownSerializer(serializers.Serializer[Any]):
    """Of how many games something can be worked out."""

    begun = serializers.IntegerField(help_text="Games of which anything is known.")
    counted = serializers.IntegerField(help_text="Games of which the hands were counted.")
    written = serializers.IntegerField(help_text="Games written down hand by hand.")


class RowSerializer(serializers.Serializer[Any]):
    """An entry's place."""

    rank = serializers.IntegerField()
    tied = serializers.BooleanField(help_text="Whether others share the rank.")
    entry = RankedEntrant(source="entrant")
    values = serializers.ListField(
        child=json_field({"type": ["integer", "string", "null"]})(),
        source="cells",
        help_text="As `columns`, each in the last of its `decimals`; null where it is not known. "
        'Wins, and what is added up from wins, may be halves or quarters: a text such as "1.5".',
    )
    known = KnownSerializer(help_text="How much is known of the games of this entry.")


class StandingsSerializer(serializers.Serializer[Any]):
    """Standings as they were last computed."""

    version = serializers.IntegerField(help_text="The event's version they were computed from.")
    as_of = serializers.DateTimeField(allow_null=True)
    is_stale = serializers.BooleanField(help_text="Whether something newer is not in it yet.")
    is_final = serializers.BooleanField()
    columns = ColumnSerializer(many=True)
    rows = RowSerializer(many=True)
    adjustments = AdjustmentSerializer(
        many=True, source="adjusted", help_text="The penalties and bonuses that hold."
    )
