"""Addresses of sign-ups and public pages under ``/api/v1/``."""

from core.rest.routers import Router, SingletonRouter
from tournaments.phones.api import views

EVENT = "clubs/<slug:slug>/events/<key:event>"
router = Router()
router.register(f"{EVENT}/sign-ups", views.SignUpViewSet, "api-sign-ups")
pages = SingletonRouter()
pages.register(f"{EVENT}/sign-up", views.SignUpPageViewSet, "api-events-sign-up")
pages.register(f"{EVENT}/public", views.EventPageViewSet, "api-events-public")
urlpatterns = router.urls + pages.urls
