"""Addresses under ``/api/v1/``."""

from django.urls import path

from clubs.api import picture, views
from core.rest.routers import Router

router = Router()
router.register("clubs", views.ClubViewSet, "api-clubs")
router.register("clubs/<slug:slug>/members", views.MemberViewSet, "api-members")
router.register("clubs/<slug:slug>/players", views.PlayerViewSet, "api-players")
urlpatterns = [
    path("clubs/<slug:slug>/picture/", picture.ClubPictureView.as_view(), name="api-club-picture"),
    *router.urls,
]
