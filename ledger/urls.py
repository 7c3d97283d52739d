"""Addresses of a club's money, below the club's."""

from django.urls import path

from ledger.views import books, statements

urlpatterns = [
    path("money/", statements.club_money, name="club-money"),
    path("money/books/<int:book_id>/", books.book_money, name="book-money"),
    path("money/books/<int:book_id>/<slug:kind>.csv", books.book_csv, name="book-csv"),
    path("money/books/<int:book_id>/apart/", books.book_apart, name="book-apart"),
    path(
        "money/books/<int:book_id>/transfers/<int:transfer_id>/paid/",
        books.book_transfer_paid,
        name="book-transfer-paid",
    ),
    path(
        "money/books/<int:book_id>/transfers/<int:transfer_id>/unpaid/",
        books.book_transfer_unpaid,
        name="book-transfer-unpaid",
    ),
    path("money/players/<int:pk>/", statements.statement, name="player-statement"),
    path("money/players/<int:pk>/statement.csv", statements.statement_csv, name="player-csv"),
]
