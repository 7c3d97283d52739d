"""Addresses of matches, hands and documents, below a club's."""

from django.urls import path

from scoring.views import documents, hands, matches, prints

urlpatterns = [
    path("matches/<int:match_id>/", matches.match_page, name="match"),
    path("matches/<int:match_id>/live/", matches.match_live, name="match-live"),
    path("matches/<int:match_id>/entry/", matches.match_entry, name="match-entry"),
    path("matches/<int:match_id>/preview/", hands.hand_preview, name="match-preview"),
    path("matches/<int:match_id>/scorecard.pdf", prints.scorecard, name="match-scorecard"),
    path("matches/<int:match_id>/hands.pdf", prints.hand_records, name="match-hand-records"),
    path("matches/<int:match_id>/sheet.pdf", prints.score_sheet, name="match-sheet"),
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
    path("matches/<int:match_id>/hands/<int:number>.pdf", prints.hand_record, name="hand-record"),
    path(
        "matches/<int:match_id>/hands/<int:number>/correct/", hands.hand_change, name="hand-correct"
    ),
    path("documents/", documents.documents, name="documents"),
    path("documents/<uuid:pk>/", documents.document_progress, name="document-progress"),
    path("documents/<uuid:pk>/file/", documents.document_file, name="document-file"),
    path("documents/<uuid:pk>/cancel/", documents.document_stop, name="document-cancel"),
    path("documents/<uuid:pk>/retry/", documents.document_again, name="document-retry"),
]
