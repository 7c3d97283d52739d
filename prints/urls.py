"""Addresses of everything printed, below a club's."""

from django.urls import path

from prints.views import documents, events, matches, money, seasons

EVENT = "events/<int:event_id>/"
SEASON = "seasons/<int:season_id>/"

urlpatterns = [
    path("matches/<int:match_id>/scorecard.pdf", matches.scorecard, name="match-scorecard"),
    path("matches/<int:match_id>/hands.pdf", matches.hand_records, name="match-hand-records"),
    path("matches/<int:match_id>/sheet.pdf", matches.score_sheet, name="match-sheet"),
    path("matches/<int:match_id>/hands/<int:number>.pdf", matches.hand_record, name="hand-record"),
    path("documents/", documents.documents, name="documents"),
    path("documents/<uuid:pk>/", documents.document_progress, name="document-progress"),
    path("documents/<uuid:pk>/file/", documents.document_file, name="document-file"),
    path("documents/<uuid:pk>/cancel/", documents.document_stop, name="document-cancel"),
    path("documents/<uuid:pk>/retry/", documents.document_again, name="document-retry"),
    path(
        "money/books/<int:book_id>/settlement.pdf",
        money.settlement_pdf,
        name="book-settlement-pdf",
    ),
    path("money/players/<int:pk>/statement.pdf", money.statement_pdf, name="player-statement-pdf"),
    path(f"{SEASON}table.pdf", seasons.table_pdf, name="season-table-pdf"),
    path(f"{SEASON}calendar.pdf", seasons.calendar_pdf, name="season-calendar-pdf"),
    path(f"{EVENT}print/", events.prints, name="event-prints"),
    path(f"{EVENT}print/<slug:what>/", events.print_order, name="event-print-order"),
    path(f"{EVENT}print/<slug:what>.pdf", events.print_file, name="event-print"),
]
