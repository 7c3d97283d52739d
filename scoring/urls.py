"""Addresses of matches and hands, below a club's."""

from django.urls import path

from scoring.views import files, hands, matches, walks

urlpatterns = [
    path("matches/<int:match_id>/", matches.match_page, name="match"),
    path(
        "matches/<int:match_id>/hands.<spreadsheet:form>",
        files.hands_file,
        name="match-hands-file",
    ),
    path("matches/<int:match_id>/live/", matches.match_live, name="match-live"),
    path("matches/<int:match_id>/entry/", matches.match_entry, name="match-entry"),
    path("matches/<int:match_id>/preview/", hands.hand_preview, name="match-preview"),
    path("matches/<int:match_id>/time/", matches.match_time_end, name="match-time-end"),
    path("matches/<int:match_id>/result/", matches.match_result, name="match-result"),
    path(
        "matches/<int:match_id>/result/withdraw/",
        matches.match_result_withdraw,
        name="match-result-withdraw",
    ),
    path(
        "matches/<int:match_id>/result/restore/",
        matches.match_result_restore,
        name="match-result-restore",
    ),
    path("matches/<int:match_id>/undo/", matches.match_undo, name="match-undo"),
    path("matches/<int:match_id>/hands/", hands.hand_new, name="hand-new"),
    path("matches/<int:match_id>/hands/<int:number>/", hands.hand, name="hand"),
    path("matches/<int:match_id>/hands/<int:number>/walk/", walks.hand_walk, name="hand-walk"),
    path(
        "matches/<int:match_id>/hands/<int:number>/correct/", hands.hand_change, name="hand-correct"
    ),
]
