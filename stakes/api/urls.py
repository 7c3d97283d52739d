"""Addresses of an event's money under ``/api/v1/``."""

from django.urls import include, path

from stakes.api import money, prizes

MONEY = [
    path("", money.MoneyDetail.as_view(), name="api-money"),
    path("settle/", money.MoneySettle.as_view(), name="api-money-settle"),
    path("balances/", money.MoneyBalances.as_view(), name="api-money-balances"),
    path("fees/", money.FeeList.as_view(), name="api-money-fees"),
    path("fees/<number:entry>/<place:place>/", money.FeeDetail.as_view(), name="api-money-fee"),
    path("transfers/", money.TransferList.as_view(), name="api-money-transfers"),
    path("transfers/<key:transfer>/", money.TransferDetail.as_view(), name="api-money-transfer"),
    path("prizes/", prizes.Prizes.as_view(), name="api-money-prizes"),
    path("prizes/award/", prizes.PrizesAward.as_view(), name="api-money-award"),
    path("prizes/take-back/", prizes.PrizesTakeBack.as_view(), name="api-money-award-back"),
    path("prizes/fit/", prizes.PrizesFit.as_view(), name="api-money-fit"),
    path("pots/", prizes.SidePotList.as_view(), name="api-money-pots"),
    path("pots/<key:pot>/", prizes.SidePotDetail.as_view(), name="api-money-pot"),
    path("entries/", prizes.BookEntryList.as_view(), name="api-money-entries"),
    path("expenses/", prizes.BookExpenses.as_view(), name="api-money-expenses"),
    path("cash/", prizes.BookCash.as_view(), name="api-money-cash"),
    path(
        "entries/<number:number>/take-back/",
        prizes.BookEntryBack.as_view(),
        name="api-money-entry-back",
    ),
]

urlpatterns = [path("clubs/<slug:slug>/events/<key:event>/money/", include(MONEY))]
