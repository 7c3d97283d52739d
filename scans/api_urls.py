"""Addresses under ``/api/v1/``."""

from django.urls import path

from scans import api

SHEETS = "clubs/<slug:slug>/events/<key:event>/sheets/"
urlpatterns = [
    path(SHEETS, api.SheetReadings.as_view(), name="api-sheets"),
    path(f"{SHEETS}<uuid:reading>/", api.SheetReadingDetail.as_view(), name="api-sheets-reading"),
    path(
        f"{SHEETS}<uuid:reading>/record/",
        api.SheetReadingRecord.as_view(),
        name="api-sheets-record",
    ),
]
