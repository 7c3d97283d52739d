"""Addresses under ``/api/v1/``."""

from core.rest.routers import Router, SingletonRouter
from ledger.api import views

BOOKS = "clubs/<slug:slug>/books"

router = Router()
router.register(BOOKS, views.BookViewSet, "api-books")
router.register(f"{BOOKS}/<key:book>/transfers", views.TransferViewSet, "api-books-transfers")
singleton_router = SingletonRouter()
singleton_router.register(
    "clubs/<slug:slug>/players/<key:player>/statement", views.StatementViewSet, "api-statement"
)
urlpatterns = [*router.urls, *singleton_router.urls]
