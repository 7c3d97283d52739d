"""Addresses under ``/api/v1/``."""

from django.urls import path

from clubs.rest import converters  # noqa: F401 makes <key:…> known
from ledger.api.statements import StatementView

urlpatterns = [
    path(
        "clubs/<slug:slug>/players/<key:player>/statement/",
        StatementView.as_view(),
        name="api-statement",
    ),
]
