"""The shape of what is answered about seasons."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from leagues.models import (
    Absence,
    AbsenceRule,
    Contender,
    Division,
    Evening,
    Measure,
    Ranks,
    Scoring,
    Season,
    SubstituteRule,
)
from leagues.selectors.calendar import roll_of
from tournaments.api.serializers import SeatedPlayer


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season and its rules."""

    ranks = serializers.ChoiceField(choices=Ranks.choices, read_only=True)
    measure = serializers.ChoiceField(
        choices=Measure.choices, read_only=True, help_text="What of an evening counts."
    )
    scoring = serializers.ChoiceField(
        choices=Scoring.choices, read_only=True, help_text="How evenings are added up."
    )
    noticed = serializers.ChoiceField(
        choices=AbsenceRule.choices, read_only=True, help_text="Absent with notice."
    )
    unnoticed = serializers.ChoiceField(
        choices=AbsenceRule.choices, read_only=True, help_text="Absent without notice."
    )
    substitutes = serializers.ChoiceField(choices=SubstituteRule.choices, read_only=True)

    class Meta:
        model = Season
        fields = [
            *("id", "name", "game", "ranks", "starts_on", "template", "is_finished", "previous"),
            *("measure", "scoring", "best", "minimum", "noticed", "noticed_score"),
            *("unnoticed", "unnoticed_score", "substitutes", "seeds_by_rating", "rated_by"),
            *("version", "standings_version", "standings_at", "created_at"),
        ]
        read_only_fields = fields


class DivisionSerializer(serializers.ModelSerializer[Division]):
    """A division; 1 is the highest."""

    class Meta:
        model = Division
        fields = ["order", "name", "promoted", "relegated"]
        read_only_fields = fields


class SeasonEveningSerializer(serializers.ModelSerializer[Evening]):
    """An evening of a season."""

    division = serializers.IntegerField(
        source="division.order", default=None, allow_null=True, help_text="None: everybody's."
    )
    event = serializers.IntegerField(source="event_id", allow_null=True)

    class Meta:
        model = Evening
        fields = ["number", "date", "division", "event"]
        read_only_fields = fields


class RollSerializer(serializers.Serializer[Any]):
    """Somebody an evening is for."""

    contender = serializers.IntegerField(source="contender.pk")
    players = SeatedPlayer(many=True, source="contender.players")
    state = serializers.ChoiceField(
        choices=["comes", "noticed", "unnoticed"], help_text="Absent with notice, or without."
    )
    played = serializers.BooleanField(help_text="Whether there is a result already.")


class SeasonEveningDetailSerializer(SeasonEveningSerializer):
    """An evening with everybody it is for."""

    roll = serializers.SerializerMethodField()

    class Meta(SeasonEveningSerializer.Meta):
        fields = [*SeasonEveningSerializer.Meta.fields, "roll"]
        read_only_fields = fields

    @extend_schema_field(RollSerializer(many=True))
    def get_roll(self, evening: Evening) -> Any:
        """Everybody it is for, as the roll is called."""
        return RollSerializer(roll_of(evening), many=True).data


class EveningsAddedSerializer(serializers.Serializer[Any]):
    """The evenings that were added."""

    evenings = SeasonEveningSerializer(many=True)


class AbsenceSerializer(serializers.ModelSerializer[Absence]):
    """Somebody does not come."""

    contender = serializers.IntegerField(source="contender_id")

    class Meta:
        model = Absence
        fields = ["contender", "noticed", "noted_at"]
        read_only_fields = fields


class ContenderSerializer(serializers.ModelSerializer[Contender]):
    """A player, or a pair, who is ranked."""

    players = SeatedPlayer(many=True, read_only=True)
    division = serializers.IntegerField(source="division.order", help_text="1 is the highest.")

    class Meta:
        model = Contender
        fields = ["id", "players", "division", "joined"]
        read_only_fields = fields


class ContendersAddedSerializer(serializers.Serializer[Any]):
    """Who was taken in."""

    contenders = ContenderSerializer(many=True)


class SeasonDetailSerializer(SeasonSerializer):
    """A season with its divisions and evenings."""

    divisions = DivisionSerializer(many=True, read_only=True)
    evenings = SeasonEveningSerializer(many=True, read_only=True)

    class Meta(SeasonSerializer.Meta):
        fields = [*SeasonSerializer.Meta.fields, "divisions", "evenings"]
        read_only_fields = fields


class EveningCellSerializer(serializers.Serializer[Any]):
    """An evening as it counts for somebody."""

    attended = serializers.BooleanField(help_text="False where it is filled in by rule.")
    score = serializers.IntegerField(
        allow_null=True, help_text="None: counts for nothing, or is not known."
    )
    counts = serializers.BooleanField(help_text="False where it is dropped.")


class SeasonLineSerializer(serializers.Serializer[Any]):
    """A line of a division's table."""

    rank = serializers.IntegerField(source="standing.rank")
    tied = serializers.BooleanField(
        source="standing.tied", help_text="Whether others share the rank."
    )
    qualified = serializers.BooleanField(
        source="standing.qualified", help_text="False for who came too seldom."
    )
    contender = serializers.IntegerField(source="standing.contender_id")
    players = SeatedPlayer(many=True, source="contender.players")
    total = serializers.IntegerField(source="standing.total")
    attended = serializers.IntegerField(source="standing.attended")
    zone = serializers.ChoiceField(
        choices=["", "up", "down"], help_text="Where the place leads after the season."
    )
    cells = serializers.ListField(
        child=EveningCellSerializer(allow_null=True),
        help_text="As `evenings`; none where not expected.",
    )


class DivisionTableSerializer(serializers.Serializer[Any]):
    """A division's table."""

    division = DivisionSerializer()
    evenings = serializers.ListField(
        child=serializers.IntegerField(), source="numbers", help_text="Numbers of those played."
    )
    lines = SeasonLineSerializer(many=True)


class ApartSerializer(serializers.Serializer[Any]):
    """Somebody who played and is in no table."""

    players = SeatedPlayer(many=True)
    as_substitute = serializers.BooleanField()
    evenings = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True, help_text="None where it is not known.")


class SeasonTableSerializer(serializers.Serializer[Any]):
    """A season's tables as they were last computed."""

    version = serializers.IntegerField(source="season.standings_version")
    as_of = serializers.DateTimeField(allow_null=True)
    is_stale = serializers.BooleanField(help_text="Whether something newer is not in it yet.")
    decimals = serializers.IntegerField(
        source="season.total_decimals",
        help_text="Where 2, a total of 125 means 1.25; where 1, 15 is one win and a draw.",
    )
    evening_decimals = serializers.IntegerField(
        source="season.evening_decimals", help_text="The same of the scores of evenings."
    )
    divisions = DivisionTableSerializer(many=True)
    apart = ApartSerializer(many=True, source="substitutes")


class RatingSerializer(serializers.Serializer[Any]):
    """Somebody's rating."""

    place = serializers.IntegerField()
    players = SeatedPlayer(many=True)
    rating = serializers.FloatField(source="shown", help_text="`mu` less three times `sigma`.")
    mu = serializers.FloatField(help_text="The estimated strength.")
    sigma = serializers.FloatField(help_text="How unsure that is.")
    matches = serializers.IntegerField()
