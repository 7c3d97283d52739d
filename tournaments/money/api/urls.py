"""Addresses of an event's money under ``/api/v1/``."""

from core.rest.routers import Router, SingletonRouter
from tournaments.money.api import money, prizes

MONEY = "clubs/<slug:slug>/events/<key:event>/money"

singleton_router = SingletonRouter()
singleton_router.register(MONEY, money.SetUpViewSet, "api-money")
singleton_router.register(f"{MONEY}/prizes", prizes.PrizeViewSet, "api-prizes")
router = Router()
router.register(f"{MONEY}/fees", money.FeeViewSet, "api-fees")
router.register(f"{MONEY}/transfers", money.EventTransferViewSet, "api-transfers")
router.register(f"{MONEY}/pots", prizes.SidePotViewSet, "api-side-pots")
router.register(f"{MONEY}/entries", prizes.BookEntryViewSet, "api-entries-of-book")
router.register(f"{MONEY}/expenses", prizes.ExpenseViewSet, "api-expenses")
router.register(f"{MONEY}/cash", prizes.CashViewSet, "api-cash")
urlpatterns = [*singleton_router.urls, *router.urls]
