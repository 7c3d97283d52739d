"""Serializers of seasons: requests and responses."""

from collections.abc import Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.serializers import PlayerRefSerializer, PublicPageSerializer
from core.model_settings import settings_of
from core.rest.incoming import (
    DayField,
    IncomingNameField,
    KeyField,
    SettingsChange,
    SettingsSerializer,
)
from core.rest.moments import MomentField
from leagues.models import (
    MAX_EVENINGS,
    MAX_REASON,
    Absence,
    AwayPeriod,
    Contender,
    Division,
    Evening,
    Joker,
    Season,
    SeasonAdjustment,
    SeasonPage,
)
from leagues.selectors.seasons import RollRow, roll_of
from leagues.services.seasons import MAX_CONTENDERS, MAX_DIVISIONS, SETTINGS


class SeasonSettings(SettingsSerializer):
    """The settings of a season."""

    class Meta:
        model = Season
        fields: ClassVar[Sequence[str]] = SETTINGS


class SeasonSerializer(SeasonSettings):
    """A season and its rules."""

    class Meta(SeasonSettings.Meta):
        fields: ClassVar = [
            *("id", *SETTINGS, "starts_on", "is_finished", "previous", "rated_by"),
            *("version", "standings_version", "standings_at", "created_at"),
        ]
        read_only_fields: ClassVar = fields


class DivisionSerializer(serializers.ModelSerializer[Division]):
    """A division; 1 is the highest."""

    class Meta:
        model = Division
        fields: ClassVar = ["order", *settings_of(Division)]
        read_only_fields: ClassVar = fields


class SeasonEveningSerializer(serializers.ModelSerializer[Evening]):
    """An evening of a season."""

    division = serializers.IntegerField(
        source="division.order", default=None, allow_null=True, help_text="None: everybody's."
    )

    class Meta:
        model = Evening
        fields = ["number", "date", "division", "times", "event"]
        read_only_fields = fields


class RollSerializer(serializers.Serializer[Any]):
    """Somebody an evening is for."""

    contender = serializers.IntegerField(source="contender.pk")
    players = PlayerRefSerializer(many=True, source="contender.players")
    state = serializers.ChoiceField(
        choices=["comes", "noticed", "unnoticed"], help_text="Absent with notice, or without."
    )
    played = serializers.BooleanField(help_text="Whether there is a result already.")
    joker = serializers.SerializerMethodField()

    def get_joker(self, row: RollRow) -> bool:
        """Return whether the evening counts double for them if they play."""
        return row.joker is not None


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

    class Meta:
        model = Absence
        fields = ["contender", "noticed", "noted_at"]
        read_only_fields = fields


class ContenderSerializer(serializers.ModelSerializer[Contender]):
    """A ranked player or pair."""

    players = PlayerRefSerializer(many=True, read_only=True)
    division = serializers.IntegerField(source="division.order", help_text="1 is the highest.")

    class Meta:
        model = Contender
        fields = ["id", "players", "division", "joined"]
        read_only_fields = fields


class AwayPeriodSerializer(serializers.ModelSerializer[AwayPeriod]):
    """Days on which somebody is away, both included."""

    class Meta:
        model = AwayPeriod
        fields: ClassVar = ["id", "contender", *settings_of(AwayPeriod), "noted_at"]
        read_only_fields: ClassVar = fields


class JokerSerializer(serializers.ModelSerializer[Joker]):
    """An evening that counts double for a contender."""

    evening = serializers.IntegerField(source="evening.number", help_text="The evening's number.")

    class Meta:
        model = Joker
        fields: ClassVar = ["id", "contender", "evening", "declared_at"]
        read_only_fields: ClassVar = fields


class SeasonAdjustmentSerializer(serializers.ModelSerializer[SeasonAdjustment]):
    """Bonus or penalty points."""

    class Meta:
        model = SeasonAdjustment
        fields: ClassVar = [
            *("id", "contender", *settings_of(SeasonAdjustment)),
            *("made_at", "revoked_at", "revoked_reason"),
        ]
        read_only_fields: ClassVar = fields


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

    attended = serializers.BooleanField(
        help_text="False where it is filled in by rule, or nothing was played."
    )
    score = serializers.IntegerField(
        allow_null=True, help_text="None: counts for nothing, or is not known."
    )
    counts = serializers.BooleanField(help_text="False where it is dropped.")
    joker = serializers.BooleanField(help_text="Whether a joker has doubled the score.")


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
    players = PlayerRefSerializer(many=True, source="contender.players")
    total = serializers.IntegerField(
        source="standing.known_total", allow_null=True, help_text="None where no evening counts."
    )
    adjusted = serializers.IntegerField(
        source="standing.adjusted", help_text="Bonus and penalty points in the total, whole."
    )
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


class GuestLineSerializer(SeasonLineSerializer):
    """A line of the table of guests."""

    contender = None  # type: ignore[assignment]
    zone = None  # type: ignore[assignment]
    adjusted = None  # type: ignore[assignment]
    qualified = None  # type: ignore[assignment]


class GuestTableSerializer(serializers.Serializer[Any]):
    """Guests ranked among each other."""

    evenings = serializers.ListField(
        child=serializers.IntegerField(), source="numbers", help_text="Numbers of those played."
    )
    lines = GuestLineSerializer(many=True)


