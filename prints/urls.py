"""Addresses of everything printed, below a club's."""

from django.urls import path

from prints import views

EVENT = "events/<key:event_id>/"
SEASON = "seasons/<key:season_id>/"

urlpatterns = [
    path("matches/<key:match_id>/scorecard.pdf", views.scorecard, name="match-scorecard"),
    path("matches/<key:match_id>/hands.pdf", views.hand_records, name="match-hand-records"),
    path("matches/<key:match_id>/sheet.pdf", views.score_sheet, name="match-sheet"),
    path("matches/<key:match_id>/hands/<number:number>.pdf", views.hand_record, name="hand-record"),
    path("documents/", views.documents, name="documents"),
    path("documents/<uuid:pk>/", views.document_progress, name="document-progress"),
    path("documents/<uuid:pk>/file/", views.document_file, name="document-file"),
    path("documents/<uuid:pk>/cancel/", views.document_stop, name="document-cancel"),
    path("documents/<uuid:pk>/retry/", views.document_again, name="document-retry"),
    path(
        "money/books/<key:book_id>/settlement.pdf",
        views.settlement_pdf,
        name="book-settlement-pdf",
    ),
    path("money/players/<key:pk>/statement.pdf", views.statement_pdf, name="player-statement-pdf"),
    path(f"{SEASON}table.pdf", views.table_pdf, name="season-table-pdf"),
    path(f"{SEASON}calendar.pdf", views.calendar_pdf, name="season-calendar-pdf"),
    path(f"{SEASON}yearbook.pdf", views.yearbook_pdf, name="season-yearbook-pdf"),
    path(f"{EVENT}deals/print/", views.deals_file, name="event-deals-print"),
    path(f"{EVENT}print/", views.prints, name="event-prints"),
    path(f"{EVENT}print/<slug:what>/", views.print_order, name="event-print-order"),
    path(f"{EVENT}print/<slug:what>.pdf", views.print_file, name="event-print"),
]
