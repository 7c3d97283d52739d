"""Addresses of users, clubs and their people."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from clubs.access import signed_in
from clubs.views import clubs, invitations, players, users

urlpatterns = [
    path("sign-in/", users.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/password/", signed_in(users.PasswordChange.as_view()), name="password"),
    path(
        "account/password/offer/",
        signed_in(users.PasswordOffer.as_view()),
        name="password-offer",
    ),
    path("language/", users.language_choose, name="language"),
    path("account/tokens/", users.tokens, name="tokens"),
    path("account/tokens/<str:key>/revoke/", users.token_revoked, name="token-revoke"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("c/<slug:slug>/settings/", clubs.club_settings, name="club-settings"),
    path("c/<slug:slug>/settings/picture/", clubs.club_picture, name="club-picture"),
    path(
        "c/<slug:slug>/settings/picture/remove/",
        clubs.club_picture_removal,
        name="club-picture-remove",
    ),
    path("c/<slug:slug>/picture", clubs.club_picture_file, name="club-picture-file"),
    path("c/<slug:slug>/members/", clubs.members, name="members"),
    path("c/<slug:slug>/members.<spreadsheet:form>", clubs.members_file, name="members-file"),
    path("c/<slug:slug>/members/<key:pk>/role/", clubs.member_role, name="member-role"),
    path("c/<slug:slug>/members/<key:pk>/player/", clubs.member_player, name="member-player"),
    path("c/<slug:slug>/members/<key:pk>/remove/", clubs.member_removal, name="member-remove"),
    path("c/<slug:slug>/invitations/new/", invitations.invitation_new, name="invitation-new"),
    path(
        "c/<slug:slug>/invitations/<key:pk>/revoke/",
        invitations.invitation_removal,
        name="invitation-revoke",
    ),
    path("invitation/<slug:key>/", invitations.invitation, name="invitation"),
    path("c/<slug:slug>/players/", players.players, name="players"),
    path("c/<slug:slug>/players.<spreadsheet:form>", players.players_file, name="players-file"),
    path("c/<slug:slug>/players/search/", players.player_search, name="player-search"),
    path("c/<slug:slug>/players/new/", players.player_new, name="player-new"),
    path("c/<slug:slug>/players/paste/", players.players_paste, name="players-paste"),
    path("c/<slug:slug>/players/<key:pk>/edit/", players.player_edit, name="player-edit"),
    path("c/<slug:slug>/players/<key:pk>/roster/", players.player_roster, name="player-roster"),
    path("c/<slug:slug>/players/<key:pk>/name/", players.player_name, name="player-name"),
]
