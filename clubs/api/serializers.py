"""The shape of clubs and players."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import Club, Membership, Player, PublicPage
from clubs.roles import RIGHTS, Right, Role
from clubs.services.clubs import CLUB_SETTINGS
from core.model_settings import settings_of
from core.rest.incoming import SettingsChange, SettingsSerializer


class ClubSettings(SettingsSerializer):
    """The settings of a club."""

    class Meta:
        model = Club
        fields: ClassVar[Sequence[str]] = CLUB_SETTINGS
        extra_kwargs: ClassVar[dict[str, dict[str, Any]]] = {
            # The service refuses a currency that is none, unless it stays.
            "currency": {
                "validators": [],
                "help_text": "ISO 4217. Matches already played keep theirs.",
            },
        }


class ClubSerializer(ClubSettings):
    """A club, with your role in it: what is serialized is the membership."""

    role = serializers.ChoiceField(choices=Role.choices, read_only=True, help_text="Your role.")
    rights = serializers.SerializerMethodField(help_text="What your role allows.")

    player = serializers.IntegerField(
        source="player_id",
        allow_null=True,
        read_only=True,
        help_text="Who you are on the roster: the player whose statement you may read.",
    )

    class Meta(ClubSettings.Meta):
        fields: ClassVar = ["slug", *CLUB_SETTINGS, "role", "rights", "player"]
        read_only_fields: ClassVar = fields

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; those of the club are read through the membership."""
        fields = super().get_fields()
        for name in ("slug", *CLUB_SETTINGS):
            fields[name].source = f"club.{name}"
        return fields

    @extend_schema_field(
        {
            "type": "array",
            "items": {"type": "string", "enum": [right.value for right in Right]},
        }
    )
    def get_rights(self, membership: Membership) -> list[str]:
        """The rights of the role, in the order in which they are declared."""
        return [right.value for right in Right if right in RIGHTS[membership.role]]


class ClubChange(SettingsChange, ClubSettings):
    """Changes of a club's settings; omitted fields keep their values."""


class ClubIn(ClubChange):
    """A club to be founded."""

    needed = ("name",)


class PlayerRefSerializer(serializers.ModelSerializer[Player]):
    """A player by key and name."""

    class Meta:
        model = Player
        fields = ["id", "name"]
        read_only_fields = fields


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """Somebody on the roster."""

    class Meta:
        model = Player
        fields = ["id", "name", "note", "active", "name_hidden", "created_at"]
        read_only_fields = fields


class PlayerAddedSerializer(PlayerSerializer):
    """A new player, and existing players of the same name."""

    namesakes = PlayerSerializer(
        many=True, help_text="Others of the same name; nobody is merged with them."
    )

    class Meta(PlayerSerializer.Meta):
        fields = [*PlayerSerializer.Meta.fields, "namesakes"]
        read_only_fields = fields


class PlayerIn(SettingsChange):
    """A player to be put on the roster."""

    needed = ("name",)

    class Meta:
        model = Player
        fields: ClassVar[Sequence[str]] = ("name", "note")


class PlayerChange(SettingsChange):
    """Changes of a player; omitted fields keep their values."""

    class Meta:
        model = Player


class PublicPageSerializer(SettingsSerializer):
    """A public page; ``address_name`` is the name of its address."""

    address_name: ClassVar[str]

    address = serializers.SerializerMethodField(help_text="Its path, while it is shown.")

    def get_address(self, page: PublicPage) -> str | None:
        """The path of the page; null while it is off."""
        return reverse(self.address_name, args=[page.code]) if page.is_on else None

    def get_extra_kwargs(self) -> dict[str, Any]:
        """A page is changed with another shape: here all is read alone."""
        return {name: {"read_only": True} for name in settings_of(self.Meta.model)}
