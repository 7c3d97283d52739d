"""Addresses under ``/api/v1/``."""

from django.urls import path

from clubs.api import views

urlpatterns = [
    path("clubs/", views.ClubList.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>/", views.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/members/", views.MemberList.as_view(), name="api-members"),
    path(
        "clubs/<slug:slug>/members/<key:member>/",
        views.MemberDetail.as_view(),
        name="api-member",
    ),
    path("clubs/<slug:slug>/players/", views.PlayerList.as_view(), name="api-players"),
    path(
        "clubs/<slug:slug>/players/<key:player>/", views.PlayerDetail.as_view(), name="api-player"
    ),
]
