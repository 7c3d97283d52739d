"""Addresses under ``/api/v1/``."""

from django.urls import include, path

from clubs.rest import converters  # noqa: F401 makes <key:…> known
from ledger.api import books
from ledger.api.statements import StatementView

BOOK = [
    path("", books.BookDetail.as_view(), name="api-book"),
    path("apart/", books.BookApart.as_view(), name="api-book-apart"),
    path("balances/", books.BookBalances.as_view(), name="api-book-balances"),
    path("corrections/", books.BookCorrections.as_view(), name="api-book-corrections"),
    path("payments/", books.BookPayments.as_view(), name="api-book-payments"),
    path(
        "payments/<number:number>/take-back/",
        books.BookPaymentBack.as_view(),
        name="api-book-payment-back",
    ),
    path("transfers/", books.BookTransfers.as_view(), name="api-book-transfers"),
    path("transfers/<key:transfer>/", books.BookTransfer.as_view(), name="api-book-transfer"),
]
urlpatterns = [
    path("clubs/<slug:slug>/books/", books.BookList.as_view(), name="api-books"),
    path("clubs/<slug:slug>/books/<key:book>/", include(BOOK)),
    path(
        "clubs/<slug:slug>/players/<key:player>/statement/",
        StatementView.as_view(),
        name="api-statement",
    ),
]
