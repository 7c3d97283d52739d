"""The shape of what is answered about events."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import Player
from tournaments.models import Event, EventState, RoundState

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
    state = serializers.ChoiceField(choices=EventState.choices, read_only=True)
    is_stale = serializers.BooleanField(read_only=True, help_text="Standings lack a change.")

    class Meta:
        model = Event
        fields = [
            *("id", "name", "date", "game", "state", "rules", "rules_frozen", "stakes"),
            *("format", "format_options", "games_per_meeting", "tie_breaks"),
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


class EntrySerializer(EntrantSerializer):
    """An entry in an event."""

    joined_round = serializers.IntegerField()
    left_after_round = serializers.IntegerField(allow_null=True)


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
    winner = serializers.IntegerField(
        source="winner.number", default=None, allow_null=True, help_text="The entry's number."
    )


class TableSerializer(serializers.Serializer[Any]):
    """A table; who sits out has one alone."""

    number = serializers.IntegerField()
    is_bye = serializers.BooleanField()
    is_over = serializers.BooleanField()
    entries = EntrantSerializer(
        many=True, source="entrants", help_text="In the order of their places; the first is home."
    )
    games = GameSerializer(many=True)


class RoundSerializer(serializers.Serializer[Any]):
    """A round with its tables."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RoundState.choices, source="round.state")
    begun_at = serializers.DateTimeField(source="round.begun_at", allow_null=True)
    is_over = serializers.BooleanField()
    tables = TableSerializer(many=True)


class ColumnSerializer(serializers.Serializer[Any]):
    """A metric of the standings."""

    key = serializers.CharField(source="metric.key")
    name = serializers.CharField(source="metric.name")
    abbreviation = serializers.CharField(source="metric.abbreviation")
    decides = serializers.BooleanField(help_text="Whether the event ranks by it.")
    decimals = serializers.IntegerField(
        source="metric.decimals", help_text="Where 2, a value of 125 means 1.25."
    )


class RowSerializer(serializers.Serializer[Any]):
    """An entry's place."""

    rank = serializers.IntegerField()
    tied = serializers.BooleanField(help_text="Whether others share the rank.")
    entry = EntrantSerializer(source="entrant")
    values = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), source="cells", help_text="As `columns`."
    )


class StandingsSerializer(serializers.Serializer[Any]):
    """Standings as they were last computed."""

    version = serializers.IntegerField(help_text="The event's version they were computed from.")
    as_of = serializers.DateTimeField(allow_null=True)
    is_stale = serializers.BooleanField(help_text="Whether something newer is not in it yet.")
    is_final = serializers.BooleanField()
    columns = ColumnSerializer(many=True)
    rows = RowSerializer(many=True)
