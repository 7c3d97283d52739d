"""Addresses under ``/api/v1/``."""

from django.urls import path

from clubs.rest import converters  # noqa: F401 makes <key:…> known
from leagues.api import views

ONE = "clubs/<slug:slug>/seasons/<key:season>/"

urlpatterns = [
    path("clubs/<slug:slug>/seasons/", views.SeasonList.as_view(), name="api-seasons"),
    path(ONE, views.SeasonDetail.as_view(), name="api-season"),
    path(f"{ONE}standings/", views.SeasonStandings.as_view(), name="api-season-standings"),
    path(f"{ONE}ratings/", views.SeasonRatings.as_view(), name="api-season-ratings"),
]
