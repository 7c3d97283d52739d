"""Addresses under ``/api/v1/``."""

from core.rest.routers import Router
from scoring.api import games, hands, imports, matches

CLUB = "clubs/<slug:slug>"
router = Router()
router.register("games", games.GameViewSet, "api-games")
router.register("verdict", games.VerdictViewSet, "api-verdict")
router.register(f"{CLUB}/hands/import", imports.HandImportViewSet, "api-hands-import")
router.register(f"{CLUB}/matches", matches.MatchesViewSet, "api-matches")
router.register(f"{CLUB}/matches/<key:match>/hands", hands.HandViewSet, "api-hands")
urlpatterns = router.urls
