"""Addresses under ``/api/v1/``."""

from django.urls import include, path

from prints import api

DOCUMENT = [
    path("", api.DocumentDetail.as_view(), name="api-document"),
    path("cancel/", api.DocumentCancel.as_view(), name="api-document-cancel"),
    path("retry/", api.DocumentRetry.as_view(), name="api-document-retry"),
    path("file/", api.DocumentFile.as_view(), name="api-document-file"),
]
EVENT = "clubs/<slug:slug>/events/<key:event>/"
urlpatterns = [
    path("clubs/<slug:slug>/documents/", api.DocumentList.as_view(), name="api-documents"),
    path("clubs/<slug:slug>/documents/<uuid:document>/", include(DOCUMENT)),
    path(f"{EVENT}prints/", api.PrintList.as_view(), name="api-prints"),
    path(f"{EVENT}prints/<slug:what>/", api.PrintOrder.as_view(), name="api-print-order"),
]
