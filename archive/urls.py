"""Addresses of archives: those of a club, what is kept of a player, and those that arrive."""

from django.urls import path

from archive import views

CLUB = "c/<slug:slug>/settings/archive/"
ARRIVAL = "clubs/from-archive/"
PLAYER = "c/<slug:slug>/players/<key:pk>/"

urlpatterns = [
    path(CLUB, views.archives, name="club-archives"),
    path(f"{CLUB}new/", views.archive_new, name="club-archive-new"),
    path(f"{CLUB}<uuid:pk>/", views.archive_progress, name="club-archive"),
    path(f"{CLUB}<uuid:pk>/file/", views.archive_file, name="club-archive-file"),
    path(f"{CLUB}<uuid:pk>/cancel/", views.archive_stop, name="club-archive-cancel"),
    path(f"{CLUB}<uuid:pk>/delete/", views.archive_remove, name="club-archive-delete"),
    path(f"{PLAYER}everything.zip", views.player_file, name="player-everything"),
    path(f"{PLAYER}forget/", views.player_forgotten, name="player-forget"),
    path(ARRIVAL, views.arrival_upload, name="arrival-new"),
    path(f"{ARRIVAL}<uuid:pk>/", views.arrival, name="arrival"),
    path(f"{ARRIVAL}<uuid:pk>/progress/", views.arrival_progress, name="arrival-progress"),
    path(f"{ARRIVAL}<uuid:pk>/cancel/", views.arrival_stop, name="arrival-cancel"),
    path(f"{ARRIVAL}<uuid:pk>/delete/", views.arrival_remove, name="arrival-delete"),
]
