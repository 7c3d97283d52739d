"""The backend for PostgreSQL. While the server is away, only some requests wait for it."""

import time
from typing import Any, ClassVar, Final

import psycopg
from django.db.backends.postgresql import base

from core.transactions import WritingBeforeCommit

PAUSE: Final = 4.0  # seconds without another attempt to connect after a failure


class DatabaseWrapper(WritingBeforeCommit, base.DatabaseWrapper):
    """A connection, refused at once for a while after the last one was."""

    away_until: ClassVar = 0.0

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect. Waiting for a dead server would hold up everybody whose request follows."""
        if time.monotonic() < DatabaseWrapper.away_until:
            raise psycopg.OperationalError("PostgreSQL did not answer a moment ago")
        try:
            return super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            DatabaseWrapper.away_until = time.monotonic() + PAUSE
            raise
