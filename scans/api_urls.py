"""Addresses under ``/api/v1/``."""

from core.rest.routers import Router
from scans import api

router = Router()
router.register("clubs/<slug:slug>/events/<key:event>/sheets", api.SheetViewSet, "api-sheets")
urlpatterns = router.urls
