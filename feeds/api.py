"""Endpoints of the feed of changes and of webhooks."""

from typing import Any, ClassVar, Final
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import (
    OpenApiResponse,
    OpenApiWebhook,
    extend_schema,
    extend_schema_field,
)
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from core.rest.filters import Filters, choice
from core.rest.incoming import SettingsChange, SettingsSerializer
from core.rest.moments import MomentField, moment_text
from feeds.changes import NOW, ChangePage, changes_page
from feeds.models import (
    HOOKED,
    NEEDED,
    TEST,
    Change,
    ChangeKind,
    Delivery,
    DeliveryState,
    Failure,
    Webhook,
)
from feeds.webhooks import delivery_resend, webhook_create, webhook_pause, webhook_test


class ChangedSerializer(serializers.Serializer[Change]):
    """A change: what kind of thing changed, when, and where it is read."""

    number = serializers.IntegerField(help_text="Its place in the club's feed, from 1.")
    kind = serializers.ChoiceField(choices=ChangeKind.choices)
    url = serializers.CharField(
        source="href", help_text="Where the resource is read as it is now; 404 once it is deleted."
    )
    time = MomentField(source="made_at")


class ChangePageSerializer(serializers.Serializer[ChangePage]):
    """Some changes, and the mark to ask for the next with."""

    changes = ChangedSerializer(many=True)
    mark = serializers.CharField(help_text="Send it as `since` to read on from here.")
    more = serializers.BooleanField(help_text="Whether more changes follow already.")


class ChangeQuery(serializers.Serializer[Any]):
    """From where, and how many."""

    since = serializers.CharField(
        max_length=100,
        required=False,
        allow_blank=True,
        default="",
        help_text=f"The `mark` of an earlier answer. Left out: the oldest change that is kept. "
        f"`{NOW}`: no changes, but the mark of the end.",
    )
    page_size = serializers.IntegerField(min_value=1, max_value=200, default=50)


class ChangeViewSet(ApiViewSet):
    """What changed in a club."""

    tags = ("Changes",)
    serializer_class = ChangePageSerializer
    pagination_class = None

    @operation(query=ChangeQuery)
    def list(self, request: Request, slug: str) -> Response:
        """List changes since a mark.

        What changed in the club, in the order of commits. No change is skipped. Changes are kept
        for 90 days; a mark that is older, or not of this feed, is refused with the code
        `unknown_mark`. Changes of members are shown to owners, those of money to owners and
        treasurers.
        """
        query = self.queried()
        hidden = [kind for kind, right in NEEDED.items() if not self.membership.may(right)]
        page = changes_page(
            club=self.club, since=query["since"], size=query["page_size"], hidden=hidden
        )
        return Response(ChangePageSerializer(page).data)


# Webhooks


HOOKED_CHOICES = [(kind.value, kind.label) for kind in HOOKED]


class KindsField(serializers.ListField):
    """The kinds of changes that a webhook is told of."""

    child = serializers.ChoiceField(choices=HOOKED_CHOICES)

    def __init__(self, **more: Any) -> None:
        super().__init__(min_length=1, max_length=len(HOOKED), **more)


class WebhookSerializer(SettingsSerializer):
    """A webhook, without its secret."""

    shapes: ClassVar = {"kinds": KindsField}

    class Meta:
        model = Webhook
        fields = ["id", "address", "kinds", "is_paused", "made_at"]
        read_only_fields = fields


class WebhookMadeSerializer(WebhookSerializer):
    """A new webhook with its secret, which no later answer has."""

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class WebhookIn(SettingsChange):
    """A webhook to set up."""

    needed = ("address", "kinds")
    shapes: ClassVar = {"kinds": KindsField}

    class Meta:
        model = Webhook
        fields: ClassVar = ("address", "kinds")


class WebhookChange(SettingsChange):
    """What of a webhook is to be changed."""

    needed = ("is_paused",)

    class Meta:
        model = Webhook
        fields: ClassVar = ("is_paused",)


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """A delivery: what was sent, and how the last attempt went."""

    failure = serializers.CharField(
        help_text=f"Empty unless the last attempt failed: {', '.join(Failure.values)}."
    )
    next_at = serializers.SerializerMethodField(help_text="The next attempt; null after the last.")

    class Meta:
        model = Delivery
        fields = ["id", "kind", "body", "made_at", "state", "attempts", "next_at", "tried_at"]
        fields += ["status", "milliseconds", "failure", "answer"]
        read_only_fields = fields

    @extend_schema_field(MomentField(allow_null=True))
    def get_next_at(self, delivery: Delivery) -> str | None:
        """When it is tried next."""
        return moment_text(delivery.due_at) if delivery.state == DeliveryState.WAITING else None


