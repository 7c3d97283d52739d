"""Serializers of seasons: requests and responses."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.serializers import MAX_KEY, PublicPageChange, PublicPageSerializer
from clubs.rest.incoming import DayField, NameField
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
    SeasonPage,
    SubstituteRule,
)
from leagues.selectors.seasons import roll_of
from leagues.services.seasons import MAX_CONTENDERS, MAX_DIVISIONS, MAX_EVENINGS
from rules import GAMES
from tournaments.api.serializers import SeatedPlayer
from tournaments.presets import TEMPLATES


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
    """An evening with its roll of contenders."""

    roll = serializers.SerializerMethodField()

    class Meta(SeasonEveningSerializer.Meta):
        fields = [*SeasonEveningSerializer.Meta.fields, "roll"]
        read_only_fields = fields

    @extend_schema_field(RollSerializer(many=True))
    def get_roll(self, evening: Evening) -> Any:
        """Return all contenders of the evening with their attendance."""
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
    """A ranked player or pair."""

    players = SeatedPlayer(many=True, read_only=True)
    division = serializers.IntegerField(source="division.order", help_text="1 is the highest.")

    class Meta:
        model = Contender
        fields = ["id", "players", "division", "joined"]
        read_only_fields = fields


class ContendersAddedSerializer(serializers.Serializer[Any]):
    """The contenders added."""

    contenders = ContenderSerializer(many=True)


class SeasonDetailSerializer(SeasonSerializer):
    """A season with its divisions and evenings."""

    divisions = DivisionSerializer(many=True, read_only=True)
    evenings = SeasonEveningSerializer(many=True, read_only=True)

    class Meta(SeasonSerializer.Meta):
        fields = [*SeasonSerializer.Meta.fields, "divisions", "evenings"]
        read_only_fields = fields


class EveningCellSerializer(serializers.Serializer[Any]):
    """The score of a contender on an evening, as it counts."""

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


class UnlistedPlayerSerializer(serializers.Serializer[Any]):
    """A player who played and is in no table."""

    players = SeatedPlayer(many=True)
    as_substitute = serializers.BooleanField()
    evenings = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True, help_text="None where it is not known.")


class SeasonTableSerializer(serializers.Serializer[Any]):
    """A season's tables as last computed."""

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
    apart = UnlistedPlayerSerializer(many=True, source="substitutes")


class RatingSerializer(serializers.Serializer[Any]):
    """Somebody's rating."""

    place = serializers.IntegerField()
    players = SeatedPlayer(many=True)
    rating = serializers.FloatField(source="shown", help_text="`mu` less three times `sigma`.")
    mu = serializers.FloatField(help_text="The estimated strength.")
    sigma = serializers.FloatField(help_text="How unsure that is.")
    matches = serializers.IntegerField()


# Bodies of requests: types and shapes. The services check the rest.


MAX_FIXED = 99_999
MAX_MOVES = 99


def _fixed() -> serializers.IntegerField:
    """Return the fixed score for absences, in whole points."""
    return serializers.IntegerField(
        min_value=-MAX_FIXED,
        max_value=MAX_FIXED,
        required=False,
        help_text="In whole points, where the rule is `fixed`.",
    )


def _order(**more: Any) -> serializers.IntegerField:
    """Return a division by its place."""
    return serializers.IntegerField(min_value=1, max_value=MAX_DIVISIONS, **more)


def _dates() -> serializers.ListField:
    return serializers.ListField(
        child=DayField(),
        min_length=1,
        max_length=MAX_EVENINGS,
        help_text="One an evening; evenings are numbered in the order of their dates.",
    )


