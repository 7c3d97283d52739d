"""Django's backend for SQLite, which writes some things just before a commit."""