class UnlistedPlayerSerializer(serializers.Serializer[Any]):
    """A player who played and is in no table."""

    players = PlayerRefSerializer(many=True)
    as_substitute = serializers.BooleanField()
    evenings = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True, help_text="None where it is not known.")


class SeasonTableSerializer(serializers.Serializer[Any]):
    """A season's tables as last computed."""

    version = serializers.IntegerField(source="season.standings_version")
    as_of = MomentField(allow_null=True)
    changed_at = MomentField(
        allow_null=True,
        help_text="When the table of a finished season last changed after its end.",
    )
    is_stale = serializers.BooleanField(help_text="Whether something newer is not in it yet.")
    decimals = serializers.IntegerField(
        source="season.total_decimals",
        help_text="Where 2, a total of 125 means 1.25; where 1, 15 is one win and a draw.",
    )
    evening_decimals = serializers.IntegerField(
        source="season.evening_decimals", help_text="The same of the scores of evenings."
    )
    divisions = DivisionTableSerializer(many=True)
    guests = GuestTableSerializer(
        allow_null=True, help_text="None where the season ranks no guests, or has none."
    )
    apart = UnlistedPlayerSerializer(many=True, source="substitutes")


class RatingSerializer(serializers.Serializer[Any]):
    """Somebody's rating."""

    place = serializers.IntegerField()
    players = PlayerRefSerializer(many=True)
    rating = serializers.FloatField(source="shown", help_text="`mu` less three times `sigma`.")
    mu = serializers.FloatField(help_text="The estimated strength.")
    sigma = serializers.FloatField(help_text="How unsure that is.")
    matches = serializers.IntegerField()


# Bodies of requests: types and shapes. The services check the rest.


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


class SeasonChange(SettingsChange, SeasonSettings):
    """The fields of a season to change; fields left out stay as they are."""

    class Meta(SeasonSettings.Meta):
        fields: ClassVar = [name for name in SETTINGS if name != "game"]


class SeasonPageChange(SettingsChange):
    """The fields of a season's public page to change; fields left out stay as they are."""

    class Meta:
        model = SeasonPage


class SeasonPageSerializer(PublicPageSerializer):
    """The public page of a season."""

    address_name = "public-season"

    class Meta:
        model = SeasonPage


class SeasonIn(SettingsChange, SeasonSettings):
    """A new season; rules that are left out are usual for the game."""

    needed = ("name", "game", "dates")
    dates = _dates()
    divisions = serializers.ListField(
        child=IncomingNameField(max_length=Division._meta.get_field("name").max_length),
        max_length=MAX_DIVISIONS,
        help_text="Names, the highest first; one of all where left out.",
    )

    class Meta(SeasonSettings.Meta):
        fields: ClassVar = [*SETTINGS, "dates", "divisions"]


class NextSeasonIn(SettingsSerializer):
    """The season after."""

    dates = _dates()

    class Meta:
        model = Season
        fields: ClassVar = ("name", "dates")


class DivisionChange(SettingsChange):
    """Changes of a division."""

    class Meta:
        model = Division


class DivisionIn(DivisionChange):
    """One more division, below the others."""

    needed = ("name",)


class EveningsIn(serializers.Serializer[Any]):
    """Evenings to append."""

    dates = _dates()
    division = _order(required=False, allow_null=True, help_text="None: everybody's.")


class EveningChange(SettingsChange):
    """Changes of an evening."""

    division = _order(allow_null=True, help_text="None: everybody's.")

    class Meta:
        model = Evening
        fields: ClassVar = ("date", "division", "times")


class AttachIn(serializers.Serializer[Any]):
    """The event that is to count."""

    event = KeyField()


class AbsenceIn(SettingsSerializer):
    """Somebody does not come."""

    class Meta:
        model = Absence
        fields: ClassVar = ("noticed",)


class ContendersIn(SettingsSerializer):
    """The contenders to add: players of the roster by their keys, two each in seasons of pairs."""

    lineups = serializers.ListField(
        child=serializers.ListField(
            child=KeyField(),
            min_length=1,
            max_length=2,
        ),
        min_length=1,
        max_length=MAX_CONTENDERS,
    )
    division = _order(default=1)

    class Meta:
        model = Contender
        fields: ClassVar = ("lineups", "division", "joined")


class AwayPeriodIn(SettingsSerializer):
    """The days on which somebody is away, both included."""

    contender = KeyField()

    class Meta:
        model = AwayPeriod


class JokerIn(serializers.Serializer[Any]):
    """Whose joker it is, and the number of the evening that it doubles."""

    contender = KeyField()
    evening = serializers.IntegerField(min_value=1, max_value=MAX_EVENINGS)


class SeasonAdjustmentIn(SettingsChange):
    """Bonus or penalty points to give; today's where no date is given."""

    needed = ("contender", "points", "reason")
    contender = KeyField()

    class Meta:
        model = SeasonAdjustment


class RevokeIn(serializers.Serializer[Any]):
    """Why something is taken back."""

    reason = serializers.CharField(max_length=MAX_REASON)


class ContenderChange(serializers.Serializer[Any]):
    """The division of a contender from now on."""

    division = _order()