class MessageSerializer(serializers.Serializer[Any]):
    """What a webhook is sent: which resource changed. Its content is read there with a token."""

    id = serializers.UUIDField(help_text="The same each time this message is sent.")
    kind = serializers.ChoiceField(choices=[*HOOKED_CHOICES, (TEST, TEST)])
    club = serializers.CharField(help_text="The club's short name, as addresses have it.")
    time = MomentField(help_text="When it changed.")
    url = serializers.URLField(help_text="The changed resource in this API.")


CHANGED: Final = OpenApiWebhook(
    "changed",
    extend_schema(
        summary="A resource changed",
        description="Sent to the address of a webhook, signed as Standard Webhooks has it. Any "
        "status from 200 to 299 within five seconds takes it; after any other answer it is sent "
        "again, seven times within 33 hours.",
        request=MessageSerializer,
        responses={"2XX": OpenApiResponse(description="Taken.")},
    ),
)


class WebhookViewSet(ApiViewSet):
    """The webhooks of a club, which only owners have."""

    tags = ("Webhooks",)
    reads = writes = Right.MEMBERS
    serializer_class = WebhookSerializer
    lookup_url_kwarg = "webhook"

    def get_queryset(self) -> QuerySet[Webhook]:
        """Return the club's webhooks."""
        return Webhook.objects.filter(club=self.club)

    def list(self, request: Request, slug: str) -> Response:
        """List webhooks.

        The addresses that are told of changes, without their secrets. Only owners.
        """
        return self.page(self.get_queryset())

    # A stored answer would keep the secret.
    @operation(body=WebhookIn, answer=WebhookMadeSerializer, keyed=False)
    def create(self, request: Request, slug: str) -> Response:
        """Set up a webhook.

        Tells an address of changes from now on. `secret` in the answer is shown only here;
        deliveries are signed with it.
        """
        site = request.build_absolute_uri("/")
        webhook = webhook_create(
            club=self.club, site=site, made_by=self.user, **self.validated_body()
        )
        return self.created(webhook)

    def retrieve(self, request: Request, slug: str, webhook: int) -> Response:
        """Show a webhook.

        A webhook without its secret.
        """
        return self.answer(self.get_object())

    @operation(body=WebhookChange)
    def partial_update(self, request: Request, slug: str, webhook: int) -> Response:
        """Pause a webhook, or go on.

        What happens while it is paused is never sent.
        """
        hook = self.get_object()
        return self.answer(webhook_pause(webhook=hook, paused=self.validated_body()["is_paused"]))

    @operation()
    def destroy(self, request: Request, slug: str, webhook: int) -> Response:
        """Delete a webhook.

        With its log. What waits is not sent.
        """
        self.get_object().delete()
        return Response(status=204)

    @action(detail=True, methods=["post"])
    @operation(answer=DeliverySerializer, status=201)
    def test(self, request: Request, slug: str, webhook: int) -> Response:
        """Send a test.

        Orders a delivery of the kind `test`.
        """
        return self.answer(webhook_test(webhook=self.get_object()))


class DeliveryFilters(Filters):
    """Which deliveries are wanted."""

    state = choice(DeliveryState.choices, "Those in this state.")


class DeliveryViewSet(ApiViewSet):
    """The log of a webhook."""

    tags = ("Webhooks",)
    reads = writes = Right.MEMBERS
    serializer_class = DeliverySerializer
    filterset_class = DeliveryFilters
    lookup_url_kwarg = "delivery"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Delivery]:
        """Return the deliveries of the webhook; 404 where the club has no such webhook."""
        webhook = get_object_or_404(Webhook, club=self.club, pk=self.kwargs["webhook"])
        return webhook.deliveries.select_related("webhook")

    def list(self, request: Request, slug: str, webhook: int) -> Response:
        """List deliveries.

        What was sent to a webhook in the last 30 days and what waits, the newest first.
        """
        return self.page(self.get_queryset())

    @action(detail=True, methods=["post"])
    @operation()
    def resend(self, request: Request, slug: str, webhook: int, delivery: UUID) -> Response:
        """Send a delivery again.

        With the same id and body, now; attempts count anew.
        """
        return self.answer(delivery_resend(delivery=self.get_object()))
