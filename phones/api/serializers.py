"""The shape of public pages and sign-ups."""

from rest_framework import serializers

from clubs.api.serializers import MAX_KEY, PublicPageChange, PublicPageSerializer
from core.rest.moments import MomentField
from phones.models import EventPage, SignUp, SignUpPage, SignUpState
from phones.services.sign_ups import MOST_PLACES
from tournaments.api.serializers import EntryIn


class EventPageChange(PublicPageChange):
    """Changes of an event's public page; omitted fields keep their values."""


class EventPageSerializer(PublicPageSerializer):
    """The public page of an event."""

    address_name = "public-rounds"

    class Meta:
        model = EventPage
        fields = ["is_on", "may_be_found", "address"]
        read_only_fields = fields


class SignUpPageChange(PublicPageChange):
    """Changes of an event's sign-up page; omitted fields keep their values."""

    closes_at = MomentField(
        required=False, allow_null=True, help_text="When it ends; null with the first round."
    )
    places = serializers.IntegerField(
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        allow_null=True,
        help_text="How many entries there is room for; null for as many as come.",
    )


class SignUpPageSerializer(PublicPageSerializer):
    """The sign-up page of an event."""

    address_name = "public-sign-up"

    class Meta:
        model = SignUpPage
        fields = ["is_on", "may_be_found", "address", "closes_at", "places"]
        read_only_fields = fields


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

    other = serializers.IntegerField(
        min_value=1,
        max_value=MAX_KEY,
        required=False,
        help_text="The number of another sign-up that is put together with it.",
    )
