"""Addresses of a club's money, below the club's."""

from django.urls import path

from ledger.views import prints, statements

urlpatterns = [
    path("money/", statements.club_money, name="club-money"),
    path("money/players/<int:pk>/", statements.statement, name="player-statement"),
    path("money/players/<int:pk>/statement.csv", statements.statement_csv, name="player-csv"),
    path("money/players/<int:pk>/statement.pdf", prints.statement_pdf, name="player-statement-pdf"),
]
