"""Addresses under ``/api/v1/``."""

from django.urls import include, path

from clubs.rest import converters  # noqa: F401 makes <key:…> and <number:…> known
from scoring.api import games, hands, results, views

MATCH = [
    path("", views.MatchDetail.as_view(), name="api-match"),
    path("result/", results.MatchResult.as_view(), name="api-match-result"),
    path("result/restore/", results.ResultRestore.as_view(), name="api-match-result-restore"),
    path("result/revisions/", results.ResultRevisions.as_view(), name="api-match-result-history"),
    path("hands/", hands.HandList.as_view(), name="api-hands"),
    path("hands/<number:number>/", hands.HandDetail.as_view(), name="api-hand"),
    path("hands/<number:number>/revisions/", hands.RevisionList.as_view(), name="api-revisions"),
]
urlpatterns = [
    path("games/", games.GameList.as_view(), name="api-games"),
    path("verdict/", games.VerdictView.as_view(), name="api-verdict"),
    path("clubs/<slug:slug>/matches/", views.MatchList.as_view(), name="api-matches"),
    path("clubs/<slug:slug>/matches/<key:match>/", include(MATCH)),
]
