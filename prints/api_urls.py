"""Addresses under ``/api/v1/``."""

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from prints import api
from prints.subjects import SUBJECTS


class SubjectConverter(StringConverter):
    """A kind of subject by its key."""

    regex = "|".join(SUBJECTS)


register_converter(SubjectConverter, "printed")

DOCUMENT = [
    path("", api.DocumentDetail.as_view(), name="api-document"),
    path("cancel/", api.DocumentCancel.as_view(), name="api-document-cancel"),
    path("retry/", api.DocumentRetry.as_view(), name="api-document-retry"),
    path("file/", api.DocumentFile.as_view(), name="api-document-file"),
]
CLUB = "clubs/<slug:slug>/"
urlpatterns = [
    path(f"{CLUB}documents/", api.DocumentList.as_view(), name="api-documents"),
    path(f"{CLUB}documents/<uuid:document>/", include(DOCUMENT)),
    path(
        f"{CLUB}prints/<printed:about>/<key:subject_id>/",
        api.PrintList.as_view(),
        name="api-prints",
    ),
]
