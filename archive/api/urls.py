"""Addresses under ``/api/v1/``."""

from archive.api import archives, arrivals, persons
from core.rest.routers import OneRouter, Router

CLUB = "clubs/<slug:slug>"

router = Router()
router.register("arrivals", arrivals.ArrivalViewSet, "api-arrivals")
router.register(f"{CLUB}/archives", archives.ArchiveViewSet, "api-archives")
one_router = OneRouter()
one_router.register(f"{CLUB}/players/<key:player>", persons.PersonViewSet, "api-players")
urlpatterns = [*router.urls, *one_router.urls]
