"""Addresses under ``/api/v1/``."""

from django.urls import include, path

from ledger.api import views

BOOK = [
    path("", views.BookDetail.as_view(), name="api-book"),
    path("apart/", views.BookApart.as_view(), name="api-book-apart"),
    path("balances/", views.BookBalances.as_view(), name="api-book-balances"),
    path("corrections/", views.BookCorrections.as_view(), name="api-book-corrections"),
    path("payments/", views.BookPayments.as_view(), name="api-book-payments"),
    path(
        "payments/<number:number>/take-back/",
        views.BookPaymentBack.as_view(),
        name="api-book-payment-back",
    ),
    path("transfers/", views.BookTransfers.as_view(), name="api-book-transfers"),
    path("transfers/<key:transfer>/", views.BookTransfer.as_view(), name="api-book-transfer"),
]
urlpatterns = [
    path("clubs/<slug:slug>/books/", views.BookList.as_view(), name="api-books"),
    path("clubs/<slug:slug>/books/<key:book>/", include(BOOK)),
    path(
        "clubs/<slug:slug>/players/<key:player>/statement/",
        views.StatementView.as_view(),
        name="api-statement",
    ),
]
