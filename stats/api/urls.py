"""Addresses of numbers under ``/api/v1/``."""

from core.rest.routers import SingletonRouter
from stats.api import numbers, player_numbers

CLUB = "clubs/<slug:slug>"

singleton_router = SingletonRouter()
singleton_router.register(CLUB, numbers.ClubNumbersViewSet, "api-club")
singleton_router.register(f"{CLUB}/events/<key:event>", numbers.EventNumbersViewSet, "api-event")
singleton_router.register(
    f"{CLUB}/players/<key:player>", player_numbers.PlayerNumbersViewSet, "api-players"
)
urlpatterns = singleton_router.urls
