"""Addresses under ``/api/v1/``."""

from clubs.api import views
from core.rest.routers import Router

router = Router()
router.register("clubs", views.ClubViewSet, "api-clubs")
router.register("clubs/<slug:slug>/members", views.MemberViewSet, "api-members")
router.register("clubs/<slug:slug>/players", views.PlayerViewSet, "api-players")
urlpatterns = router.urls