class SeasonChange(serializers.Serializer[Any]):
    """The fields of a season to change; fields left out stay as they are."""

    name = NameField(max_length=120, required=False)
    ranks = serializers.ChoiceField(
        choices=Ranks.choices, required=False, help_text="As long as nobody is in it."
    )
    template = serializers.ChoiceField(
        choices=list(TEMPLATES), required=False, help_text="What evenings are made from."
    )
    measure = serializers.ChoiceField(
        choices=Measure.choices, required=False, help_text="What of an evening counts."
    )
    scoring = serializers.ChoiceField(
        choices=Scoring.choices, required=False, help_text="How evenings are added up."
    )
    best = serializers.IntegerField(
        min_value=1,
        max_value=MAX_EVENINGS,
        required=False,
        help_text="So many evenings count, where `scoring` is `best`.",
    )
    minimum = serializers.IntegerField(
        min_value=0,
        max_value=MAX_EVENINGS,
        required=False,
        help_text="Who came to fewer evenings stands below the others.",
    )
    noticed = serializers.ChoiceField(
        choices=AbsenceRule.choices, required=False, help_text="Absent with notice."
    )
    noticed_score = _fixed()
    unnoticed = serializers.ChoiceField(
        choices=AbsenceRule.choices, required=False, help_text="Absent without notice."
    )
    unnoticed_score = _fixed()
    substitutes = serializers.ChoiceField(
        choices=SubstituteRule.choices,
        required=False,
        help_text="Whose results a substitute's are.",
    )
    seeds_by_rating = serializers.BooleanField(
        required=False, help_text="Whether ratings seed the evenings when they are made."
    )


class SeasonPageChange(PublicPageChange):
    """The fields of a season's public page to change; fields left out stay as they are."""

    shows_ratings = serializers.BooleanField(required=False, help_text="Whether it has ratings.")


class SeasonPageSerializer(PublicPageSerializer):
    """The public page of a season."""

    address_name = "public-season"

    class Meta:
        model = SeasonPage
        fields = ["is_on", "may_be_found", "shows_ratings", "address"]
        read_only_fields = fields


class SeasonIn(SeasonChange):
    """A new season; rules that are left out are usual for the game."""

    name = NameField(max_length=120)
    game = serializers.ChoiceField(choices=list(GAMES))
    dates = _dates()
    divisions = serializers.ListField(
        child=NameField(max_length=60),
        max_length=MAX_DIVISIONS,
        required=False,
        help_text="Names, the highest first; one of all where left out.",
    )


class NextSeasonIn(serializers.Serializer[Any]):
    """The season after."""

    name = NameField(max_length=120)
    dates = _dates()


class DivisionChange(serializers.Serializer[Any]):
    """Changes of a division."""

    name = NameField(max_length=60, required=False)
    promoted = serializers.IntegerField(
        min_value=0, max_value=MAX_MOVES, required=False, help_text="So many go up."
    )
    relegated = serializers.IntegerField(
        min_value=0, max_value=MAX_MOVES, required=False, help_text="So many go down."
    )


class DivisionIn(DivisionChange):
    """One more division, below the others."""

    name = NameField(max_length=60)


class EveningsIn(serializers.Serializer[Any]):
    """Evenings to append."""

    dates = _dates()
    division = _order(required=False, allow_null=True, help_text="None: everybody's.")


class EveningChange(serializers.Serializer[Any]):
    """Changes of an evening."""

    date = DayField(required=False)
    division = _order(required=False, allow_null=True, help_text="None: everybody's.")


class AttachIn(serializers.Serializer[Any]):
    """The event that is to count."""

    event = serializers.IntegerField(min_value=1, max_value=MAX_KEY)


class AbsenceIn(serializers.Serializer[Any]):
    """Somebody does not come."""

    noticed = serializers.BooleanField(help_text="Whether it was said beforehand.")


class ContendersIn(serializers.Serializer[Any]):
    """The contenders to add: players of the roster by their keys, two each in seasons of pairs."""

    lineups = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=MAX_KEY),
            min_length=1,
            max_length=2,
        ),
        min_length=1,
        max_length=MAX_CONTENDERS,
    )
    division = _order(default=1)
    joined = serializers.IntegerField(
        min_value=1,
        max_value=MAX_EVENINGS,
        default=1,
        help_text="The first evening at which they are expected.",
    )


class ContenderChange(serializers.Serializer[Any]):
    """The division of a contender from now on."""

    division = _order()
