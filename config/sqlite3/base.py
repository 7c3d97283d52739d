"""The backend for SQLite."""

from django.db.backends.sqlite3 import base

from core.transactions import WritingBeforeCommit


class DatabaseWrapper(WritingBeforeCommit, base.DatabaseWrapper):
    """A connection that writes what waits for a commit."""
