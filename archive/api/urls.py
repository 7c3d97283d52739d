"""Addresses under ``/api/v1/``."""

from archive.api import archives, persons
from core.rest.routers import Router, SingletonRouter

CLUB = "clubs/<slug:slug>"

router = Router()
router.register("arrivals", archives.ArrivalViewSet, "api-arrivals")
router.register(f"{CLUB}/archives", archives.ArchiveViewSet, "api-archives")
singleton_router = SingletonRouter()
singleton_router.register(f"{CLUB}/players/<key:player>", persons.PersonViewSet, "api-players")
urlpatterns = [*router.urls, *singleton_router.urls]
