"""Addresses under ``/api/v1/``."""

from clubs.api import picture, views
from core.rest.routers import OneRouter, Router

CLUB = "clubs/<slug:slug>"

router = Router()
router.register("clubs", views.ClubViewSet, "api-clubs")
router.register(f"{CLUB}/members", views.MemberViewSet, "api-members")
router.register(f"{CLUB}/players", views.PlayerViewSet, "api-players")
one_router = OneRouter()
one_router.register(f"{CLUB}/picture", picture.PictureViewSet, "api-clubs-picture")
urlpatterns = [*router.urls, *one_router.urls]
