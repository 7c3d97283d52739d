"""Addresses of the feed of changes and of webhooks under ``/api/v1/``."""

from core.rest.routers import Router
from feeds import api

router = Router()
router.register("clubs/<slug:slug>/changes", api.ChangeViewSet, "api-changes")
router.register("clubs/<slug:slug>/webhooks", api.WebhookViewSet, "api-webhooks")
router.register(
    "clubs/<slug:slug>/webhooks/<key:webhook>/deliveries", api.DeliveryViewSet, "api-deliveries"
)
urlpatterns = router.urls
