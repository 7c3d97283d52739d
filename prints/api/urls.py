"""Addresses under ``/api/v1/``."""

from django.urls import include, path

from clubs.rest import converters  # noqa: F401 makes <key:…> known
from prints.api import documents, events

DOCUMENT = [
    path("", documents.DocumentDetail.as_view(), name="api-document"),
    path("cancel/", documents.DocumentCancel.as_view(), name="api-document-cancel"),
    path("retry/", documents.DocumentRetry.as_view(), name="api-document-retry"),
    path("file/", documents.DocumentFile.as_view(), name="api-document-file"),
]
EVENT = "clubs/<slug:slug>/events/<key:event>/"
urlpatterns = [
    path("clubs/<slug:slug>/documents/", documents.DocumentList.as_view(), name="api-documents"),
    path("clubs/<slug:slug>/documents/<uuid:document>/", include(DOCUMENT)),
    path(f"{EVENT}prints/", events.PrintList.as_view(), name="api-prints"),
    path(f"{EVENT}prints/<slug:what>/", events.PrintOrder.as_view(), name="api-print-order"),
]
