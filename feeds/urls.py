"""Pages of webhooks, below a club's."""

from django.urls import path

from clubs.rest import converters  # noqa: F401 makes <key:…> known
from feeds import views

urlpatterns = [
    path("webhooks/", views.webhooks, name="webhooks"),
    path("webhooks/<key:pk>/", views.webhook, name="webhook"),
]
