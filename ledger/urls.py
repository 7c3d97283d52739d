"""Addresses of a club's money, below the club's."""

from django.urls import path

from ledger import views

urlpatterns = [
    path("money/", views.club_money, name="club-money"),
    path("money/books/<key:book_id>/", views.book_money, name="book-money"),
    path(
        "money/books/<key:book_id>/<slug:kind>.<spreadsheet:form>",
        views.book_file,
        name="book-file",
    ),
    path("money/books/<key:book_id>/apart/", views.book_apart, name="book-apart"),
    path(
        "money/books/<key:book_id>/transfers/<key:transfer_id>/paid/",
        views.book_transfer_paid,
        name="book-transfer-paid",
    ),
    path(
        "money/books/<key:book_id>/transfers/<key:transfer_id>/unpaid/",
        views.book_transfer_unpaid,
        name="book-transfer-unpaid",
    ),
    path("money/players/<key:pk>/", views.statement, name="player-statement"),
    path(
        "money/players/<key:pk>/statement.<spreadsheet:form>",
        views.statement_file,
        name="player-file",
    ),
]
