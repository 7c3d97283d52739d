"""Addresses under ``/api/v1/``."""

from django.urls import include, path

from archive import api, api_arrivals

ARCHIVE = [
    path("", api.ArchiveDetail.as_view(), name="api-archive"),
    path("cancel/", api.ArchiveCancel.as_view(), name="api-archive-cancel"),
    path("file/", api.ArchiveFile.as_view(), name="api-archive-file"),
]
ARRIVAL = [
    path("", api_arrivals.ArrivalDetail.as_view(), name="api-arrival"),
    path("read/", api_arrivals.ArrivalRead.as_view(), name="api-arrival-read"),
    path("cancel/", api_arrivals.ArrivalCancel.as_view(), name="api-arrival-cancel"),
]
PLAYER = [
    path("everything/", api.PlayerEverything.as_view(), name="api-player-everything"),
    path("forgotten/", api.PlayerForgotten.as_view(), name="api-player-forgotten"),
]
urlpatterns = [
    path("arrivals/", api_arrivals.ArrivalNew.as_view(), name="api-arrivals"),
    path("arrivals/<uuid:arrival>/", include(ARRIVAL)),
    path("clubs/<slug:slug>/archives/", api.ArchiveList.as_view(), name="api-archives"),
    path("clubs/<slug:slug>/archives/<uuid:archive>/", include(ARCHIVE)),
    path("clubs/<slug:slug>/players/<key:player>/", include(PLAYER)),
]
