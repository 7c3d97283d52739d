"""Addresses of what anybody may print of an event's public page."""

from django.urls import path

from prints.public_views import own_scorecards

urlpatterns = [
    path("p/<slug:code>/me/scorecard.pdf", own_scorecards, name="public-scorecard"),
]
