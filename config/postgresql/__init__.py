"""Django's backend for PostgreSQL, which fails at once while the server is away."""
