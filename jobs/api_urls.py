"""Addresses under ``/api/v1/``."""

from core.rest.routers import Router
from jobs import api

router = Router()
router.register("jobs", api.JobViewSet, "api-jobs")
urlpatterns = router.urls
