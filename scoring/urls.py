"""Addresses of matches and hands, below a club's."""

from django.urls import path

from scoring.views import hands, matches

urlpatterns = [
    path("matches/<key:match_id>/", matches.match_page, name="match"),
    path(
        "matches/<key:match_id>/hands.<spreadsheet:form>",
        hands.hands_file,
        name="match-hands-file",
    ),
    path("matches/<key:match_id>/live/", matches.match_live, name="match-live"),
    path("matches/<key:match_id>/entry/", matches.match_entry, name="match-entry"),
    path("matches/<key:match_id>/preview/", hands.hand_preview, name="match-preview"),
    path("matches/<key:match_id>/time/", matches.match_time_end, name="match-time-end"),
    path("matches/<key:match_id>/result/", matches.match_result, name="match-result"),
    path(
        "matches/<key:match_id>/result/sets/", matches.match_result_sets, name="match-result-sets"
    ),
    path(
        "matches/<key:match_id>/result/withdraw/",
        matches.match_result_withdraw,
        name="match-result-withdraw",
    ),
    path(
        "matches/<key:match_id>/result/restore/",
        matches.match_result_restore,
        name="match-result-restore",
    ),
    path("matches/<key:match_id>/undo/", matches.match_undo, name="match-undo"),
    path("matches/<key:match_id>/hands/", hands.hand_new, name="hand-new"),
    path("matches/<key:match_id>/hands/<number:number>/", hands.hand, name="hand"),
    path("matches/<key:match_id>/hands/<number:number>/walk/", hands.hand_walk, name="hand-walk"),
    path(
        "matches/<key:match_id>/hands/<number:number>/correct/",
        hands.hand_change,
        name="hand-correct",
    ),
]
