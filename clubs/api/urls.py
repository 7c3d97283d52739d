"""Addresses under ``/api/v1/``."""

from clubs.api import picture, views
from core.rest.routers import Router, SingletonRouter

CLUB = "clubs/<slug:slug>"

router = Router()
router.register("clubs", views.ClubViewSet, "api-clubs")
router.register(f"{CLUB}/members", views.MemberViewSet, "api-members")
router.register(f"{CLUB}/players", views.PlayerViewSet, "api-players")
singleton_router = SingletonRouter()
singleton_router.register(f"{CLUB}/picture", picture.PictureViewSet, "api-clubs-picture")
urlpatterns = [*router.urls, *singleton_router.urls]
