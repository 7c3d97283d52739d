"""Books, read-only: entries are never changed here either."""

from django.contrib import admin

from core.admin import ReadOnly
from ledger.models import Posting, Transaction, Transfer


@admin.register(Transaction)
class TransactionAdmin(ReadOnly):
    """Every transaction of every book: purpose, author, time."""

    list_display = ["book", "number", "kind", "text", "reverses", "made_by", "made_at"]
    list_filter = ["kind", "book__club"]
    list_select_related = ["book", "reverses", "made_by"]
    date_hierarchy = "made_at"
    search_fields = ["text", "source"]


@admin.register(Posting)
class PostingAdmin(ReadOnly):
    """The amount of each account in a transaction."""

    list_display = ["transaction", "account", "amount"]
    list_select_related = ["transaction", "account__player"]


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    """Transfers, with the transactions of those paid."""

    list_display = ["book", "payer", "payee", "amount", "transaction"]
    list_select_related = ["book", "payer", "payee", "transaction"]
