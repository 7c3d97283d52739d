"""Addresses under ``/api/v1/``."""

from core.rest.routers import Router
from paper.scans import api

router = Router()
SHEETS = "clubs/<slug:slug>/events/<key:event>/sheets"
router.register(SHEETS, api.SheetViewSet, "api-sheets")
router.register(f"{SHEETS}/rows", api.SheetRowViewSet, "api-sheet-rows")
urlpatterns = router.urls
