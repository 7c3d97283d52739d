"""Pages of webhooks, below a club's."""

from django.urls import path

from feeds import views

urlpatterns = [
    path("webhooks/", views.webhooks, name="webhooks"),
    path("webhooks/<key:pk>/", views.webhook, name="webhook"),
]
