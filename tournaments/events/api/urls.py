"""Addresses under ``/api/v1/``."""

from core.rest.routers import Router
from tournaments.events.api import decisions, entries, events, rounds

EVENTS = "clubs/<slug:slug>/events"
EVENT = f"{EVENTS}/<key:event>"
router = Router()
router.register("event-choices", events.EventChoiceViewSet, "api-event-choices")
router.register(EVENTS, events.EventsViewSet, "api-events")
router.register(f"{EVENT}/entries", entries.EntryViewSet, "api-entries")
router.register(f"{EVENT}/waiting-players", entries.WaitingPlayerViewSet, "api-waiting-players")
router.register(f"{EVENT}/rounds", rounds.RoundViewSet, "api-rounds")
router.register(f"{EVENT}/rounds/<number:number>/tables", rounds.TableViewSet, "api-tables")
router.register(f"{EVENT}/adjustments", decisions.AdjustmentViewSet, "api-adjustments")
router.register(f"{EVENT}/play-offs", decisions.PlayOffViewSet, "api-play-offs")
urlpatterns = router.urls
