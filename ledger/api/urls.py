"""Addresses under ``/api/v1/``."""

from core.rest.routers import OneRouter, Router
from ledger.api import views

BOOKS = "clubs/<slug:slug>/books"

router = Router()
router.register(BOOKS, views.BookViewSet, "api-books")
router.register(f"{BOOKS}/<key:book>/transfers", views.TransferViewSet, "api-books-transfers")
one_router = OneRouter()
one_router.register(
    "clubs/<slug:slug>/players/<key:player>/statement", views.StatementViewSet, "api-statement"
)
urlpatterns = [*router.urls, *one_router.urls]
