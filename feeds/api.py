"""Endpoints of the feed of changes and of webhooks."""

import datetime
from typing import Any, ClassVar, Final

from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.rest.actions import action, directly, reading
from clubs.rest.views import ClubView
from clubs.roles import Right
from core.rest.filters import Filters, choice
from core.rest.pages import Pages
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
    time = serializers.DateTimeField(source="made_at")


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


class ChangeFeed(ClubView):
    """What changed in a club."""

    @reading(
        "changes_list",
        "List changes since a mark",
        "What changed in the club, in the order of commits. No change is skipped. Changes are "
        "kept for 90 days; a mark that is older, or not of this feed, is refused with the code "
        "`unknown_mark`. Changes of members are shown to owners, those of money to owners and "
        "treasurers.",
        tags=["Changes"],
        query=ChangeQuery,
        answer=ChangePageSerializer,
    )
    def get(self, *, since: str, page_size: int) -> Any:
        hidden = [kind for kind, right in NEEDED.items() if not self.membership.may(right)]
        return changes_page(club=self.club, since=since, size=page_size, hidden=hidden)


# Webhooks


TAGS = ["Webhooks"]
METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE")
HOOKED_CHOICES = [(kind.value, kind.label) for kind in HOOKED]


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook, without its secret."""

    kinds = serializers.ListField(child=serializers.ChoiceField(choices=HOOKED_CHOICES))

    class Meta:
        model = Webhook
        fields = ["id", "address", "kinds", "is_paused", "made_at"]
        read_only_fields = fields


class WebhookMadeSerializer(WebhookSerializer):
    """A new webhook with its secret, which no later answer has."""

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class WebhookIn(serializers.Serializer[Any]):
    """A webhook to set up."""

    address = serializers.CharField(max_length=500, help_text="An https address.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=HOOKED_CHOICES), min_length=1, max_length=len(HOOKED)
    )


class WebhookChange(serializers.Serializer[Any]):
    """What of a webhook is to be changed."""

    is_paused = serializers.BooleanField()


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

    def get_next_at(self, delivery: Delivery) -> datetime.datetime | None:
        """When it is tried next."""
        return delivery.due_at if delivery.state == DeliveryState.WAITING else None


class MessageSerializer(serializers.Serializer[Any]):
    """What a webhook is sent: which resource changed. Its content is read there with a token."""

    id = serializers.UUIDField(help_text="The same each time this message is sent.")
    kind = serializers.ChoiceField(choices=[*HOOKED_CHOICES, (TEST, TEST)])
    club = serializers.CharField(help_text="The club's short name, as addresses have it.")
    time = serializers.DateTimeField(help_text="When it changed.")
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


class WebhookView(ClubView):
    """What only owners do."""

    rights: ClassVar = dict.fromkeys(METHODS, Right.MEMBERS)
    webhook: Webhook

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the webhook that the address names, if it names one."""
        super().initial(request, *args, **kwargs)
        if "webhook" in kwargs:
            self.webhook = get_object_or_404(Webhook, club=self.club, pk=kwargs["webhook"])


class WebhookList(WebhookView):
    """The webhooks of a club."""

    pagination_class = Pages

    @reading(
        "webhooks_list",
        "List webhooks",
        "The addresses that are told of changes, without their secrets. Only owners.",
        tags=TAGS,
        answer=WebhookSerializer,
        many=True,
    )
    def get(self) -> Any:
        return self.club.webhooks.all()

    @action(
        "webhooks_create",
        "Set up a webhook",
        "Tells an address of changes from now on. `secret` in the answer is shown only here; "
        "deliveries are signed with it.",
        tags=TAGS,
        body=WebhookIn,
        answer=WebhookMadeSerializer,
        status=201,
        location="api-webhook",
        run=directly,  # a kept answer would keep the secret
    )
    def post(self, *, address: str, kinds: list[str]) -> Webhook:
        site = self.request.build_absolute_uri("/")
        return webhook_create(
            club=self.club, address=address, kinds=kinds, site=site, made_by=self.user
        )


class WebhookDetail(WebhookView):
    """One webhook."""

    @reading(
        "webhooks_retrieve",
        "Show a webhook",
        "A webhook without its secret.",
        tags=TAGS,
        answer=WebhookSerializer,
    )
    def get(self) -> Any:
        return self.webhook

    @action(
        "webhooks_update",
        "Pause a webhook, or go on",
        "What happens while it is paused is never sent.",
        tags=TAGS,
        body=WebhookChange,
        answer=WebhookSerializer,
    )
    def patch(self, *, is_paused: bool) -> Webhook:
        return webhook_pause(webhook=self.webhook, paused=is_paused)

    @action(
        "webhooks_delete",
        "Delete a webhook",
        "With its log. What waits is not sent.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        self.webhook.delete()


class WebhookTest(WebhookView):
    """Trying a webhook."""

    @action(
        "webhooks_test",
        "Send a test",
        "Orders a delivery of the kind `test`.",
        tags=TAGS,
        answer=DeliverySerializer,
        status=201,
    )
    def post(self) -> Delivery:
        return webhook_test(webhook=self.webhook)


class DeliveryFilters(Filters):
    """Which deliveries are wanted."""

    state = choice(DeliveryState.choices, "Those in this state.")


class DeliveryList(WebhookView):
    """The log of a webhook."""

    pagination_class = Pages

    @reading(
        "deliveries_list",
        "List deliveries",
        "What was sent to a webhook in the last 30 days and what waits, the newest first.",
        tags=TAGS,
        filters=DeliveryFilters,
        answer=DeliverySerializer,
        many=True,
    )
    def get(self) -> Any:
        return self.webhook.deliveries.all()


class DeliveryResend(WebhookView):
    """Sending again."""

    @action(
        "deliveries_resend",
        "Send a delivery again",
        "With the same id and body, now; attempts count anew.",
        tags=TAGS,
        answer=DeliverySerializer,
    )
    def post(self) -> Delivery:
        deliveries = self.webhook.deliveries.select_related("webhook")
        return delivery_resend(delivery=get_object_or_404(deliveries, pk=self.kwargs["delivery"]))
