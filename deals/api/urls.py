"""Addresses of deals under ``/api/v1/``."""

from core.rest.routers import OneRouter, Router
from deals.api import views

DEALS = "clubs/<slug:slug>/events/<key:event>/deals"

one_router = OneRouter()
one_router.register(DEALS, views.DealSetViewSet, "api-deals")
router = Router()
router.register(f"{DEALS}/rulings", views.RulingViewSet, "api-deal-rulings")
urlpatterns = [*one_router.urls, *router.urls]
