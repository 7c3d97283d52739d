"""The shape of clubs and players."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import Membership, Paper, Player, PublicPage
from clubs.public import PublicNames
from clubs.rest.incoming import LineField, NameField
from clubs.roles import RIGHTS, Right, Role
from core.languages import Calendar

MAX_KEY = 2**63 - 1


class ClubSerializer(serializers.Serializer[Membership]):
    """A club, with your role in it."""

    slug = serializers.SlugField(source="club.slug", help_text="Names the club in addresses.")
    name = serializers.CharField(source="club.name")
    currency = serializers.CharField(source="club.currency", help_text="ISO 4217.")
    paper = serializers.ChoiceField(source="club.paper", choices=Paper.choices)
    language = serializers.CharField(
        source="club.language",
        help_text="Whose alphabet the order of names follows; where Allmark has it, of pages too.",
    )
    calendar = serializers.ChoiceField(
        source="club.calendar", choices=Calendar.choices, help_text="Of dates on pages and paper."
    )
    public_names = serializers.ChoiceField(
        source="club.public_names",
        choices=PublicNames.choices,
        help_text="How players are named on public pages.",
    )
    role = serializers.ChoiceField(choices=Role.choices, help_text="Your role.")
    rights = serializers.SerializerMethodField(help_text="What your role allows.")

    player = serializers.IntegerField(
        source="player_id",
        allow_null=True,
        read_only=True,
        help_text="Who you are on the roster: the player whose statement you may read.",
    )

    @extend_schema_field(
        {
            "type": "array",
            "items": {"type": "string", "enum": [right.value for right in Right]},
        }
    )
    def get_rights(self, membership: Membership) -> list[str]:
        """The rights of the role, in the order in which they are declared."""
        return [right.value for right in Right if right in RIGHTS[membership.role]]


class ClubChange(serializers.Serializer[Any]):
    """Changes of a club's settings; omitted fields keep their values."""

    name = NameField(max_length=120, required=False)
    currency = serializers.CharField(
        max_length=3, required=False, help_text="ISO 4217. Matches already played keep theirs."
    )
    paper = serializers.ChoiceField(choices=Paper.choices, required=False)
    language = serializers.CharField(
        max_length=12,
        required=False,
        help_text="Its code. Pages are shown in it to everybody who has not chosen one.",
    )
    calendar = serializers.ChoiceField(choices=Calendar.choices, required=False)
    public_names = serializers.ChoiceField(choices=PublicNames.choices, required=False)


class ClubIn(ClubChange):
    """A club to be founded."""

    name = NameField(max_length=120)


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


class PlayerIn(serializers.Serializer[Any]):
    """A player to be put on the roster."""

    name = NameField(max_length=80)
    note = LineField(
        max_length=80, required=False, allow_blank=True, help_text="Tells two of one name apart."
    )


class PlayerChange(PlayerIn):
    """Changes of a player; omitted fields keep their values."""

    name = NameField(max_length=80, required=False)
    active = serializers.BooleanField(
        required=False, help_text="Whether the player is offered when entries are made."
    )
    name_hidden = serializers.BooleanField(
        required=False, help_text="Whether a number replaces the name on public pages."
    )


class PublicPageChange(serializers.Serializer[Any]):
    """Changes of a public page; omitted fields keep their values."""

    is_on = serializers.BooleanField(required=False, help_text="Whether anybody may look on.")
    may_be_found = serializers.BooleanField(
        required=False, help_text="Whether search engines may list it."
    )


class PublicPageSerializer(serializers.ModelSerializer[Any]):
    """A public page; ``address_name`` is the name of its address."""

    address_name: ClassVar[str]

    address = serializers.SerializerMethodField(help_text="Its path, while it is shown.")

    def get_address(self, page: PublicPage) -> str | None:
        """The path of the page; null while it is off."""
        return reverse(self.address_name, args=[page.code]) if page.is_on else None
