"""Addresses of numbers under ``/api/v1/``."""

from core.rest.routers import OneRouter
from stats.api import numbers, player_numbers

CLUB = "clubs/<slug:slug>"

one = OneRouter()
one.register(CLUB, numbers.ClubNumbersViewSet, "api-club")
one.register(f"{CLUB}/events/<key:event>", numbers.EventNumbersViewSet, "api-event")
one.register(f"{CLUB}/players/<key:player>", player_numbers.PlayerNumbersViewSet, "api-players")
urlpatterns = one.urls
