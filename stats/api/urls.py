"""Addresses of numbers under ``/api/v1/``."""

from django.urls import path

from stats.api import numbers, player_numbers

urlpatterns = [
    path(
        "clubs/<slug:slug>/players/<key:player>/numbers/",
        player_numbers.PlayerNumbers.as_view(),
        name="api-player-numbers",
    ),
    path(
        "clubs/<slug:slug>/numbers/<slug:played>/",
        numbers.ClubNumbersView.as_view(),
        name="api-club-numbers",
    ),
    path(
        "clubs/<slug:slug>/numbers/<slug:played>/meetings/",
        numbers.MeetingList.as_view(),
        name="api-club-meetings",
    ),
    path(
        "clubs/<slug:slug>/events/<key:event>/numbers/",
        numbers.EventNumbersView.as_view(),
        name="api-event-numbers",
    ),
]
