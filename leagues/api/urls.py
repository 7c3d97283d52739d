"""Addresses under ``/api/v1/``."""

from core.rest.routers import Router, SingletonRouter
from leagues.api import calendars, evenings, seasons

SEASON = "clubs/<slug:slug>/seasons/<key:season>"
EVENINGS = f"{SEASON}/evenings"

router = Router()
router.register("clubs/<slug:slug>/calendars", calendars.CalendarViewSet, "api-calendars")
router.register("clubs/<slug:slug>/seasons", seasons.SeasonViewSet, "api-seasons")
router.register(f"{SEASON}/divisions", seasons.DivisionViewSet, "api-season-divisions")
router.register(f"{SEASON}/contenders", seasons.ContenderViewSet, "api-season-contenders")
router.register(f"{SEASON}/adjustments", seasons.SeasonAdjustmentViewSet, "api-season-adjustments")
router.register(f"{SEASON}/away", evenings.AwayPeriodViewSet, "api-season-away")
router.register(f"{SEASON}/jokers", evenings.JokerViewSet, "api-season-jokers")
router.register(EVENINGS, evenings.EveningViewSet, "api-season-evenings")
router.register(
    f"{EVENINGS}/<number:evening>/absences", evenings.AbsenceViewSet, "api-season-absences"
)
singleton_router = SingletonRouter()
singleton_router.register(f"{SEASON}/public", seasons.SeasonPublicViewSet, "api-seasons-public")
urlpatterns = [*router.urls, *singleton_router.urls]
