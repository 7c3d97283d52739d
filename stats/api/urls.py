"""Addresses of numbers under ``/api/v1/``."""

from core.rest.routers import OneRouter
from stats.api import numbers, player_numbers

CLUB = "clubs/<slug:slug>"

one_router = OneRouter()
one_router.register(CLUB, numbers.ClubNumbersViewSet, "api-club")
one_router.register(f"{CLUB}/events/<key:event>", numbers.EventNumbersViewSet, "api-event")
one_router.register(
    f"{CLUB}/players/<key:player>", player_numbers.PlayerNumbersViewSet, "api-players"
)
urlpatterns = one_router.urls
