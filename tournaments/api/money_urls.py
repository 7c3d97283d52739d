"""Addresses of an event's money, below the event's."""

from django.urls import path

from clubs.rest import converters  # noqa: F401 makes <key:…> and <number:…> known
from tournaments.api import money

urlpatterns = [
    path("", money.MoneyDetail.as_view(), name="api-money"),
    path("settle/", money.MoneySettle.as_view(), name="api-money-settle"),
    path("balances/", money.MoneyBalances.as_view(), name="api-money-balances"),
    path("fees/", money.FeeList.as_view(), name="api-money-fees"),
    path("fees/<number:entry>/<int:place>/", money.FeeDetail.as_view(), name="api-money-fee"),
    path("transfers/", money.TransferList.as_view(), name="api-money-transfers"),
    path("transfers/<key:transfer>/", money.TransferDetail.as_view(), name="api-money-transfer"),
]
