"""Addresses of the feed of changes and of webhooks under ``/api/v1/``."""

from django.urls import include, path

from feeds import api

WEBHOOK = [
    path("", api.WebhookDetail.as_view(), name="api-webhook"),
    path("test/", api.WebhookTest.as_view(), name="api-webhook-test"),
    path("deliveries/", api.DeliveryList.as_view(), name="api-deliveries"),
    path(
        "deliveries/<uuid:delivery>/resend/",
        api.DeliveryResend.as_view(),
        name="api-delivery-resend",
    ),
]

urlpatterns = [
    path("clubs/<slug:slug>/changes/", api.ChangeFeed.as_view(), name="api-changes"),
    path("clubs/<slug:slug>/webhooks/", api.WebhookList.as_view(), name="api-webhooks"),
    path("clubs/<slug:slug>/webhooks/<key:webhook>/", include(WEBHOOK)),
]
