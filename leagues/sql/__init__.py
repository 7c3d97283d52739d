"""The SQL that seasons are computed by: one text for SQLite and PostgreSQL."""
