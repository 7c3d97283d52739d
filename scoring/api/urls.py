"""Addresses under ``/api/v1/``."""

from django.urls import include, path

from scoring.api import best_play, games, hands, imports, matches

MATCH = [
    path("", matches.MatchDetail.as_view(), name="api-match"),
    path("result/", matches.MatchResult.as_view(), name="api-match-result"),
    path("result/restore/", matches.ResultRestore.as_view(), name="api-match-result-restore"),
    path("result/revisions/", matches.ResultRevisions.as_view(), name="api-match-result-history"),
    path("time/end/", matches.MatchTimeEnd.as_view(), name="api-match-time-end"),
    path("hands/", hands.HandList.as_view(), name="api-hands"),
    path("hands/<number:number>/", hands.HandDetail.as_view(), name="api-hand"),
    path(
        "hands/<number:number>/best-play/", best_play.BestPlayView.as_view(), name="api-best-play"
    ),
    path("hands/<number:number>/revisions/", hands.RevisionList.as_view(), name="api-revisions"),
]
urlpatterns = [
    path("games/", games.GameList.as_view(), name="api-games"),
    path("verdict/", games.VerdictView.as_view(), name="api-verdict"),
    path("clubs/<slug:slug>/hands/import/", imports.HandImport.as_view(), name="api-hands-import"),
    path("clubs/<slug:slug>/matches/", matches.MatchList.as_view(), name="api-matches"),
    path("clubs/<slug:slug>/matches/<key:match>/", include(MATCH)),
]
