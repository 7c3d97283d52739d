"""Addresses of reading sheets, under a club's."""

from django.urls import path

from paper.scans import views

EVENT = "events/<key:event_id>/sheets/"

urlpatterns = [
    path(EVENT, views.sheets, name="event-sheets"),
    path(f"{EVENT}example.pdf", views.example_paper, name="event-sheets-paper"),
    path(f"{EVENT}example.jpg", views.example_photograph, name="event-sheets-photograph"),
    path(f"{EVENT}example/", views.example_read, name="event-sheets-example"),
    path(f"{EVENT}<uuid:pk>/", views.look, name="event-sheets-look"),
    path(f"{EVENT}<uuid:pk>/record/", views.record, name="event-sheets-record"),
    path(f"{EVENT}<uuid:pk>/place/", views.place, name="event-sheets-place"),
    path(f"{EVENT}<uuid:pk>/corners/<key:sheet_id>/", views.corners, name="event-sheets-corners"),
    path(f"{EVENT}pictures/<key:sheet_id>.jpg", views.sheet_picture, name="event-sheets-picture"),
    path(f"{EVENT}rows/<key:row_id>.jpg", views.row_picture, name="event-sheets-row"),
]
