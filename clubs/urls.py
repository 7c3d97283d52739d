"""Addresses of accounts, clubs and their people."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from clubs.access import signed_in
from clubs.views import accounts, clubs, members, players

urlpatterns = [
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/password/", signed_in(accounts.PasswordChange.as_view()), name="password"),
    path("account/tokens/", accounts.tokens, name="tokens"),
    path("account/tokens/<str:key>/revoke/", accounts.token_revoked, name="token-revoke"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("c/<slug:slug>/settings/", clubs.club_settings, name="club-settings"),
    path("c/<slug:slug>/members/", members.members, name="members"),
    path("c/<slug:slug>/members/<int:pk>/role/", members.member_role, name="member-role"),
    path("c/<slug:slug>/members/<int:pk>/player/", members.member_player, name="member-player"),
    path("c/<slug:slug>/members/<int:pk>/remove/", members.member_removal, name="member-remove"),
    path("c/<slug:slug>/players/", players.players, name="players"),
    path("c/<slug:slug>/players/search/", players.player_search, name="player-search"),
    path("c/<slug:slug>/players/new/", players.player_new, name="player-new"),
    path("c/<slug:slug>/players/paste/", players.players_paste, name="players-paste"),
    path("c/<slug:slug>/players/<int:pk>/edit/", players.player_edit, name="player-edit"),
    path("c/<slug:slug>/players/<int:pk>/roster/", players.player_roster, name="player-roster"),
]
