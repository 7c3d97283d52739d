"""The shape of public pages and sign-ups."""

from rest_framework import serializers

from clubs.api.serializers import PublicPageSerializer
from core.rest.incoming import KeyField
from core.rest.settings import SettingsChange
from phones.models import EventPage, SignUp, SignUpPage, SignUpState
from tournaments.api.bodies import EntryIn


class EventPageChange(SettingsChange):
    """Changes of an event's public page; omitted fields keep their values."""

    class Meta:
        model = EventPage


class EventPageSerializer(PublicPageSerializer):
    """The public page of an event."""

    address_name = "public-rounds"

    class Meta:
        model = EventPage


class SignUpPageChange(SettingsChange):
    """Changes of an event's sign-up page; omitted fields keep their values."""

    class Meta:
        model = SignUpPage


class SignUpPageSerializer(PublicPageSerializer):
    """The sign-up page of an event."""

    address_name = "public-sign-up"

    class Meta:
        model = SignUpPage


class SignUpSerializer(serializers.ModelSerializer[SignUp]):
    """A sign-up as typed, with its state."""

    entry = serializers.IntegerField(
        source="entry.number",
        allow_null=True,
        default=None,
        read_only=True,
        help_text="The number of the entry that it became.",
    )
    state = serializers.ChoiceField(choices=SignUpState.choices, read_only=True)

    class Meta:
        model = SignUp
        fields = [
            *("number", "name", "partner", "seeks_partner", "note", "state", "entry"),
            "created_at",
        ]
        read_only_fields = fields


class AcceptIn(EntryIn):
    """The players entered for a sign-up."""

    other = KeyField(
        required=False,
        help_text="The number of another sign-up that is put together with it.",
    )
