"""Addresses of archives: those of a club, what is kept of a player, and those that arrive."""

from django.urls import path

from archive import views

CLUB = "c/<slug:slug>/settings/archive/"
ARRIVAL = "clubs/from-archive/"
PLAYER = "c/<slug:slug>/players/<key:pk>/"

urlpatterns = [
    path(CLUB, views.archives, name="club-archives"),
    path(f"{CLUB}new/", views.archive_new, name="club-archive-new"),
    path(f"{PLAYER}everything.zip", views.player_file, name="player-everything"),
    path(f"{PLAYER}forget/", views.player_forgotten, name="player-forget"),
    path(ARRIVAL, views.arrival_upload, name="arrival-new"),
    path(f"{ARRIVAL}<uuid:pk>/", views.arrival, name="arrival"),
]
