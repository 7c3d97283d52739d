"""Addresses of deals under ``/api/v1/``."""

from core.rest.routers import Router, SingletonRouter
from tournaments.deals.api import views

DEALS = "clubs/<slug:slug>/events/<key:event>/deals"

singleton_router = SingletonRouter()
singleton_router.register(DEALS, views.DealSetViewSet, "api-deals")
router = Router()
router.register(f"{DEALS}/rulings", views.RulingViewSet, "api-deal-rulings")
urlpatterns = [*singleton_router.urls, *router.urls]
