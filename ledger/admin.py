"""Books, read-only: entries are never changed here either."""

from django.contrib import admin

from ledger.models import Posting, Transaction, Transfer
from scoring.admin import ReadOnly


@admin.register(Transaction)
class TransactionAdmin(ReadOnly):
    """Every entry of every book: what for, who, when."""

    list_display = ["book", "number", "kind", "text", "reverses", "made_by", "made_at"]
    list_filter = ["kind", "book__club"]
    list_select_related = ["book", "reverses", "made_by"]
    date_hierarchy = "made_at"
    search_fields = ["text", "source"]


@admin.register(Posting)
class PostingAdmin(ReadOnly):
    """What each account received or gave by an entry."""

    list_display = ["transaction", "account", "amount"]
    list_select_related = ["transaction", "account__player"]


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    """Who pays whom, and which entry says that it was paid."""

    list_display = ["book", "payer", "payee", "amount", "transaction"]
    list_select_related = ["book", "payer", "payee", "transaction"]
