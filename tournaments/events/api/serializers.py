"""Answers about events, and the fields that answers and bodies share."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.serializers import PlayerRefSerializer
from core.rest.incoming import SettingsSerializer
from core.rest.moments import MomentField
from engine.standings.metrics import tie_breaks
from scoring.api.serializers import json_field
from tournaments.events.models import (
    MAX_GAMES,
    Adjustment,
    Clock,
    Entry,
    Event,
    EventState,
    PlayOff,
    RoundState,
)
from tournaments.events.models.events import MAX_LENGTH
from tournaments.events.selectors.next_step import rounds_possible
from tournaments.events.selectors.ranking import order_proposed
from tournaments.events.services.events import SETTINGS

OBJECT = {"type": "object", "additionalProperties": True}
MAX_ROUND = 32_000
MAX_LENGTHS = 20


def _is_object(value: object) -> None:
    if not isinstance(value, dict):
        raise serializers.ValidationError(_("An object is expected here."))


@extend_schema_field(OBJECT | {"description": "As in a record."})
class ObjectField(serializers.JSONField):
    """Any JSON object; the rule book validates it."""

    default_validators = [_is_object]


class OptionsField(serializers.DictField):
    """Whole numbers by setting of a format."""

    child = serializers.IntegerField(min_value=0, max_value=MAX_ROUND)


class SeriesField(serializers.ListField):
    """Lengths of series by round."""

    child = serializers.IntegerField(min_value=1, max_value=MAX_GAMES)

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=MAX_LENGTHS, **more)


class IncomingRoundLengthsField(serializers.DictField):
    """Lengths of games by round."""

    child = serializers.DictField(child=serializers.IntegerField(min_value=1, max_value=MAX_LENGTH))


class TieBreaksField(serializers.ListField):
    """Metrics by key, in order."""

    def __init__(self, **more: Any) -> None:
        keys = tie_breaks()
        more.setdefault("child", serializers.ChoiceField(choices=keys))
        super().__init__(allow_empty=False, max_length=len(keys), **more)


class EventSettings(SettingsSerializer):
    """The settings of an event."""

    shapes: ClassVar = {
        "rules": ObjectField,
        "stakes": ObjectField,
        "format_options": OptionsField,
        "best_of": SeriesField,
        "round_lengths": IncomingRoundLengthsField,
        "tie_breaks": TieBreaksField,
    }

    class Meta:
        model = Event
        fields: ClassVar[Sequence[str]] = SETTINGS
        extra_kwargs: ClassVar[dict[str, dict[str, Any]]] = {
            "best_of": {
                "help_text": "Games of a series by round, odd numbers, the last repeating; empty "
                "where all are played."
            },
            "round_lengths": {
                "help_text": "The `target` of games or their number of `hands` by the number of a "
                "round, where it is not what the rules and the format say. It holds for rounds "
                "that have not begun."
            },
            "tie_breaks": {"help_text": "What ranks are decided by, in this order."},
        }


class OrderProposalSerializer(serializers.Serializer[Any]):
    """An order of tie-breaks that suits the event better, and why."""

    tie_breaks = serializers.ListField(child=serializers.CharField())
    reason = serializers.CharField()


class EventSerializer(EventSettings):
    """An event."""

    tables_lost = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="Tables of the room that cannot be played at.",
    )
    state = serializers.ChoiceField(choices=EventState.choices, read_only=True)
    is_stale = serializers.BooleanField(read_only=True, help_text="Standings lack a change.")
    proposed_order = serializers.SerializerMethodField(
        help_text="Points a hand first, where larger tables make the numbers of hands differ; "
        "null where nothing is proposed. Send its `tie_breaks` to accept it."
    )

    @extend_schema_field(OrderProposalSerializer(allow_null=True))
    def get_proposed_order(self, event: Event) -> dict[str, Any] | None:
        """Return the order that is proposed."""
        proposal = order_proposed(event)
        return proposal and proposal._asdict()

    rounds_possible = serializers.SerializerMethodField(
        help_text="How many rounds the entries that are in can play before somebody meets or sits "
        "out again; null where the format has no such limit or fewer than two are in."
    )

    def get_rounds_possible(self, event: Event) -> int | None:
        """Return the limit."""
        return rounds_possible(event)

    class Meta(EventSettings.Meta):
        fields: ClassVar = [
            *("id", *SETTINGS, "state", "rules_frozen", "tables_lost"),
            *("proposed_order", "rounds_possible"),
            *("version", "standings_version", "standings_at", "is_stale", "created_at"),
        ]
        read_only_fields: ClassVar = fields


class EntrantSerializer(serializers.Serializer[Any]):
    """A pair or a player with its lineup."""

    number = serializers.IntegerField()
    players = PlayerRefSerializer(many=True)
    is_active = serializers.BooleanField(help_text="False once it has dropped out.")


class PlanEffectSerializer(serializers.Serializer[Any]):
    """The effect of a change of entries on the announced rounds."""

    evenly = serializers.BooleanField(help_text="Planned anew, instead of keeping tables.")
    announced = serializers.IntegerField(help_text="Tables that are announced.")
    unchanged = serializers.IntegerField(
        source="unchanged_tables", help_text="Tables of them that stay as they are."
    )
    rounds = serializers.IntegerField(help_text="Rounds planned after the change.")
    rounds_added = serializers.IntegerField(help_text="Rounds more, or fewer where negative.")
    catch_ups = serializers.IntegerField(help_text="Meetings that are caught up.")
    byes_most = serializers.IntegerField(help_text="How often anybody sits out in all.")
    byes_spread = serializers.IntegerField(help_text="By how much that differs.")
    repeats = serializers.IntegerField(help_text="Partners, or meetings, that come again.")
    tables_first = serializers.IntegerField(help_text="Tables of the next round.")
    byes_first = serializers.IntegerField(help_text="How many sit out in the next round.")


class StintSerializer(serializers.Serializer[Any]):
    """Somebody at a place of an entry, from one round to another."""

    place = serializers.IntegerField(help_text="0 for a single player; 0 or 1 in a pair.")
    player = PlayerRefSerializer()
    original = PlayerRefSerializer(
        help_text="Who was entered at the place; differs for a substitute."
    )
    from_round = serializers.IntegerField(source="first")
    to_round = serializers.IntegerField(
        source="last", allow_null=True, help_text="Null until somebody else sits there."
    )


class WaitingPlayerSerializer(serializers.Serializer[Any]):
    """Somebody who waits for a partner."""

    player = PlayerRefSerializer()


class EntrySerializer(EntrantSerializer):
    """An entry in an event."""

    stints = StintSerializer(many=True, help_text="Who sits for it in which rounds, by place.")

    joined_round = serializers.IntegerField(source="entry.joined_round")
    left_after_round = serializers.IntegerField(source="entry.left_after_round", allow_null=True)


@extend_schema_field({"type": "array", "items": {"type": "integer"}})
class NumbersField(serializers.Field[Any, Any, list[int], Any]):
    """Entries by their numbers."""

    def __init__(self, **more: Any) -> None:
        super().__init__(read_only=True, **more)

    def to_representation(self, value: Any) -> list[int]:
        return [entrant.number for entrant in value]


class GameSerializer(serializers.Serializer[Any]):
    """A game of a meeting: the match and its state."""

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
    """A table, or a bye."""

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
    begun_at = MomentField(source="round.begun_at", allow_null=True)
    is_over = serializers.BooleanField()
    repeats = serializers.CharField(
        source="round.repeats",
        help_text="Why it may repeat meetings or byes although the format has none; else empty.",
    )
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
    name = serializers.CharField(source="label.name")
    abbreviation = serializers.CharField(source="label.abbreviation")
    explanation = serializers.CharField(source="label.explanation")
    decides = serializers.BooleanField(help_text="Whether the event ranks by it.")
    decimals = serializers.IntegerField(
        source="metric.decimals", help_text="Where 2, a value of 125 means 1.25."
    )


class RankedEntrant(EntrantSerializer):
    """An entry with everybody who played for it."""

    others = PlayerRefSerializer(many=True, help_text="Who played for it and sits there no longer.")


class KnownSerializer(serializers.Serializer[Any]):
    """Of how many games something can be worked out."""

    begun = serializers.IntegerField(help_text="Games of which anything is known.")
    counted = serializers.IntegerField(help_text="Games of which the hands were counted.")
    written = serializers.IntegerField(help_text="Games written down hand by hand.")


class RowSerializer(serializers.Serializer[Any]):
    """An entry's place."""

    line = serializers.IntegerField(
        help_text="0 where there is one ranking. Where the lines of a movement are ranked apart, "
        "1 for the pairs that sit in A and C and 2 for those in B and D; `rank` is the place in "
        "the line.",
    )
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
    as_of = MomentField(allow_null=True)
    is_stale = serializers.BooleanField(help_text="Whether something newer is not in it yet.")
    is_final = serializers.BooleanField()
    columns = ColumnSerializer(many=True)
    rows = RowSerializer(many=True)
    adjustments = AdjustmentSerializer(
        many=True, source="adjusted", help_text="The penalties and bonuses that hold."
    )
    unequal_hands = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The fewest and the most hands that anybody has played, where these differ "
        "although totals decide; else null.",
    )


class SeedSerializer(SettingsSerializer):
    """The seed of an entry, from 1; null for none."""

    entry = serializers.IntegerField(
        source="number", min_value=1, max_value=MAX_ROUND, help_text="The entry's number."
    )

    class Meta:
        model = Entry
        fields: ClassVar = ("entry", "seed")
        extra_kwargs: ClassVar = {"seed": {"required": True}}


class ClockSerializer(serializers.ModelSerializer[Clock]):
    """The clock of a round: it counts down `seconds`."""

    spent = serializers.IntegerField(help_text="Seconds that ran before `running_since`.")

    class Meta:
        model = Clock
        fields = ["seconds", "spent", "running_since", "called_at", "shift"]
        read_only_fields = fields


# Request bodies of events. Services validate their meaning.
