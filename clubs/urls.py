"""Addresses of users, clubs and their people."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from clubs import views
from clubs.access import signed_in

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/password/", signed_in(views.PasswordChange.as_view()), name="password"),
    path("language/", views.language_choose, name="language"),
    path("account/tokens/", views.tokens, name="tokens"),
    path("account/tokens/<str:key>/revoke/", views.token_revoked, name="token-revoke"),
    path("clubs/new/", views.club_new, name="club-new"),
    path("c/<slug:slug>/settings/", views.club_settings, name="club-settings"),
    path("c/<slug:slug>/settings/picture/", views.club_picture, name="club-picture"),
    path(
        "c/<slug:slug>/settings/picture/remove/",
        views.club_picture_removal,
        name="club-picture-remove",
    ),
    path("c/<slug:slug>/picture", views.club_picture_file, name="club-picture-file"),
    path("c/<slug:slug>/members/", views.members, name="members"),
    path("c/<slug:slug>/members.<spreadsheet:form>", views.members_file, name="members-file"),
    path("c/<slug:slug>/members/<key:pk>/role/", views.member_role, name="member-role"),
    path("c/<slug:slug>/members/<key:pk>/player/", views.member_player, name="member-player"),
    path("c/<slug:slug>/members/<key:pk>/remove/", views.member_removal, name="member-remove"),
    path("c/<slug:slug>/players/", views.players, name="players"),
    path("c/<slug:slug>/players.<spreadsheet:form>", views.players_file, name="players-file"),
    path("c/<slug:slug>/players/search/", views.player_search, name="player-search"),
    path("c/<slug:slug>/players/new/", views.player_new, name="player-new"),
    path("c/<slug:slug>/players/paste/", views.players_paste, name="players-paste"),
    path("c/<slug:slug>/players/<key:pk>/edit/", views.player_edit, name="player-edit"),
    path("c/<slug:slug>/players/<key:pk>/roster/", views.player_roster, name="player-roster"),
    path("c/<slug:slug>/players/<key:pk>/name/", views.player_name, name="player-name"),
]
